# SPDX-License-Identifier: MIT
"""Levels: which instructions are used. All of them give the same results."""

import os

from . import _katwise
from ._errors import UnavailableError

built = tuple(map(_katwise.level_name, range(_katwise.level_count())))
levels = tuple(name for i, name in enumerate(built) if _katwise.level_available(i))


def check_start():
    """Raises ImportError if the environment asked for a level that cannot be had."""
    if _katwise.level_start_status() != 0:
        wanted = os.environ.get("KATWISE_CPU")
        raise ImportError(
            f"KATWISE_CPU: {wanted!r} is no level that this machine can run ({', '.join(levels)})"
        )


def use_level(name):
    """Uses the instructions of this level from now on, in the whole process."""
    if not isinstance(name, str):
        raise TypeError(f"name: expected a str, not {type(name).__name__}")
    if name not in built:
        raise ValueError(f"name: {name!r} is no level of this build ({', '.join(built)})")
    if name not in levels:
        raise UnavailableError(f"name: this machine cannot run {name!r}, only {', '.join(levels)}")
    _katwise.level_use(name)


def level():
    """The name of the level in use."""
    return _katwise.level_current()
