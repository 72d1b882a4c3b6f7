# SPDX-License-Identifier: MIT
"""FIPS 205, algorithm by algorithm, in Python on hashlib: slow, and as the standard has it. The
library's code takes its parameters from a row; here it is also given rows that are no standard
sets, with other Winternitz parameters, one layer, or low and high trees."""

import hashlib
import hmac
from math import ceil, floor, log2

import pytest
from support import call, counts, program

WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF = range(7)


class Address:
    """ADRS (section 4.2): fields by name, joined when it is hashed."""

    def __init__(self, layer=0, tree=0, kind=0, pair=0, second=0, third=0):
        self.fields = [layer, tree, kind, pair, second, third]

    def with_(self, kind, second=0, third=0, pair=None):
        layer, tree, _, old, *_ = self.fields
        return Address(layer, tree, kind, old if pair is None else pair, second, third)

    def whole(self):
        return b"".join(f.to_bytes(s, "big") for f, s in zip(self.fields, (4, 12, 4, 4, 4, 4)))

    def compressed(self):
        return b"".join(f.to_bytes(s, "big") for f, s in zip(self.fields, (1, 8, 1, 4, 4, 4)))


def base_2b(data, b, length):  # algorithm 4
    bits = int.from_bytes(data, "big")
    size = 8 * len(data)
    return [bits >> (size - (i + 1) * b) & (2**b - 1) for i in range(length)]


