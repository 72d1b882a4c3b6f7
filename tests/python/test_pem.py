# SPDX-License-Identifier: MIT
"""Keys as PEM and DER: RFC 9909's examples, round trips, and what is no key."""

import base64
import time

import katwise
import pytest

# RFC 9909, appendix C
RFC_PUBLIC = b"""-----BEGIN PUBLIC KEY-----
MDAwCwYJYIZIAWUDBAMUAyEAK4EJ7Hd8qk4fAkzPz5SX2ZGAUJKA9CVq8rB6+AKJ
tJQ=
-----END PUBLIC KEY-----
"""
RFC_PRIVATE = b"""-----BEGIN PRIVATE KEY-----
MFICAQAwCwYJYIZIAWUDBAMUBECiJjvKRYYINlIxYASVI9YhZ3+tkNUetgZ6Mn4N
HmSlASuBCex3fKpOHwJMz8+Ul9mRgFCSgPQlavKwevgCibSU
-----END PRIVATE KEY-----
"""
# RFC 9909, section 3: the last arcs of 2.16.840.1.101.3.4.3
ARCS = dict(zip(katwise.signatures, range(20, 32), strict=True))

KEY = katwise.slh_dsa_sha2_128f.from_seed(bytes(range(48)))
PUBLIC = KEY.public_key()


def tlv(tag, *parts):
    content = b"".join(parts)
    size = len(content)
    return bytes([tag, size] if size < 128 else [tag, 0x81, size]) + content


def tlv_long(tag, *parts):
    content = b"".join(parts)
    return bytes([tag, 0x82]) + len(content).to_bytes(2, "big") + content


def algorithm(arc, parameters=b""):
    oid = bytes.fromhex("6086480165030403") + bytes([arc])
    return tlv(0x30, tlv(6, oid), parameters)


def private_der(arc, raw, *more, version=b"\0"):
    return tlv(0x30, tlv(2, version), algorithm(arc), tlv(4, raw), *more)


def public_der(arc, raw, unused=b"\0"):
    return tlv(0x30, algorithm(arc), tlv(3, unused, raw))


def pem(label, der):
    return b"-----BEGIN %b-----\n%b-----END %b-----\n" % (label, base64.encodebytes(der), label)


# ---- What is written ----


def test_examples_of_the_rfc():
    key, public = katwise.load_private_key(RFC_PRIVATE, check=True), katwise.load_public_key(
        RFC_PUBLIC
    )
    assert key.algorithm is public.algorithm is katwise.slh_dsa_sha2_128s
    assert bytes(key)[:4].hex() == "a2263bca" and bytes(public)[-4:].hex() == "0289b494"
    assert key.public_key() == public
    assert key.to_pem() == RFC_PRIVATE and public.to_pem() == RFC_PUBLIC


@pytest.mark.parametrize("name", katwise.signatures)
def test_round_trips(name):
    alg = katwise.signature(name)
    key = alg.from_private_bytes(bytes(i % 256 for i in range(alg.secret_key_size)))
    public = key.public_key()
    assert key.to_der() == private_der(ARCS[name], bytes(key))
    assert public.to_der() == public_der(ARCS[name], bytes(public))
    for text in (key.to_der(), key.to_pem(), bytearray(key.to_pem())):
        again = katwise.load_private_key(text)
        assert again == key and again.algorithm is alg
    for text in (public.to_der(), public.to_pem(), memoryview(public.to_der())):
        again = katwise.load_public_key(text)
        assert again == public and again.algorithm is alg
    assert max(map(len, key.to_pem().splitlines())) == 64 and type(key.to_pem()) is bytes


def test_an_expanded_key_is_written_as_the_plain_one():
    assert KEY.expand().to_pem() == KEY.to_pem()


# ---- What is read ----


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.rstrip(b"\n"),
        lambda text: b"SLH-DSA private key:\n    a0:b1\n" + text + b"\nmore text",
        lambda text: text.replace(b"FICA", b"FI\nCA").replace(b"=\n", b"=\n\n"),
        lambda text: text + PUBLIC.to_pem(),
    ],
    ids=["CRLF", "no last newline", "text around", "other lines", "another block"],
)
def test_pem_is_read_generously(change):
    assert katwise.load_private_key(change(KEY.to_pem())) == KEY


def test_the_public_key_beside_the_private_one():
    """Version 2 of the structure (RFC 5958)."""
    for raw, good in ((bytes(PUBLIC), True), (bytes(32), False), (bytes(PUBLIC)[:-1], False)):
        der = private_der(21, bytes(KEY), tlv(0x81, b"\0", raw), version=b"\1")
        if good:
            assert katwise.load_private_key(der) == KEY
            continue
        with pytest.raises(katwise.InvalidKey, match="^data: the public key beside"):
            katwise.load_private_key(der)


