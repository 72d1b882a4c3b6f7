# SPDX-License-Identifier: MIT
"""The known answers on every backend of Node.js, and in Chromium."""

import pytest
from node import BACKENDS, HERE, node
from support import KAT

# The levels that a machine always has; a native backend has more, if its processor does.
LEVELS = {
    "native": ["portable", "auto"],
    "wasm-simd128": ["portable", "simd128", "auto"],
    "wasm-plain": ["portable", "auto"],
}


def check(output, levels, show):
    for level in levels:
        lines = [line for line in output.splitlines() if f"level {level}:" in line]
        assert lines and all(line.endswith(" 0 wrong") for line in lines), output
    for line in output.splitlines():
        show(line)


@pytest.mark.parametrize("backend", BACKENDS)
def test_node(backend, show):
    check(node(HERE / "kat.mjs", backend, KAT), LEVELS[backend], show)


def test_chromium(show):
    output = node(HERE / "browser.mjs", "kat", KAT, timeout=900)
    assert output.count("plain: level auto") == 1
    check(output, LEVELS["wasm-simd128"], show)
