# SPDX-License-Identifier: MIT
"""What comes in: any contiguous buffer, and one clear error, naming the argument, for the rest."""

import mmap
from array import array
from ctypes import c_ubyte

import katwise
import numpy
import pytest

KEY = bytes(range(32))
DATA = bytes(range(16))


def updated(h, data):
    h.update(data)
    return h.digest()


# Every argument that takes bytes, all to be tried with 16 or, for the key, 32 of them.
TAKERS = {
    "data of sha256": ("data", katwise.sha256),
    "data of new": ("data", lambda d: katwise.new("shake128", d)),
    "data of Hash.update": ("data", lambda d: updated(katwise.sha512(), d)),
    "data of digest": ("data", lambda d: katwise.digest("sha3-256", d)),
    "data of digest, by name": ("data", lambda d: katwise.digest("shake128", data=d, size=9)),
    "messages": (r"messages\[1\]", lambda d: katwise.hash_many("sha256", [b"", d])),
    "key": ("key", katwise.poly1305),
    "data of poly1305": ("data", lambda d: katwise.poly1305(KEY, d)),
    "data of Mac.update": ("data", lambda d: updated(katwise.poly1305(KEY), d)),
    "tag": ("tag", lambda d: katwise.poly1305(KEY).verify(d)),
}
takers = pytest.mark.parametrize("argument, take", TAKERS.values(), ids=TAKERS)


@takers
@pytest.mark.parametrize("wrong", ["abc", "", [1, 2], (), 5, 1.5, None, {1}, object(), True])
def test_not_bytes(argument, take, wrong):
    with pytest.raises(TypeError, match=f"^{argument}: .* not {type(wrong).__name__}$"):
        take(wrong)


@takers
@pytest.mark.parametrize(
    "gaps",
    [
        memoryview(bytes(64))[::2],
        memoryview(bytes(64))[::-1],
        numpy.zeros(64, numpy.uint8)[::2],
        numpy.zeros((8, 8), numpy.uint8)[:, :4],
        numpy.zeros((8, 4), numpy.uint8, order="F"),
    ],
    ids=["step", "backwards", "numpy step", "numpy columns", "numpy Fortran"],
)
def test_not_contiguous(argument, take, gaps):
    with pytest.raises(BufferError, match=f"^{argument}: .*contiguous"):
        take(gaps)


@takers
def test_no_buffer_left(argument, take):
    view = memoryview(bytearray(16))
    view.release()
    with pytest.raises(BufferError, match=f"^{argument}: .*released"):
        take(view)


def kinds(data):
    """The same bytes in every kind of buffer."""
    area = mmap.mmap(-1, len(data))
    area[:] = data
    yield from (data, bytearray(data), memoryview(data), memoryview(bytearray(data)), area)
    yield from (array("B", data), array("I", data), memoryview(array("Q", data)))
    yield memoryview(b"x" + data + b"y")[1:-1]
    yield from (numpy.frombuffer(data, t) for t in (numpy.uint8, numpy.int64))
    yield numpy.frombuffer(data, numpy.uint8).reshape(4, -1)
    yield (c_ubyte * len(data)).from_buffer_copy(data)


@pytest.mark.parametrize("size", [0, 16, 4096])
def test_every_kind_of_buffer(size, pattern):
    data = pattern(size)
    mac = katwise.poly1305(KEY, data).digest()
    for kind in [bytearray(), memoryview(b"")] if size == 0 else kinds(data):
        for name in katwise.hashes:
            n = None if katwise.new(name).digest_size else 20
            expected = katwise.digest(name, data, n)
            assert katwise.digest(name, kind, n) == expected
            assert katwise.new(name, kind).digest(n) == expected
            h = katwise.new(name)
            h.update(kind)
            assert h.digest(n) == expected
            assert katwise.hash_many(name, [kind, kind], n) == [expected] * 2
        assert katwise.poly1305(KEY, kind).digest() == mac
        assert bytes(kind) == data  # inputs are never changed


def test_every_kind_of_key_and_tag():
    tag = katwise.poly1305(KEY, b"m").digest()
    for key in kinds(KEY):
        assert katwise.poly1305(key, b"m").digest() == tag and bytes(key) == KEY
    for kind in kinds(tag):
        katwise.poly1305(KEY, b"m").verify(kind)
        assert bytes(kind) == tag


