# SPDX-License-Identifier: MIT
"""Plots in SVG that fit any width: positions are percentages, text keeps its size."""

from html import escape
from math import ceil, floor, log2

from . import lanes
from .tables import LONG, number, rate, reference, size_name, speed, time_text


def _percent(value, low, high):
    return 100 * (log2(value) - log2(low)) / (log2(high) - log2(low))


# ---- Bars: the time of each lane, on a scale of ratios ----

def _bar(row, base, low, high, ticks):
    times = row["ns"]["median"] / base
    width = _percent(times, low, high)
    inside = width > 82
    place = f'x="{width:.2f}%" dx="{-6 if inside else 6}"'
    grid = "".join(f'<line class="grid" x1="{x:.2f}%" x2="{x:.2f}%" y1="0" y2="100%"/>'
                   for x in ticks.values())
    return (f'<svg class="bar" role="img" aria-label="{ratio_text(times)}">{grid}'
            f'<rect class="{lanes.group(row)}" y="3" height="16" rx="2" width="{width:.2f}%"/>'
            f'<text class="{"in" if inside else "out"}" y="15" {place}>{ratio_text(times)}</text>'
            '</svg>')


def ratio_text(times):
    return f"{number(times)} ×"


def _scale(values):
    """Powers of two around the values, the lower end well below the least."""
    low = 2.0 ** (floor(log2(min(values))) - 1)
    high = 2.0 ** ceil(log2(max(values)) + 0.02)
    return low, high


def _axis(ticks, low):
    labels = "".join(
        f'<text x="{x:.2f}%" y="12" text-anchor="middle">{value:g}</text>'
        for value, x in ticks.items() if low < value)
    return f'<svg class="axis">{labels}</svg>'


def bars(rows):
    """HTML: the lanes of one job, the fastest first. Times are in units of the reference's, or of
    the fastest's if that is missing."""
    rows = sorted(rows, key=lambda row: row["ns"]["median"])
    base = (reference(rows) or rows[0])["ns"]["median"]
    low, high = _scale([row["ns"]["median"] / base for row in rows])
    steps = int(log2(high / low))
    every = 1 + steps // 7
    values = [low * 2.0**i for i in range(steps + 1)]
    ticks = {v: _percent(v, low, high) for v in values if int(log2(v)) % every == 0}
    lines = [
        f'<div class="row"><div class="label">{escape(lanes.label(row))}</div>'
        f"{_bar(row, base, low, high, ticks)}"
        f'<div class="value">{time_text(row)}<span>{rate(row)}</span></div></div>'
        for row in rows
    ]
    axis = f'<div class="row note"><div class="label">times native</div>{_axis(ticks, low)}</div>'
    return f'<div class="bars">{"".join(lines)}{axis}</div>'


# ---- Lines: throughput against length ----

# (runtime, level): the stroke's pattern and the marker
LINES = {
    ("c", "auto"): ("", "dot"),
    ("c", "portable"): ("2 4", "ring"),
    ("python", "auto"): ("", "dot"),
    ("node-native", None): ("6 4", "ring"),
    ("node-wasm-simd128", None): ("", "dot"),
    ("node-wasm-plain", None): ("2 4", "ring"),
    ("chromium-wasm-simd128", None): ("6 4", "ring"),
    ("openssl", None): ("", "dot"),
    ("hash-wasm", None): ("2 4", "ring"),
    ("@noble/hashes", None): ("6 4", "ring"),
}


def _marker(x, y, css, marker):
    return f'<circle class="{css} {marker}" cx="{x}" cy="{y}" r="3.2"/>'


def _segment(a, b, css, dash):
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line class="{css}" x1="{a[0]:.2f}%" y1="{a[1]:.2f}%" '
            f'x2="{b[0]:.2f}%" y2="{b[1]:.2f}%"{pattern}/>')


def _line(points, css, style):
    dash, marker = style
    lines = "".join(_segment(a, b, css, dash) for a, b in zip(points, points[1:]))
    return lines + "".join(_marker(f"{x:.2f}%", f"{y:.2f}%", css, marker) for x, y in points)


def _key(row, style):
    css = lanes.group(row)
    dash, marker = style
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<li><svg width="34" height="12"><line class="{css}" x1="0" x2="34" y1="6" y2="6"'
            f'{pattern}/>{_marker("17", "6", css, marker)}</svg>{escape(lanes.label(row))}</li>')


def _ticks_x(low, high):
    first, last = ceil(log2(low)), floor(log2(high))
    every = max(1, ceil((last - first) / 6))
    return [2**i for i in range(first, last + 1, every)]


def _ticks_y(low, high):
    values = [m * 10.0**e for e in range(-1, 7) for m in (1, 2, 5)]
    ticks = [v for v in values if low <= v <= high]
    return ticks if len(ticks) <= 10 else [v for v in ticks if f"{v:g}"[0] == "1"]


def _frame(x, y):
    """Grid and labels; x and y: (low, high)."""
    parts = []
    for value in _ticks_x(*x):
        at = f"{_percent(value, *x):.2f}%"
        text = size_name(value).replace(" bytes", " B")
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="0" y2="100%"/>'
                     f'<text x="{at}" y="100%" dy="17" text-anchor="middle">{text}</text>')
    for value in _ticks_y(*y):
        at = f"{100 - _percent(value, *y):.2f}%"
        parts.append(f'<line class="grid" x1="0" x2="100%" y1="{at}" y2="{at}"/>'
                     f'<text x="-8" y="{at}" dy="4" text-anchor="end">{value:g}</text>')
    return "".join(parts)


def _series(table, algorithm):
    operation = table.operation(algorithm)
    for (runtime, level), style in LINES.items():
        rows = [table.find(algorithm, operation, size, runtime, level)
                for size in table.sizes(algorithm, operation) if size != LONG[1]]
        rows = [row for row in rows if row]
        if rows:
            yield rows, style


def lines(table, algorithm):
    """HTML: MB/s at each length, both axes logarithmic; empty for a single length."""
    series = list(_series(table, algorithm))
    rows = [row for found, _ in series for row in found]
    sizes = {row["size"] for row in rows}
    if len(sizes) < 2:
        return ""
    x = (min(sizes) / 1.15, max(sizes) * 1.15)
    y = (min(map(speed, rows)) / 1.25, max(map(speed, rows)) * 1.25)
    drawn, keys = [], []
    for found, style in series:
        points = [(_percent(r["size"], *x), 100 - _percent(speed(r), *y)) for r in found]
        drawn.append(_line(points, lanes.group(found[0]), style))
        keys.append(_key(found[0], style))
    return (f'<figure class="lines"><figcaption>MB/s against length</figcaption>'
            f'<svg class="plot" role="img" aria-label="MB/s against length">{_frame(x, y)}'
            f'{"".join(drawn)}</svg><ul>{"".join(keys)}</ul></figure>')
