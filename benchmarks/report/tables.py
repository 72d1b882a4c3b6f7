# SPDX-License-Identifier: MIT
"""Tables for a terminal and for Markdown: the comparison, and the forms that the field knows."""

from . import lanes, signatures
from .rows import is_signature

SHOWN = {"hash": (64, 65536), "mac": (61, 18205)}  # a short and a long message
MANY = (1024, 64)


def size_name(size):
    """64 bytes, 64 KiB, 1 MiB."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} bytes"


def speed(row):
    """MB/s"""
    return row["size"] * row["messages"] / row["ns"]["median"] * 1000


def number(value):
    """Three digits, or all before the point."""
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    return f"{value:.{digits}f}"


def time_text(row):
    """A number and its unit: of all messages of a hash, of one signature."""
    if is_signature(row):
        return f"{signatures.milliseconds(row)} ms"
    ns = row["ns"]["median"]
    for unit, name in ((1e6, "ms"), (1e3, "µs"), (1, "ns")):
        if ns >= unit:
            break
    return f"{number(ns / unit)} {name}"


def rate(row):
    """MB/s as text; signatures have none."""
    return "" if is_signature(row) else f"{number(speed(row))} MB/s"


def reference(rows):
    return next((row for row in rows if lanes.is_reference(row)), None)


def ratio(row, base):
    """How many times the reference's time; empty without one."""
    return "" if base is None else number(row["ns"]["median"] / base["ns"]["median"])


def jobs(table, algorithm):
    """(title, rows) of what is shown of an algorithm: a short message, a long one, many."""
    if algorithm in table.signing:
        yield from signatures.jobs(table, algorithm)
        return
    operation = table.operation(algorithm)
    for size in SHOWN[operation]:
        yield size_name(size), lanes.shown(table.select(algorithm, operation, size))
    size, messages = MANY
    many = lanes.shown(table.select(algorithm, "many", size, messages))
    if many:
        yield f"{messages} × {size_name(size)} in one call", many


def comparison(table):
    """Text: one table for each algorithm, the reference's time 1."""
    for algorithm in table.hashing:
        yield from _compared(
            table, algorithm, f"{'time':>13}{'MB/s':>8}",
            lambda row: f"{time_text(row):>13}{number(speed(row)):>8}")
    for algorithm in table.signing:
        yield from _compared(
            table, algorithm, f"{'ms':>24}", lambda row: f"{signatures.milliseconds(row):>24}")


def _compared(table, algorithm, head, cells):
    columns = [(title, rows, reference(rows)) for title, rows in jobs(table, algorithm)]
    labels = {lanes.label(row): None for _, rows, _ in columns for row in rows}
    head += f"{'ratio':>8}"
    yield f"\n{algorithm:<24}" + "".join(f"{title:>{len(head)}}" for title, _, _ in columns)
    yield " " * 24 + head * len(columns)
    for label in labels:
        line = f"  {label:<22}"
        for _, rows, base in columns:
            row = next((row for row in rows if lanes.label(row) == label), None)
            line += " " * len(head) if row is None else f"{cells(row)}{ratio(row, base):>8}"
        yield line.rstrip()


_COLUMNS = (("c", "native (C)"), ("openssl", "OpenSSL"), ("python", "Python"),
            ("node-native", "Node.js"),
            ("node-wasm-simd128", "wasm SIMD"), ("node-wasm-plain", "wasm plain"),
            ("chromium-wasm-simd128", "wasm SIMD, Chromium"), ("@noble/hashes", "@noble"))


def _markdown_cell(row, base, text):
    if row is None:
        return "–"
    return text(row) if row is base or base is None else f"{text(row)} ({ratio(row, base)})"


def _columns(table, algorithm, which):
    """An algorithm's rows of the columns; None where there is none."""
    operation = table.operation(algorithm)
    job = (algorithm, operation, SHOWN[operation][which])
    return [table.find(*job, runtime, "auto" if runtime in ("c", "python") else None)
            for runtime, _ in _COLUMNS]


def _markdown_table(table, which, title, text):
    yield f"| {title} | " + " | ".join(name for _, name in _COLUMNS) + " |"
    yield "|---|" + "---:|" * len(_COLUMNS)
    for algorithm in table.hashing:
        rows = _columns(table, algorithm, which)
        cells = (_markdown_cell(row, rows[0], text) for row in rows)
        yield f"| `{algorithm}` | " + " | ".join(cells) + " |"