class SlhDsa:
    def __init__(self, shake, n, h, d, a, k, lg_w):
        self.shake, self.n, self.h, self.d, self.a, self.k, self.lg_w = shake, n, h, d, a, k, lg_w
        self.hp, self.w = h // d, 2**lg_w
        self.len1 = ceil(8 * n / lg_w)  # equations 5.1 to 5.4
        self.len2 = floor(log2(self.len1 * (self.w - 1)) / lg_w) + 1
        self.len = self.len1 + self.len2
        self.big = hashlib.sha256 if n == 16 else hashlib.sha512

    # ---- section 11 ----

    def tweak(self, seed, adrs, message, single):
        if self.shake:
            return hashlib.shake_256(seed + adrs.whole() + message).digest(self.n)
        hash_ = hashlib.sha256 if single else self.big
        pad = bytes(hash_().block_size - self.n)
        return hash_(seed + pad + adrs.compressed() + message).digest()[: self.n]

    def f(self, seed, adrs, message):
        return self.tweak(seed, adrs, message, True)

    def h_(self, seed, adrs, message):
        return self.tweak(seed, adrs, message, False)

    def prf(self, seed, sk_seed, adrs):
        return self.tweak(seed, adrs, sk_seed, True)

    def prf_msg(self, sk_prf, opt_rand, message):
        if self.shake:
            return hashlib.shake_256(sk_prf + opt_rand + message).digest(self.n)
        return hmac.digest(sk_prf, opt_rand + message, self.big)[: self.n]

    def h_msg(self, r, seed, root, message, size):
        if self.shake:
            return hashlib.shake_256(r + seed + root + message).digest(size)
        inner = r + seed + self.big(r + seed + root + message).digest()
        counts_ = range(ceil(size / self.big().digest_size))
        return b"".join(self.big(inner + i.to_bytes(4, "big")).digest() for i in counts_)[:size]

    # ---- section 5: WOTS+ ----

    def chain(self, x, i, s, seed, adrs, c):  # algorithm 5
        for j in range(i, i + s):
            x = self.f(seed, adrs.with_(WOTS_HASH, c, j), x)
        return x

    def start(self, sk_seed, seed, adrs, c):
        return self.prf(seed, sk_seed, adrs.with_(WOTS_PRF, c))

    def wots_pk(self, sk_seed, seed, adrs):  # algorithm 6
        ends = [
            self.chain(self.start(sk_seed, seed, adrs, c), 0, self.w - 1, seed, adrs, c)
            for c in range(self.len)
        ]
        return self.h_(seed, adrs.with_(WOTS_PK), b"".join(ends))

    def wots_sign(self, message, sk_seed, seed, adrs):  # algorithm 7
        digits = base_2b(message, self.lg_w, self.len1)
        sum_ = sum(self.w - 1 - digit for digit in digits)
        sum_ <<= (8 - self.len2 * self.lg_w % 8) % 8
        digits += base_2b(
            sum_.to_bytes(ceil(self.len2 * self.lg_w / 8), "big"), self.lg_w, self.len2
        )
        return b"".join(
            self.chain(self.start(sk_seed, seed, adrs, c), 0, digit, seed, adrs, c)
            for c, digit in enumerate(digits)
        )

    # ---- section 6: XMSS; each node is computed once ----

    def xmss_levels(self, sk_seed, seed, layer, tree):  # algorithm 9, for all nodes
        leaves = range(2**self.hp)
        levels = [[self.wots_pk(sk_seed, seed, Address(layer, tree, pair=i)) for i in leaves]]
        for z in range(1, self.hp + 1):
            below = levels[-1]
            adrs = Address(layer, tree)
            levels.append([
                self.h_(seed, adrs.with_(TREE, z, i, pair=0), below[2 * i] + below[2 * i + 1])
                for i in range(len(below) // 2)
            ])
        return levels

    def xmss_sign(self, message, sk_seed, seed, leaf, layer, tree):  # algorithm 10
        levels = self.xmss_levels(sk_seed, seed, layer, tree)
        path = b"".join(levels[z][leaf >> z ^ 1] for z in range(self.hp))
        sig = self.wots_sign(message, sk_seed, seed, Address(layer, tree, pair=leaf))
        return sig + path, levels[-1][0]

    # ---- section 8: FORS ----

    def fors_sign(self, md, sk_seed, seed, adrs):  # algorithms 14 to 17
        sig, roots = b"", []
        for t, index in enumerate(base_2b(md, self.a, self.k)):
            secrets = [
                self.prf(seed, sk_seed, adrs.with_(FORS_PRF, 0, (t << self.a) + i))
                for i in range(2**self.a)
            ]
            nodes = [
                self.f(seed, adrs.with_(FORS_TREE, 0, (t << self.a) + i), x)
                for i, x in enumerate(secrets)
            ]
            sig += secrets[index]
            for z in range(self.a):
                sig += nodes[index >> z ^ 1]
                first = t << (self.a - z - 1)
                nodes = [
                    self.h_(seed, adrs.with_(FORS_TREE, z + 1, first + i), nodes[2 * i]
                            + nodes[2 * i + 1])
                    for i in range(len(nodes) // 2)
                ]
            roots += nodes
        return sig, self.h_(seed, adrs.with_(FORS_ROOTS), b"".join(roots))

    # ---- section 9 ----

    def keygen(self, sk_seed, sk_prf, seed):  # algorithm 18
        root = self.xmss_levels(sk_seed, seed, self.d - 1, 0)[-1][0]
        return sk_seed + sk_prf + seed + root, seed + root

    def sign(self, message, sk):  # algorithm 19, deterministic
        n = self.n
        sk_seed, sk_prf, seed, root = (sk[i * n : (i + 1) * n] for i in range(4))
        md_size, tree_bits = ceil(self.k * self.a / 8), self.h - self.hp
        tree_size, leaf_size = ceil(tree_bits / 8), ceil(self.hp / 8)
        r = self.prf_msg(sk_prf, seed, message)
        digest = self.h_msg(r, seed, root, message, md_size + tree_size + leaf_size)
        tree = int.from_bytes(digest[md_size : md_size + tree_size], "big") % 2**tree_bits
        leaf = int.from_bytes(digest[md_size + tree_size :], "big") % 2**self.hp
        fors, node = self.fors_sign(digest[:md_size], sk_seed, seed, Address(0, tree, pair=leaf))
        sig = r + fors
        for layer in range(self.d):  # algorithm 12
            part, node = self.xmss_sign(node, sk_seed, seed, leaf, layer, tree)
            sig += part
            leaf, tree = tree % 2**self.hp, tree >> self.hp
        return sig


SETS = {  # SHAKE or not, n, h, d, a, k, lg_w
    "w4": (0, 16, 6, 2, 3, 5, 2),
    "w4-24": (1, 24, 4, 2, 5, 7, 2),
    "w8": (1, 24, 4, 2, 3, 4, 3),
    "w64": (0, 24, 6, 3, 4, 6, 6),
    "w256": (0, 32, 4, 4, 2, 3, 8),
    "one-layer": (1, 16, 5, 1, 3, 3, 4),
    "one-layer-w4": (0, 16, 8, 1, 6, 6, 2),
    "low-trees": (0, 32, 3, 3, 1, 9, 4),
    "high-fors": (1, 24, 8, 2, 9, 2, 4),
    "high-tree": (0, 16, 12, 1, 3, 3, 2),
    "wide-keys": (1, 32, 4, 2, 3, 4, 2),
    "SHA2-128f": (0, 16, 66, 22, 6, 33, 4),
    "SHA2-192f": (0, 24, 66, 22, 8, 33, 4),
    "SHA2-256f": (0, 32, 68, 17, 9, 35, 4),
    "SHAKE-128f": (1, 16, 66, 22, 6, 33, 4),
    "SHAKE-192f": (1, 24, 66, 22, 8, 33, 4),
    "SHAKE-256f": (1, 32, 68, 17, 9, 35, 4),
}


@pytest.mark.parametrize("name", SETS)
def test_set(name):
    parameters = SETS[name]
    slh = SlhDsa(*parameters)
    seed = bytes(range(3 * slh.n))
    message = b"\x00\x00" + b"a message"  # as the pure signature of it has it
    sk, pk = slh.keygen(*(seed[i * slh.n : (i + 1) * slh.n] for i in range(3)))
    done = call(program("dev", "sets", *parameters, seed.hex(), message.hex()))
    assert done.returncode == 0, done.stdout
    counts(done.stdout)
    lines = done.stdout.splitlines()
    assert lines[0] == pk.hex()
    assert lines[1] == slh.sign(message, sk).hex()
