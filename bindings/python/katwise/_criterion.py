# SPDX-License-Identifier: MIT
"""Signatures in the form that Criterion prints: [low, estimate, high], 95 % of the median's
bootstrap, beside published figures. Read by `katwise bench` and by benchmarks/compare alike."""

OPERATIONS = ("keygen", "sign", "verify")
SOURCE = "fips205 crate, its benches/README"
MACHINE = "Intel Core i7-7700K at 4.20 GHz, Rust 1.81.0, target-cpu=native, 3 October 2024"

# ms: keygen, sign, verify; of other people's code on another machine
FIPS205 = {
    "SLH-DSA-SHA2-128s": (
        (113.89, 113.9, 113.92), (867.34, 868.15, 869.14), (0.88776, 0.89888, 0.91239)),
    "SLH-DSA-SHA2-128f": (
        (1.7823, 1.783, 1.7839), (41.623, 41.635, 41.654), (2.5693, 2.5735, 2.5781)),
    "SLH-DSA-SHA2-192s": (
        (166.62, 166.63, 166.65), (1540.4, 1541.4, 1542.6), (1.326, 1.3372, 1.3522)),
    "SLH-DSA-SHA2-192f": (
        (2.6234, 2.6256, 2.6279), (68.686, 68.886, 69.138), (3.8974, 3.9857, 4.0836)),
    "SLH-DSA-SHA2-256s": (
        (109.25, 109.34, 109.43), (1355.9, 1356.3, 1356.8), (1.9167, 1.9321, 1.9527)),
    "SLH-DSA-SHA2-256f": (
        (6.8753, 6.8797, 6.8858), (141.52, 141.54, 141.56), (3.8619, 3.876, 3.8925)),
    "SLH-DSA-SHAKE-128s": (
        (178.32, 178.41, 178.52), (1368.2, 1373.0, 1378.8), (1.3037, 1.307, 1.3109)),
    "SLH-DSA-SHAKE-128f": (
        (2.7946, 2.7953, 2.7961), (65.349, 65.364, 65.381), (3.9791, 4.0046, 4.0349)),
    "SLH-DSA-SHAKE-192s": (
        (261.5, 261.55, 261.63), (2398.2, 2408.5, 2419.8), (1.9459, 1.9595, 1.9802)),
    "SLH-DSA-SHAKE-192f": (
        (4.0918, 4.0954, 4.0993), (106.67, 106.68, 106.7), (5.754, 5.7838, 5.8202)),
    "SLH-DSA-SHAKE-256s": (
        (173.21, 173.22, 173.23), (2094.9, 2128.8, 2167.8), (2.8772, 2.8875, 2.9002)),
    "SLH-DSA-SHAKE-256f": (
        (10.704, 10.717, 10.739), (217.07, 217.25, 217.45), (6.1739, 6.3059, 6.4543)),
}  # fmt: skip

try:
    import katwise  # by its name: benchmarks/compare runs this file outside the package

    # Bytes of public key, secret key and signature
    SIZES = {
        alg.name: (alg.public_key_size, alg.secret_key_size, alg.signature_size)
        for alg in map(katwise.signature, katwise.signatures)
    }
except ImportError:  # compare needs no installed package to read what others measured
    SIZES = {}


def interval(low, estimate, high):
    """Five digits, as Criterion has them."""
    return f"[{low:#.5g} {estimate:#.5g} {high:#.5g}]"


def milliseconds(row):
    """Of one key generation, signature or verification."""
    return [row["ns"][field] / row["messages"] / 1e6 for field in ("low", "median", "high")]


def _line(name, cells, sizes):
    return f"{name:<22}" + "".join(f"{cell:>27}" for cell in cells) + "".join(
        f"{size:>7}" for size in sizes)  # fmt: skip


def head(what):
    """The table's first lines."""
    yield f"{what}: ms, [low estimate high], 95 % of the median's bootstrap; bytes"
    yield f"published: {SOURCE}, on {MACHINE}"
    yield _line("", OPERATIONS, ("pk", "sk", "sig"))


def lines(name, rows):
    """The lines of an algorithm; rows by operation."""
    cells = [interval(*milliseconds(rows[o])) if o in rows else "-" for o in OPERATIONS]
    yield _line(name, cells, SIZES.get(name, ("-",) * 3))
    if name in FIPS205:
        yield _line("  published", [interval(*times) for times in FIPS205[name]], ())
