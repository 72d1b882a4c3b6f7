# SPDX-License-Identifier: MIT
"""What goes into signatures: any contiguous buffer; one clear error for each wrong argument."""

import itertools
import mmap
from array import array

import katwise
import numpy
import pytest

ALG = katwise.slh_dsa_sha2_128f
KEY = ALG.from_seed(bytes(range(48)))
PUBLIC = KEY.public_key()
MSG = bytes(range(64))
SIG = KEY.sign(MSG)
INTERNAL = KEY.sign_internal(MSG)
RANDOM = bytes(16)
HASHED = katwise.sha256(MSG)


def streamed(data):
    verifier = PUBLIC.verifier(SIG)
    verifier.update(data)
    verifier.verify()


# Every argument that takes bytes, with such bytes as are accepted there.
TAKERS = {
    "seed": ("seed", bytes(range(48)), ALG.from_seed),
    "private bytes": ("data", bytes(KEY), ALG.from_private_bytes),
    "public bytes": ("data", bytes(PUBLIC), ALG.from_public_bytes),
    "msg of sign": ("msg", MSG, lambda d: KEY.sign(d)),
    "context of sign": ("context", MSG, lambda d: KEY.sign(b"", d)),
    "context of sign_hashed": ("context", MSG, lambda d: KEY.sign_hashed(HASHED, d)),
    "msg of sign_derand": ("msg", MSG, lambda d: KEY.sign_derand(d, RANDOM)),
    "randomness": ("randomness", RANDOM, lambda d: KEY.sign_derand(b"", d)),
    "context of sign_derand": ("context", MSG, lambda d: KEY.sign_derand(b"", RANDOM, d)),
    "msg of sign_internal": ("msg", MSG, lambda d: KEY.sign_internal(d)),
    "its randomness": ("randomness", RANDOM, lambda d: KEY.sign_internal(b"", d)),
    "sig of verify": ("sig", SIG, lambda d: PUBLIC.verify(d, MSG)),
    "msg of verify": ("msg", MSG, lambda d: PUBLIC.verify(SIG, d)),
    "context of verify": ("context", b"", lambda d: PUBLIC.verify(SIG, MSG, d)),
    "sig of verify_internal": ("sig", INTERNAL, lambda d: PUBLIC.verify_internal(d, MSG)),
    "msg of verify_internal": ("msg", MSG, lambda d: PUBLIC.verify_internal(INTERNAL, d)),
    "sig of verify_hashed": (
        "sig",
        KEY.sign_hashed(HASHED),
        lambda d: PUBLIC.verify_hashed(d, HASHED),
    ),
    "sig of verify_many": (
        r"items\[1\].sig",
        SIG,
        lambda d: PUBLIC.verify_many([(SIG, MSG), (d, MSG)]),
    ),
    "msg of verify_many": (r"items\[0\].msg", MSG, lambda d: PUBLIC.verify_many([(SIG, d)])),
    "sig of verifier": ("sig", SIG, PUBLIC.verifier),
    "data of update": ("data", MSG, streamed),
    "private pem": ("data", KEY.to_pem(), katwise.load_private_key),
    "public der": ("data", PUBLIC.to_der(), katwise.load_public_key),
}
takers = pytest.mark.parametrize("argument, data, take", TAKERS.values(), ids=TAKERS)


@takers
@pytest.mark.parametrize("wrong", ["abc", [1, 2], 5, 1.5, object(), True, KEY, PUBLIC])
def test_not_bytes(argument, data, take, wrong):
    with pytest.raises(TypeError, match=f"^{argument}: .* not {type(wrong).__name__}$"):
        take(wrong)


@takers
@pytest.mark.parametrize(
    "gaps",
    [memoryview(bytes(64))[::2], numpy.zeros((8, 8), numpy.uint8)[:, :4]],
    ids=["step", "numpy columns"],
)
def test_not_contiguous(argument, data, take, gaps):
    with pytest.raises(BufferError, match=f"^{argument}: .*contiguous"):
        take(gaps)


def kinds(data):
    yield from (data, bytearray(data), memoryview(data), memoryview(b"x" + data + b"y")[1:-1])
    yield from (array("B", data), numpy.frombuffer(data, numpy.uint8))
    if data:
        area = mmap.mmap(-1, len(data))
        area[:] = data
        yield area


@takers
def test_every_kind_of_buffer(argument, data, take):
    for kind in kinds(data):
        take(kind)
        assert bytes(kind) == data  # inputs are never changed


@takers
def test_buffers_are_let_go(argument, data, take):
    buffer = bytearray(data)
    take(buffer)
    buffer.append(1)  # would be a BufferError if a view were left
    try:
        take(buffer)  # of a wrong size
    except (ValueError, katwise.Error):
        pass
    buffer.append(1)


# ---- Sizes ----


