# SPDX-License-Identifier: MIT
"""The comparison as one HTML file that needs nothing else."""

from html import escape
from pathlib import Path

from . import lanes, plots, signatures, tables
from .rows import is_cpu_time, is_signature

_STYLE = Path(__file__).with_name("page.css")

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>katwise: native code against WebAssembly</title>
<style>
{style}</style>
<h1>katwise: native code against WebAssembly</h1>
<p class="soft">{machine}<br>{versions}</p>
<p>How long each algorithm takes in each runtime, on one machine, beside other libraries. 1 is
katwise called from C with all instructions that this machine has; 2 × takes twice as long. Every
output was checked before its time was taken. Times are medians of {samples} samples; bars and both
axes of the plots are logarithmic. {passes}</p>
<ul class="groups">{groups}</ul>
<nav>{links}</nav>
{overviews}
{algorithms}
<footer class="soft">Made by benchmarks/compare. How the numbers come about, and what they don't
say: docs/benchmarks.md.</footer>
</html>
"""


def _passes(document):
    passes = document.get("passes")
    if is_cpu_time(document):
        return "Times are the processor's alone: what others did meanwhile is not in them."
    if not passes:
        return "Each job ran once: what disturbed the machine meanwhile is in the numbers."
    return (f"Each job ran {passes['count']} times, minutes apart, and the quieter run is shown; "
            f"they differed by {100 * (passes['median'] - 1):.0f} % (median of all jobs).")


def _cell(row, base, text):
    if row is None:
        return "<td>–</td>"
    times = "" if base is None or row is base else f"<small>{tables.ratio(row, base)} ×</small>"
    return f"<td>{text(row)}{times}</td>"


def _overview_row(name, found, labels, text):
    rows = {lanes.label(row): row for row in found}
    base = tables.reference(found)
    cells = "".join(_cell(rows.get(label), base, text) for label in labels)
    return f'<tr><td><a href="#{name}">{name}</a></td>{cells}</tr>'


def _overview(title, unit, rows_of, text):
    """One table: a line for each algorithm of rows_of, with ratios to the reference."""
    found = {name: lanes.shown(rows) for name, rows in rows_of.items()}
    labels = {lanes.label(row): None for rows in found.values() for row in rows
              if row["runtime"] != "c" or row["level"] in ("auto", "portable")}
    head = "".join(f"<th>{escape(label).replace(', ', ',<br>')}</th>" for label in labels)
    body = "".join(_overview_row(name, rows, labels, text) for name, rows in found.items())
    note = f"{unit}; below, the time as a multiple of native code's"
    return (f'<h2>{title}</h2><p class="note">{note}</p>'
            f'<div class="scroll"><table><tr><th></th>{head}</tr>{body}</table></div>')


def _hash_overview(table, which, title):
    operations = {name: table.operation(name) for name in table.hashing}
    rows_of = {name: table.select(name, operation, tables.SHOWN[operation][which])
               for name, operation in operations.items()}
    return _overview(title, "MB/s", rows_of, lambda row: tables.number(tables.speed(row)))


def _signature_overview(table, operation):
    rows_of = {name: table.select(name, operation) for name in table.signing}
    title = f"Time of a {signatures.OPERATIONS[operation]}"
    return _overview(title, "ms, smaller is better", rows_of, signatures.milliseconds)


def _overviews(table):
    (short, long), (short_mac, long_mac) = tables.SHOWN["hash"], tables.SHOWN["mac"]
    if table.hashing:
        yield _hash_overview(
            table, 1, f"Long messages: {tables.size_name(long)} ({long_mac} bytes for MACs)")
        yield _hash_overview(table, 0, f"Short messages: {short} bytes ({short_mac} for MACs)")
    for operation in signatures.SHOWN if table.signing else ():
        yield _signature_overview(table, operation)


_OPERATIONS = {"hash": "one message", "object": "an object", "many": "in one call",
               "blocks": "in one call", "mac": "one message", "verify": "verification"}


def _cells(row):
    """What it is, ns of all messages, and MB/s; of signatures, ms of one, and samples."""
    ns = [row["ns"][k] for k in ("q1", "median", "q3")]
    if is_signature(row):
        ms = (f"{value / row['messages'] / 1e6:.4f}" for value in ns)
        return (signatures.OPERATIONS[row["operation"]], "", *ms, row["samples"])
    size = tables.size_name(row["size"])
    many = f"{row['messages']} × {size}" if row["messages"] > 1 else size
    speed = tables.number(tables.speed(row))
    return (_OPERATIONS[row["operation"]], many, *(f"{value:.1f}" for value in ns), speed)


def _row(row, base):
    what, size, *numbers = _cells(row)
    cells = (what, size, row["runtime"], row["level"], *numbers, tables.ratio(row, base))
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"


def _all_rows(table, algorithm):
    signing = algorithm in table.signing
    unit, more = ("ms", "samples") if signing else ("ns", "MB/s")
    head = "".join(f"<th>{title}</th>" for title in
                   ("", "" if signing else "length", "runtime", "level or call", f"25 % {unit}",
                    "median", "75 %", more, "times native"))
    jobs = table.jobs(algorithm)
    body = "".join(_row(row, tables.reference(rows)) for rows in jobs for row in rows)
    return (f'<details><summary>All measurements of {algorithm}</summary><div class="scroll">'
            f'<table><tr>{head}</tr>{body}</table></div></details>')


def _algorithm(table, name):
    charts = "".join(f"<div><h3>{title}</h3>{plots.bars(rows)}</div>"
                     for title, rows in tables.jobs(table, name) if rows)
    return (f'<section id="{name}"><h2>{name}</h2><div class="charts">{charts}'
            f"{plots.lines(table, name)}</div>{_all_rows(table, name)}</section>")


def page(table, document):
    """The file's text."""
    samples = sorted({row["samples"] for row in document["rows"]})
    return _PAGE.format(
        style=_STYLE.read_text(encoding="utf-8"),
        machine=escape(tables.machine_line(document["machine"])),
        versions=escape(tables.versions_line(document["machine"])),
        samples=" or ".join(map(str, samples)),
        passes=_passes(document),
        groups="".join(f'<li><i class="{css}"></i>{name}</li>'
                       for css, name in lanes.GROUPS.items()),
        links="".join(f'<a href="#{name}">{name}</a>' for name in table.algorithms),
        overviews="".join(_overviews(table)),
        algorithms="\n".join(_algorithm(table, name) for name in table.algorithms),
    )
