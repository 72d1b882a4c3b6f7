# SPDX-License-Identifier: MIT
"""Loading in Chromium under content security policies: the strictest that WebAssembly allows, and
three that forbid something."""

import pytest
from node import HERE, expect, results

CASES = [
    "inlined modules",
    "modules by URL, compiled while they arrive",
    "no violation of the policy",
    "a worker for a module that is inlined",
    "a worker for a module that is by URL",
    "without wasm-unsafe-eval: an error at once",
    "without wasm-unsafe-eval: an error at the call",
    "without connect-src: an error at once",
    "without connect-src: inlined modules",
    "without worker-src: an error about the worker",
]


@pytest.mark.parametrize("name", CASES)
def test_chromium(name):
    expect((name,), HERE / "browser.mjs", "policy")


def test_these_are_all():
    found, output = results(HERE / "browser.mjs", "policy")
    assert list(found) == [(name,) for name in CASES], output
