# SPDX-License-Identifier: MIT
"""The project's targets, each with the ratio that was measured."""

from dataclasses import dataclass
from pathlib import Path

from . import limits

KIB = 1024


@dataclass
class Figure:
    """A ratio and its bound: at most, or (least) at least. value is None if a row is missing."""

    what: str
    bound: float
    value: float | None
    least: bool = False
    note: str = ""

    @property
    def met(self):
        if self.value is None:
            return None
        return self.value >= self.bound if self.least else self.value <= self.bound


def _ratio(row, base):
    return row["ns"]["median"] / base["ns"]["median"] if row and base else None


def _long(table):
    """64 KiB against the fastest way to call OpenSSL."""
    for algorithm, bound in (("sha256", 1.03), ("sha512", 1.10), ("shake128", 0.90),
                             ("sha3-256", 0.90)):
        job = (algorithm, "hash", 64 * KIB)
        value = _ratio(table.find(*job, "c", "auto"), table.find(*job, "openssl"))
        yield Figure(f"{algorithm}, 64 KiB: time / OpenSSL's", bound, value)


def _short(table):
    """The worst of all hashes, against one-shot calls of OpenSSL as they are mostly written."""
    for size in (8, 64):
        ratios, notes = {}, {}
        for algorithm in table.algorithms:
            job = (algorithm, "hash", size)
            ours, peer = table.find(*job, "c", "auto"), table.find(*job, "openssl", "EVP_Digest")
            if ours and peer:
                ratios[algorithm] = _ratio(ours, peer)
                fetched = _ratio(ours, table.find(*job, "openssl", "fetched"))
                notes[algorithm] = f"; fetched beforehand {fetched:.2f}" if fetched else ""
        worst = max(ratios, key=ratios.get, default=None)
        note = worst + notes[worst] if worst else ""
        yield Figure(f"all hashes, {size} bytes: worst time / EVP_Digest's", 0.6,
                     ratios.get(worst), note=note)


def _many(table):
    for algorithm, bound in (("sha256", 0.5), ("sha512", 0.35), ("shake128", 0.25)):
        rows = [table.find(algorithm, operation, KIB, "c", "auto", 64)
                for operation in ("many", "hash")]
        yield Figure(f"hash_many {algorithm}, 64 x 1 KiB: time / 64 calls'", bound, _ratio(*rows))


def _python(table):
    for operation, size, bound, what in (("hash", 64, 0.5, "digest(), 64 bytes"),
                                         ("object", 64, 1.3, "object, 64 bytes"),
                                         ("hash", 16 * KIB, 1.05, "digest(), 16 KiB")):
        ours = table.find("sha256", operation, size, "python", "auto")
        peer = table.find("sha256", operation, size, "hashlib")
        yield Figure(f"Python sha256, {what}: time / hashlib's", bound, _ratio(ours, peer))


def _node(table):
    ours = table.find("sha256", "hash", 64, "node-native")
    peer = table.find("sha256", "hash", 64, "node:crypto", "createHash")
    yield Figure("Node.js native sha256, 64 bytes: time / createHash's", 0.5, _ratio(ours, peer))


def _wasm(table):
    for algorithm, bound in (("sha256", 1.0), ("sha512", 1.0), ("sha3-256", 1.2)):
        job = (algorithm, "hash", KIB * KIB)
        value = _ratio(table.find(*job, "hash-wasm"), table.find(*job, "node-wasm-simd128"))
        yield Figure(f"wasm {algorithm}, 1 MiB: speed / hash-wasm's", bound, value, least=True)
    many = table.find("sha256", "many", KIB, "node-wasm-simd128", messages=64)
    peer = table.find("sha256", "hash", KIB, "hash-wasm", messages=64)
    yield Figure("wasm hashMany sha256, 1 KiB: speed / hash-wasm's", 2.5, _ratio(peer, many),
                 least=True)


def _mac(table):
    for size in (11, 61):
        job = ("poly1305", "mac", size)
        value = _ratio(table.find(*job, "c", "auto"), table.find(*job, "openssl"))
        yield Figure(f"poly1305, {size} bytes: time / OpenSSL's", 0.4, value)


def _sizes(dist):
    for pattern, what in (("*.tgz", "npm tarball"), ("*.whl", "wheel")):
        sizes = [path.stat().st_size / 1000 for path in Path(dist).glob(pattern)]
        yield Figure(f"{what}, KB", 500, max(sizes, default=None))


def figures(table, dist):
    """All targets, in the order of the issue that set them."""
    for part in (_long, _short, _many, _python, _node, _wasm, _mac, _limits):
        yield from part(table)
    yield from _sizes(dist)


def _limits(table):
    """Signatures: a time / its limit (limits.py), and what two threads gain."""
    for ratio in limits.ratios(table):
        note = f"of least samples {ratio.least:.2f}" if ratio.least else ""
        yield Figure(f"{ratio.what}: time / limit", round(ratio.target, 2), ratio.value, note=note)
    for name, value, least in limits.threads(table):
        note = f"of least samples {least:.2f}" if least else ""
        yield Figure(f"{name} sign: speed with two threads", limits.THREADS, value, least=True,
                     note=note)


def _print_costs(table):
    names = {"c": "native", "node-wasm-simd128": "wasm SIMD"}
    for runtime, title in names.items():
        costs = limits.cost(table, runtime)
        if any(costs.values()):
            text = ", ".join(f"{name} {ns:.1f}" for name, ns in costs.items() if ns)
            print(f"ns of a block in the widest kernels, {title}: {text}")


def _print_rivals(table):
    rows = list(limits.rivals(table))
    if rows:
        print("\nrivals: their time / ours in Node.js, native and wasm SIMD")
    for name, operation, peer, *quotients in rows:
        cells = "".join(f"{'-' if q is None else f'{q:.2f}':>9}" for q in quotients)
        print(f"  {name:<19}{operation:<8}{peer:<22}{cells}")


def print_figures(table, dist):
    _print_costs(table)
    counts = {True: 0, False: 0, None: 0}
    for figure in figures(table, dist):
        counts[figure.met] += 1
        value = "-" if figure.value is None else f"{figure.value:.3f}"
        bound = f"{'>=' if figure.least else '<='} {figure.bound:g}"
        word = {True: "met", False: "MISSED", None: "not measured"}[figure.met]
        note = f"   ({figure.note})" if figure.note else ""
        print(f"  {figure.what:<58}{value:>8}  {bound:<8} {word}{note}")
    print(f"{counts[True]} met, {counts[False]} missed, {counts[None]} not measured")
    _print_rivals(table)