@pytest.mark.parametrize(
    "argument, size, take",
    [
        ("seed", 48, ALG.from_seed),
        ("data", 64, ALG.from_private_bytes),
        ("data", 32, ALG.from_public_bytes),
        ("randomness", 16, lambda d: KEY.sign_derand(MSG, d)),
        ("randomness", 16, lambda d: KEY.sign_internal(MSG, d)),
    ],
    ids=["seed", "private", "public", "derand", "internal"],
)
def test_wrong_sizes(argument, size, take):
    for wrong in {0, 1, size - 1, size + 1, 2 * size, ALG.signature_size}:
        text = f"^{argument}: SLH-DSA-SHA2-128f takes {size} bytes, not {wrong}$"
        with pytest.raises(ValueError, match=text):
            take(bytes(wrong))


def test_permuted_arguments():
    """A signature, a message and a context in all other orders: never accepted."""
    context = b"context"
    right = KEY.sign(MSG, context), MSG, context
    PUBLIC.verify(*right)
    for order in itertools.permutations(right):
        if order != right:
            with pytest.raises((katwise.InvalidSignature, ValueError)):
                PUBLIC.verify(*order)
    for order in itertools.permutations([KEY, MSG, PUBLIC]):
        with pytest.raises(TypeError):
            PUBLIC.verify(*order)


def test_keys_for_keys():
    for wrong in (bytes(KEY), bytes(PUBLIC) + b"\0", SIG):
        with pytest.raises(ValueError, match="^data: "):
            ALG.from_public_bytes(wrong)
    with pytest.raises(ValueError, match="^data: "):
        ALG.from_private_bytes(bytes(PUBLIC))
    with pytest.raises(ValueError, match="^data: SLH-DSA-SHA2-192f "):
        katwise.slh_dsa_sha2_192f.from_private_bytes(bytes(KEY))


# ---- Other arguments ----

FLAGS = {
    "deterministic": lambda v: KEY.sign(MSG, deterministic=v),
    "deterministic of sign_hashed": lambda v: KEY.sign_hashed(HASHED, deterministic=v),
    "check": lambda v: ALG.from_private_bytes(bytes(KEY), check=v),
    "check of load": lambda v: katwise.load_private_key(KEY.to_der(), check=v),
}


@pytest.mark.parametrize("name, call", FLAGS.items(), ids=FLAGS)
@pytest.mark.parametrize("wrong", [0, 1, None, "yes", b""])
def test_flags_are_bools(name, call, wrong):
    text = f"^{name.split()[0]}: expected a bool, not {type(wrong).__name__}$"
    with pytest.raises(TypeError, match=text):
        call(wrong)


THREADED = {
    "generate": ALG.generate,
    "from_seed": lambda n: ALG.from_seed(bytes(48), threads=n),
    "from_private_bytes": lambda n: ALG.from_private_bytes(bytes(KEY), threads=n),
    "load_private_key": lambda n: katwise.load_private_key(KEY.to_der(), threads=n),
    "expand": KEY.expand,
    "sign": lambda n: KEY.sign(MSG, threads=n),
    "sign_hashed": lambda n: KEY.sign_hashed(HASHED, threads=n),
    "sign_derand": lambda n: KEY.sign_derand(MSG, RANDOM, threads=n),
}
threaded = pytest.mark.parametrize("call", THREADED.values(), ids=THREADED)


@threaded
def test_threads(call):
    for wrong in (0, -1, 65, 2**32, 2**32 + 1):
        with pytest.raises(ValueError, match=f"^threads: from 1 to 64, not {wrong}$"):
            call(wrong)
    for wrong in (2**64, -(2**64)):
        with pytest.raises(ValueError, match="^threads: the number is out of range$"):
            call(wrong)
    for wrong in (1.0, "2", None, True, b"1"):
        text = f"^threads: expected an int, not {type(wrong).__name__}$"
        with pytest.raises(TypeError, match=text):
            call(wrong)
    for right in (1, 2, numpy.int64(3), 64):
        call(right)


SIGNERS = {
    "sign": lambda **more: KEY.sign(MSG, **more),
    "sign_hashed": lambda **more: KEY.sign_hashed(HASHED, **more),
    "sign_derand": lambda **more: KEY.sign_derand(MSG, RANDOM, **more),
}


@pytest.mark.parametrize("call", SIGNERS.values(), ids=SIGNERS)
def test_checks(call):
    for wrong in ("", "Verify", "none", "verify "):
        with pytest.raises(ValueError, match="^check: .* none of verify, roots, all$"):
            call(check=wrong)
    for wrong in (True, False, 1, b"verify", ["verify"]):
        text = f"^check: expected a str, not {type(wrong).__name__}$"
        with pytest.raises(TypeError, match=text):
            call(check=wrong)


PREHASHED = {
    "sign": lambda h: KEY.sign(MSG, prehash=h),
    "sign_derand": lambda h: KEY.sign_derand(MSG, RANDOM, prehash=h),
    "verify": lambda h: PUBLIC.verify(SIG, MSG, prehash=h),
    "verify_many": lambda h: PUBLIC.verify_many([], prehash=h),
    "verifier": lambda h: PUBLIC.verifier(SIG, prehash=h),
}


