# SPDX-License-Identifier: MIT
"""Signatures: the table, keys, every way to sign, every way to verify."""

import copy
import hashlib
import pickle

import katwise
import pytest

SIZES = {  # FIPS 205, table 2: of keys and signatures
    "128s": (32, 64, 7856),
    "128f": (32, 64, 17088),
    "192s": (48, 96, 16224),
    "192f": (48, 96, 35664),
    "256s": (64, 128, 29792),
    "256f": (64, 128, 49856),
}
NAMES = [f"SLH-DSA-{family}-{size}" for family in ("SHA2", "SHAKE") for size in SIZES]
FAST = [name for name in NAMES if name.endswith("f")]
MSG = b"message"

every = pytest.mark.parametrize("name", NAMES)
fast = pytest.mark.parametrize("name", FAST)


def key_of(name):
    algorithm = katwise.signature(name)
    return algorithm.from_seed(bytes(range(algorithm.seed_size)))


@pytest.fixture(scope="module")
def key():
    return key_of("SLH-DSA-SHA2-128f")


@pytest.fixture(scope="module")
def public(key):
    return key.public_key()


def refused(call, *arguments):
    with pytest.raises(katwise.InvalidSignature, match="signature"):
        call(*arguments)


# ---- The table ----


def test_names():
    assert katwise.signatures == tuple(NAMES)
    for name in NAMES:
        algorithm = katwise.signature(name)
        assert getattr(katwise, name.lower().replace("-", "_")) is algorithm
        assert algorithm.name == name and algorithm.standard == "FIPS 205"
        assert repr(algorithm) == f"katwise.signature({name!r})"
        assert copy.deepcopy(algorithm) is pickle.loads(pickle.dumps(algorithm)) is algorithm


@every
def test_sizes(name):
    a, n = katwise.signature(name), int(name[-4:-1]) // 8
    assert (a.public_key_size, a.secret_key_size, a.signature_size) == SIZES[name[-4:]]
    assert (a.seed_size, a.randomness_size, a.context_max) == (3 * n, n, 255)


def test_an_algorithm_is_as_it_is():
    for field in ("name", "signature_size", "new"):
        with pytest.raises(AttributeError):
            setattr(katwise.slh_dsa_sha2_128s, field, 1)
    with pytest.raises(AttributeError, match="^name: a SignatureAlgorithm is as it is$"):
        del katwise.slh_dsa_sha2_128s.name


def test_no_name_without_its_version():
    """SPHINCS+ is another function."""
    assert not [name for name in dir(katwise) if "sphincs" in name.lower()]


@pytest.mark.parametrize(
    "wrong", ["", "SLH-DSA", "slh-dsa-sha2-128s", "SLH-DSA-SHA2-192-24", "sha256", "\ud800"]
)
def test_unknown_names(wrong):
    with pytest.raises(ValueError, match="^name: .* katwise.signatures$"):
        katwise.signature(wrong)


@pytest.mark.parametrize("wrong", [b"SLH-DSA-SHA2-128s", None, 5, katwise.slh_dsa_sha2_128s])
def test_a_name_is_a_str(wrong):
    with pytest.raises(TypeError, match="^name: expected a str, not "):
        katwise.signature(wrong)


# ---- Keys ----


@every
def test_new_keys(name):
    """Of each set, from the system's randomness: sign, verify, another message."""
    algorithm = katwise.signature(name)
    key, other = algorithm.generate(), algorithm.generate(threads=2)
    assert key != other and key.public_key() != other.public_key()
    sig = key.sign(MSG)
    assert len(sig) == algorithm.signature_size and len(bytes(key)) == algorithm.secret_key_size
    assert key.public_key().verify(sig, MSG) is None
    refused(key.public_key().verify, sig, MSG + b".")
    refused(other.public_key().verify, sig, MSG)


@fast
def test_keys_and_bytes(name):
    algorithm, key = katwise.signature(name), key_of(name)
    public = key.public_key()
    seed = bytes(range(algorithm.seed_size))
    assert bytes(key)[: len(seed)] == seed and bytes(key).endswith(bytes(public))
    assert algorithm.from_private_bytes(bytes(key)) == key
    assert algorithm.from_private_bytes(bytes(key), check=True, threads=2) == key
    assert algorithm.from_public_bytes(bytes(public)) == public
    assert key.algorithm is public.algorithm is algorithm
    assert algorithm.from_seed(seed, threads=3) == key


