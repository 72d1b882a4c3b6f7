# SPDX-License-Identifier: MIT
"""SLH-DSA against its limit: how often the compression functions are called, times what a call
costs in the widest kernels of the same run. Targets were set on a Zen 4; here they are ratios to
that machine's limit, so that they mean something on others."""

from dataclasses import dataclass

from . import signatures

# Calls of the compression functions: SHA-256 and SHA-512, or Keccak-f[1600] and 0. Key generation
# and signing were counted; verification is the mean over messages:
# k (1 + a) + d (7.5 len + h' + T_len) + T_k, and some for the message.
COUNTS = {
    "SLH-DSA-SHA2-128s": {"keygen": (292352, 0), "sign": (2218229, 0), "verify": (2156, 0)},
    "SLH-DSA-SHA2-128f": {"keygen": (4568, 0), "sign": (106514, 0), "verify": (6301, 0)},
    "SLH-DSA-SHA2-192s": {"keygen": (417793, 5632), "sign": (3481256, 317921),
                          "verify": (2694, 375)},
    "SLH-DSA-SHA2-192f": {"keygen": (6529, 88), "sign": (160108, 10331), "verify": (8448, 557)},
    "SLH-DSA-SHA2-256s": {"keygen": (274433, 4864), "sign": (2915873, 399319),
                          "verify": (4042, 522)},
    "SLH-DSA-SHA2-256f": {"keygen": (17153, 304), "sign": (326960, 23033), "verify": (8578, 699)},
    "SLH-DSA-SHAKE-128s": {"keygen": (289791, 0), "sign": (2200276, 0), "verify": (2120, 0)},
    "SLH-DSA-SHAKE-128f": {"keygen": (4527, 0), "sign": (105626, 0), "verify": (6187, 0)},
    "SLH-DSA-SHAKE-192s": {"keygen": (423423, 0), "sign": (3799095, 0), "verify": (3070, 0)},
    "SLH-DSA-SHAKE-192f": {"keygen": (6615, 0), "sign": (170462, 0), "verify": (9005, 0)},
    "SLH-DSA-SHAKE-256s": {"keygen": (279039, 0), "sign": (3313107, 0), "verify": (4556, 0)},
    "SLH-DSA-SHAKE-256f": {"keygen": (17439, 0), "sign": (349668, 0), "verify": (9258, 0)},
}  # fmt: skip

# ns of a call on the Zen 4, and the targets there: ms of a signature, a verification, one of 8
ZEN4 = {"sha256": 14.4, "sha512": 42.3, "sha3-512": 54.9}
ZEN4_AVX2 = {"sha256": 37.2, "sha512": 88.0, "sha3-512": 106.8}
ZEN4_WASM = {"sha256": 51.3, "sha512": 117.6, "sha3-512": 202}
TARGETS = {
    "SLH-DSA-SHA2-128s": (34.5, 0.039, 0.035), "SLH-DSA-SHA2-128f": (1.68, 0.110, 0.100),
    "SLH-DSA-SHA2-192s": (70, 0.085, 0.065), "SLH-DSA-SHA2-192f": (3.1, 0.20, 0.170),
    "SLH-DSA-SHA2-256s": (66, 0.120, 0.098), "SLH-DSA-SHA2-256f": (6.4, 0.225, 0.185),
    "SLH-DSA-SHAKE-128s": (109, 0.135, 0.105), "SLH-DSA-SHAKE-128f": (5.2, 0.365, 0.300),
    "SLH-DSA-SHAKE-192s": (190, 0.190, 0.152), "SLH-DSA-SHAKE-192f": (8.6, 0.53, 0.44),
    "SLH-DSA-SHAKE-256s": (165, 0.28, 0.225), "SLH-DSA-SHAKE-256f": (17.6, 0.56, 0.48),
}  # fmt: skip
KEYGEN, SHA2_SIGN, SHAKE_SIGN = 1.06, 1.13, 0.95  # ratios themselves
AVX2_TARGETS = {"SLH-DSA-SHA2-128f": (3.5, 0.27), "SLH-DSA-SHAKE-128f": (9.5, 0.62)}
WASM_TARGETS = {
    "SLH-DSA-SHA2-128f": {"sign": 6.8, "verify": 0.42}, "SLH-DSA-SHA2-128s": {"sign": 135},
    "SLH-DSA-SHAKE-128f": {"sign": 24, "verify": 1.6}, "SLH-DSA-SHAKE-128s": {"sign": 500},
}  # fmt: skip
THREADS = 1.8  # how much faster two of them sign, of the s sets