def test_attributes_beside_the_private_key():
    attribute = tlv(0x30, tlv(6, b"\x2a\x03\x04"), tlv(0x31, tlv(0x0C, b"name")))
    assert katwise.load_private_key(private_der(21, bytes(KEY), tlv(0xA0, attribute))) == KEY


def test_parts_that_do_not_fit():
    raw = bytes(KEY)[:-1] + b"\0"
    key = katwise.load_private_key(private_der(21, raw))
    assert bytes(key) == raw
    with pytest.raises(katwise.InvalidKey):
        katwise.load_private_key(private_der(21, raw), check=True, threads=2)


RAW = bytes(KEY)
NULL = b"\x05\x00"
NO_PRIVATE = {
    "nothing": b"",
    "text": b"not a key",
    "raw": RAW,
    "cut": KEY.to_der()[:-1],
    "longer": KEY.to_der() + b"\0",
    "twice": KEY.to_der() * 2,
    "public": PUBLIC.to_der(),
    "another kind (Ed25519)": tlv(
        0x30, tlv(2, b"\0"), tlv(0x30, tlv(6, b"\x2b\x65\x70")), tlv(4, tlv(4, bytes(32)))
    ),
    "ML-DSA-44": private_der(17, RAW),
    "arc 32": private_der(32, RAW),
    "another set's size": private_der(22, RAW),
    "no bytes": private_der(21, b""),
    "short": private_der(21, RAW[:-1]),
    "long": private_der(21, RAW + b"\0"),
    "wrapped": private_der(21, tlv(4, RAW)),
    "parameters": tlv(0x30, tlv(2, b"\0"), algorithm(21, NULL), tlv(4, RAW)),
    "more inside": private_der(21, RAW, tlv(2, b"\0")),
    "version 3": private_der(21, RAW, version=b"\2"),
    "version of two bytes": private_der(21, RAW, version=b"\0\0"),
    "long form of a size": b"\x30\x81" + KEY.to_der()[1:],
    "indefinite size": b"\x30\x80" + KEY.to_der()[2:] + b"\0\0",
    "deep": b"\x30\x80" * 10_000,
    "deep, in constructed strings": b"\x24\x80" * 10_000,
    # a size of 2**63 and more: beyond what Python's files take
    "a size beyond all": bytes.fromhex(
        "3052020100300b060960864801650304031504888282000000000000"
    ),
    "a version of many digits": tlv_long(0x30, tlv_long(2, b"\1" * 9000), algorithm(21)),
    "an arc of many digits": tlv_long(
        0x30, tlv(2, b"\0"), tlv_long(0x30, tlv_long(6, b"\x2a" + b"\xff" * 9000 + b"\1"))
    ),
    "PEM, public": PUBLIC.to_pem(),
    "PEM, twice": KEY.to_pem() * 2,
    "PEM, label of another kind": pem(b"EC PRIVATE KEY", KEY.to_der()),
    "PEM, no end": KEY.to_pem()[:-10],
    "PEM, empty": pem(b"PRIVATE KEY", b""),
    "PEM, not base64": KEY.to_pem().replace(b"M", b"*", 1),
    "PEM, cut base64": KEY.to_pem().replace(b"MFICAQ", b"MFICA"),
    "PEM, headers": KEY.to_pem().replace(b"-----\nM", b"-----\nProc-Type: 4\n\nM"),
    "PEM, longer DER": pem(b"PRIVATE KEY", KEY.to_der() + b"\0"),
}
NO_PUBLIC = {
    "nothing": b"",
    "raw": bytes(PUBLIC),
    "cut": PUBLIC.to_der()[:-1],
    "longer": PUBLIC.to_der() + b"\0",
    "private": KEY.to_der(),
    "arc 19": public_der(19, bytes(PUBLIC)),
    "another set's size": public_der(22, bytes(PUBLIC)),
    "short": public_der(21, bytes(PUBLIC)[:-1]),
    "bits left over": public_der(21, bytes(PUBLIC)[:-1] + b"\0", unused=b"\1"),
    "parameters": tlv(0x30, algorithm(21, NULL), tlv(3, b"\0", bytes(PUBLIC))),
    "PEM, private": KEY.to_pem(),
    "PEM, twice": PUBLIC.to_pem() + PUBLIC.to_pem(),
    "PEM, certificate": pem(b"CERTIFICATE", PUBLIC.to_der()),
    "PEM, longer DER": pem(b"PUBLIC KEY", PUBLIC.to_der() + b"\0"),
}