def test_a_private_key_whose_parts_do_not_fit(key):
    raw = bytearray(bytes(key))
    for at in (0, 20, 40, 63):  # SK.seed, SK.prf, PK.seed, PK.root
        raw[at] ^= 1
        wrong = key.algorithm.from_private_bytes(raw)  # not looked at, but where one asks for it
        if at == 20:
            assert key.algorithm.from_private_bytes(raw, check=True) == wrong  # any SK.prf will do
        else:
            for check in (lambda: key.algorithm.from_private_bytes(raw, True), wrong.expand):
                with pytest.raises(katwise.InvalidKey, match="key"):
                    check()
        raw[at] ^= 1


def test_comparing(key, public):
    other = key_of("SLH-DSA-SHA2-128s")
    assert key == key.algorithm.from_private_bytes(bytes(key)) == key.expand()
    same_bytes = katwise.slh_dsa_shake_128f.from_private_bytes(bytes(key))
    assert bytes(same_bytes) == bytes(key) and same_bytes != key
    assert same_bytes.public_key() != public and hash(same_bytes.public_key()) != hash(public)
    assert key != other and key != public and key != bytes(key) and public != bytes(public)
    assert {public: 1}[key.algorithm.from_public_bytes(bytes(public))] == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(key)


def test_private_keys_are_compared_in_c(key):
    import inspect

    assert "sig_equal(" in inspect.getsource(katwise.PrivateKey.__eq__)
    flipped = [bytes(key)[:i] + bytes([bytes(key)[i] ^ 1]) + bytes(key)[i + 1 :] for i in range(64)]
    assert all(key.algorithm.from_private_bytes(raw) != key for raw in flipped)


def test_reprs_keep_secrets(key, public):
    verifier = public.verifier(b"")
    texts = [f(x) for x in (key, key.expand(), public, verifier) for f in (repr, str, ascii)]
    assert all("SLH-DSA-SHA2-128f" in text and len(text) < 60 for text in texts)
    assert not any(bytes(key)[:4].hex() in text or "\\x" in text for text in texts)


def test_pickling_and_copying(key, public):
    assert pickle.loads(pickle.dumps(public)) == public
    for secret in (key, key.expand()):
        with pytest.raises(TypeError, match="private key cannot be pickled"):
            pickle.dumps(secret)
        assert copy.copy(secret) is copy.deepcopy(secret) is secret  # it never changes
    for act in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither be copied nor pickled"):
            act(public.verifier(b""))


def test_classes_are_not_for_calling():
    for cls, text in (
        (katwise.SignatureAlgorithm, "katwise.signature"),
        (katwise.PrivateKey, "algorithm"),
        (katwise.PublicKey, "algorithm"),
        (katwise.Verifier, "verifier"),
    ):
        with pytest.raises(TypeError, match=text):
            cls()


# ---- Signing ----


def test_a_signature_is_hedged(key, public):
    first, second = key.sign(MSG), key.sign(MSG)
    assert first[:16] != second[:16]
    assert public.verify_many([(first, MSG), (second, MSG)]) == [True, True]
    assert key.sign_hashed(katwise.sha256(MSG)) != key.sign_hashed(katwise.sha256(MSG))


def test_deterministic_is_hedged_with_the_public_seed(key):
    sig = key.sign(MSG, deterministic=True)
    assert sig == key.sign(MSG, deterministic=True)
    assert sig == key.sign_derand(MSG, bytes(key.public_key())[:16])
    assert key.sign_internal(MSG) == key.sign_internal(MSG, bytes(key.public_key())[:16])
    assert key.sign_derand(MSG, bytes(16)) == key.sign_derand(MSG, randomness=bytes(16)) != sig


