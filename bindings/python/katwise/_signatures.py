# SPDX-License-Identifier: MIT
"""Signatures: an object for each row of the C table, and keys, which never change."""

from . import _katwise, _pem
from ._errors import InvalidKey
from ._objects import Hash

FACTS = (
    "name",
    "standard",
    "public_key_size",
    "secret_key_size",
    "signature_size",
    "seed_size",
    "randomness_size",
    "context_max",
)
CHECKS = {
    "verify": _katwise.check_verify,
    "roots": _katwise.check_roots,
    "all": _katwise.check_verify | _katwise.check_roots,
}


def _checks(check):
    if check is None:
        return 0
    if not isinstance(check, str):
        raise TypeError(f"check: expected a str, not {type(check).__name__}")
    if check not in CHECKS:
        raise ValueError(f"check: {check!r} is none of {', '.join(CHECKS)}")
    return CHECKS[check]


def _state(hashed):
    if not isinstance(hashed, Hash):
        raise TypeError(f"hashed: expected a katwise.Hash, not {type(hashed).__name__}")
    return hashed._state


class _Fixed:
    """What threads may share: _make sets the attributes, and nobody after it."""

    __slots__ = ()

    def __setattr__(self, name, value):
        raise AttributeError(f"{name}: a {type(self).__name__} is as it is")

    def __delattr__(self, name):
        raise AttributeError(f"{name}: a {type(self).__name__} is as it is")


class SignatureAlgorithm(_Fixed):
    """A signature algorithm: makes keys, new ones or from bytes."""

    __slots__ = FACTS
    __module__ = "katwise"

    def __init__(self):
        raise TypeError("a SignatureAlgorithm comes from katwise.signature(name)")

    def generate(self, threads=1):
        """A new private key, from the operating system's randomness."""
        return _private_key(self, *_katwise.sig_generate(self.name, threads))

    def from_seed(self, seed, threads=1):
        """The private key that seed_size bytes determine: keep them as secret as the key."""
        return _private_key(self, *_katwise.sig_from_seed(self.name, seed, threads))

    def from_private_bytes(self, data, check=False, threads=1):
        """The private key that bytes(key) gave.

        check: raises InvalidKey if its parts do not fit; it takes the time of generate.
        """
        return _private_key(self, *_katwise.sig_from_private(self.name, data, check, threads))

    def from_public_bytes(self, data):
        """The public key that bytes(key) gave."""
        return _public_key(self, _katwise.sig_from_public(self.name, data))

    def __repr__(self):
        return f"katwise.signature({self.name!r})"

    def __reduce__(self):
        return signature, (self.name,)


class _Key(_Fixed):
    __slots__ = ("_algorithm", "_public")

    def __init__(self):
        raise TypeError(f"a {type(self).__name__} comes from an algorithm: katwise.signature(name)")

    @property
    def algorithm(self):
        """The algorithm that the key is for."""
        return self._algorithm

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<katwise.{type(self).__name__} of {self._algorithm.name}>"


class PrivateKey(_Key):
    """A private key. bytes(key) are its raw bytes, with the public key among them."""

    __slots__ = ("_plain", "_key")
    __module__ = "katwise"

    def public_key(self):
        """The public key that belongs to it."""
        return _public_key(self._algorithm, self._public)

    @property
    def is_expanded(self):
        """Whether it came from expand."""
        return self._key is not self._plain

    def expand(self, threads=1):
        """The same key, ready to sign faster. Takes the time of generate, and kilobytes."""
        key = _katwise.sig_expand(self._plain, threads)
        return _private_key(self._algorithm, self._plain, self._public, key)

    def sign(
        self, msg, context=b"", *, deterministic=False, prehash=None, threads=1, check=None
    ):
        """A signature of msg.

        deterministic: without fresh randomness; one message has one signature.
        prehash: the name of a hash: it is the hash of msg that is signed, in the standard's form.
        check: "verify", "roots" or "all": raises FaultDetected if the machine computed wrongly.
        """
        options = context, prehash, None, threads, _checks(check)
        return _katwise.sig_sign(self._key, msg, deterministic, options)

    def sign_hashed(
        self, hashed, context=b"", *, deterministic=False, threads=1, check=None
    ):
        """As sign with prehash, for a message that a hash object has absorbed; that goes on."""
        options = context, None, _state(hashed), threads, _checks(check)
        return _katwise.sig_sign(self._key, b"", deterministic, options)

    def sign_derand(
        self, msg, randomness, context=b"", prehash=None, *, threads=1, check=None
    ):
        """As sign, with these randomness_size bytes of randomness: for tests."""
        options = context, prehash, None, threads, _checks(check)
        return _katwise.sig_sign_derand(self._key, msg, randomness, options)

    def sign_internal(self, msg, randomness=None):
        """The standard's internal function, for protocols that format messages themselves.

        verify does not accept its signatures: that is for verify_internal.
        """
        none = randomness is None
        return _katwise.sig_sign_internal(self._key, msg, b"" if none else randomness, none)

    def to_der(self):
        """The key as DER: PKCS#8, not encrypted."""
        return _pem.private_to_der(self._algorithm.name, bytes(self))

    def to_pem(self):
        """The key as PEM: PKCS#8, not encrypted."""
        return _pem.to_pem(_pem.PRIVATE, self.to_der())

    def __bytes__(self):
        return _katwise.sig_private_bytes(self._plain)

    def __eq__(self, other):
        """In constant time."""
        if not isinstance(other, PrivateKey):
            return NotImplemented
        return _katwise.sig_equal(self._plain, other._plain)

    def __reduce__(self):
        raise TypeError("a private key cannot be pickled: bytes(key) and to_pem() give it away")


