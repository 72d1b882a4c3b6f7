# SPDX-License-Identifier: MIT
"""The comparison as one HTML file that needs nothing else."""

from html import escape
from pathlib import Path

from . import lanes, plots, tables

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
    if not passes:
        return "Each job ran once: what disturbed the machine meanwhile is in the numbers."
    return (f"Each job ran {passes['count']} times, minutes apart, and the quieter run is shown; "
            f"they differed by {100 * (passes['median'] - 1):.0f} % (median of all jobs).")


def _cell(row, base):
    if row is None:
        return "<td>–</td>"
    times = "" if base is None or row is base else f"<small>{tables.ratio(row, base)} ×</small>"
    return f"<td>{tables.number(tables.speed(row))}{times}</td>"


def _overview_row(table, algorithm, labels, which):
    operation = table.operation(algorithm)
    found = lanes.shown(table.select(algorithm, operation, tables.SHOWN[operation][which]))
    rows = {lanes.label(row): row for row in found}
    base = tables.reference(found)
    cells = "".join(_cell(rows.get(label), base) for label in labels)
    return f'<tr><td><a href="#{algorithm}">{algorithm}</a></td>{cells}</tr>'


def _overview(table, which, title):
    """One table of all algorithms: MB/s, and the ratio to the reference."""
    labels = {}
    for algorithm in table.algorithms:
        operation = table.operation(algorithm)
        for row in lanes.shown(table.select(algorithm, operation, tables.SHOWN[operation][which])):
            if row["runtime"] != "c" or row["level"] in ("auto", "portable"):
                labels[lanes.label(row)] = None
    head = "".join(f"<th>{escape(label).replace(', ', ',<br>')}</th>" for label in labels)
    body = "".join(_overview_row(table, name, labels, which) for name in table.algorithms)
    note = "MB/s; below, the time as a multiple of native code's"
    return (f'<h2>{title}</h2><p class="note">{note}</p>'
            f'<div class="scroll"><table><tr><th></th>{head}</tr>{body}</table></div>')


def _overviews(table):
    (short, long), (short_mac, long_mac) = tables.SHOWN["hash"], tables.SHOWN["mac"]
    return "".join((
        _overview(table, 1, f"Long messages: {tables.size_name(long)} ({long_mac} bytes for MACs)"),
        _overview(table, 0, f"Short messages: {short} bytes ({short_mac} for MACs)"),
    ))


_OPERATIONS = {"hash": "one message", "object": "an object", "many": "in one call",
               "mac": "one message", "verify": "verification"}


def _row(row, base):
    size = tables.size_name(row["size"])
    if row["messages"] > 1:
        size = f"{row['messages']} × {size}"
    ns = row["ns"]
    cells = (size, row["runtime"], row["level"], *(f"{ns[k]:.1f}" for k in ("q1", "median", "q3")),
             tables.number(tables.speed(row)), tables.ratio(row, base))
    first = f"<td>{_OPERATIONS[row['operation']]}</td>"
    return f"<tr>{first}{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"


def _all_rows(table, algorithm):
    head = "".join(f"<th>{title}</th>" for title in
                   ("", "length", "runtime", "level or call", "25 % ns", "median", "75 %", "MB/s",
                    "times native"))
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
        overviews=_overviews(table),
        algorithms="\n".join(_algorithm(table, name) for name in table.algorithms),
    )
