# SPDX-License-Identifier: MIT
"""Signatures: what is shown of them, and the form that Criterion prints. Smaller is better."""

import runpy
from math import floor, log10
from pathlib import Path

from . import lanes

# operation: what one of them is called
OPERATIONS = {
    "keygen": "key generation",
    "sign": "signature",
    "sign2": "signature, two threads",
    "verify": "verification",
    "verify8": "verification, of 8 in one call",
}
SHOWN = ("sign", "verify", "keygen")

_FORM = Path(__file__).parents[2] / "bindings/python/katwise/_criterion.py"
criterion = runpy.run_path(str(_FORM))  # the package's command prints the same form

_COLUMNS = (("c", "native (C)"), ("python", "Python"), ("node-native", "Node.js"),
            ("node-wasm-simd128", "wasm SIMD"), ("node-wasm-plain", "wasm plain"),
            ("chromium-wasm-simd128", "wasm SIMD, Chromium"), ("fips205", "fips205 (Rust)"),
            ("node:crypto", "OpenSSL 3.5"), ("@noble/post-quantum", "@noble"))


def each(row):
    """ns of one key generation, signature or verification."""
    return row["ns"]["median"] / row["messages"]


def jobs(table, algorithm):
    """(title, rows) of all that was measured of an algorithm."""
    for operation, title in OPERATIONS.items():
        if rows := lanes.shown(table.select(algorithm, operation)):
            yield title, rows


def find(table, algorithm, operation, runtime, level=None):
    """A row; of several levels the fastest. None if there is none."""
    rows = [row for row in table.select(algorithm, operation)
            if row["runtime"] == runtime and level in (None, row["level"])]
    return min(rows, key=each, default=None)


def columns(table, algorithm, operation):
    """(title, row or None) of native code, the other runtimes and the peers."""
    for runtime, title in _COLUMNS:
        level = "auto" if runtime in ("c", "python") else None
        yield title, find(table, algorithm, operation, runtime, level)


def digits(value):
    """Three significant digits, or all before the point."""
    return f"{value:.{max(0, 2 - floor(log10(value)))}f}"


def milliseconds(row):
    return digits(each(row) / 1e6)


def ratio(row, base):
    return digits(each(row) / each(base))


def _cell(row, base):
    if row is None:
        return "–"
    return milliseconds(row) + ("" if base in (None, row) else f" ({ratio(row, base)})")


def markdown(table):
    """The README's tables: ms, and how many times the native time."""
    for operation in SHOWN if table.signing else ():
        head = [f"ms, {OPERATIONS[operation]}", *(title for _, title in _COLUMNS)]
        yield ""
        yield f"| {' | '.join(head)} |"
        yield "|---|" + "---:|" * len(_COLUMNS)
        for name in table.signing:
            rows = [row for _, row in columns(table, name, operation)]
            yield f"| `{name}` | " + " | ".join(_cell(row, rows[0]) for row in rows) + " |"


def overview(table):
    """Text: a line for each algorithm. ms in C, the time of others as a ratio."""
    for operation in ("sign", "verify") if table.signing else ():
        titles = (title.replace("wasm SIMD, ", "").replace(" (Rust)", "") for _, title in _COLUMNS)
        yield f"\n{OPERATIONS[operation]}: ms in C, ratios of the others"
        yield f"{'':<19}" + "".join(f"{title:>12}" for title in titles)
        for name in table.signing:
            base, *others = (row for _, row in columns(table, name, operation))
            cells = [milliseconds(base) if base else "–",
                     *(ratio(row, base) if row and base else "–" for row in others)]
            yield f"{name:<19}" + "".join(f"{cell:>12}" for cell in cells)


def criterion_tables(table):
    """[low estimate high] of each runtime of katwise's, beside published figures."""
    for runtime, title in _COLUMNS[:5]:
        level = "auto" if runtime in ("c", "python") else None
        found = {name: {o: row for o in criterion["OPERATIONS"]
                        if (row := find(table, name, o, runtime, level))}
                 for name in table.signing}
        if any(found.values()):
            yield ""
            yield from criterion["head"](title)
            for name, rows in found.items():
                yield from criterion["lines"](name, rows)
