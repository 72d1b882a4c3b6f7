#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""katwise in Python, hashlib beside it, taking samples in turn. `katwise bench` is the same harness
for katwise alone."""

import argparse
import sys

try:
    import katwise
    from katwise import _bench
    from katwise._bench_signatures import OPERATIONS, SignatureJob, all_jobs
except ImportError:
    sys.exit("bench.py: this Python has no katwise; after `make build` .venv/bin/python has")


class Beside(_bench.Job):
    """A job that hashlib does, too, where it can."""

    def peer(self):
        """The same job in hashlib's terms; None if hashlib has no such call."""
        size = str(_bench.XOF_SIZE) if self.is_xof else ""
        if self.operation in ("mac", "many"):
            return None
        if self.count > 1:
            return f"[theirs(m).digest({size}) for m in messages]"
        return f"theirs(message).digest({size})"

    def lanes(self, levels, clock):
        yield from super().lanes(levels, clock)
        theirs, statement = _bench.theirs(self.algorithm), self.peer()
        if theirs and statement:
            names = {"theirs": theirs, "message": self.messages[0], "messages": self.messages}
            yield _bench.Lane("hashlib", "OpenSSL", statement, names, clock)


class Corrupt:
    """For tests: expects what is wrong."""

    def expected(self):
        first, *rest = super().expected()
        wrong = not first if isinstance(first, bool) else bytes([first[0] ^ 1]) + first[1:]
        return [wrong, *rest]


class CorruptBeside(Corrupt, Beside):
    pass


class CorruptSignature(Corrupt, SignatureJob):
    pass


def message_size(text):
    if not text.isdecimal() or int(text) > 1 << 24:
        raise argparse.ArgumentTypeError(f"not a number of bytes up to 2**24: {text!r}")
    return int(text)


def arguments():
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__)
    add = parser.add_argument
    names = (*katwise.hashes, *katwise.macs, *katwise.signatures)
    add("--algorithm", action="append", choices=names, metavar="NAME")
    add("--level", action="append", metavar="NAME", help="auto by default")
    add("--operation", action="append",
        choices=("hash", "object", "many", "mac", *OPERATIONS))
    add("--size", action="append", type=message_size, metavar="BYTES")
    add("--quick", action="store_true", help="fewer sizes, samples, signature algorithms")
    add("--cpu-time", action="store_true",
        help="the processor's time alone, on a machine with other work")
    add("--json", metavar="FILE", help="write the rows as JSON, too")
    add("--corrupt", action="store_true", help="for tests: expect wrong outputs, and so fail")
    add("--timer-step", type=int, default=1, metavar="NS", help="for tests: a coarser clock")
    return parser.parse_args()


def main():
    options = arguments()
    clock = _bench.Clock(options.timer_step, options.cpu_time)
    print(f"timer   {clock}")
    makers = (CorruptBeside, CorruptSignature) if options.corrupt else (Beside, SignatureJob)
    wanted = all_jobs(options.algorithm, options.size, options.quick, makers)
    if options.operation:
        wanted = (job for job in wanted if job.operation in options.operation)

    def make_rows():
        rows = _bench.run(wanted, options.level or ["auto"], clock, options.quick)
        if not rows:
            raise katwise.Error("these algorithms have no such operation")
        return rows

    _bench.measured(options.json, make_rows, clock)


if __name__ == "__main__":
    try:
        main()
    except (katwise.Error, ValueError, OSError) as error:
        sys.exit(f"bench.py: {error}")
