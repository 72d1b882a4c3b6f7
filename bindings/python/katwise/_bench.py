# SPDX-License-Identifier: MIT
"""Measures the calls of the package. A row is made only after its output was found to be right."""

import hashlib
import json
import platform
from statistics import quantiles
from time import perf_counter_ns
from timeit import Timer

import katwise

from . import _kat
from ._files import Progress

SIZES = (8, 64, 576, 1536, 4096, 16384, 65536)
XOF_SIZE = 32  # bytes of output
SAMPLES = 41
STEPS = 50  # of the timer, at the least, in a sample
SAMPLE_NS = 400_000  # twice as long is still short enough to fall between two interruptions


def timer_step():
    """The smallest difference that the timer shows, in ns."""
    steps = []
    for _ in range(100):
        start = now = perf_counter_ns()
        while now == start:
            now = perf_counter_ns()
        steps.append(now - start)
    return min(steps)


class Call:
    """A call as a user writes it, with the names in it."""

    def __init__(self, statement, names):
        self.output = lambda: eval(statement, names)
        self.timer = Timer(statement, timer=lambda: perf_counter_ns(), globals=names)

    def sample(self, times):
        """ns of so many calls in a loop."""
        return self.timer.timeit(times)


def quickest(call, times):
    """The least disturbed of five samples."""
    return min(call.sample(times) for _ in range(5))


def calibrate(call, step):
    """How many calls make a sample: enough for the timer, and twice as many take twice as long."""
    shortest = max(STEPS * step, SAMPLE_NS)
    times = 1
    while (once := quickest(call, times)) < shortest:
        times = max(2 * times, min(100 * times, times * shortest // max(once, step)))
    for _ in range(100):
        if 1.8 <= quickest(call, 2 * times) / quickest(call, times) <= 2.2:
            return times
    raise katwise.Error("bench: the machine is too busy: twice the calls do not take twice as long")


def measure(call, step):
    times = calibrate(call, step)
    ns = [call.sample(times) / times for _ in range(SAMPLES)]
    q1, median, q3 = quantiles(ns, n=4)
    return {"q1": round(q1, 1), "median": round(median, 1), "q3": round(q3, 1)}


# ---- What is measured ----


def calls(name, message):
    """The operations of an algorithm on a message."""
    make = getattr(katwise, name.replace("-", "_"))
    names = {"katwise": katwise, "name": name, "message": message}
    if name in katwise.macs:
        names["key"] = bytes(range(make.key_size))
        return {"mac": Call(f"katwise.{make.__name__}(key, message).digest()", names)}
    size = () if make.digest_size else (str(XOF_SIZE),)
    return {
        "digest": Call(f"katwise.digest({', '.join(('name', 'message', *size))})", names),
        "object": Call(f"katwise.{make.__name__}(message).digest({', '.join(size)})", names),
    }


def expected(name, message):
    """hashlib's answer; without it, the portable code's, which has just passed the known ones."""
    if name in katwise.hashes:
        theirs = name.replace("-", "_").replace("shake", "shake_")
        if theirs in hashlib.algorithms_available:
            h = hashlib.new(theirs, message)
            return h.digest() if h.digest_size else h.digest(XOF_SIZE)
    level = katwise.level()
    katwise.use_level("portable")
    try:
        return next(iter(calls(name, message).values())).output()
    finally:
        katwise.use_level(level)


def check_known(names):
    """The known answers of these algorithms on the level in use."""
    entries = [e for e in _kat.load(_kat.shipped()) if e[2]["algorithm"] in names]
    wrong = []
    _kat.run_level(entries, wrong.append)
    if wrong:
        raise katwise.Error(f"bench: level {katwise.level()}: {wrong[0].strip()}")


def rows_of(name, size, step):
    message = bytes(i % 251 for i in range(size))
    right = expected(name, message)
    for operation, call in calls(name, message).items():
        if call.output() != right:
            raise katwise.Error(f"bench: {katwise.level()}: wrong {name} of {size} bytes")
        ns = measure(call, step)
        if call.output() != right:
            raise katwise.Error(f"bench: {katwise.level()}: {name} of {size} bytes went wrong")
        yield {
            "runtime": "python",
            "level": katwise.level(),
            "algorithm": name,
            "operation": operation,
            "size": size,
            "ns": ns,
            "samples": SAMPLES,
            "checked": True,
        }


def run(algorithms=None, sizes=SIZES, levels=None):
    """Measures algorithms (all) on messages of these sizes, on levels (the one in use)."""
    names = list(algorithms or katwise.hashes + katwise.macs)
    before, step, rows = katwise.level(), timer_step(), []
    try:
        for level in levels or [before]:
            katwise.use_level("portable")
            check_known(names)
            katwise.use_level(level)
            check_known(names)
            with Progress(f"bench {level}") as progress:
                for name in names:
                    for size in sizes:
                        progress.show(f"{name}, {size} bytes")
                        rows += rows_of(name, size, step)
    finally:
        katwise.use_level(before)
    return rows


# ---- The command ----


def table(rows, step):
    print(
        f"Python {platform.python_version()}, katwise {katwise.__version__}, level"
        f" {rows[0]['level']}: medians of {SAMPLES} samples, timer step {step} ns"
    )
    print(f"{'algorithm':<12} {'call':<7} {'bytes':>7} {'ns':>11} {'MB/s':>8}  quartiles")
    for row in rows:
        ns = row["ns"]
        print(
            f"{row['algorithm']:<12} {row['operation']:<7} {row['size']:>7} {ns['median']:>11}"
            f" {row['size'] * 1000 / ns['median']:>8.1f}  {ns['q1']} to {ns['q3']}"
        )


def command(algorithms, path):
    rows = run(algorithms)
    table(rows, timer_step())
    if path:
        with open(path, "w") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")
