# SPDX-License-Identifier: MIT
"""Files for the command line: reading and writing them, and lines as sha256sum's."""

import io
import os
import re
import stat
import sys
from contextlib import ExitStack, nullcontext

from ._console import Progress

LINE = re.compile(r"(\\?)([0-9a-f]+) [ *](.+)")
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
PIECE = 1 << 20
SECRET, PUBLIC = 0o600, 0o666  # of a new file: its owner's alone; as the umask has it


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


def open_key(path, mode, force, made):
    """A file to write a key to, still as it was; if it is new, its path is appended to made."""
    if path == "-":
        return nullcontext(sys.stdout.buffer)
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        made.append(path)
    except FileExistsError:
        if not force:
            raise
        number = os.open(path, os.O_WRONLY | os.O_CREAT, mode)  # where a link leads, too
    return os.fdopen(number, "wb")


def write_keys(force, *keys):
    """Writes each (path, mode, data), or "-", or none of them: what is there stays, unless force,
    and no new file is left behind if another one cannot be written."""
    made = []
    try:
        with ExitStack() as stack:
            files = [stack.enter_context(open_key(*key[:2], force, made)) for key in keys]
            for file, (path, mode, data) in zip(files, keys):
                if path != "-" and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    if mode == SECRET:
                        os.fchmod(file.fileno(), mode)
                    file.truncate(0)
                file.write(data)
                file.flush()
    except BaseException:
        for path in made:
            os.unlink(path)
        raise


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
