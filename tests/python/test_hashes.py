# SPDX-License-Identifier: MIT
"""Hashes as objects and in one call, against hashlib."""

import copy
import hashlib
import hmac
import pickle
import random

import katwise
import pytest

FIXED = [n for n in katwise.hashes if katwise.new(n).digest_size]
XOFS = [n for n in katwise.hashes if n not in FIXED]
every_hash = pytest.mark.parametrize("name", katwise.hashes)
every_xof = pytest.mark.parametrize("name", XOFS)


def size_for(name, size=40):
    """What digest needs: nothing, or the size of a XOF's output."""
    return size if name in XOFS else None


def test_the_table():
    assert len(FIXED) == 10 and len(XOFS) == 2
    for name in katwise.hashes:
        cls = getattr(katwise, name.replace("-", "_"))
        assert issubclass(cls, katwise.Xof if name in XOFS else katwise.Hash)
        assert type(katwise.new(name)) is cls and cls.name == name and cls.standard
        assert cls.__name__ in katwise.__all__ and cls.__module__ == "katwise" and cls.__doc__


@every_hash
def test_attributes_are_hashlibs(name, theirs):
    ours = katwise.new(name)
    assert ours.digest_size == theirs(name).digest_size
    assert ours.block_size == theirs(name).block_size


@every_hash
def test_every_length(name, level, pattern, reference):
    data, size = pattern(1100), size_for(name)
    cls = getattr(katwise, name.replace("-", "_"))
    for n in range(1101):
        expected = reference(name, data[:n], size)
        assert katwise.digest(name, data[:n], size) == expected, n
        assert cls(data[:n]).digest(size) == expected, n


@every_hash
def test_every_split(name, level, pattern, reference):
    data, size = pattern(300), size_for(name)
    expected = reference(name, data, size)
    for cut in range(301):
        h = katwise.new(name, data[:cut])
        h.update(b"")
        h.update(data[cut:])
        assert h.digest(size) == expected, cut
    for step in (1, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129):
        h = katwise.new(name)
        for i in range(0, 300, step):
            h.update(data[i : i + step])
        assert h.hexdigest(size) == expected.hex(), step


@every_hash
def test_random_walk_with_hashlib(name, theirs):
    """Any order of calls gives what it gives there, step by step."""
    rng = random.Random(name)
    pairs = [(katwise.new(name), theirs(name))]
    for _ in range(300):
        ours, other = rng.choice(pairs)
        args = () if other.digest_size else (rng.randrange(500),)
        match rng.randrange(4):
            case 0:
                data = rng.randbytes(rng.choice((0, 1, 64, rng.randrange(400), 5000)))
                assert ours.update(data) is other.update(data) is None
            case 1:
                assert ours.digest(*args) == other.digest(*args)
            case 2:
                assert ours.hexdigest(*args) == other.hexdigest(*args)
            case 3 if len(pairs) < 20:
                pairs.append((ours.copy(), other.copy()))
    for ours, other in pairs:
        args = () if other.digest_size else (32,)
        assert ours.digest(*args) == other.digest(*args)


