# SPDX-License-Identifier: MIT
"""What the runtimes are called in tables and on the page, their order and their groups."""

GROUPS = {
    "native": "native code, from C",
    "binding": "native code, from Python and Node.js",
    "wasm": "WebAssembly",
    "peer": "other libraries",
}

# runtime: (its group, its label)
_RUNTIMES = {
    "c": ("native", "C"),
    "python": ("binding", "Python"),
    "node-native": ("binding", "Node.js"),
    "node-wasm-simd128": ("wasm", "wasm SIMD, Node.js"),
    "node-wasm-plain": ("wasm", "wasm plain, Node.js"),
    "chromium-wasm-simd128": ("wasm", "wasm SIMD, Chromium"),
    "chromium-wasm-plain": ("wasm", "wasm plain, Chromium"),
    "openssl": ("peer", "OpenSSL"),
    "hashlib": ("peer", "hashlib"),
    "node:crypto": ("peer", "node:crypto"),
    "hash-wasm": ("peer", "hash-wasm"),
    "@noble/hashes": ("peer", "@noble (JS)"),
    "@noble/post-quantum": ("peer", "@noble (JS)"),
    "fips205": ("peer", "fips205 (Rust)"),
}
_ORDER = {runtime: i for i, runtime in enumerate(_RUNTIMES)}


def group(row):
    return _RUNTIMES[row["runtime"]][0]


def label(row):
    name = _RUNTIMES[row["runtime"]][1]
    return f"{name}, {row['level']}" if row["runtime"] == "c" and row["level"] != "auto" else name


def is_reference(row):
    """The row that is 1 in ratios."""
    return row["runtime"] == "c" and row["level"] == "auto"


def shown(rows):
    """Rows for people: in order, of several ways to call a peer the fastest alone."""
    best = {}
    for row in rows:
        if row["runtime"] == "python" and row["level"] != "auto":
            continue
        key = label(row)
        if key not in best or row["ns"]["median"] < best[key]["ns"]["median"]:
            best[key] = row
    return sorted(best.values(), key=lambda row: (_ORDER[row["runtime"]], not is_reference(row)))
