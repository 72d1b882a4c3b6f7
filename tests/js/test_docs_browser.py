# SPDX-License-Identifier: MIT
"""The html blocks of the documentation, in Chromium: built by Vite, or as they are with an import
map."""

import re

import pytest
from node import HERE, copy_of, environment, executable
from support import ROOT, call, run

DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(found[1], id=f"{doc.stem}-{i}")
    for doc in DOCS
    for i, found in enumerate(re.finditer(r"^```html\n(.*?)^```", doc.read_text(), re.M | re.S))
]
SHOWN = {
    "sha256(": "ba7816bf8f01cfea|7365d029861e32c5",  # of "abc"; of README's text
    "sha3_256": r"\d+( \d+){31}",
    "load(": "64 bytes by wasm-simd128",
    "signAsync(": "17088 bytes, signed: true",
}


def test_there_are_blocks():
    assert len(BLOCKS) >= 4


@pytest.mark.parametrize("block", BLOCKS)
def test_block(project, tmp_path, block):
    folder = copy_of(project, tmp_path)
    (folder / "index.html").write_text(block)
    if "importmap" not in block:
        run([executable("vite"), "build", "--logLevel", "warn"], cwd=folder, env=environment())
        folder /= "dist"
    done = call(["node", HERE / "browser.mjs", "page", folder])
    assert done.returncode == 0, done.stdout
    expected = [pattern for use, pattern in SHOWN.items() if use in block]
    assert expected and all(re.search(pattern, done.stdout) for pattern in expected), done.stdout
