# SPDX-License-Identifier: MIT
"""Rows of measurements: read, checked against docs/benchmarks.md, merged, looked up."""

import json

RUNTIMES = (
    "c", "openssl", "python", "hashlib",
    "node-native", "node-wasm-simd128", "node-wasm-plain",
    "chromium-wasm-simd128", "chromium-wasm-plain",
    "node:crypto", "hash-wasm", "@noble/hashes", "@noble/post-quantum", "fips205",
)  # fmt: skip
OPERATIONS = ("hash", "object", "many", "blocks", "mac", "verify",
              "keygen", "sign", "sign2", "verify8")  # fmt: skip
SIGNING = ("keygen", "sign", "sign2", "verify8")
SPREAD = ("min", "q1", "median", "q3", "low", "high")


def is_signature(row):
    """MACs have an operation verify, too, but of one message."""
    several = row["operation"] == "verify" and row["messages"] > 1
    return several or row["operation"] in SIGNING


class BadRows(Exception):
    """A document that is not as the schema says."""


def _require(good, what):
    if not good:
        raise BadRows(what)


def _check_spread(ns, where):
    _require(isinstance(ns, dict) and set(SPREAD) <= set(ns), f"{where}: ns")
    values = [ns[field] for field in SPREAD]
    numbers = all(isinstance(v, (int, float)) and 0 < v < float("inf") for v in values)
    ascending = numbers and sorted(values[:4]) == values[:4] and ns["low"] <= ns["high"]
    _require(ascending, f"{where}: not positive or not ascending: {ns}")


def check_row(row):
    """Raises BadRows unless the row is complete and sensible."""
    fields = ("runtime", "level", "algorithm", "operation", "size")
    where = " ".join(str(row.get(field)) for field in fields)
    _require(row.get("runtime") in RUNTIMES, f"{where}: unknown runtime")
    _require(row.get("operation") in OPERATIONS, f"{where}: unknown operation")
    for field in ("level", "algorithm"):
        _require(isinstance(row.get(field), str) and row[field], f"{where}: {field}")
    for field, least in (("size", 0), ("messages", 1), ("samples", 1)):
        value = row.get(field)
        _require(isinstance(value, int) and value >= least, f"{where}: {field}")
    _require(row.get("checked") is True, f"{where}: the output was not checked")
    _check_spread(row.get("ns"), where)


def check(document):
    """Raises BadRows unless the document is as docs/benchmarks.md says; returns it."""
    _require(isinstance(document, dict) and document.get("schema") == 1, "schema is not 1")
    _require(isinstance(document.get("machine"), dict), "machine is missing")
    _require(isinstance(document.get("timer"), dict), "timer is missing")
    _require(isinstance(document.get("rows"), list) and document["rows"], "there are no rows")
    for row in document["rows"]:
        check_row(row)
    return document


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return check(json.load(file))
    except BadRows as error:
        raise BadRows(f"{path}: {error}") from None
    except ValueError:
        raise BadRows(f"{path}: this is no JSON") from None


def is_cpu_time(document):
    """Whether the clocks stood still while others had the processor (--cpu-time)."""
    timers = document["timer"]
    all_timers = [timers] if "counter" in timers else timers.values()
    return any("CPU" in timer["counter"].upper() or timer["counter"] == "process_time_ns"
               for timer in all_timers)


def _jobs(document):
    jobs = {}
    for row in document["rows"]:
        key = tuple(row[k] for k in ("algorithm", "operation", "size", "messages"))
        jobs.setdefault(key, []).append(row)
    return jobs


def _total(rows):
    return sum(row["ns"]["median"] for row in rows)


def quieter(documents):
    """Of several passes of one harness, each job's rows of the pass where they took the least time,
    and how far apart passes were: the quotient of the most and the least, for each job. What
    disturbs a machine only adds time; rows that took samples in turn stay together."""
    passes = [_jobs(document) for document in documents]
    rows, quotients = [], []
    for job in passes[0]:
        found = sorted((jobs[job] for jobs in passes), key=_total)
        rows += found[0]
        quotients.append(_total(found[-1]) / _total(found[0]))
    return {**documents[-1], "rows": rows}, quotients


def merge(documents):
    """One document of several harnesses on one machine: timer then has each one's by its name."""
    machine, timers, rows, more = {}, {}, [], {}
    for document in documents:
        more.update({k: document[k] for k in ("passes",) if k in document})
        versions = {**machine.get("versions", {}), **document["machine"].get("versions", {})}
        machine = {**document["machine"], **machine, "versions": versions}
        timer = document["timer"]
        name = document["rows"][0]["runtime"].partition("-")[0]
        timers.update({name: timer} if "counter" in timer else timer)
        rows += document["rows"]
    return check({"schema": 1, "machine": machine, "timer": timers, **more, "rows": rows})


class Table:
    """Rows by what they are of."""

    def __init__(self, rows):
        self._rows = {self._key(row): row for row in rows}
        shown = [row for row in rows if row["operation"] != "blocks"]
        self.algorithms = list(dict.fromkeys(row["algorithm"] for row in shown))
        signing = {row["algorithm"] for row in shown if is_signature(row)}
        self.signing = [name for name in self.algorithms if name in signing]
        self.hashing = [name for name in self.algorithms if name not in signing]  # and MACs

    @staticmethod
    def _key(row):
        return tuple(row[k] for k in ("algorithm", "operation", "size", "messages", "runtime",
                                      "level"))

    def select(self, algorithm, operation, size=None, messages=1):
        """The rows of one job; or, without a size, of all jobs of an operation."""
        job = (algorithm, operation) if size is None else (algorithm, operation, size, messages)
        return [row for key, row in self._rows.items() if key[: len(job)] == job]

    def find(self, algorithm, operation, size, runtime, level=None, messages=1):
        """A row; of several levels the fastest. None if there is none."""
        rows = [row for row in self.select(algorithm, operation, size, messages)
                if row["runtime"] == runtime and level in (None, row["level"])]
        return min(rows, key=lambda row: row["ns"]["median"], default=None)

    def sizes(self, algorithm, operation):
        """The lengths that single messages were measured at."""
        return sorted({k[2] for k in self._rows if k[:2] == (algorithm, operation) and k[3] == 1})

    def jobs(self, algorithm):
        """The rows of each of its jobs."""
        keys = dict.fromkeys(key[:4] for key in self._rows if key[0] == algorithm)
        return [self.select(*key) for key in keys]

    def operation(self, algorithm):
        """Of its single messages: hash or mac."""
        return "mac" if self.sizes(algorithm, "mac") else "hash"
