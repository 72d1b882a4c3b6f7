#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The main job, everywhere: packs this source tree as a tar file, hashes and authenticates it in C,
Python, Node.js, WebAssembly and Chromium, and compares the results with each other and with
Python's hashlib. Then native code against WebAssembly (benchmarks/compare)."""

import hashlib
import os
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import katwise

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "demo"
FILE, KEY = FOLDER / "katwise.tar", FOLDER / "key"
BINARY = ROOT / "build" / "native" / "benchmarks" / "demo"
XOF_SIZE = 32  # bytes
PACKED = ("core", "bindings", "wasm", "tests", "benchmarks", "docs", "build/native", "build/wasm")


def pack():
    """This tree and what was built of it: some megabytes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tarfile.open(FILE, "w") as tar:
        for name in PACKED:
            tar.add(ROOT / name, name)
    KEY.write_bytes(os.urandom(32))
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size / 1e6:.1f} MB, with a new key\n")


def in_python():
    data, key = FILE.read_bytes(), KEY.read_bytes()
    for name in katwise.hashes:
        size = None if katwise.new(name).digest_size else XOF_SIZE
        yield f"{name} {katwise.digest(name, data, size).hex()}"
    yield f"poly1305 {katwise.poly1305(key, data).hexdigest()}"


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
    return run("node", "benchmarks/demo/demo.mjs", backend, FILE, KEY)


def in_chromium():
    """The page reads the two files of build/demo."""
    return run("node", "tests/js/browser.mjs", "page", ROOT, "/benchmarks/demo/page.html")


RUNTIMES = {
    "C": lambda: run(BINARY, FILE, KEY),
    "Python": in_python,
    "Node.js, native": lambda: in_node("native"),
    "Node.js, wasm simd128": lambda: in_node("wasm-simd128"),
    "Node.js, wasm plain": lambda: in_node("wasm-plain"),
    "Chromium, wasm": in_chromium,
    "hashlib": in_hashlib,
}


def agree(expected, results, runtime):
    for name, value in results.items():
        if expected.setdefault(name, value) != value:
            sys.exit(f"{runtime}: {name} is {value}, elsewhere {expected[name]}")


def main():
    pack()
    expected = {}
    for runtime, results in RUNTIMES.items():
        print(f"  {runtime:<22}", end=" ", flush=True)
        started = time.monotonic()
        found = dict(line.split() for line in results())
        agree(expected, found, runtime)
        print(f"{len(found):>2} results, identical   {time.monotonic() - started:5.1f} s")
    print()
    for name, value in expected.items():
        print(f"  {name:<11} {value[:64]}{'..' if value[64:] else ''}")
    print("\nNow native code against WebAssembly:\n", flush=True)
    page = FOLDER / "comparison.html"
    compare = [sys.executable, "benchmarks/compare", "--quick", "--html", page]
    if subprocess.run(compare, cwd=ROOT, check=False).returncode != 0:
        sys.exit("the comparison failed")
    print(f"\nDone: {len(RUNTIMES)} implementations gave identical results; plots in {page}")


if __name__ == "__main__":
    main()
