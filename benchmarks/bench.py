#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""katwise in Python, hashlib beside it, taking samples in turn. `katwise bench` measures katwise
alone; this also measures its peer, and many messages in one call."""

import argparse
import hashlib
import json
import os
import platform
import ssl
import sys
from time import perf_counter_ns
from timeit import Timer

try:
    import katwise
    from katwise import _bench
except ImportError:
    sys.exit("bench.py: this Python has no katwise; after `make build` .venv/bin/python has")

HASH_SIZES = (8, 64, 576, 1536, 4096, 16384, 65536)
MAC_SIZES = (11, 26, 61, 139, 314, 709, 1597, 3595, 8090, 18205)
QUICK_HASH_SIZES = (64, 65536)
QUICK_MAC_SIZES = (61, 18205)
OBJECT_SIZE = 64
MANY_SIZE, MESSAGES = 1024, 64
STEPS = 50  # of the clock, at least, in a sample
ATTEMPTS = 100


class BenchError(Exception):
    """An output is wrong, or the machine is too busy."""


class Clock:
    """Nanoseconds. quantum: for tests, a clock that moves in such steps."""

    def __init__(self, quantum):
        self._quantum = quantum
        steps, last, readings = [], self(), 0
        start = last
        while len(steps) < 20 or readings < 1000:
            now = self()
            readings += 1
            if now != last:
                steps.append(now - last)
                last = now
        self.step, self.overhead = min(steps), (last - start) / readings

    def __call__(self):
        now = perf_counter_ns()
        return now - now % self._quantum if self._quantum > 1 else now


class Lane:
    """One contestant for one job: a statement and what it needs, in a loop as timeit makes them."""

    def __init__(self, runtime, level, statement, names, clock):
        self.runtime, self.level = runtime, level
        self.calls, self.ns = 1, []
        self._expression = compile(statement, "<statement>", "eval")
        self._names = names
        self._timer = Timer(statement, timer=clock, globals=names)

    def use_level(self):
        if self.runtime == "python":
            katwise.use_level(self.level)

    def outputs(self):
        self.use_level()
        result = eval(self._expression, self._names)
        return result if isinstance(result, list) else [result]

    def time(self, calls):
        return self._timer.timeit(calls)

    def least(self, calls):
        """The least of a few times: interruptions only add."""
        return min(self.time(calls) for _ in range(3))

    def calibrate(self, enough):
        """Finds how many calls make a sample: twice as many must take twice the time."""
        self.use_level()
        while (ns := self.least(self.calls)) < enough:
            few = ns < enough / 8
            self.calls = 4 * self.calls if few else int(self.calls * enough / ns * 1.1) + 1
        for _ in range(ATTEMPTS):
            if 1.8 < self.least(2 * self.calls) / self.least(self.calls) < 2.2:
                return
        raise BenchError("twice the calls don't take twice the time: is the machine very busy?")

    def sample(self):
        self.use_level()
        self.time(-(-self.calls // 8))  # warm
        self.ns.append(self.time(self.calls) / self.calls)


# ---- What is measured ----


def theirs(algorithm):
    """hashlib's constructor, as a program would use it."""
    name = algorithm.replace("sha3-", "sha3_").replace("sha512-", "sha512_")
    name = name.replace("shake", "shake_")
    return getattr(hashlib, name, None) or (lambda data: hashlib.new(name, data))


def poly1305(key, message):
    """RFC 8439, section 2.5.1."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for i in range(0, len(message), 16):
        block = int.from_bytes(message[i : i + 16] + b"\1", "little")
        total = (total + block) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


class Job:
    """An operation on messages: parts of one long string, whose byte k is k mod 251."""

    def __init__(self, algorithm, operation, size, messages=1):
        text = bytes(k % 251 for k in range(size * messages))
        self.algorithm, self.operation, self.size = algorithm, operation, size
        self.count = messages
        self.messages = [text[i * size : (i + 1) * size] for i in range(messages)]
        self.make = getattr(katwise, algorithm.replace("-", "_"))
        self.is_xof = algorithm in katwise.hashes and not self.make.digest_size
        self.key = bytes(range(32))

    def __str__(self):
        many = f"{self.count} messages of " if self.count > 1 else ""
        return f"{self.algorithm} {self.operation}, {many}{self.size} bytes"

    def expected(self):
        """By OpenSSL, or by the standard's own formula."""
        if self.operation == "mac":
            return [poly1305(self.key, message) for message in self.messages]
        size = (_bench.XOF_SIZE,) if self.is_xof else ()
        return [theirs(self.algorithm)(message).digest(*size) for message in self.messages]

    def statements(self):
        """(runtime, statement): katwise's, and hashlib's where it has the operation."""
        size = str(_bench.XOF_SIZE) if self.is_xof else ""
        more = f", {size}" if size else ""
        if self.operation == "mac":
            yield "python", "make(key, message).digest()"
        elif self.operation == "object":
            yield "python", f"make(message).digest({size})"
            yield "hashlib", f"theirs(message).digest({size})"
        elif self.operation == "many":
            yield "python", f"hash_many(name, messages{more})"
        elif self.count > 1:
            yield "python", f"[digest(name, m{more}) for m in messages]"
            yield "hashlib", f"[theirs(m).digest({size}) for m in messages]"
        else:
            yield "python", f"digest(name, message{more})"
            yield "hashlib", f"theirs(message).digest({size})"

    def lanes(self, levels, clock):
        names = {
            "make": self.make, "name": self.algorithm, "key": self.key, "messages": self.messages,
            "message": self.messages[0], "digest": katwise.digest, "hash_many": katwise.hash_many,
            "theirs": self.operation != "mac" and theirs(self.algorithm),
        }  # fmt: skip
        for runtime, statement in self.statements():
            for level in levels if runtime == "python" else ["OpenSSL"]:
                yield Lane(runtime, level, statement, names, clock)