@pytest.mark.parametrize("data", NO_PRIVATE.values(), ids=NO_PRIVATE)
def test_no_private_key(data):
    with pytest.raises(katwise.InvalidKey, match="^data: [^\n]+$"):
        katwise.load_private_key(data)


@pytest.mark.parametrize("data", NO_PUBLIC.values(), ids=NO_PUBLIC)
def test_no_public_key(data):
    with pytest.raises(katwise.InvalidKey, match="^data: [^\n]+$"):
        katwise.load_public_key(data)


def test_the_error_says_what_is_there():
    for data, text in (
        (private_der(17, RAW), "another kind.* 2.16.840.1.101.3.4.3.17"),
        (private_der(22, RAW), "SLH-DSA-SHA2-192s has 96 bytes, not 64"),
        (NO_PRIVATE["parameters"], "SLH-DSA-SHA2-128f has no parameters"),
        (PUBLIC.to_pem(), "one PRIVATE KEY is needed; in it is PUBLIC KEY"),
        (KEY.to_pem() * 2, "one PRIVATE KEY is needed; there are 2"),
        (KEY.to_pem()[:-10], "one PRIVATE KEY is needed; in it is nothing whole"),
    ):
        with pytest.raises(katwise.InvalidKey, match=text):
            katwise.load_private_key(data)


MOST = 1 << 16
LONG = {
    "begins": b"-----BEGIN PRIVATE KEY-----\n",
    "begins of other labels": b"-----BEGIN A-----\n-----BEGIN B-----\n",
    "begins without lines": b"-----BEGIN PRIVATE KEY-----",
    "empty lines": b"\n",
    "returns": b"\r",
    "blanks": b" ",
    "letters": b"A",
    "nested": b"\x30\x80",
    "attributes": b"\x05\0",
}


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG)
@pytest.mark.parametrize("start", [b"", b"-----BEGIN PRIVATE KEY-----\n", b"-----BEGIN "])
def test_long_data_are_refused_fast(start, piece):
    data = (start + piece * MOST)[:MOST]
    for load in (katwise.load_private_key, katwise.load_public_key):
        before = time.process_time()
        with pytest.raises(katwise.InvalidKey, match="^data: "):
            load(data)
        assert time.process_time() - before < 0.5  # in fact 0.03 at most


def test_the_most_that_is_read():
    for key, load in ((KEY, katwise.load_private_key), (PUBLIC, katwise.load_public_key)):
        text = key.to_pem()
        assert load(text.rjust(MOST, b"\n")) == load(text.ljust(MOST)) == key
        for longer in (text.rjust(MOST + 1, b"\n"), text.ljust(MOST + 1), bytes(10**8)):
            with pytest.raises(katwise.InvalidKey, match="^data: no key is longer than 65536 "):
                load(longer)


def test_an_encrypted_key_says_how_to_decrypt_it():
    pbes2 = tlv(0x30, tlv(6, bytes.fromhex("2a864886f70d01050d")), tlv(0x30))
    der = tlv(0x30, pbes2, tlv(4, bytes(80)))
    for data in (der, pem(b"ENCRYPTED PRIVATE KEY", der)):
        with pytest.raises(katwise.InvalidKey, match="encrypted.* openssl pkey -in FILE -out "):
            katwise.load_private_key(data)


def test_every_byte_of_the_frame_counts():
    """One byte changed in what is around the raw key: never another key."""
    for load, key in ((katwise.load_private_key, KEY), (katwise.load_public_key, PUBLIC)):
        der, frame = key.to_der(), len(key.to_der()) - len(bytes(key))
        for i in range(frame):
            for value in set(range(256)) - {der[i]}:
                try:
                    other = load(der[:i] + bytes([value]) + der[i + 1 :])
                except katwise.InvalidKey:
                    continue
                oid = der.index(bytes.fromhex("040315")) + 2  # the last arc, or the version
                assert i == oid or (load, i, value) == (katwise.load_private_key, 4, 1)
                assert bytes(other) == bytes(key) and (other == key) == (i != oid)


def test_without_the_library(python):
    done = python(
        "import sys; sys.modules['pyasn1_modules'] = None\n"
        "import katwise\n"
        "key = katwise.slh_dsa_sha2_128f.generate()\n"
        "load = katwise.load_private_key, katwise.load_public_key\n"
        "for call in (key.to_pem, key.to_der, key.public_key().to_pem, *load):\n"
        "    try: call(b'') if call in load else call()\n"
        "    except ImportError as error: print(error)\n"
    )
    assert done.stdout.splitlines() == [
        "PEM and DER need pyasn1-modules: pip install katwise[pem]"
    ] * 5, done
