# SPDX-License-Identifier: MIT
"""Nothing leaks, and what absorbed a secret is wiped."""

import os

# Reads a state where it lies, before and after its object dies. Python's allocator keeps the memory
# and writes a pointer over its first bytes only.
WIPED = """
import ctypes, gc, katwise
pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
secret = bytes(range(0x80, 0xa0))
h = katwise.{make}
address = pointer(h._state, b"katwise.{kind}")
before = ctypes.string_at(address, {size})
assert secret[16:] in before
del h
after = ctypes.string_at(address, {size})
assert not any(after[16:]), after
"""


def test_states_are_wiped(python):
    env = dict(os.environ, PYTHONMALLOC="pymalloc")
    for make, kind, size in (
        ("sha256(secret)", "hash", 384),
        ("sha3_512(secret)", "hash", 384),
        ("sha256(secret).copy()", "hash", 384),
        ("poly1305(secret)", "mac", 128),
    ):
        done = python(WIPED.format(make=make, kind=kind, size=size), env=env)
        assert done.returncode == 0, (make, done.stderr)


# The same of keys: their places are those of the capsule named.
KEYS_WIPED = """
import ctypes, katwise
pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
secret = bytes(range(0x80, 0x90))  # SK.seed
key = katwise.slh_dsa_sha2_128s.from_seed(secret + bytes(32))
if {expanded}: key = key.expand()
address = pointer(key._key, b"katwise.secret")
before = ctypes.string_at(address, {size})
assert secret in before
del key
after = ctypes.string_at(address, {size})
assert not any(after[32:]), after  # allocators link what is free by what they write at its start
"""


def test_keys_are_wiped(python):
    env = dict(os.environ, PYTHONMALLOC="pymalloc")
    for expanded, size in ((False, 80), (True, 8000)):
        done = python(KEYS_WIPED.format(expanded=expanded, size=size), env=env)
        assert done.returncode == 0, (expanded, done.stderr)


LEAKS = """
import gc, katwise, tracemalloc
key, big = bytes(range(32)), bytes(5000)

def fails(call, *args, **more):
    try: call(*args, **more)
    except (ValueError, TypeError, BufferError, katwise.Error): return
    raise SystemExit("no error")

def all_of_it():
    h = katwise.sha256(b"x"); h.update(big); h.copy().digest(); h.hexdigest()
    x = katwise.shake128(big); x.read(5000); fails(x.update, b""); fails(x.digest, 5)
    fails(katwise.sha256, "x"); fails(katwise.sha256, memoryview(big)[::2])
    fails(h.digest, 5); fails(x.read, -1); fails(x.read, "5"); fails(x.read, 2**70)
    katwise.digest("sha256", big); katwise.digest("shake128", big, size=5000)
    fails(katwise.digest, "sha256", "x"); fails(katwise.digest, "?", b"")
    fails(katwise.digest, 5, b""); fails(katwise.hash_many, "sha256", 5)
    katwise.hash_many("sha256", [big] * 3); katwise.hash_many("shake128", iter([big] * 3), 99)
    fails(katwise.hash_many, "sha256", [big, "x"]); fails(katwise.hash_many, "sha256", [big], 9)
    m = katwise.poly1305(key, big); m.digest(); fails(m.digest); fails(m.update, big)
    katwise.poly1305(key).verify(key[16:]); fails(katwise.poly1305(key).verify, bytes(15))
    fails(katwise.poly1305(key, big).verify, bytes(16)); fails(katwise.poly1305, bytes(31))
    fails(katwise.poly1305, key, "x"); fails(katwise.use_level, "?")
    katwise.use_level(katwise.level())
    sk = alg.from_private_bytes(raw); pk = sk.public_key(); hash(pk); sk == alg; repr(sk)
    alg.from_public_bytes(bytes(pk)); fails(alg.from_seed, b""); fails(alg.from_private_bytes, key)
    fails(alg.from_private_bytes, raw, 1); fails(alg.from_public_bytes, "x"); bytes(sk)
    fails(sk.sign, "x"); fails(sk.sign, key, bytes(256)); fails(sk.sign, key, prehash="?")
    fails(sk.sign, key, threads=0); fails(sk.sign, key, check="?"); fails(sk.sign_hashed, x)
    fails(sk.sign_derand, key, key); fails(sk.sign_internal, key, key); fails(sk.__reduce__)
    fails(pk.verify, sig[1:], big); fails(pk.verify, "x", b""); fails(pk.verify_hashed, sig, x)
    fails(pk.verify_many, [(sig, 5)]); fails(pk.verify_many, [sig]); fails(pk.verify_many, 5)
    pk.verify_many([(sig[1:], big)] * 3); v = pk.verifier(sig[1:]); v.update(big); fails(v.verify)
    fails(v.update, b""); fails(v.update, "x"); pk.verifier(sig, b"ctx", "sha512")

alg = katwise.slh_dsa_sha2_128f
sig = alg.from_seed(bytes(48)).sign(big); raw = bytes(alg.from_seed(bytes(48)))
tracemalloc.start()
for _ in range(1500): all_of_it()  # until Python's free lists are full
gc.collect()
before = tracemalloc.get_traced_memory()[0]
for _ in range(1500): all_of_it()
gc.collect()
grown = tracemalloc.get_traced_memory()[0] - before
assert grown < 4000, grown  # an object a turn would be ten times that
"""


def test_nothing_leaks(python):
    done = python(LEAKS)
    assert done.returncode == 0, done.stderr


# Slower calls, fewer turns: their results are so large that one that stayed would be seen.
KEY_LEAKS = """
import gc, katwise, tracemalloc
alg = katwise.slh_dsa_sha2_128f

def all_of_it():
    sk = alg.generate(); ready = sk.expand(); pk = sk.public_key()
    sigs = [ready.sign(b"m", b"c", prehash="sha512", check="all"), sk.sign_internal(b"m")]
    assert pk.verify_many([(sigs[0], b"m"), (sigs[1], b"m")], b"c", "sha512") == [True, False]
    pk.verify_internal(sigs[1], b"m")
    h = katwise.sha512(b"m"); pk.verify_hashed(sk.sign_hashed(h), h)
    v = pk.verifier(sigs[0], b"c", "sha512"); v.update(b"m"); v.verify()
    sk.sign_derand(b"m", bytes(16), threads=2); alg.from_private_bytes(bytes(sk), True)
    katwise.load_private_key(sk.to_pem()); katwise.load_public_key(pk.to_der())

tracemalloc.start()
for _ in range(30): all_of_it()
gc.collect()
before = tracemalloc.get_traced_memory()[0]
for _ in range(60): all_of_it()
gc.collect()
grown = tracemalloc.get_traced_memory()[0] - before
assert grown < 3000, grown  # a small object a turn would be more
"""


def test_no_key_leaks(python):
    done = python(KEY_LEAKS)
    assert done.returncode == 0, done.stderr
