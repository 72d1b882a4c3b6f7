#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The main job, everywhere: packs this source tree as a tar file; hashes, authenticates and signs
it, and verifies the signatures, in C, Python, Node.js, WebAssembly and Chromium; and compares the
results with each other and with Python's hashlib. Then native code against WebAssembly
(benchmarks/compare)."""

import hashlib
import os
import subprocess
import sys
import tarfile
import time
from itertools import chain
from pathlib import Path

import katwise

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "demo"
FILE, KEY, SEED = FOLDER / "katwise.tar", FOLDER / "key", FOLDER / "seed"
BINARY = ROOT / "build" / "native" / "benchmarks" / "demo"
XOF_SIZE = 32  # bytes
LEAST = 1_000_000  # bytes of the tar: more than caches nearest to a core hold
FOLDERS = ("core", "bindings", "wasm", "tests", "benchmarks", "docs")
LEFT_OUT = {"__pycache__", "node_modules"}  # what tools leave in a source tree


def sources():
    """The files of this tree that are written by people: those of the root, then the folders'."""
    tops = (path for path in ROOT.iterdir() if not path.name.startswith("."))
    files = chain(tops, *((ROOT / folder).rglob("*") for folder in FOLDERS))
    names = (path.relative_to(ROOT) for path in files if path.is_file())
    return sorted(name for name in names if not LEFT_OUT & set(name.parts))


def pack():
    """The source tree, which has to be there in full, a new key, and a seed for key pairs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = sources()
    with tarfile.open(FILE, "w") as tar:
        for name in names:
            tar.add(ROOT / name, name)
    KEY.write_bytes(os.urandom(32))
    SEED.write_bytes(os.urandom(96))
    size = FILE.stat().st_size
    if size < LEAST:
        sys.exit(f"{FILE}: {size} bytes: this is not the whole source tree")
    print(f"{FILE.relative_to(ROOT)}: the source tree, {len(names)} files, {size / 1e6:.1f} MB;"
          " new keys\n")


def in_python():
    data, key = FILE.read_bytes(), KEY.read_bytes()
    for name in katwise.hashes:
        size = None if katwise.new(name).digest_size else XOF_SIZE
        yield f"{name} {katwise.digest(name, data, size).hex()}"
    for name in katwise.macs:
        mac = getattr(katwise, name.replace("-", "_"))
        yield f"{name} {mac(key, data).hexdigest()}"
    for name in katwise.signatures:
        yield f"{name} {signed(katwise.signature(name), data)}"


def signed(scheme, data):
    """The SHA-256 of a signature, which was verified."""
    key = scheme.from_seed(SEED.read_bytes()[: scheme.seed_size])
    signature = key.sign(data, deterministic=True)
    key.public_key().verify(signature, data)
    wrong = bytearray(signature)
    wrong[len(wrong) // 2] ^= 1
    try:
        key.public_key().verify(wrong, data)
    except katwise.InvalidSignature:
        return katwise.sha256(signature).hexdigest()
    sys.exit(f"{scheme.name}: a wrong signature is accepted")


def in_hashlib():
    """Another implementation, of the hashes alone."""
    data = FILE.read_bytes()
    for name in katwise.hashes:
        other = hashlib.new(name.replace("-", "_").replace("shake", "shake_"), data)
        yield f"{name} {other.hexdigest(*() if other.digest_size else (XOF_SIZE,))}"


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stderr}")
    return done.stdout.splitlines()


def in_node(backend):
    return run("node", "benchmarks/demo/demo.mjs", backend, FILE, KEY, SEED)


def in_chromium():
    """The page reads the files of build/demo."""
    return run("node", "tests/js/browser.mjs", "page", ROOT, "/benchmarks/demo/page.html")


RUNTIMES = {
    "C": lambda: run(BINARY, FILE, KEY, SEED),
    "Python": in_python,
    "Node.js, native": lambda: in_node("native"),
    "Node.js, wasm simd128": lambda: in_node("wasm-simd128"),
    "Node.js, wasm plain": lambda: in_node("wasm-plain"),
    "Chromium, wasm": in_chromium,
    "hashlib": in_hashlib,
}


def agree(expected, lines, runtime):
    """How many results a runtime gave: each algorithm's, once, and equal to those before it."""
    found = dict(line.split() for line in lines)
    every = (*katwise.hashes, *katwise.macs, *katwise.signatures)
    wanted = set(katwise.hashes if runtime == "hashlib" else every)
    if set(found) != wanted or len(found) != len(lines):
        odd = ", ".join(sorted(set(found) ^ wanted)) or "one came twice"
        sys.exit(f"{runtime}: {len(lines)} results instead of {len(wanted)}: {odd}")
    for name, value in found.items():
        if expected.setdefault(name, value) != value:
            sys.exit(f"{runtime}: {name} is {value}, elsewhere {expected[name]}")
    return len(found)


def main():
    pack()
    expected = {}
    for runtime, results in RUNTIMES.items():
        print(f"  {runtime:<22}", end=" ", flush=True)
        started = time.monotonic()
        count = agree(expected, list(results()), runtime)
        print(f"{count:>2} results, identical   {time.monotonic() - started:5.1f} s")
    print()
    for name, value in expected.items():
        print(f"  {name:<18} {value[:64]}{'..' if value[64:] else ''}")
    print("\nNow native code against WebAssembly:\n", flush=True)
    page = FOLDER / "comparison.html"
    compare = [sys.executable, "benchmarks/compare", "--quick", "--overview", "--html", page]
    if subprocess.run(compare, cwd=ROOT, check=False).returncode != 0:
        sys.exit("the comparison failed")
    print(f"\nDone: {len(RUNTIMES)} implementations gave identical results.")
    print(f"Page with plots: {page}")


if __name__ == "__main__":
    main()