def test_buffers_are_let_go():
    data = bytearray(KEY)
    katwise.sha256(data).digest()
    katwise.digest("sha256", data)
    katwise.hash_many("sha256", [data, data])
    mac = katwise.poly1305(data, data)
    for h in (katwise.sha256(), katwise.shake128(), mac):
        h.update(data)
    xof = katwise.shake128()
    xof.read(0)
    pytest.raises(katwise.StateError, xof.update, data)
    for fail in (
        lambda: katwise.digest("sha256", data, 31),
        lambda: katwise.digest("sha257", data),
        lambda: katwise.hash_many("sha256", [data, data, "x"]),
        lambda: katwise.hash_many("sha256", [data], 5),
        lambda: katwise.poly1305(data[1:]),
        lambda: katwise.poly1305(KEY).verify(data),
    ):
        pytest.raises((ValueError, TypeError), fail)
    data.append(1)  # would be a BufferError if a view were left


def test_nul_bytes_count():
    assert katwise.sha256(b"ab\0cd").hexdigest() == (
        "1bd95cf6379b94fd3b6ceb1390b70b822c76442c4bfb8273b941e09d8dfd9b56"
    )
    assert len({katwise.digest("sha256", bytes(n)) for n in range(200)}) == 200
    assert katwise.poly1305(bytes(32), b"\0").digest() == bytes(16)  # output of NULs, all there
    key = KEY[:31] + b"\0"
    assert katwise.poly1305(key).digest() == key[16:]


# ---- Names ----


@pytest.mark.parametrize("wrong", [b"sha256", None, 5, ["sha256"], katwise.sha256])
def test_a_name_is_a_str(wrong):
    for call in (
        lambda: katwise.digest(wrong, b""),
        lambda: katwise.new(wrong),
        lambda: katwise.hash_many(wrong, []),
        lambda: katwise.use_level(wrong),
    ):
        with pytest.raises(TypeError, match="^name: expected a str, not "):
            call()


@pytest.mark.parametrize(
    "wrong",
    ["", "md5", "SHA256", "sha256 ", "sha256\0", "sha256\0x", "sha3_256", "poly1305", "\ud800"],
)
def test_unknown_names(wrong):
    for call in (
        lambda: katwise.digest(wrong, b""),
        lambda: katwise.new(wrong),
        lambda: katwise.hash_many(wrong, []),
        lambda: katwise.use_level(wrong),
    ):
        with pytest.raises(ValueError, match="^name: ") as caught:
            call()
        assert type(caught.value) is ValueError and repr(wrong) in str(caught.value)


# ---- Sizes ----

SIZERS = {
    "digest": lambda n: katwise.digest("shake128", b"", n),
    "hash_many": lambda n: katwise.hash_many("shake128", [b"a", b"b"], n),
    "Xof.digest": lambda n: katwise.shake256().digest(n),
    "Xof.hexdigest": lambda n: katwise.shake256().hexdigest(n),
    "Xof.read": lambda n: katwise.shake256().read(n),
}
sizers = pytest.mark.parametrize("give", SIZERS.values(), ids=SIZERS)


@sizers
@pytest.mark.parametrize("wrong", [-1, -(2**63), 2**30 + 1, 2**31, 2**32, 2**63, 2**64, 2**999])
def test_sizes_out_of_range(give, wrong):
    with pytest.raises(ValueError, match="^size: "):
        give(wrong)


@sizers
@pytest.mark.parametrize("wrong", [1.5, 32.0, "32", b"32", [32], True, False, float("nan"), 1j])
def test_sizes_are_ints(give, wrong):
    with pytest.raises(TypeError, match=f"^size: expected an int, not {type(wrong).__name__}$"):
        give(wrong)


@sizers
def test_a_xof_has_no_size_of_its_own(give):
    with pytest.raises(TypeError, match="^size: .* say how many bytes$"):
        give(None)


@sizers
def test_sizes_may_be_integers_of_others(give):
    assert give(numpy.int64(7)) == give(7)


def test_missing_sizes():
    for call in (katwise.shake128().digest, katwise.shake128().hexdigest, katwise.shake128().read):
        with pytest.raises(TypeError, match="size"):
            call()
    with pytest.raises(TypeError, match="^size: "):
        katwise.digest("shake256", b"")


def test_a_hash_has_one_size():
    for name in (n for n in katwise.hashes if katwise.new(n).digest_size):
        size = katwise.new(name).digest_size
        assert katwise.digest(name, b"", size) == katwise.digest(name, b"", size=None)
        assert katwise.new(name).hexdigest(size) == katwise.digest(name, b"").hex()
        for wrong in (0, 1, size - 1, size + 1, -1, 2**30, 2**64):
            for call in (
                lambda: katwise.digest(name, b"", wrong),
                lambda: katwise.hash_many(name, [b""], wrong),
                lambda: katwise.new(name).digest(wrong),
                lambda: katwise.new(name).hexdigest(wrong),
            ):
                with pytest.raises(ValueError, match="^size: "):
                    call()


