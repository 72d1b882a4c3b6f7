# SPDX-License-Identifier: MIT
"""What the commands say on the terminal: errors of one line, and progress."""

import sys
import threading
import time

CLEAR = "\r\x1b[K"


class Usage(Exception):
    """Arguments that do not fit together."""


def say(text):
    print(f"katwise: {text}", file=sys.stderr)


def reason(error):
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


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


def waited(title, call):
    """What a call gives that may take seconds: meanwhile they are counted, on a terminal."""
    results = []

    def run():
        try:
            results.append((call(), None))
        except BaseException as error:
            results.append((None, error))

    work = threading.Thread(target=run, daemon=True)
    start = time.monotonic()
    work.start()
    with Progress(title) as progress:
        while work.is_alive():
            work.join(0.1)
            progress.show(f"{time.monotonic() - start:.0f} s")
    result, error = results[0]
    if error:
        raise error
    return result
