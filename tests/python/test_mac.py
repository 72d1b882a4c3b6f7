# SPDX-License-Identifier: MIT
"""poly1305: one object, one key, one message, one end."""

import copy
import gc
import hashlib
import inspect
import pickle

import katwise
import pytest

KEY = bytes(range(32))
EMPTY = bytes(range(16, 32))  # the tag of the empty message is the key's second half


def tag_of(message, key=KEY):
    return katwise.poly1305(key, message).digest()


def test_the_table():
    assert katwise.macs == ("poly1305",)
    cls = katwise.poly1305
    assert issubclass(cls, katwise.Mac) and (cls.key_size, cls.tag_size) == (32, 16)
    assert cls.name == "poly1305" and cls.standard == "RFC 8439"


def test_rfc_8439_example():
    key = "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"
    mac = katwise.poly1305(bytes.fromhex(key))
    mac.update(b"Cryptographic Forum ")
    mac.update(b"Research Group")
    assert mac.hexdigest() == "a8061dc1305136c6c22b8baf0c0127a9"


def test_all_lengths(level, pattern):
    tags = hashlib.sha256(b"".join(tag_of(pattern(n)) for n in range(2049)))
    assert tags.hexdigest() == "541e2320b7028d9c791fc8be5d3df2cad8393d13d8555482249b568caf04b3c4"
    assert tag_of(pattern(709)).hex() == "f4d0fd06fbc2730eaa55a5fe74fa9334"
    assert tag_of(pattern(139)).hex() == "ad0610c1d023f10003bb351dad098790"


def in_pieces(*pieces):
    mac = katwise.poly1305(KEY)
    for piece in pieces:
        mac.update(piece)
        mac.update(b"")
    return mac.digest()


@pytest.mark.parametrize("size", [709, 2048])
def test_every_split(level, size, pattern):
    data, expected = pattern(size), tag_of(pattern(size))
    for cut in range(size + 1):
        assert in_pieces(data[:cut], data[cut:]) == expected, cut
    for step in (1, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129):
        assert in_pieces(*(data[i : i + step] for i in range(0, size, step))) == expected, step


def test_every_split_in_three(level, pattern):
    for size in (31, 32, 33, 47, 64, 80):
        data, expected = pattern(size), tag_of(pattern(size))
        for a in range(size + 1):
            for b in range(a, size + 1):
                assert in_pieces(data[:a], data[a:b], data[b:]) == expected, (size, a, b)


def test_clamping(level):
    assert tag_of(b"\xff" * 64, b"\xff" * 32).hex() == "900fe32bc15fa8d7bca8efe4c7e37eb1"
    assert tag_of(b"anything", bytes(16) + bytes(range(16))) == bytes(range(16))


def test_the_key_is_copied():
    key = bytearray(KEY)
    mac = katwise.poly1305(key)
    key[:] = bytes(32)
    key.clear()  # the object holds no view of it either
    del key
    gc.collect()
    assert mac.digest() == EMPTY


ENDS = [
    lambda mac: mac.digest(),
    lambda mac: mac.hexdigest(),
    lambda mac: mac.verify(EMPTY),
    lambda mac: pytest.raises(katwise.InvalidTag, mac.verify, bytes(16)),
]
AFTER = [
    lambda mac: mac.digest(),
    lambda mac: mac.hexdigest(),
    lambda mac: mac.verify(EMPTY),
    lambda mac: mac.update(b""),
    lambda mac: mac.update(bytes(5000)),
]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("after", AFTER)
def test_one_key_one_message(end, after):
    mac = katwise.poly1305(KEY)
    end(mac)
    for _ in range(2):
        with pytest.raises(katwise.StateError, match="finished"):
            after(mac)


def test_verify_refuses_each_flipped_bit(level):
    tag = int.from_bytes(tag_of(b"message"), "big")
    for bit in range(128):
        wrong = (tag ^ 1 << bit).to_bytes(16, "big")
        with pytest.raises(katwise.InvalidTag, match="tag"):
            katwise.poly1305(KEY, b"message").verify(wrong)
    assert katwise.poly1305(KEY, b"message").verify(bytearray(tag_of(b"message"))) is None


@pytest.mark.parametrize("size", [0, 1, 15, 17, 32])
def test_a_tag_of_another_length_is_no_tag(size):
    mac = katwise.poly1305(KEY)
    with pytest.raises(ValueError, match=f"^tag: .* 16 bytes, not {size}$"):
        mac.verify(bytes(size))
    mac.verify(EMPTY)  # and nothing was lost


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33, 64])
def test_a_key_of_another_length_is_no_key(size):
    with pytest.raises(ValueError, match=f"^key: .* 32 bytes, not {size}$"):
        katwise.poly1305(bytes(size))


def test_tags_are_compared_in_c():
    source = inspect.getsource(katwise.Mac.verify)
    assert "mac_verify(" in source and "==" not in source


@pytest.mark.parametrize("act", [copy.copy, copy.deepcopy, pickle.dumps])
def test_no_second_object_with_the_key(act):
    assert not hasattr(katwise.poly1305, "copy")
    with pytest.raises(TypeError, match="poly1305.*neither be copied nor pickled"):
        act(katwise.poly1305(KEY))


def test_errors_form_a_tree():
    for error in (katwise.InvalidTag, katwise.StateError, katwise.UnavailableError):
        assert issubclass(error, katwise.Error) and error.__module__ == "katwise"
    assert not issubclass(katwise.Error, (ValueError, TypeError))
