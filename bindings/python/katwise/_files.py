# SPDX-License-Identifier: MIT
"""Files for the command line: reading and writing them, and lines as sha256sum's."""

import io
import os
import re
import stat
import sys

from ._console import Progress

LINE = re.compile(r"(\\?)([0-9a-f]+) [ *](.+)")
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
PIECE = 1 << 20


def open_input(path):
    return os.fdopen(os.dup(0), "rb", 0) if path == "-" else open(path, "rb", 0)


def feed(update, path):
    """Gives a file, or "-" for the standard input, to update, piece by piece."""
    piece = memoryview(bytearray(PIECE))
    done = 0
    with open_input(path) as file, Progress(path) as progress:
        size = os.fstat(file.fileno()).st_size
        while count := file.readinto(piece):
            update(piece[:count])
            done += count
            progress.show(f"{done >> 20} of {size >> 20} MiB" if size else f"{done >> 20} MiB")


def read(path, most=-1):
    """The bytes of a file, or of "-", the standard input; at most so many of them."""
    with io.BufferedReader(open_input(path)) as file:
        return file.read(most)


def write(path, data):
    """To a file, or to "-", the standard output."""
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    with open(path, "wb") as file:
        file.write(data)


def write_key(path, data, secret, force):
    """As write, but a file that is there stays, unless force; a secret one is its owner's alone."""
    if path == "-":
        write(path, data)
        return
    flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
    with os.fdopen(os.open(path, flags, 0o600 if secret else 0o666), "wb") as file:
        if secret and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), 0o600)
        file.write(data)


def line(digest, path):
    """A line of sha256sum: a name with a line break is escaped, and a backslash says so."""
    escaped = "".join(ESCAPES.get(c, c) for c in path)
    return f"{'' if escaped == path else chr(92)}{digest}  {escaped}"


def parse(text):
    """The digest and the name in such a line; None if it is none."""
    found = LINE.fullmatch(text)
    if not found:
        return None
    escaped, digest, path = found.groups()
    if escaped:
        letters = {"\\\\": "\\", "\\n": "\n", "\\r": "\r"}
        path = re.sub(r"\\[\\nr]", lambda match: letters[match[0]], path)
    return digest, path
