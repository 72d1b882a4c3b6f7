# SPDX-License-Identifier: MIT
"""Keys as PEM and DER: PKCS#8 (RFC 5958) and SubjectPublicKeyInfo, as RFC 9909 has them. The
encoding is pyasn1's, which `pip install katwise[pem]` brings along."""

import binascii
import re

from ._errors import InvalidKey

PRIVATE, PUBLIC, ENCRYPTED = "PRIVATE KEY", "PUBLIC KEY", "ENCRYPTED PRIVATE KEY"
HOW_TO_DECRYPT = "data: the key is encrypted: decrypt it first: openssl pkey -in FILE -out OTHER"
BEGIN = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----")
MOST = 1 << 16  # bytes: no key is longer, even with text around it

# RFC 9909, section 3: the parameters of the algorithms are absent.
OIDS = {
    f"SLH-DSA-{family}-{bits}{kind}": f"2.16.840.1.101.3.4.3.{20 + 6 * f + 2 * b + k}"
    for f, family in enumerate(("SHA2", "SHAKE"))
    for b, bits in enumerate((128, 192, 256))
    for k, kind in enumerate("sf")
}
NAMES = {oid: name for name, oid in OIDS.items()}


def _asn1():
    """What of pyasn1 is needed, and only then. The errors: sizes and depths in wrong data reach
    beyond what Python counts, and not every version of pyasn1 looks first."""
    try:
        from pyasn1.codec.der import decoder, encoder
        from pyasn1.error import PyAsn1Error
        from pyasn1_modules import rfc5280, rfc5958
    except ImportError as error:
        text = "PEM and DER need pyasn1-modules: pip install katwise[pem]"
        raise ImportError(text, name=error.name) from None
    errors = PyAsn1Error, ValueError, IndexError, OverflowError, RecursionError
    return decoder.decode, encoder.encode, errors, rfc5280, rfc5958


# ---- Writing ----


def private_to_der(name, raw):
    _, encode, _, _, rfc5958 = _asn1()
    key = rfc5958.OneAsymmetricKey()
    key["version"] = 0
    key["privateKeyAlgorithm"]["algorithm"] = OIDS[name]
    key["privateKey"] = raw
    return encode(key)


def public_to_der(name, raw):
    _, encode, _, rfc5280, _ = _asn1()
    key = rfc5280.SubjectPublicKeyInfo()
    key["algorithm"]["algorithm"] = OIDS[name]
    key["subjectPublicKey"] = key["subjectPublicKey"].fromOctetString(raw)
    return encode(key)


def to_pem(label, der):
    """RFC 7468."""
    text = binascii.b2a_base64(der, newline=False)
    lines = [text[i : i + 64] for i in range(0, len(text), 64)]
    begin, end = (f"-----{word} {label}-----".encode() for word in ("BEGIN", "END"))
    return b"\n".join([begin, *lines, end, b""])


# ---- Reading ----


def _blocks(data):
    """The whole blocks of PEM, as (label, text), in one pass over the lines."""
    end, text = None, []
    for line in map(bytes.strip, data.splitlines()):
        begin = BEGIN.fullmatch(line)
        if line == end:
            yield label, b"".join(text)
            end = None
        elif end is not None:
            text.append(line)
        elif begin:
            label, end, text = begin[1].decode(), line.replace(b"BEGIN", b"END", 1), []


def _der(data, label):
    """The DER in PEM; data that are no PEM as they are."""
    if len(data) > MOST:
        raise InvalidKey(f"data: no key is longer than {MOST} bytes, but this is")
    if b"-----BEGIN " not in data:
        return data
    blocks = list(_blocks(data))
    there = [name for name, _ in blocks]
    if label == PRIVATE and ENCRYPTED in there:
        raise InvalidKey(HOW_TO_DECRYPT)
    if there.count(label) > 1:
        raise InvalidKey(f"data: PEM with one {label} is needed; there are {there.count(label)}")
    if label not in there:
        is_ = ", ".join(sorted(set(there))) or "nothing whole"
        raise InvalidKey(f"data: PEM with one {label} is needed; in it is {is_}")
    try:
        return binascii.a2b_base64(dict(blocks)[label], strict_mode=True)
    except ValueError:
        raise InvalidKey(f"data: the {label} is not in base64") from None


def _parsed(der, schema):
    """The structure, or None. DER has one form alone: encoded again it is what it was."""
    decode, encode, errors, *_ = _asn1()
    try:
        key, rest = decode(der, asn1Spec=schema)
        return key if not rest and encode(key) == der else None
    except errors:
        return None


def _decode(data, label, schema):
    der = _der(data, label)
    key = _parsed(der, schema)
    if key is not None:
        return key
    *_, rfc5958 = _asn1()
    if label == PRIVATE and _parsed(der, rfc5958.EncryptedPrivateKeyInfo()) is not None:
        raise InvalidKey(HOW_TO_DECRYPT)
    raise InvalidKey(f"data: this is no {label.lower()} in PEM or DER")


def _name(identifier):
    oid = str(identifier["algorithm"])
    if oid not in NAMES:
        raise InvalidKey(f"data: a key of another kind: its algorithm has the identifier {oid}")
    if identifier["parameters"].isValue:
        raise InvalidKey(f"data: {NAMES[oid]} has no parameters, but they are there")
    return NAMES[oid]


def _octets(bits):
    """The bytes of a BIT STRING; none if there are bits left over."""
    return b"" if len(bits) % 8 else bits.asOctets()


def private_from(data):
    """The name of the algorithm, the raw key, and the raw public key where it is given, too."""
    *_, rfc5958 = _asn1()
    key = _decode(data, PRIVATE, rfc5958.OneAsymmetricKey())
    if int(key["version"]) not in (0, 1):
        raise InvalidKey("data: a private key of an unknown version")
    public = key["publicKey"]
    given = _octets(public) if public.isValue else None
    return _name(key["privateKeyAlgorithm"]), key["privateKey"].asOctets(), given


def public_from(data):
    """The name of the algorithm and the raw key."""
    *_, rfc5280, _ = _asn1()
    key = _decode(data, PUBLIC, rfc5280.SubjectPublicKeyInfo())
    return _name(key["algorithm"]), _octets(key["subjectPublicKey"])
