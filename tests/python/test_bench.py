# SPDX-License-Identifier: MIT
"""The harness: what a row holds, and that a wrong output never becomes one."""

import time

import katwise
import pytest
from katwise import _bench


def rows_of(names, sizes, levels=("auto",), quantum=1, make=_bench.Job):
    wanted = _bench.jobs(names, sizes, quick=True, make=make)
    return _bench.run(wanted, levels, _bench.Clock(quantum), True, lambda job, rows: None)


def test_rows():
    rows = rows_of(["sha256", "shake128", "poly1305"], (0, 64), katwise.levels[:2])
    assert len(rows) == 2 * 2 * 3
    for row in rows:
        assert row["runtime"] == "python" and row["level"] in katwise.levels[:2]
        assert row["operation"] in ("hash", "mac") and row["size"] in (0, 64)
        assert row["checked"] is True and row["messages"] == 1 and row["samples"] == 12
        assert 0 < row["ns"]["q1"] <= row["ns"]["median"] <= row["ns"]["q3"] < 1e6


def test_all_operations_of_a_hash():
    rows = rows_of(["sha256"], None)
    assert [(row["operation"], row["size"], row["messages"]) for row in rows] == [
        ("hash", 64, 1), ("hash", 65536, 1), ("object", 64, 1), ("hash", 1024, 64),
        ("many", 1024, 64),
    ]  # fmt: skip


def test_the_level_is_as_before(level):
    rows = rows_of(["sha256"], (64,), [katwise.levels[0]])
    assert katwise.level() == level and rows[0]["level"] == katwise.levels[0]


def test_a_coarse_timer(monkeypatch):
    """A timer of 1 ms steps, as browsers have: finite figures, near to those of a good one."""
    monkeypatch.setattr(_bench, "perf_counter_ns", time.thread_time_ns)  # others do not count
    assert _bench.Clock(10**6).step == 10**6
    fine, coarse = (rows_of(["poly1305"], (11,), quantum=q)[0]["ns"]["median"] for q in (1, 10**6))
    assert fine / 2 < coarse < fine * 2


@pytest.mark.parametrize("name", ["sha256", "poly1305"])
def test_a_wrong_output(name):
    class Wrong(_bench.Job):
        def statement(self):
            return "bytes(32)"

    with pytest.raises(katwise.Error, match=f"^{name} .*64 bytes, python auto: wrong output$"):
        rows_of([name], (64,), make=Wrong)


def test_an_output_that_goes_wrong():
    """It is compared again when the samples have been taken."""
    outputs = [katwise.digest("sha256", bytes(range(64))), b"wrong"]

    class Late(_bench.Lane):
        def outputs(self):
            return [outputs.pop(0)]

    class Job(_bench.Job):
        def lanes(self, levels, clock):
            yield Late("python", "auto", self.statement(), self.names, clock)

    with pytest.raises(katwise.Error, match="wrong output"):
        rows_of(["sha256"], (64,), make=Job)
    assert outputs == []


def test_wrong_known_answers(monkeypatch):
    monkeypatch.setattr(_bench._kat, "same", lambda entry, outputs: False)
    where = "^bench: level auto: sha2.json, entry .*: wrong output$"
    with pytest.raises(katwise.Error, match=where):
        rows_of(["sha256"], (64,))


@pytest.mark.parametrize("name", [*katwise.hashes, *katwise.macs])
def test_what_is_right_is_not_ours(monkeypatch, name):
    """It comes from hashlib or from a formula, not from katwise."""
    job = next(_bench.jobs([name], (64,)))
    ours = _bench.Lane("python", "auto", job.statement(), job.names, _bench.Clock()).outputs()
    monkeypatch.setattr(katwise, "use_level", None)
    job.names.clear()
    assert job.expected() == ours


@pytest.mark.parametrize("name", ["shake128", "poly1305"])
def test_an_algorithm_that_only_katwise_has(monkeypatch, name):
    """Then its portable level is right, once that has passed the known answers."""
    right = next(_bench.jobs([name], (64,))).expected()
    monkeypatch.setattr(_bench, "FORMULAS", {})
    monkeypatch.setattr(_bench, "theirs", lambda algorithm: None)
    assert next(_bench.jobs([name], (64,))).expected() == right
    assert rows_of([name], (64,))[0]["checked"]
    monkeypatch.setattr(_bench._kat, "same", lambda entry, outputs: False)
    with pytest.raises(katwise.Error, match="level portable: .* wrong"):
        next(_bench.jobs([name], (64,))).expected()


def test_a_machine_that_is_too_busy(monkeypatch):
    monkeypatch.setattr(_bench.Lane, "time", lambda lane, calls: 10**5)
    with pytest.raises(katwise.Error, match="too busy"):
        rows_of(["sha256"], (64,))
