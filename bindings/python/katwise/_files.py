# SPDX-License-Identifier: MIT
"""Files for the command line: reading them with progress shown, and lines as sha256sum's."""

import os
import re
import sys
import time

LINE = re.compile(r"(\\?)([0-9a-f]+) [ *](.+)")
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
PIECE = 1 << 20
CLEAR = "\r\x1b[K"


class Progress:
    """A line on the terminal, from one second on, and gone at the end."""

    def __init__(self, title):
        self.title = title
        self.next = time.monotonic() + 1 if sys.stderr.isatty() else float("inf")
        self.shown = False

    def __enter__(self):
        return self

    def show(self, text):
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + 0.2
            self.shown = True
            print(f"{CLEAR}{self.title}: {text}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *error):
        if self.shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)


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
