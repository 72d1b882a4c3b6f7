# SPDX-License-Identifier: MIT
"""The errors of katwise's own. Wrong arguments are TypeError, ValueError or BufferError."""


class Error(Exception):
    """The base of all of them."""

    __module__ = "katwise"


class InvalidTag(Error):
    """The tag does not authenticate the message."""

    __module__ = "katwise"


class StateError(Error):
    """The object is past this call: a MAC was finished, or output of a XOF was read."""

    __module__ = "katwise"


class UnavailableError(Error):
    """This machine cannot run the level."""

    __module__ = "katwise"
