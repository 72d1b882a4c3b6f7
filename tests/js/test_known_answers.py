# SPDX-License-Identifier: MIT
"""The known answers on every backend of Node.js, and in Chromium."""

import json

import pytest
from node import BACKENDS, HERE, node
from support import KAT, call

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
    output = node(HERE / "kat.mjs", backend, KAT)
    check(output, LEVELS[backend], show)
    if backend == "native":  # slow ones, too
        count = sum(len(json.loads(path.read_text())["entries"]) for path in KAT.glob("*.json"))
        assert f"level auto: {count} executed, {count} expected" in output


def test_chromium(show):
    output = node(HERE / "browser.mjs", "kat", KAT, timeout=900)
    assert output.count("plain: level auto") == 1
    check(output, LEVELS["wasm-simd128"], show)


# ---- What counts as refused (tests/test_kat_mutation.py damages the rest) ----


def outcome_with(folder, entry):
    """The first answer for each algorithm, and this one for poly1305; on one level."""
    for path in KAT.glob("*.json"):
        content = json.loads(path.read_text())
        firsts = {e["algorithm"]: e for e in reversed(content["entries"])}
        content["entries"] = list(firsts.values())
        if path.name == "poly1305.json":
            source = content["entries"][0]["source"]
            content["entries"].append({"algorithm": "poly1305", "source": source, **entry})
        (folder / path.name).write_text(json.dumps(content))
    return call(["node", HERE / "kat.mjs", "native", folder, "auto"])


@pytest.mark.parametrize("size", [0, 15, 16, 17, 32])
def test_wrong_tags_are_refused(size, tmp_path):
    entry = {"key": "07" * 32, "message": "hex:00", "refused": "00" * size}
    done = outcome_with(tmp_path, entry)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("size", [0, 15, 16, 17])
def test_another_error_is_no_refusal(size, tmp_path):
    """That about the key, whatever the tag."""
    entry = {"key": "07" * 31, "message": "hex:00", "refused": "00" * size}
    done = outcome_with(tmp_path, entry)
    assert done.returncode == 1 and "key: expected 32 bytes, not 31" in done.stdout, done.stdout