def jobs(options):
    for algorithm in options.algorithm or (*katwise.hashes, *katwise.macs):
        if algorithm in katwise.macs:
            for size in options.size or (QUICK_MAC_SIZES if options.quick else MAC_SIZES):
                yield Job(algorithm, "mac", size)
            continue
        for size in options.size or (QUICK_HASH_SIZES if options.quick else HASH_SIZES):
            yield Job(algorithm, "hash", size)
        if not options.size:
            yield Job(algorithm, "object", OBJECT_SIZE)
            yield Job(algorithm, "hash", MANY_SIZE, MESSAGES)
            yield Job(algorithm, "many", MANY_SIZE, MESSAGES)


# ---- Measuring ----


def spread(values):
    """The quartiles and the interquartile mean of a multiple of 4 values."""
    s, n = sorted(values), len(values)
    inner = s[n // 4 : 3 * n // 4]
    q1, median, q3 = ((s[k * n // 4 - 1] + s[k * n // 4]) / 2 for k in (1, 2, 3))
    return {"q1": q1, "median": median, "q3": q3, "iqm": sum(inner) / len(inner)}


def check(job, lanes, expected):
    for lane in lanes:
        if lane.outputs() != expected:
            raise BenchError(f"{job}, {lane.runtime} {lane.level}: wrong output")


def measure(job, options, clock):
    """The job's rows: outputs are checked before and after, lanes take samples in turn."""
    expected = job.expected()
    if options.corrupt:
        expected[0] = bytes([expected[0][0] ^ 1]) + expected[0][1:]
    lanes = list(job.lanes(options.level or ["auto"], clock))
    check(job, lanes, expected)
    samples, sample_ns = (12, 50_000) if options.quick else (32, 200_000)
    for lane in lanes:
        lane.calibrate(max(STEPS * clock.step, sample_ns))
    for sample in range(samples):
        for k in range(len(lanes)):
            lanes[(k + sample) % len(lanes)].sample()
    check(job, lanes, expected)
    return [
        {
            "runtime": lane.runtime, "level": lane.level, "algorithm": job.algorithm,
            "operation": job.operation, "size": job.size, "messages": job.count,
            "ns": spread(lane.ns), "samples": samples, "calls": lane.calls, "checked": True,
        }
        for lane in lanes
    ]  # fmt: skip


def print_rows(job, rows):
    print(f"\n{job}\n{'':24}{'q1 ns':>12}{'median':>12}{'q3':>12}{'MB/s':>12}")
    for row in rows:
        q1, median, q3 = (row["ns"][k] for k in ("q1", "median", "q3"))
        speed = job.size * job.count / median * 1000
        label = f"{row['runtime']} {row['level']}"
        print(f"  {label:<22}{q1:>12.1f}{median:>12.1f}{q3:>12.1f}{speed:>12.1f}", flush=True)


def cpu():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(": ")[2] for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0].strip() if names else platform.machine()


def document(rows, clock):
    machine = {
        "cpu": cpu(), "architecture": platform.machine(),
        "os": f"{platform.system()} {platform.release()}", "cores": os.cpu_count(),
        "versions": {"katwise": katwise.__version__, "python": platform.python_version(),
                     "hashlib": " ".join(ssl.OPENSSL_VERSION.split()[:2])},
    }  # fmt: skip
    timer = {"counter": "perf_counter_ns", "step_ns": clock.step, "overhead_ns": clock.overhead,
             "cycles": "none"}  # fmt: skip
    return {"schema": 1, "machine": machine, "timer": timer, "rows": rows}


def message_size(text):
    if not text.isdecimal() or int(text) > 1 << 24:
        raise argparse.ArgumentTypeError(f"not a number of bytes up to 2**24: {text!r}")
    return int(text)


def arguments():
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__)
    add = parser.add_argument
    add("--algorithm", action="append", choices=(*katwise.hashes, *katwise.macs), metavar="NAME")
    add("--level", action="append", metavar="NAME", help="auto by default")
    add("--operation", action="append", choices=("hash", "object", "many", "mac"))
    add("--size", action="append", type=message_size, metavar="BYTES")
    add("--quick", action="store_true", help="fewer sizes and samples")
    add("--json", metavar="FILE", help="write the rows as JSON, too")
    add("--corrupt", action="store_true", help="for tests: expect wrong outputs, and so fail")
    add("--timer-step", type=int, default=1, metavar="NS", help="for tests: a coarser clock")
    return parser.parse_args()


def main():
    options = arguments()
    clock, rows = Clock(options.timer_step), []
    print(f"timer   perf_counter_ns, step {clock.step} ns, one reading {clock.overhead:.0f} ns")
    known = set()
    for job in jobs(options):
        if options.operation and job.operation not in options.operation:
            continue
        for level in options.level or ["auto"]:
            if (job.algorithm, level) not in known:
                katwise.use_level(level)
                _bench.check_known([job.algorithm])
                known.add((job.algorithm, level))
        found = measure(job, options, clock)
        print_rows(job, found)
        rows += found
    if not rows:
        raise BenchError("these algorithms have no such operation")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(document(rows, clock), file, indent=1)


if __name__ == "__main__":
    try:
        main()
    except (BenchError, katwise.Error, ValueError, OSError) as error:
        sys.exit(f"bench.py: {error}")
