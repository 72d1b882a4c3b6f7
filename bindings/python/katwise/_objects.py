# SPDX-License-Identifier: MIT
"""Hashes and MACs as objects: one class for each row of the C tables."""

from . import _katwise
from ._katwise import (
    hash_copy,
    hash_digest,
    hash_new,
    hash_read,
    hash_update,
    mac_digest,
    mac_new,
    mac_update,
    mac_verify,
)


class Hash:
    """A hash function at work, in the manner of hashlib: digest() does not end it."""

    __slots__ = ("_state",)
    __module__ = "katwise"
    name = ""  # each algorithm's class has its own

    def __init__(self, data=b""):
        self._state = hash_new(self.name, data)

    def update(self, data):
        """Appends data to the message."""
        hash_update(self._state, data)

    def digest(self, size=None):
        """The hash of the message so far. With a XOF, size says how many bytes."""
        return hash_digest(self._state, size)

    def hexdigest(self, size=None):
        """digest(size) in hexadecimal."""
        return hash_digest(self._state, size).hex()

    def copy(self):
        """Another object in the same state."""
        cls = type(self)
        other = cls.__new__(cls)
        other._state = hash_copy(self._state)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError(f"a {self.name} object cannot be pickled")


class Xof(Hash):
    """A hash function with as much output as is asked for."""

    __slots__ = ()
    __module__ = "katwise"

    def read(self, size):
        """The next size bytes of output. After the first read nothing can be absorbed."""
        return hash_read(self._state, size)


class Mac:
    """A one-time authenticator at work: digest() or verify() finishes it, for good.

    A key must never authenticate two messages.
    """

    __slots__ = ("_state",)
    __module__ = "katwise"
    name = ""

    def __init__(self, key, data=b""):
        self._state = mac_new(self.name, key, data)

    def update(self, data):
        """Appends data to the message."""
        mac_update(self._state, data)

    def digest(self):
        """Finishes the message and gives its tag."""
        return mac_digest(self._state)

    def hexdigest(self):
        """digest() in hexadecimal."""
        return mac_digest(self._state).hex()

    def verify(self, tag):
        """Finishes the message; raises InvalidTag unless tag is its tag. Takes constant time."""
        mac_verify(self._state, tag)

    def __reduce__(self):
        raise TypeError(f"a {self.name} object can neither be copied nor pickled")


def _make(base, row, family, facts):
    """The class of a row of the C table, with these facts of the row as attributes."""
    members = {fact: getattr(_katwise, f"{family}_{fact}")(row) for fact in facts}
    members |= {"__slots__": (), "__module__": "katwise"}
    members["__doc__"] = "{name}, as {standard} defines it.".format_map(members)
    return type(members["name"].replace("-", "_"), (base,), members)


def _hash_class(row):
    base = Hash if _katwise.hash_digest_size(row) else Xof
    return _make(base, row, "hash", ("name", "standard", "digest_size", "block_size"))


def _mac_class(row):
    return _make(Mac, row, "mac", ("name", "standard", "key_size", "tag_size"))


hash_classes = {c.name: c for c in map(_hash_class, range(_katwise.hash_count()))}
mac_classes = {c.name: c for c in map(_mac_class, range(_katwise.mac_count()))}
hashes = tuple(hash_classes)
macs = tuple(mac_classes)


def new(name, data=b""):
    """The hash called name, begun with data."""
    if not isinstance(name, str):
        raise TypeError(f"name: expected a str, not {type(name).__name__}")
    if name not in hash_classes:
        raise ValueError(f"name: {name!r} is no hash of katwise.hashes")
    return hash_classes[name](data)


def hash_many(name, messages, size=None):
    """The hashes of several messages, side by side where the machine has wide registers."""
    return _katwise.hash_many(name, messages, size)
