# SPDX-License-Identifier: MIT
"""Each runtime verifies what each other has signed, and without randomness all sign the same."""

import ctypes
import json

import katwise
import pytest
from support import ROOT, build, run

SEED = bytes(range(96))
MESSAGE = b"one message for every runtime"
CONTEXT = b"cross"
LEVELS = ("128s", "128f", "192s", "192f", "256s", "256f")
SETS = [f"SLH-DSA-{family}-{level}" for family in ("SHA2", "SHAKE") for level in LEVELS]
FAST = [name for name in SETS if name.endswith("f")]
SMALL = [name for name in SETS if name.endswith("128s")]


class C:
    """The shared library, as a C program calls it."""

    sets = SETS

    class Options(ctypes.Structure):
        """kw_sig_options"""

        _fields_ = [("context", ctypes.c_char_p), ("context_size", ctypes.c_size_t)]
        _fields_ += [("prehash", ctypes.c_void_p), ("hashed", ctypes.c_void_p)]
        _fields_ += [("threads", ctypes.c_uint), ("checks", ctypes.c_uint)]

    def __init__(self):
        self.library = ctypes.CDLL(build("dev") / "libkatwise.so")
        self.options = ctypes.byref(self.Options(CONTEXT, len(CONTEXT)))

    def call(self, function, *values, result=ctypes.c_int):
        """A bytes object is two arguments; so is a buffer."""
        arguments = []
        for value in values:
            is_bytes = isinstance(value, (bytes, ctypes.Array))
            arguments += [value, ctypes.c_size_t(len(value))] if is_bytes else [value]
        pointer = getattr(self.library, function)
        pointer.restype = result
        return pointer(*arguments)

    def size(self, what, sig):
        return self.call(f"kw_sig_{what}_size", sig, result=ctypes.c_size_t)

    def find(self, name):
        return ctypes.c_void_p(self.call("kw_sig_find", ctypes.c_char_p(name.encode()),
                                         result=ctypes.c_void_p))

    def signatures(self, name):
        sig = self.find(name)
        pk, sk = (ctypes.create_string_buffer(self.size(f"{kind}_key", sig))
                  for kind in ("public", "secret"))
        seed = SEED[: self.size("seed", sig)]
        assert self.call("kw_sig_keygen_from_seed", sig, pk, sk, seed, ctypes.c_uint(2)) == 0
        out = ctypes.create_string_buffer(self.size("signature", sig))
        found = [pk.raw]
        for function in ("kw_sign_deterministic", "kw_sign"):
            assert self.call(function, sig, out, MESSAGE, sk, self.options) == 0
            found.append(out.raw)
        return found

    def sign(self, names):
        return [self.signatures(name) for name in names]

    def verify(self, items):
        found = [self.call("kw_verify", self.find(name), signature, MESSAGE, pk, self.options)
                 for name, pk, signature in items]
        assert set(found) <= {0, -6}  # KW_OK, KW_BAD_SIGNATURE
        return [status == 0 for status in found]


class Python:
    sets = SETS

    def sign(self, names):
        found = []
        for name in names:
            algorithm = katwise.signature(name)
            key = algorithm.from_seed(SEED[: algorithm.seed_size])
            both = [key.sign(MESSAGE, CONTEXT, deterministic=d) for d in (True, False)]
            found.append([bytes(key.public_key()), *both])
        return found

    def verify(self, items):
        return [self.accepts(*item) for item in items]

    def accepts(self, name, pk, signature):
        key = katwise.signature(name).from_public_bytes(pk)
        try:
            key.verify(signature, MESSAGE, CONTEXT)
        except katwise.InvalidSignature:
            return False
        return True


class Node:
    """WebAssembly verifies all sets; the s sets that take it seconds to sign it does not sign."""

    def __init__(self, backend, folder):
        self.backend, self.folder = backend, folder
        self.sets = {"native": SETS, "wasm-simd128": FAST + SMALL, "wasm-plain": FAST}[backend]

    def ask(self, **work):
        file = self.folder / f"{self.backend}.json"
        common = {"seed": SEED.hex(), "message": MESSAGE.hex(), "context": CONTEXT.hex()}
        file.write_text(json.dumps({**common, **work}))
        return json.loads(run(["node", ROOT / "tests/js/cross.mjs", self.backend, file]))

    def sign(self, names):
        return [[bytes.fromhex(value) for value in row] for row in self.ask(sign=names)]

    def verify(self, items):
        return self.ask(verify=[[name, pk.hex(), sig.hex()] for name, pk, sig in items])


NAMES = ("c", "python", "node-native", "node-wasm-simd128", "node-wasm-plain")


@pytest.fixture(scope="module")
def runtimes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cross")
    nodes = [Node(name.removeprefix("node-"), folder) for name in NAMES[2:]]
    return dict(zip(NAMES, [C(), Python(), *nodes]))


@pytest.fixture(scope="module")
def signed(runtimes):
    """By runtime and set: the public key, a deterministic signature, a hedged one."""
    return {
        name: dict(zip(runtime.sets, runtime.sign(runtime.sets)))
        for name, runtime in runtimes.items()
    }


def test_these_are_all_sets():
    assert list(katwise.signatures) == SETS


@pytest.mark.parametrize("name", SETS)
def test_the_same_bytes(signed, name):
    found = [tuple(sets[name][:2]) for sets in signed.values() if name in sets]
    assert len(found) == (5 if name in FAST else 4 if name in SMALL else 3)
    assert len(set(found)) == 1
    hedged = {sets[name][2] for sets in signed.values() if name in sets}
    assert len(hedged) == len(found)


@pytest.mark.parametrize("verifier", NAMES)
@pytest.mark.parametrize("signer", NAMES)
def test_verification(runtimes, signed, signer, verifier):
    right = [(name, pk, hedged) for name, (pk, _, hedged) in signed[signer].items()]
    wrong = [(name, pk, sig[:-1] + bytes([sig[-1] ^ 1])) for name, pk, sig in right]
    expected = [True] * len(right) + [False] * len(wrong)
    assert runtimes[verifier].verify(right + wrong) == expected
