# SPDX-License-Identifier: MIT
"""The harness of Python: a row is made only after its output was found to be right. `katwise
bench` runs it; benchmarks/bench.py puts hashlib beside it. docs/benchmarks.md has the schema.
Jobs of signatures are in _bench_signatures.py."""

import hashlib
import json
import os
import platform
import random
import ssl
from functools import partial
from time import perf_counter_ns, process_time_ns
from timeit import Timer

import katwise

from . import _criterion, _kat

HASH_SIZES = (8, 64, 576, 1536, 4096, 16384, 65536)
MAC_SIZES = (11, 26, 61, 139, 314, 709, 1597, 3595, 8090, 18205)
QUICK_HASH_SIZES = (64, 65536)
QUICK_MAC_SIZES = (61, 18205)
OBJECT_SIZE = 64
MANY_SIZE, MESSAGES = 1024, 64
XOF_SIZE = 32  # bytes of output
STEPS = 50  # of the clock, at least, in a sample
ATTEMPTS = 100
LONG_NS = 1_000_000  # a call that makes a sample by itself
COLD_NS = 20_000_000  # one that does not need to be warm
FEWEST = 4  # samples, unless a single call takes very long
RESAMPLES = 1000


class Clock:
    """Nanoseconds. quantum: for tests, a clock that moves in such steps. cpu_time: one that stands
    still while others have the processor."""

    def __init__(self, quantum=1, cpu_time=False):
        self._quantum = quantum
        self.name = "process_time_ns" if cpu_time else "perf_counter_ns"
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
        now = process_time_ns() if self.name == "process_time_ns" else perf_counter_ns()
        return now - now % self._quantum if self._quantum > 1 else now

    def __str__(self):
        return f"{self.name}, step {self.step} ns, one reading {self.overhead:.0f} ns"