def test_a_wrong_size_costs_no_memory(python):
    done = python(
        "import katwise, resource\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak()\n"
        "for n in (-1, 2**30 + 1, 2**31, 2**40, 2**63):\n"
        "    for call in (lambda: katwise.shake128().digest(n),\n"
        "                 lambda: katwise.shake128().read(n),\n"
        "                 lambda: katwise.digest('shake128', b'', n),\n"
        "                 lambda: katwise.hash_many('shake128', [b''] * 9, n)):\n"
        "        try: call()\n"
        "        except ValueError: continue\n"
        "        raise SystemExit('no error')\n"
        "assert peak() - before < 4000, peak() - before\n"
    )
    assert done.returncode == 0, done.stderr


def test_many_outputs_have_a_limit_together():
    with pytest.raises(ValueError, match="^size: .* 64 messages"):
        katwise.hash_many("shake128", [b""] * 64, 2**30)
    assert len(katwise.hash_many("shake128", [b""] * 2, 2**20)) == 2


def test_more_than_there_is_memory(python):
    """MemoryError, and the process goes on."""
    done = python(
        "import katwise, resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))\n"
        "for call in (lambda: katwise.digest('shake128', b'', 2**30),\n"
        "             lambda: katwise.shake128().digest(2**30),\n"
        "             lambda: katwise.shake128().read(2**30),\n"
        "             lambda: katwise.hash_many('shake128', [b''] * 2, 2**29)):\n"
        "    try: call()\n"
        "    except MemoryError: continue\n"
        "    raise SystemExit('no error')\n"
        "assert katwise.sha256(b'abc').hexdigest().startswith('ba7816bf')\n"
    )
    assert done.returncode == 0, done.stderr


# ---- Calls ----


@pytest.mark.parametrize(
    "call",
    [
        lambda: katwise.digest(),
        lambda: katwise.digest("sha256"),
        lambda: katwise.digest(data=b""),
        lambda: katwise.digest("sha256", b"", None, None),
        lambda: katwise.digest("sha256", b"", length=5),
        lambda: katwise.digest("sha256", b"", name="sha256"),
        lambda: katwise.digest("sha256", b"", 32, size=32),
        lambda: katwise.hash_many("sha256"),
        lambda: katwise.hash_many("sha256", 5),
        lambda: katwise.hash_many("sha256", None),
        lambda: katwise.hash_many("sha256", "abc"),
        lambda: katwise.hash_many("sha256", b"abc"),
        lambda: katwise.sha256(b"", b""),
        lambda: katwise.sha256(string=b""),
        lambda: katwise.sha256().update(),
        lambda: katwise.sha256().update(b"", b""),
        lambda: katwise.poly1305(),
        lambda: katwise.poly1305(KEY).verify(),
    ],
)
def test_wrong_calls(call):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value)


def test_keywords():
    assert katwise.digest(size=4, data=b"x", name="shake128") == katwise.shake128(b"x").digest(4)
    assert katwise.sha256(data=b"x").digest() == katwise.new(name="sha256", data=b"x").digest()
    assert katwise.poly1305(data=b"x", key=KEY).digest() == katwise.poly1305(KEY, b"x").digest()


def test_the_extension_by_itself():
    """Its functions are the package's own, but wrong calls of them are errors and not crashes."""
    from katwise import _katwise as extension

    hash_, mac = extension.hash_new("sha256", b""), extension.mac_new("poly1305", KEY, b"")
    for call, arguments in (
        (extension.hash_update, (mac, b"")),
        (extension.hash_digest, (mac, None)),
        (extension.mac_digest, (hash_,)),
        (extension.mac_verify, (None, bytes(16))),
        (extension.hash_copy, (object(),)),
        (extension.hash_new, ("sha256",)),
        (extension.hash_update, (hash_,)),
        (extension.hash_digest, (hash_, None, None)),
        (extension.hash_many, ("sha256", [b""])),
    ):
        with pytest.raises((ValueError, TypeError)):
            call(*arguments)
    for fact in (extension.hash_name, extension.mac_name):
        for row in ("a", 1.0, -1, 10**6, 2**70):
            with pytest.raises((TypeError, ValueError, IndexError), match="^row: "):
                fact(row)


def test_errors_of_the_iterable_come_through():
    def broken():
        yield b"x"
        raise OSError("broken")

    with pytest.raises(OSError, match="broken"):
        katwise.hash_many("sha256", broken())


@pytest.mark.parametrize("wrong", [5, None, 1.5, object()])
def test_messages_are_an_iterable(wrong):
    with pytest.raises(TypeError, match=f"^messages: .* not {type(wrong).__name__}$"):
        katwise.hash_many("sha256", wrong)


def test_errors_of_an_index_come_through():
    class Odd:
        def __index__(self):
            raise OSError("odd")

    with pytest.raises(OSError, match="odd"):
        katwise.shake128().digest(Odd())