# The jobs that cost is measured by (operation blocks): compressions of a message, with padding
_BLOCKS = {"sha256": 9216 // 64 + 1, "sha512": 9216 // 128 + 1, "sha3-512": 9216 // 72 + 1}


@dataclass
class Ratio:
    """A time as a multiple of its limit, of medians and of least samples, and its target."""

    what: str
    target: float
    value: float | None
    least: float | None


def cost(table, runtime, level=None, field="median"):
    """ns of a call of each compression function in the widest kernel; the best of all levels."""
    found = {}
    for name, blocks in _BLOCKS.items():
        rows = [row for row in table.select(name, "blocks")
                if row["runtime"] == runtime and level in (None, row["level"])]
        times = [row["ns"][field] / row["messages"] / blocks for row in rows]
        found[name] = min(times, default=None)
    return found


def limit(name, operation, costs):
    """ns; None if a cost was not measured."""
    first, second = COUNTS[name][operation.rstrip("28")]
    names = ("sha3-512", "sha512") if "SHAKE" in name else ("sha256", "sha512")
    used = [(count, costs[hash_]) for count, hash_ in zip((first, second), names) if count]
    return None if None in dict(used).values() else sum(c * ns for c, ns in used)


def _ratio(table, name, operation, target, where, label=""):
    """where: (runtime, level of the signatures, level of the costs)."""
    runtime, level, cost_level = where
    values = []
    for field in ("median", "min"):
        row = signatures.find(table, name, operation, runtime, level)
        bound = limit(name, operation, cost(table, runtime, cost_level, field))
        values.append(row["ns"][field] / row["messages"] / bound if row and bound else None)
    return Ratio(f"{name} {operation}{label}", target, *values)


def _of_zen4(name, operation, ms, costs=ZEN4):
    """A target in ms as a ratio to that machine's limit."""
    return ms * 1e6 / limit(name, operation, costs)


def _native(table):
    where = ("c", "auto", None)
    for name, (_, verify, batch) in TARGETS.items():
        sign = SHAKE_SIGN if "SHAKE" in name else SHA2_SIGN
        yield _ratio(table, name, "keygen", KEYGEN, where)
        yield _ratio(table, name, "sign", sign, where)
        yield _ratio(table, name, "verify", _of_zen4(name, "verify", verify), where)
        yield _ratio(table, name, "verify8", _of_zen4(name, "verify8", batch), where)


def _avx2(table):
    where = ("c", "avx2", "avx2")
    for name, targets in AVX2_TARGETS.items():
        for operation, ms in zip(("sign", "verify"), targets):
            target = _of_zen4(name, operation, ms, ZEN4_AVX2)
            yield _ratio(table, name, operation, target, where, ", level avx2")


def _wasm(table):
    where = ("node-wasm-simd128", None, None)
    for name, targets in WASM_TARGETS.items():
        for operation, ms in targets.items():
            target = _of_zen4(name, operation, ms, ZEN4_WASM)
            yield _ratio(table, name, operation, target, where, ", wasm SIMD")


def ratios(table):
    """All targets that are ratios to the limit."""
    for part in (_native, _avx2, _wasm):
        yield from part(table)


def threads(table):
    """(algorithm, how much faster two threads sign, of medians and of least samples)"""
    for name in (name for name in TARGETS if name.endswith("s")):
        one, two = (signatures.find(table, name, o, "c", "auto") for o in ("sign", "sign2"))
        both = one and two
        yield name, *(one["ns"][f] / two["ns"][f] if both else None for f in ("median", "min"))


PEERS = ("fips205", "node:crypto", "@noble/post-quantum")


def rivals(table):
    """(algorithm, operation, peer, its time / katwise's in Node.js, native and as WebAssembly):
    they took their samples in turn."""
    for name in table.signing:
        for operation in signatures.SHOWN:
            ours = [signatures.find(table, name, operation, f"node-{kind}")
                    for kind in ("native", "wasm-simd128")]
            for peer in PEERS:
                if row := signatures.find(table, name, operation, peer):
                    quotients = [signatures.each(row) / signatures.each(o) if o else None
                                 for o in ours]
                    yield name, operation, peer, *quotients