@fast
def test_pure_and_internal_are_two_functions(name):
    """The answers are those of slhdsa-c for the seed 00 01 02 .., and "abc"."""
    key = key_of(name)
    public = key.public_key()
    pure, internal = key.sign(b"abc", deterministic=True), key.sign_internal(b"abc")
    assert (hashlib.sha256(pure).hexdigest()[:16], hashlib.sha256(internal).hexdigest()[:16]) == {
        "SLH-DSA-SHA2-128f": ("7c4622720e758897", "9ef9f988a1b538b4"),
        "SLH-DSA-SHA2-192f": ("61e8fbd5d6372960", "950a164f569924bf"),
        "SLH-DSA-SHA2-256f": ("95af7cab7991d801", "943e42c39fa825c5"),
        "SLH-DSA-SHAKE-128f": ("bb095008ae794ef6", "94fc3054816e9f5b"),
        "SLH-DSA-SHAKE-192f": ("34143317940905bf", "ac828b1b14d709b7"),
        "SLH-DSA-SHAKE-256f": ("ec4d1f66beaeae97", "0b73062168a21664"),
    }[name]
    public.verify(pure, b"abc")
    public.verify_internal(internal, b"abc")
    public.verify_internal(pure, b"\0\0abc")  # algorithm 22: M' = 0, the context's size, ..
    refused(public.verify, internal, b"abc")
    refused(public.verify_internal, pure, b"abc")


@every
def test_threads_and_expanding_change_nothing(name):
    key = key_of(name)
    ready = key.expand(threads=2)
    assert ready.is_expanded and not key.is_expanded and ready.expand().is_expanded
    assert ready.public_key() == key.public_key() and bytes(ready) == bytes(key)
    sig = key.sign(MSG, b"ctx", deterministic=True)
    assert key.sign(MSG, b"ctx", deterministic=True, threads=2) == sig
    assert ready.sign(MSG, b"ctx", deterministic=True) == sig
    assert ready.sign(MSG, b"ctx", deterministic=True, threads=5) == sig


@fast
@pytest.mark.parametrize("check", ["verify", "roots", "all"])
def test_checks_change_nothing(name, check):
    key = key_of(name)
    h, zeros = katwise.sha512(MSG), bytes(key.algorithm.randomness_size)
    for secret in (key, key.expand()):
        for threads in (1, 2):
            more = {"check": check, "threads": threads}
            plain = key.sign(MSG, deterministic=True)
            assert secret.sign(MSG, deterministic=True, **more) == plain
    assert key.sign_derand(MSG, zeros, check=check) == key.sign_derand(MSG, zeros)
    assert key.sign_hashed(h, deterministic=True, check=check) == key.sign_hashed(
        h, deterministic=True
    )


def test_a_check_that_fails(key):
    """A private key with another root signs, but nobody accepts it: that is what is found."""
    raw = bytes(key)[:-1] + bytes([bytes(key)[-1] ^ 1])
    wrong = key.algorithm.from_private_bytes(raw)
    sig = wrong.sign(MSG)
    refused(wrong.public_key().verify, sig, MSG)
    for check in ("verify", "all"):
        with pytest.raises(katwise.FaultDetected, match="wrong"):
            wrong.sign(MSG, check=check)
    assert len(wrong.sign(MSG, check="roots")) == len(sig)


@pytest.mark.parametrize("size", [0, 1, 254, 255])
def test_contexts(key, public, size):
    context = bytes(range(size))
    sig = key.sign(MSG, context)
    public.verify(sig, MSG, context)
    public.verify(sig, msg=MSG, context=bytearray(context))
    for wrong in {context[:-1], (context + b".")[:255]} - {context}:
        refused(public.verify, sig, MSG, wrong)


def test_a_context_that_is_too_long(key, public):
    sig, long = key.sign(MSG), bytes(256)
    h = katwise.sha256(MSG)
    for call in (
        lambda: key.sign(MSG, long),
        lambda: key.sign_derand(MSG, bytes(16), long),
        lambda: key.sign_hashed(h, long),
        lambda: public.verify(sig, MSG, long),
        lambda: public.verify_hashed(sig, h, long),
        lambda: public.verify_many([(sig, MSG)], long),
        lambda: public.verify_many([], long),
        lambda: public.verifier(sig, long),
    ):
        with pytest.raises(ValueError, match="^context: SLH-DSA-SHA2-128f .* 255 bytes, not 256$"):
            call()


def test_every_empty_is_the_same(key):
    sig = key.sign(b"", deterministic=True)
    for empty in (b"", bytearray(), memoryview(b""), memoryview(b"x")[1:]):
        assert key.sign(empty, empty, deterministic=True) == sig
        key.public_key().verify(sig, empty, empty)


# ---- Pre-hash ----