@pytest.mark.parametrize("call", PREHASHED.values(), ids=PREHASHED)
def test_prehash_is_a_name(call):
    for wrong in ("", "SHA-256", "sha256 ", "md5", "poly1305", "sha256\0"):
        with pytest.raises(ValueError, match="^prehash: "):
            call(wrong)
    for wrong in (b"sha256", 5, katwise.sha256, HASHED, False):
        with pytest.raises(TypeError, match="^prehash: expected a str, not "):
            call(wrong)


@pytest.mark.parametrize("wrong", [b"digest", "sha256", None, katwise.sha256, HASHED._state])
def test_hashed_is_a_hash_object(wrong):
    for call in (KEY.sign_hashed, lambda h: PUBLIC.verify_hashed(SIG, h)):
        with pytest.raises(TypeError, match="^hashed: expected a katwise.Hash, not "):
            call(wrong)


def test_items_are_pairs():
    for wrong in (5, None, object()):
        with pytest.raises(TypeError, match="^items: expected an iterable, not "):
            PUBLIC.verify_many(wrong)
    for wrong in (5, b"ab", "ab", (SIG,), [SIG, MSG, b""], {SIG, MSG}, None):
        with pytest.raises(TypeError, match=r"^items\[1\]: expected a pair of sig and msg, not "):
            PUBLIC.verify_many([(SIG, MSG), wrong])


def test_errors_of_the_iterable_come_through():
    def broken():
        yield SIG, MSG
        raise OSError("broken")

    with pytest.raises(OSError, match="broken"):
        PUBLIC.verify_many(broken())


@pytest.mark.parametrize(
    "call",
    [
        lambda: ALG.from_seed(),
        lambda: ALG.generate(seed=bytes(48)),  # no randomness of the caller's
        lambda: KEY.sign(),
        lambda: KEY.sign(MSG, randomness=RANDOM),
        lambda: KEY.sign(MSG, b"", True),
        lambda: KEY.sign_hashed(HASHED, prehash="sha256"),
        lambda: KEY.sign_derand(MSG),
        lambda: PUBLIC.verify(SIG),
        lambda: PUBLIC.verify(SIG, MSG, ctx=b""),
        lambda: PUBLIC.verifier(),
        lambda: PUBLIC.verify_many([], threads=2),
    ],
)
def test_wrong_calls(call):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value)


def test_keywords():
    sig = KEY.sign(msg=MSG, context=b"c", deterministic=True, prehash="sha512", threads=1)
    same = KEY.sign_derand(
        prehash="sha512", context=b"c", randomness=bytes(PUBLIC)[:16], msg=MSG, check="all"
    )
    assert sig == same
    PUBLIC.verify(prehash="sha512", context=b"c", msg=MSG, sig=sig)
    assert PUBLIC.verify_many(items=[(sig, MSG)], context=b"c", prehash="sha512") == [True]
    PUBLIC.verify_hashed(sig=sig, hashed=katwise.sha512(MSG), context=b"c")
    assert ALG.from_private_bytes(data=bytes(KEY), check=True, threads=1) == KEY


def test_keys_and_verifiers_are_as_they_are():
    verifier = PUBLIC.verifier(SIG)
    for made in (KEY, KEY.expand(), PUBLIC, verifier):
        raw = made is not verifier and bytes(made)
        names = {name for cls in type(made).__mro__ for name in getattr(cls, "__slots__", ())}
        for name in (*names, "algorithm", "new", "__class__"):
            text = f"^{name}: a {type(made).__name__} is as it is$"
            with pytest.raises(AttributeError, match=text):
                setattr(made, name, None)
            with pytest.raises(AttributeError, match=text):
                delattr(made, name)
        assert "_algorithm" in names and (made is verifier or bytes(made) == raw)
    verifier.update(MSG)
    verifier.verify()


def test_the_extension_by_itself():
    """Its functions are the package's own, but wrong calls of them are errors and not crashes."""
    from katwise import _katwise as extension

    options = b"", None, None, 1, 0
    hash_, key, verifier = HASHED._state, KEY._key, PUBLIC.verifier(SIG)._state
    for call, arguments in (
        (extension.sig_sign, (hash_, MSG, False, options)),
        (extension.sig_sign, (key, MSG, False, options[:2])),
        (extension.sig_sign, (key, MSG, False, (b"", None, key, 1, 0))),
        (extension.sig_expand, (verifier, 1)),
        (extension.sig_equal, (key, None)),
        (extension.verifier_update, (key, b"")),
        (extension.verifier_verify, (object(),)),
        (extension.sig_verify_many, (ALG.name, bytes(PUBLIC), [])),
    ):
        with pytest.raises((ValueError, TypeError)):
            call(*arguments)
    with pytest.raises(katwise.Error):
        extension.sig_verify(ALG.name, bytes(31), SIG, MSG, (b"", None, None))
    with pytest.raises(katwise.Error):
        extension.sig_sign(key, MSG, False, (b"", None, None, 1, 99))
