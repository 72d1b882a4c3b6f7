# SPDX-License-Identifier: MIT
"""tests/js/cases on every backend of Node.js, and in Chromium with both modules."""

import pytest
from node import BACKENDS, HERE, expect, names

FILES = sorted(path.stem for path in (HERE / "cases").glob("*.mjs"))
# page.mjs; the others need Node.js
IN_PAGES = ("arguments", "bytes", "shape", "signature_arguments", "signatures", "states", "values")
IN_PAGES += ("workers",)

CASES = [(file, name) for file in FILES for name in names("run.mjs", file)]


def test_there_are_cases():
    assert len(CASES) > 50 and set(IN_PAGES) < set(FILES)


@pytest.mark.parametrize("file, name", CASES)
@pytest.mark.parametrize("backend", BACKENDS)
def test_node(backend, file, name):
    expect((name,), HERE / "run.mjs", file, backend)


@pytest.mark.parametrize("file, name", [case for case in CASES if case[0] in IN_PAGES])
@pytest.mark.parametrize("module", ["simd128", "plain"])
def test_chromium(module, file, name):
    expect((file, module, name), HERE / "browser.mjs", "cases")