class Lane:
    """One contestant for one job: a statement and what it needs, in a loop as timeit makes them.
    check: an expression that gives the outputs, where the statement does not."""

    def __init__(self, runtime, level, statement, names, clock, check=None):
        self.runtime, self.level = runtime, level
        self.calls, self.warm, self.samples, self.ns = 1, 0, 0, []
        self._expression = compile(check or statement, "<statement>", "eval")
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

    def prepare(self, enough, samples, budget):
        """Finds how many calls make a sample, and how many samples fit the budget."""
        self.use_level()
        first = self.time(1)
        if first < max(enough, LONG_NS):
            self._calibrate(enough)
        self.warm = -(-self.calls // 8) if first < COLD_NS else 0
        fit = int(min(samples, budget / first)) if first > enough else samples
        fewest = 1 if first > 4 * budget else FEWEST
        self.samples = max(fit - fit % FEWEST, fewest)

    def _calibrate(self, enough):
        """Twice as many calls must take twice the time."""
        while (ns := self.least(self.calls)) < enough:
            few = ns < enough / 8
            self.calls = 4 * self.calls if few else int(self.calls * enough / ns * 1.1) + 1
        for _ in range(ATTEMPTS):
            if 1.8 < self.least(2 * self.calls) / self.least(self.calls) < 2.2:
                return
        raise katwise.Error("twice the calls don't take twice the time: is the machine too busy?")

    def sample(self):
        self.use_level()
        self.time(self.warm)
        self.ns.append(self.time(self.calls) / self.calls)


# ---- What is right ----


def theirs(algorithm):
    """hashlib's constructor, as a program would use it; None if hashlib has no such hash."""
    name = algorithm.replace("sha3-", "sha3_").replace("sha512-", "sha512_")
    name = name.replace("shake", "shake_")
    if name not in hashlib.algorithms_available:
        return None
    return getattr(hashlib, name, None) or partial(hashlib.new, name)


def poly1305(key, message):
    """RFC 8439, section 2.5.1."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for i in range(0, len(message), 16):
        block = int.from_bytes(message[i : i + 16] + b"\1", "little")
        total = (total + block) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


FORMULAS = {"poly1305": poly1305}


def check_known(algorithm, level):
    """The known answers of an algorithm on a level, which stays in use."""
    katwise.use_level(level)
    entries = [e for e in _kat.load(_kat.shipped()) if e[2]["algorithm"] == algorithm]
    wrong = []
    _kat.run_level(entries, wrong.append)
    if wrong:
        raise katwise.Error(f"bench: level {level}: {wrong[0].strip()}")


# ---- What is measured ----


class Job:
    """An operation on messages: parts of one long string, whose byte k is k mod 251."""

    def __init__(self, algorithm, operation, size, messages=1):
        text = bytes(k % 251 for k in range(size * messages))
        make = getattr(katwise, algorithm.replace("-", "_"))
        self.algorithm, self.operation, self.size = algorithm, operation, size
        self.count = messages
        self.messages = [text[i * size : (i + 1) * size] for i in range(messages)]
        self.is_xof = operation != "mac" and not make.digest_size
        self.key = bytes(range(make.key_size)) if operation == "mac" else b""
        self.names = {
            "make": make, "name": algorithm, "key": self.key, "messages": self.messages,
            "message": self.messages[0], "digest": katwise.digest, "hash_many": katwise.hash_many,
        }  # fmt: skip

    def __str__(self):
        many = f"{self.count} messages of " if self.count > 1 else ""
        return f"{self.algorithm} {self.operation}, {many}{self.size} bytes"

    def expected(self):
        """By OpenSSL or by the standard's formula. An algorithm that has neither: by the portable
        level, which must have passed the known answers."""
        size = (XOF_SIZE,) if self.is_xof else ()
        if self.algorithm in FORMULAS:
            return [FORMULAS[self.algorithm](self.key, message) for message in self.messages]
        if self.operation != "mac" and (make := theirs(self.algorithm)):
            return [make(message).digest(*size) for message in self.messages]
        check_known(self.algorithm, "portable")
        make, key = self.names["make"], (self.key,) if self.key else ()
        return [make(*key, message).digest(*size) for message in self.messages]

    def statement(self):
        """The call as a program writes it."""
        size = str(XOF_SIZE) if self.is_xof else ""
        more = f", {size}" if size else ""
        if self.operation == "mac":
            return "make(key, message).digest()"
        if self.operation == "object":
            return f"make(message).digest({size})"
        if self.operation == "many":
            return f"hash_many(name, messages{more})"
        if self.count > 1:
            return f"[digest(name, m{more}) for m in messages]"
        return f"digest(name, message{more})"

    def lanes(self, levels, clock):
        for level in levels:
            yield Lane("python", level, self.statement(), self.names, clock)


def jobs(algorithms=None, sizes=None, quick=False, make=Job):
    """All jobs of hashes and MACs (all) at sizes (those of docs/benchmarks.md)."""
    for algorithm in algorithms or (*katwise.hashes, *katwise.macs):
        if algorithm in katwise.macs:
            for size in sizes or (QUICK_MAC_SIZES if quick else MAC_SIZES):
                yield make(algorithm, "mac", size)
            continue
        for size in sizes or (QUICK_HASH_SIZES if quick else HASH_SIZES):
            yield make(algorithm, "hash", size)
        if not sizes:
            yield make(algorithm, "object", OBJECT_SIZE)
            yield make(algorithm, "hash", MANY_SIZE, MESSAGES)
            yield make(algorithm, "many", MANY_SIZE, MESSAGES)


# ---- Measuring ----


def bootstrap(values):
    """95 % of the medians that other samples might have had: Criterion's interval."""
    draw = random.Random(1).choices  # the same numbers in each run
    medians = sorted(middle(sorted(draw(values, k=len(values)))) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return medians[tail], medians[-1 - tail]


def middle(s, quarters=2):
    """The median of sorted values, or another quartile; a multiple of 4 of them, or one."""
    k = quarters * len(s) // 4
    return (s[k - 1] + s[k]) / 2 if len(s) > 1 else s[0]


def spread(values):
    """What a row tells of its samples."""
    s, n = sorted(values), len(values)
    inner = s[n // 4 : 3 * n // 4] or s
    q1, median, q3 = (middle(s, k) for k in (1, 2, 3))
    low, high = bootstrap(s)
    return {"min": s[0], "q1": q1, "median": median, "q3": q3, "iqm": sum(inner) / len(inner),
            "low": low, "high": high}  # fmt: skip


def check(job, lanes, expected):
    for lane in lanes:
        if lane.outputs() != expected:
            raise katwise.Error(f"{job}, {lane.runtime} {lane.level}: wrong output")


def measure(job, levels, clock, quick=False):
    """The job's rows: outputs are checked before and after, lanes take samples in turn."""
    expected = job.expected()
    lanes = list(job.lanes(levels, clock))
    check(job, lanes, expected)
    rounds, sample_ns, budget = (12, 50_000, 1e8) if quick else (32, 200_000, 5e8)
    for lane in lanes:
        lane.prepare(max(STEPS * clock.step, sample_ns), rounds, budget)
    for i in range(rounds):
        for k in range(len(lanes)):
            lane = lanes[(k + i) % len(lanes)]
            if (i + 1) * lane.samples // rounds > i * lane.samples // rounds:  # few are spread
                lane.sample()
    check(job, lanes, expected)
    return [
        {
            "runtime": lane.runtime, "level": lane.level, "algorithm": job.algorithm,
            "operation": job.operation, "size": job.size, "messages": job.count,
            "ns": spread(lane.ns), "samples": lane.samples, "calls": lane.calls, "checked": True,
        }
        for lane in lanes
    ]  # fmt: skip


def print_signature_rows(job, rows):
    print(f"\n{job}\n{'':24}{'low ms':>12}{'median':>12}{'high':>12}{'samples':>12}")
    for row in rows:
        times = "".join(f"{ms:>12.4f}" for ms in _criterion.milliseconds(row))
        label = f"{row['runtime']} {row['level']}"
        print(f"  {label:<22}{times}{row['samples']:>12}", flush=True)


def print_rows(job, rows):
    if job.algorithm in katwise.signatures:
        print_signature_rows(job, rows)
        return
    print(f"\n{job}\n{'':24}{'q1 ns':>12}{'median':>12}{'q3':>12}{'MB/s':>12}")
    for row in rows:
        q1, median, q3 = (row["ns"][k] for k in ("q1", "median", "q3"))
        speed = job.size * job.count / median * 1000
        label = f"{row['runtime']} {row['level']}"
        print(f"  {label:<22}{q1:>12.1f}{median:>12.1f}{q3:>12.1f}{speed:>12.1f}", flush=True)


def run(wanted, levels, clock, quick=False, report=print_rows):
    """The rows of all jobs wanted, each reported as soon as it has them."""
    before, rows, known = katwise.level(), [], set()
    try:
        for job in wanted:
            for level in levels:
                if (job.algorithm, level) not in known:
                    check_known(job.algorithm, level)
                    known.add((job.algorithm, level))
            found = measure(job, levels, clock, quick)
            report(job, found)
            rows += found
    finally:
        katwise.use_level(before)
    return rows


# ---- The document ----


def cpu():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(": ")[2] for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0].strip() if names else platform.machine()


def document(rows, clock):
    """Schema 1."""
    machine = {
        "cpu": cpu(), "architecture": platform.machine(),
        "os": f"{platform.system()} {platform.release()}", "cores": os.cpu_count(),
        "versions": {"katwise": katwise.__version__, "python": platform.python_version(),
                     "hashlib": " ".join(ssl.OPENSSL_VERSION.split()[:2])},
    }  # fmt: skip
    timer = {"counter": clock.name, "step_ns": clock.step, "overhead_ns": clock.overhead,
             "cycles": "none"}  # fmt: skip
    return {"schema": 1, "machine": machine, "timer": timer, "rows": rows}


def measured(path, make_rows, clock):
    """Makes rows and writes them to a file, if there is to be one: it is opened beforehand."""
    with open(path or os.devnull, "w", encoding="utf-8") as file:
        json.dump(document(make_rows(), clock), file, indent=1)
        file.write("\n")


def print_criterion(title):
    """A report that prints an algorithm's lines as soon as all its rows are there."""
    found = {}

    def report(job, rows):
        for row in rows:
            found.setdefault(row["algorithm"], {})[row["operation"]] = row
        if found[job.algorithm].keys() >= set(_criterion.OPERATIONS):
            print(*_criterion.lines(job.algorithm, found[job.algorithm]), sep="\n", flush=True)

    print(*_criterion.head(title), sep="\n", flush=True)
    return report


def command(algorithms, path, table=None):
    """katwise bench. table: "criterion", of signatures alone."""
    from . import _bench_signatures as signing  # which imports this module

    clock, levels = Clock(), [katwise.level()]
    print(f"Python {platform.python_version()}, katwise {katwise.__version__}; timer {clock}")
    wanted, report = signing.all_jobs(algorithms), print_rows
    if table == "criterion":
        wanted = signing.jobs(algorithms, operations=_criterion.OPERATIONS)
        report = print_criterion(f"{cpu()}, Python, level {levels[0]}")
    measured(path, lambda: run(wanted, levels, clock, report=report), clock)
