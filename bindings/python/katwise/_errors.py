# SPDX-License-Identifier: MIT
"""The errors of katwise's own. Wrong arguments are TypeError, ValueError or BufferError."""


class Error(Exception):
    """The base of all of them."""

    __module__ = "katwise"


class InvalidTag(Error):
    """The tag does not authenticate the message."""

    __module__ = "katwise"


class StateError(Error):
    """The object is past this call: it was finished, or output of a XOF was read."""

    __module__ = "katwise"


class UnavailableError(Error):
    """This machine cannot run the level."""

    __module__ = "katwise"


class InvalidSignature(Error):
    """The signature is not one of the message under the public key."""

    __module__ = "katwise"


class InvalidKey(Error):
    """These bytes are no key, or the parts of a private key do not fit each other."""

    __module__ = "katwise"


class FaultDetected(Error):
    """A check of signing found that the machine had computed wrongly."""

    __module__ = "katwise"
