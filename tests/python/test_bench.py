# SPDX-License-Identifier: MIT
"""The harness: what a row holds, and that a wrong output never becomes one."""

import time

import katwise
import pytest
from katwise import _bench


def test_rows():
    rows = _bench.run(["sha256", "shake128", "poly1305"], sizes=(0, 64), levels=katwise.levels[:2])
    assert len(rows) == 2 * 2 * (2 + 2 + 1)
    for row in rows:
        assert set(row) == {
            *("runtime", "level", "algorithm", "operation", "size", "ns", "samples", "checked")
        }
        assert row["runtime"] == "python" and row["level"] in katwise.levels[:2]
        assert row["operation"] in ("digest", "object", "mac") and row["size"] in (0, 64)
        assert row["checked"] is True and row["samples"] >= 20
        assert 0 < row["ns"]["q1"] <= row["ns"]["median"] <= row["ns"]["q3"] < 1e6


def test_the_level_is_as_before(level):
    rows = _bench.run(["sha256"], sizes=(64,))
    assert katwise.level() == level == rows[0]["level"]


def test_a_coarse_timer(monkeypatch):
    """A timer of 1 ms steps, as browsers have: finite figures, near to those of a good one."""
    fine = _bench.run(["poly1305"], sizes=(11,))[0]["ns"]["median"]
    monkeypatch.setattr(_bench, "perf_counter_ns", lambda: time.perf_counter_ns() // 10**6 * 10**6)
    assert _bench.timer_step() == 10**6
    coarse = _bench.run(["poly1305"], sizes=(11,))[0]["ns"]["median"]
    assert fine / 3 < coarse < fine * 3  # the machine's load changes that much


@pytest.mark.parametrize("name", ["sha256", "poly1305"])
def test_a_wrong_output(monkeypatch, name):
    wrong = {operation: _bench.Call("bytes(32)", {}) for operation in _bench.calls(name, b"")}
    monkeypatch.setattr(_bench, "calls", lambda name, message: wrong)
    monkeypatch.setattr(_bench, "expected", lambda name, message: b"right")
    with pytest.raises(katwise.Error, match=f"wrong {name} of 64 bytes"):
        _bench.run([name], sizes=(64,))


def test_wrong_known_answers(monkeypatch):
    monkeypatch.setattr(_bench._kat, "same", lambda entry, outputs: False)
    where = "^bench: level portable: sha2.json, entry .*: wrong output$"
    with pytest.raises(katwise.Error, match=where):
        _bench.run(["sha256"], sizes=(64,))


def test_what_is_right_comes_from_hashlib(monkeypatch):
    for name in katwise.hashes:
        size = None if katwise.new(name).digest_size else _bench.XOF_SIZE
        expected = katwise.digest(name, b"abc", size)
        with monkeypatch.context() as patched:
            patched.setattr(_bench, "calls", None)  # ours cannot have been asked
            assert _bench.expected(name, b"abc") == expected


def test_a_machine_that_is_too_busy(monkeypatch):
    monkeypatch.setattr(_bench.Call, "sample", lambda call, times: 10**9)
    with pytest.raises(katwise.Error, match="too busy"):
        _bench.run(["sha256"], sizes=(64,))
