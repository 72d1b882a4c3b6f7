# SPDX-License-Identifier: MIT
"""Constants in core/ are what the standards define: computed here from the definitions."""

import re
from math import isqrt

from support import ROOT

CORE = ROOT / "core"
M64 = 2**64 - 1


def numbers(name):
    """The numbers of `name[..] = {..}`, which one file of core/hash has; name is a pattern."""
    array = re.compile(rf"\b{name}\[\w*\]\s*=\s*\{{(.*?)\}};", re.S)
    found = [array.search(path.read_text()) for path in sorted((CORE / "hash").iterdir())]
    found = [match[1] for match in found if match]
    assert len(found) == 1, f"{name} is defined in {len(found)} files of core/hash"
    return [int(number, 0) for number in re.findall(r"\b0x[0-9a-f]+\b", found[0])]


def primes(count):
    found = []
    n = 2
    while len(found) < count:
        if all(n % p for p in found):
            found.append(n)
        n += 1
    return found


def integer_cube_root(n):
    low, high = 0, 1 << (n.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= n else (low, middle - 1)
    return low


def cube_root_fraction(n, bits):
    return integer_cube_root(n << 3 * bits) % 2**bits


def square_root_fraction(n, bits):
    return isqrt(n << 2 * bits) % 2**bits


# ---- SHA-2 (FIPS 180-4, 4.2 and 5.3) ----

K512 = [cube_root_fraction(p, 64) for p in primes(80)]


def initial_values():
    """H(0) of each row of the table in core/algorithms.c."""
    text = (CORE / "algorithms.c").read_text()
    rows = re.findall(r'\{"(sha[0-9-]+)", FIPS_180,[^{]*\{([^}]*)\}', text)
    hexadecimal = re.compile("0x[0-9a-f]+")
    return {name: [int(word, 0) for word in hexadecimal.findall(words)] for name, words in rows}


def rotate_right(x, n):
    return (x >> n | x << (64 - n)) & M64


def schedule(block):
    w = [int.from_bytes(block[i : i + 8], "big") for i in range(0, 128, 8)]
    for t in range(16, 80):
        x, y = w[t - 15], w[t - 2]
        s0 = rotate_right(x, 1) ^ rotate_right(x, 8) ^ x >> 7
        s1 = rotate_right(y, 19) ^ rotate_right(y, 61) ^ y >> 6
        w.append((w[t - 16] + s0 + w[t - 7] + s1) & M64)
    return w


def sha512_of_short(message, initial):
    """SHA-512 of a message of less than 112 bytes, from other initial values (6.4.2)."""
    length = (8 * len(message)).to_bytes(16, "big")
    block = message + b"\x80" + bytes(128 - 17 - len(message)) + length
    a, b, c, d, e, f, g, h = initial
    for k, w in zip(K512, schedule(block)):
        big1 = rotate_right(e, 14) ^ rotate_right(e, 18) ^ rotate_right(e, 41)
        big0 = rotate_right(a, 28) ^ rotate_right(a, 34) ^ rotate_right(a, 39)
        t1 = h + big1 + (e & f ^ ~e & g) + k + w
        t2 = big0 + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (t1 + t2) & M64, a, b, c, (d + t1) & M64, e, f, g
    return [(x + y) & M64 for x, y in zip(initial, (a, b, c, d, e, f, g, h))]


def test_sha2_round_constants():
    assert numbers(r"\w*sha512_k") == K512
    assert numbers(r"\w*sha256_k") == [cube_root_fraction(p, 32) for p in primes(64)]


def test_sha2_initial_values():
    h512 = [square_root_fraction(p, 64) for p in primes(8)]
    h384 = [square_root_fraction(p, 64) for p in primes(16)[8:]]
    generator = [word ^ 0xA5A5A5A5A5A5A5A5 for word in h512]  # 5.3.6
    assert initial_values() == {
        "sha224": [word & 0xFFFFFFFF for word in h384],
        "sha256": [word >> 32 for word in h512],
        "sha384": h384,
        "sha512": h512,
        "sha512-224": sha512_of_short(b"SHA-512/224", generator),
        "sha512-256": sha512_of_short(b"SHA-512/256", generator),
    }


# ---- Keccak (FIPS 202, 3.2) ----


def lfsr():
    """The bits rc(t) of algorithm 5."""
    state = 1
    while True:
        yield state & 1
        state <<= 1
        if state & 0x100:
            state ^= 0x171


def round_constants():
    bits = lfsr()
    for _ in range(24):
        yield sum(next(bits) << (2**j - 1) for j in range(7))


def rho():
    """Algorithm 2: the rotation of lane (x, y)."""
    offsets = {(0, 0): 0}
    x, y = 1, 0
    for t in range(24):
        offsets[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


def pi_source(x, y):
    """Algorithm 3: where lane (x, y) comes from."""
    return (x + 3 * y) % 5, x


def test_keccak_round_constants():
    assert numbers(r"\w*keccak_rc") == list(round_constants())


def test_textbook_rotations():
    """keccak_textbook.inc: b[x + 5 y] = ROL(a[..] ^ d, ..), with b[0] apart."""
    text = (CORE / "hash/keccak_textbook.inc").read_text()
    found = re.findall(r"b\[(\d+)\] = ROL\(a\[(\d+)\] \^ d, (\d+)\)", text)
    assert len(found) == 24 and "b[0] = a[0] ^ d;" in text
    for to, source, rotation in (map(int, match) for match in found):
        x, y = pi_source(to % 5, to // 5)
        assert (source, rotation) == (x + 5 * y, rho()[x, y]), f"b[{to}]"


def planes():
    """keccak.inc: for each plane y and column x, the column it comes from, and the rotation."""
    text = (CORE / "hash/keccak.inc").read_text()
    whole = {"ROL8": 8, "ROL56": 56}
    for y, words in re.findall(r"^PLANE\((\d), (.*)\)$", text, re.M):
        terms = re.findall(r"(?:(ROL8|ROL56|ROL)\()?Q\((\d)\)(?:, (\d+))?", words)
        for x, (kind, column, rotation) in enumerate(terms):
            yield int(y), x, int(column), whole.get(kind) or int(rotation or 0)


def test_moving_rotations():
    found = list(planes())
    assert [(y, x) for y, x, _, _ in found] == [(y, x) for y in range(5) for x in range(5)]
    for y, x, column, rotation in found:
        source = pi_source(x, y)
        assert (column, rotation) == (source[0], rho()[source]), f"plane {y}, column {x}"


def test_moving_places():
    """In round i of four, lane (x, y) lies in a[x + 5 (2^i y + (2^i - 1) x mod 5)]."""
    text = (CORE / "hash/keccak.inc").read_text()
    rounds = re.findall(r"^ROUND\((\d), (.*?\))\)$", text, re.M | re.S)
    assert [int(i) for i, _ in rounds] == [0, 1, 2, 3]
    for i, lists in ((int(i), re.findall(r"P\(([\d, ]+)\)", words)) for i, words in rounds):
        assert len(lists) == 5
        for plane, places in enumerate(lists):
            for x, place in enumerate(map(int, places.split(", "))):
                y = (x - 3 * plane) % 5  # of the lane of column x that plane takes
                assert place == x + 5 * ((2**i * y + (2**i - 1) * x) % 5)