def test_levels_change_between_updates(pattern, reference):
    data, before = pattern(5000), katwise.level()
    for name in katwise.hashes:
        h = katwise.new(name)
        for i in range(0, 5000, 100):
            katwise.use_level(katwise.levels[i // 100 % len(katwise.levels)])
            h.update(data[i : i + 100])
        assert h.digest(size_for(name)) == reference(name, data, size_for(name))
    katwise.use_level(before)


# ---- XOFs ----


@every_xof
def test_reading_is_a_stream(name, level, reference):
    whole, rng = reference(name, b"abc", 337), random.Random(name)
    for _ in range(200):
        xof, got = katwise.new(name, b"abc"), b""
        while len(got) < 337:
            n = min(rng.choice((0, 1, 7, 8, 135, 136, 137, 168, 169, 200)), 337 - len(got))
            piece = xof.read(n)
            assert type(piece) is bytes and len(piece) == n
            got += piece
        assert got == whole


@every_xof
@pytest.mark.parametrize("first", [0, 1])
def test_nothing_is_absorbed_after_a_read(name, first):
    xof = katwise.new(name, b"abc")
    expected = katwise.digest(name, b"abc", 60)
    assert xof.read(first) == expected[:first]
    for data in (b"", b"x", bytes(5000)):
        with pytest.raises(katwise.StateError, match="read"):
            xof.update(data)
    for call in (xof.digest, xof.hexdigest):
        with pytest.raises(katwise.StateError, match="read"):
            call(10)
    fork = xof.copy()
    pytest.raises(katwise.StateError, fork.update, b"x")
    pytest.raises(katwise.StateError, fork.digest, 10)
    assert xof.read(60 - first) == fork.read(60 - first) == expected[first:]


@every_xof
def test_digest_leaves_the_state_alone(name):
    xof = katwise.new(name, b"ab")
    assert xof.digest(500) == xof.digest(500) == katwise.digest(name, b"ab", 500)
    xof.update(b"c")
    assert xof.digest(5)[:3] == xof.read(3) == katwise.digest(name, b"abc", 3)


def test_known_outputs_of_shake128():
    outputs = b"".join(katwise.shake128(b"abc").digest(n) for n in range(401))
    assert katwise.sha256(outputs).hexdigest() == (
        "61eb700744fe82d65aea5d1612b548d1ded85f9c42260c928c4fda13d8d31ea5"
    )
    assert katwise.sha256(katwise.shake128(b"abc").read(168)).hexdigest() == (
        "aa67b3ff81b5aa7ff642a3388ed7c5f239946c02476de99f8d7df679bc6642ab"
    )


# ---- With the standard library ----


@pytest.mark.parametrize("name", FIXED)
def test_hmac(name, theirs):
    cls = getattr(katwise, name.replace("-", "_"))
    for key in (b"", b"key", bytes(200)):
        expected = hmac.new(key, b"message", theirs(name).name).digest()
        assert hmac.new(key, b"message", cls).digest() == expected


@every_hash
def test_file_digest(name, tmp_path, pattern):
    path = tmp_path / "file"
    path.write_bytes(pattern(300_000))
    with open(path, "rb") as file:
        h = hashlib.file_digest(file, getattr(katwise, name.replace("-", "_")))
    assert h.digest(size_for(name)) == katwise.digest(name, pattern(300_000), size_for(name))


# ---- Objects as Python knows them ----


@every_hash
def test_copies(name):
    h = katwise.new(name, b"abc")
    for other in (h.copy(), copy.copy(h), copy.deepcopy(h)):
        assert type(other) is type(h) and other is not h
        other.update(b"d")
        assert other.digest(size_for(name)) == katwise.digest(name, b"abcd", size_for(name))
    assert h.digest(size_for(name)) == katwise.digest(name, b"abc", size_for(name))


@every_hash
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_no_pickling(name, protocol):
    with pytest.raises(TypeError, match=f"{name}.*pickle"):
        pickle.dumps(katwise.new(name), protocol)


def test_subclasses():
    class Counting(katwise.sha256):
        def __init__(self, label):
            super().__init__(b"a")
            self.label = label

        def update(self, data):
            super().update(data)
            self.label += "+"

    h = Counting("x")
    h.update(b"bc")
    assert h.label == "x+" and h.digest() == katwise.digest("sha256", b"abc")
    fork = h.copy()
    assert type(fork) is Counting and fork.digest() == h.digest()


def test_the_base_classes_are_no_hashes():
    for base in (katwise.Hash, katwise.Xof):
        with pytest.raises(ValueError, match="^name: "):
            base()
    with pytest.raises(ValueError, match="^name: "):
        katwise.Mac(bytes(32))


def test_an_object_can_begin_anew():
    h = katwise.sha256(b"something")
    h.__init__(b"abc")
    assert h.digest() == katwise.digest("sha256", b"abc")


# ---- Many messages ----


@every_hash
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 100])
def test_many(name, level, count, pattern):
    rng = random.Random(count)
    data = pattern(3000)
    messages = [data[rng.randrange(900) :][: rng.randrange(2000)] for _ in range(count)]
    for size in (0, 1, 32, 500) if name in XOFS else (None,):
        expected = [katwise.digest(name, m, size) for m in messages]
        got = katwise.hash_many(name, messages, size)
        assert type(got) is list and got == expected
        assert katwise.hash_many(name, iter(messages), size=size) == expected


def test_many_takes_any_iterable_and_buffer():
    expected = [katwise.digest("sha256", bytes([i])) for i in range(5)]
    assert katwise.hash_many("sha256", (bytes([i]) for i in range(5))) == expected
    assert katwise.hash_many("sha256", tuple(bytearray([i]) for i in range(5))) == expected
    assert katwise.hash_many("sha256", {bytes([i]): None for i in range(5)}) == expected
    assert katwise.hash_many(name="sha256", messages=[], size=32) == []

    class Sequence:
        def __getitem__(self, i):
            if i == 5:
                raise IndexError
            return bytes([i])

    assert katwise.hash_many("sha256", Sequence()) == expected
