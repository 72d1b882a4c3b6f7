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


LEAKS = """
import gc, katwise, tracemalloc
key, big = bytes(range(32)), bytes(5000)

def fails(call, *args):
    try: call(*args)
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