def markdown(table, machine):
    """The README's tables."""
    yield f"{machine_line(machine)}. In brackets: how many times the native time."
    if table.hashing:
        yield from _hash_markdown(table)
    yield from signatures.markdown(table)


def _hash_markdown(table):
    (short, long), (short_mac, long_mac) = SHOWN["hash"], SHOWN["mac"]
    yield ""
    yield from _markdown_table(table, 1, f"MB/s, {size_name(long)} ({long_mac} bytes for poly1305)",
                               lambda row: number(speed(row)))
    yield ""
    yield from _markdown_table(table, 0, f"ns, {size_name(short)} ({short_mac} for poly1305)",
                               lambda row: number(row["ns"]["median"]))


def overview(table):
    """Text: a line for each algorithm, long messages. MB/s in C, the time of others as a ratio."""
    if table.hashing:
        yield from _hash_overview(table)
    yield from signatures.overview(table)


def _hash_overview(table):
    (_, long), (_, long_mac) = SHOWN["hash"], SHOWN["mac"]
    yield f"\n{size_name(long)} ({long_mac} bytes for MACs): MB/s in C, ratios of the others"
    yield f"{'':<12}" + "".join(f"{name.replace('wasm SIMD, ', ''):>12}" for _, name in _COLUMNS)
    for algorithm in table.hashing:
        base, *others = _columns(table, algorithm, 1)
        cells = [number(speed(base)) if base else "–",
                 *(ratio(row, base) or "–" if row else "–" for row in others)]
        yield f"{algorithm:<12}" + "".join(f"{cell:>12}" for cell in cells)


def machine_line(machine):
    """What it is, and what ran on it."""
    parts = (machine["cpu"], machine["architecture"], f"{machine['cores']} cores", machine["os"],
             machine.get("compiler"))
    return ", ".join(part for part in parts if part)


def versions_line(machine):
    return ", ".join(f"{name} {version}" for name, version in machine["versions"].items())


# ---- cycles/byte in the field's forms ----

def _per_byte(row, clock, field):
    if "cycles" in row:
        return row["cycles"][field] / row["size"]
    return row["ns"][field] * (clock or 1) / row["size"]


def _unit(rows, clock):
    if any("cycles" in row for row in rows):
        return "cycles/byte"
    return "cycles/byte, estimated from ns and the core's clock" if clock else "ns/byte"


EBASH = (4096, 1536, 576, 64, 8)
LONG = (4096, 4096 + 60 * 1008)


def ebash(table, clock):
    """eBASH's: 25 %, 50 % and 75 % at each length; long is the slope between two of them."""
    lines, rows = [], []
    for algorithm in table.algorithms:
        found = {s: table.find(algorithm, "hash", s, "c", "auto") for s in {*EBASH, *LONG}}
        if not all(found.values()):
            continue
        rows += found.values()
        values = (f"{_ebash_value(found, size, clock, field):>7.2f}"
                  for size in ("long", *EBASH) for field in ("q1", "median", "q3"))
        lines.append(f"{algorithm:<12}" + "".join(values))
    if lines:
        yield f"\nhashes, one message, C: {_unit(rows, clock)} (25 % 50 % 75 %)"
        yield f"{'':<12}" + "".join(f"{name:>21}" for name in ("long", *EBASH))
        yield from lines


def _ebash_value(found, size, clock, field):
    if size != "long":
        return _per_byte(found[size], clock, field)
    low, high = (_per_byte(found[s], clock, field) * s for s in LONG)
    return (high - low) / (LONG[1] - LONG[0])


def lib1305(table, clock):
    """lib1305's: first quartile, interquartile mean, third quartile, of auth and verify."""
    lines, rows = [], []
    for size in table.sizes("poly1305", "verify"):
        found = [table.find("poly1305", operation, size, "c", "auto")
                 for operation in ("mac", "verify")]
        if not all(found):
            continue
        rows += found
        values = (f"{_per_byte(row, clock, field):>8.3f}"
                  for row in found for field in ("q1", "iqm", "q3"))
        lines.append(f"{size:>8}" + "".join(values))
    if lines:
        yield f"\npoly1305, C: {_unit(rows, clock)} (q1 iqm q3)"
        yield f"{'bytes':>8}{'auth':>24}{'verify':>24}"
        yield from lines