class PublicKey(_Key):
    """A public key. bytes(key) are its raw bytes."""

    __slots__ = ()
    __module__ = "katwise"

    def verify(self, sig, msg, context=b"", prehash=None):
        """Raises InvalidSignature unless sig is a signature of msg."""
        options = context, prehash, None
        _katwise.sig_verify(self._algorithm.name, self._public, sig, msg, options)

    def verify_hashed(self, sig, hashed, context=b""):
        """As verify with prehash, for a message that a hash object has absorbed; that goes on."""
        options = context, None, _state(hashed)
        _katwise.sig_verify(self._algorithm.name, self._public, sig, b"", options)

    def verify_internal(self, sig, msg):
        """As verify, for a signature of sign_internal."""
        _katwise.sig_verify_internal(self._algorithm.name, self._public, sig, msg)

    def verify_many(self, items, context=b"", prehash=None):
        """Whether each pair (sig, msg) of items is right: faster than one by one."""
        options = context, prehash, None
        return _katwise.sig_verify_many(self._algorithm.name, self._public, items, options)

    def verifier(self, sig, context=b"", prehash=None):
        """An object that takes the message in pieces."""
        options = context, prehash, None
        state = _katwise.verifier_new(self._algorithm.name, self._public, sig, options)
        return _make(Verifier, _state=state, _algorithm=self._algorithm)

    def to_der(self):
        """The key as DER: SubjectPublicKeyInfo."""
        return _pem.public_to_der(self._algorithm.name, self._public)

    def to_pem(self):
        """The key as PEM: SubjectPublicKeyInfo."""
        return _pem.to_pem(_pem.PUBLIC, self.to_der())

    def __bytes__(self):
        return self._public

    def __eq__(self, other):
        if not isinstance(other, PublicKey):
            return NotImplemented
        return self._algorithm is other._algorithm and self._public == other._public

    def __hash__(self):
        return hash((self._algorithm.name, self._public))

    def __reduce__(self):
        return _from_public_bytes, (self._algorithm.name, self._public)


class Verifier(_Fixed):
    """A verification at work: update() as often as needed, then verify(), once."""

    __slots__ = ("_state", "_algorithm")
    __module__ = "katwise"

    def __init__(self):
        raise TypeError("a Verifier comes from the method verifier of a public key")

    def update(self, data):
        """Appends data to the message."""
        _katwise.verifier_update(self._state, data)

    def verify(self):
        """Finishes the message; raises InvalidSignature unless the signature is one of it."""
        _katwise.verifier_verify(self._state)

    def __repr__(self):
        return f"<katwise.Verifier of {self._algorithm.name}>"

    def __reduce__(self):
        raise TypeError("a Verifier can neither be copied nor pickled")


def _make(cls, **members):
    made = object.__new__(cls)
    for name, value in members.items():
        object.__setattr__(made, name, value)
    return made


def _private_key(algorithm, plain, public, key=None):
    return _make(PrivateKey, _algorithm=algorithm, _public=public, _plain=plain, _key=key or plain)


def _public_key(algorithm, public):
    return _make(PublicKey, _algorithm=algorithm, _public=public)


def _from_public_bytes(name, data):
    return signature(name).from_public_bytes(data)


def _algorithm(row):
    facts = {fact: getattr(_katwise, f"sig_{fact}")(row) for fact in FACTS}
    return _make(SignatureAlgorithm, **facts)


algorithms = {a.name: a for a in map(_algorithm, range(_katwise.sig_count()))}
signatures = tuple(algorithms)


def signature(name):
    """The signature algorithm called name."""
    if not isinstance(name, str):
        raise TypeError(f"name: expected a str, not {type(name).__name__}")
    if name not in algorithms:
        raise ValueError(f"name: {name!r} is no algorithm of katwise.signatures")
    return algorithms[name]


def _check_size(name, raw, size):
    if len(raw) != size:
        raise InvalidKey(f"data: such a key of {name} has {size} bytes, not {len(raw)}")


def load_private_key(data, check=False, threads=1):
    """The private key in PEM or DER (PKCS#8, not encrypted); check as in from_private_bytes."""
    name, raw, public = _pem.private_from(_katwise.as_bytes(data))
    _check_size(name, raw, algorithms[name].secret_key_size)
    key = algorithms[name].from_private_bytes(raw, check, threads)
    if public not in (None, key._public):
        raise InvalidKey("data: the public key beside the private one is that of another")
    return key


def load_public_key(data):
    """The public key in PEM or DER (SubjectPublicKeyInfo)."""
    name, raw = _pem.public_from(_katwise.as_bytes(data))
    _check_size(name, raw, algorithms[name].public_key_size)
    return algorithms[name].from_public_bytes(raw)