@pytest.mark.parametrize("name", katwise.hashes)
def test_prehash(key, public, name):
    sig = key.sign(MSG, b"ctx", deterministic=True, prehash=name)
    h = katwise.new(name, MSG[:3])
    h.update(MSG[3:])
    assert key.sign_hashed(h, b"ctx", deterministic=True) == sig
    assert key.sign_derand(MSG, bytes(public)[:16], b"ctx", name) == sig
    public.verify(sig, MSG, b"ctx", name)
    public.verify_hashed(sig, h, b"ctx")
    assert public.verify_many([(sig, MSG)], b"ctx", name) == [True]
    refused(public.verify, sig, MSG, b"ctx")
    refused(public.verify, sig, MSG, b"", name)
    refused(public.verify, sig, MSG, b"ctx", "sha512" if name != "sha512" else "sha256")
    h.update(b"more")  # it was left as it was
    refused(public.verify_hashed, sig, h, b"ctx")
    digest = katwise.digest(name, MSG, None if h.digest_size else 32)
    refused(public.verify, sig, digest, b"ctx")  # a digest is no message
    refused(public.verify, sig, digest, b"ctx", name)


def test_a_hash_that_was_read_is_over(key, public):
    xof = katwise.shake256(MSG)
    sig = key.sign_hashed(xof)
    xof.read(0)
    for call in (lambda: key.sign_hashed(xof), lambda: public.verify_hashed(sig, xof)):
        with pytest.raises(katwise.StateError, match="^hashed: output was already read"):
            call()


# ---- Verification ----


@fast
def test_each_part_of_a_signature_counts(name):
    key = key_of(name)
    sig, public = key.sign(MSG), key.public_key()
    places = [*range(0, len(sig), 397), len(sig) - 1]
    wrong = [sig[:i] + bytes([sig[i] ^ 0x10]) + sig[i + 1 :] for i in places]
    results = public.verify_many([*((w, MSG) for w in wrong), (sig, MSG)])
    assert results == [False] * len(wrong) + [True]
    refused(public.verify, wrong[0], MSG)


def test_a_signature_of_another_size_is_refused(key, public):
    sig = key.sign(MSG)
    for wrong in (b"", b"\0", sig[:-1], sig + b"\xaa", sig * 2, bytes(len(sig)), bytes(public)):
        refused(public.verify, wrong, MSG)
        refused(public.verify_internal, wrong, MSG)
        refused(public.verify_hashed, wrong, katwise.sha256(MSG))
        assert public.verify_many([(wrong, MSG), (sig, MSG)]) == [False, True]
        verifier = public.verifier(wrong)
        verifier.update(MSG)
        refused(verifier.verify)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 17, 40])
def test_many(key, public, count):
    sigs = [key.sign(bytes([i]), deterministic=True) for i in range(4)]
    items = [[sigs[i % 4], bytes([i % 4 if i % 3 else 9])] for i in range(count)]
    expected = [i % 3 != 0 for i in range(count)]
    assert public.verify_many(items) == expected
    assert public.verify_many(iter(map(tuple, items))) == expected


@pytest.mark.parametrize("prehash", [None, "sha512", "shake128"])
@pytest.mark.parametrize("pieces", [[], [0], [1, 6], [3, 0, 4], [1] * 7, [5000, 3]])
def test_in_pieces(key, public, prehash, pieces):
    message = bytes(i % 251 for i in range(sum(pieces)))
    sig = key.sign(message, b"ctx", prehash=prehash)
    for end, good in ((b"", True), (b".", False)):
        verifier, at = public.verifier(sig, b"ctx", prehash), 0
        for size in pieces:
            assert verifier.update(message[at : at + size]) is None
            at += size
        verifier.update(end)
        assert verifier.verify() is None if good else refused(verifier.verify) is None
        for call in (verifier.verify, lambda: verifier.update(b"")):
            with pytest.raises(katwise.StateError, match="finished"):
                call()


def test_a_verifier_keeps_its_signature(key, public):
    sig = bytearray(key.sign(MSG))
    verifier = public.verifier(sig)
    sig[:] = bytes(len(sig))
    sig.append(1)
    verifier.update(MSG)
    verifier.verify()


def test_levels_agree(level, key, public):
    assert key_of("SLH-DSA-SHA2-128f") == key
    shake = key_of("SLH-DSA-SHAKE-128f")
    sig = shake.sign(b"abc", deterministic=True)
    assert hashlib.sha256(sig).hexdigest()[:16] == "bb095008ae794ef6"
    shake.public_key().verify(sig, b"abc")
    public.verify(key.sign(MSG), MSG)
