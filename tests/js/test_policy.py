# SPDX-License-Identifier: MIT
"""Loading in Chromium under content security policies: the strictest that WebAssembly allows, and
two that forbid something."""

import pytest
from node import HERE, expect, results

CASES = [
    "inlined modules",
    "modules by URL, compiled while they arrive",
    "no violation of the policy",
    "without wasm-unsafe-eval: an error at once",
    "without wasm-unsafe-eval: an error at the call",
    "without connect-src: an error at once",
    "without connect-src: inlined modules",
]


@pytest.mark.parametrize("name", CASES)
def test_chromium(name):
    expect((name,), HERE / "browser.mjs", "policy")


def test_these_are_all():
    found, output = results(HERE / "browser.mjs", "policy")
    assert list(found) == [(name,) for name in CASES], output
