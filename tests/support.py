# SPDX-License-Identifier: MIT
"""What the tests share: places, running programs, building presets, runners of known answers."""

import functools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KAT = ROOT / "tests" / "kat"
BUILD = ROOT / "build"
JOBS = str(os.cpu_count() or 1)

# How the programs of a preset are run.
EMULATORS = {"riscv": ["qemu-riscv64", "-cpu", "sifive-u54"]}


def tool(name):
    """A program that `make setup` installs: its absence is a failure."""
    path = shutil.which(name)
    if not path:
        pytest.fail(f"{name} is missing: `make setup` installs it", pytrace=False)
    return path


def call(command, timeout=600, **more):
    """Runs a command to its end; output and errors are in .stdout, as one text."""
    command = [str(word) for word in command]
    try:
        return subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=timeout,
            **more,
        )
    except subprocess.TimeoutExpired as late:
        text = (late.stdout or b"").decode(errors="replace")
        pytest.fail(f"{' '.join(command)}\nnot done after {timeout} s\n{tail(text)}", pytrace=False)


def tail(text, lines=40):
    return "\n".join(text.splitlines()[-lines:])


def run(command, **more):
    """Runs a command that has to succeed; gives its output."""
    done = call(command, **more)
    if done.returncode != 0:
        words = " ".join(map(str, command))
        pytest.fail(f"{words}\nexit status {done.returncode}\n{tail(done.stdout)}", pytrace=False)
    return done.stdout


@functools.cache
def build(preset):
    """Builds a preset of CMakePresets.json; its folder."""
    folder = BUILD / ("native" if preset == "release" else preset)
    run(["cmake", "--preset", preset], cwd=ROOT)
    run(["cmake", "--build", "--preset", preset, "--parallel", JOBS], cwd=ROOT, timeout=1200)
    return folder


def program(preset, name, *arguments):
    """The command line of a test program."""
    return [*EMULATORS.get(preset, []), build(preset) / "tests" / name, *arguments]


COUNTS = r"\b(\d+)(?: of |/| executed, )(\d+)\b.*(?:executed|expected)"


def counts(output):
    """The last line in which a program says how much it executed of what it expected: all of it."""
    found = [match for match in map(re.compile(COUNTS).search, output.splitlines()) if match]
    if not found or any(match[1] != match[2] or match[1] == "0" for match in found):
        pytest.fail(f"not all that was expected was executed:\n{tail(output)}", pytrace=False)
    return found[-1].string


def kat_runners():
    """The command of each runner of known answers but for the folder, which comes last."""
    node = ["node", ROOT / "tests/js/kat.mjs"]
    return {
        "c": lambda: program("dev", "kat"),
        "c-riscv": lambda: program("riscv", "kat", "quick"),
        "python": lambda: [sys.executable, ROOT / "tests/python/kat.py"],
        "node-native": lambda: [*node, "native"],
        "node-wasm-simd128": lambda: [*node, "wasm-simd128"],
        "node-wasm-plain": lambda: [*node, "wasm-plain"],
        "chromium": lambda: ["node", ROOT / "tests/js/browser.mjs", "kat"],
    }


kat_runner = pytest.mark.parametrize("runner", kat_runners().values(), ids=kat_runners().keys())
