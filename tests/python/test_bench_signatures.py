# SPDX-License-Identifier: MIT
"""The harness, of signatures: known answers, wrong outputs, and what is checked of verification."""

import runpy
import sys

import katwise
import pytest
from katwise import _bench, _bench_signatures, _criterion

NAME = "SLH-DSA-SHA2-128f"


@pytest.fixture(autouse=True)
def forget():
    """What was made once is made again."""
    yield
    _bench_signatures.signed.cache_clear()
    _bench_signatures.known.cache_clear()


def rows_of(make=_bench_signatures.SignatureJob, operations=_bench_signatures.OPERATIONS):
    wanted = _bench_signatures.jobs([NAME], True, make, operations)
    return _bench.run(wanted, ["auto"], _bench.Clock(), True, lambda job, rows: None)


def test_rows():
    rows = rows_of()
    assert [(r["operation"], r["size"], r["messages"]) for r in rows] == [
        ("keygen", 0, 1), ("sign", 3, 1), ("verify", 3, 16), ("verify8", 3, 16)]  # fmt: skip
    for row in rows:
        ns = row["ns"]
        assert row["checked"] and row["samples"] in (4, 8, 12)
        assert 0 < ns["min"] <= ns["low"] <= ns["median"] <= ns["high"] < 1e10


@pytest.mark.parametrize("name", katwise.signatures)
def test_there_is_a_known_answer(name):
    key, digest = _bench_signatures.known(name)
    alg = katwise.signature(name)
    assert key[: alg.seed_size] == bytes(range(alg.seed_size)) and len(digest) == 64


@pytest.mark.parametrize("operation", _bench_signatures.OPERATIONS)
def test_a_wrong_output(operation):
    """One that gives zeros, and a verification that accepts everything."""

    class Wrong(_bench_signatures.SignatureJob):
        def statement(self):
            statement, _ = super().statement()
            return statement, "[True] * 16" if self.count > 1 else "bytes(64)"

    with pytest.raises(katwise.Error, match=f"^{NAME} {operation}, python auto: wrong output$"):
        rows_of(Wrong, [operation])


def test_another_key_than_the_known_one(monkeypatch):
    monkeypatch.setattr(_bench_signatures, "known", lambda algorithm: (bytes(64), "00"))
    with pytest.raises(katwise.Error, match="not the known key or signature"):
        rows_of(operations=["sign"])


def test_no_known_answer(monkeypatch):
    monkeypatch.setattr(_bench_signatures._kat, "load", lambda folder: [])
    with pytest.raises(katwise.Error, match=f"^{NAME}: no known answer"):
        _bench_signatures.known(NAME)


def test_all_messages_are_signed_in_turn():
    job = _bench_signatures.SignatureJob(NAME, "sign")
    lane = next(job.lanes(["auto"], _bench.Clock()))
    seen = [next(lane._names["turn"]) for _ in range(17)]
    assert seen[:3] == [b"abc", b"bbc", b"cbc"] and len(set(seen)) == 16 and seen[16] == seen[0]


def test_a_long_call_is_measured_a_few_times():
    """As many samples as fit the budget: 12 or 4 of these, and one of what takes very long."""
    for ms, samples in ((0.2, 12), (5, 12), (20, 4), (60, 4), (500, 1)):
        lane = _bench.Lane("python", "auto", "0", {}, _bench.Clock())
        lane.time = lambda calls, ms=ms: calls * ms * 1e6
        lane.prepare(50_000, 12, 1e8)
        assert lane.samples == samples and lane.calls == 1


def test_bootstrap():
    values = [float(v) for v in range(32)]
    found = _bench.spread(values)
    assert found["min"] == 0 and found["median"] == 15.5
    assert 8 < found["low"] < 12 and 19 < found["high"] < 23  # the binomial's: ranks 10 and 21
    assert set(_bench.spread([7.0]).values()) == {7.0}


def test_names_are_sorted_out():
    names = ["poly1305", NAME, "sha256"]
    jobs = list(_bench_signatures.all_jobs(names, (64,), True))
    assert [job.algorithm for job in jobs] == ["poly1305", "sha256", *[NAME] * 4]
    every = {job.algorithm for job in _bench_signatures.all_jobs(sizes=(64,))}
    assert every == {*katwise.hashes, *katwise.macs, *katwise.signatures}


def test_sizes_are_the_tables(monkeypatch):
    for name in katwise.signatures:
        alg = katwise.signature(name)
        sizes = [str(s) for s in (alg.public_key_size, alg.secret_key_size, alg.signature_size)]
        assert next(_criterion.lines(name, {})).split() == [name, "-", "-", "-", *sizes]
    monkeypatch.setitem(sys.modules, "katwise", None)  # not installed, where compare may run
    alone = runpy.run_path(_criterion.__file__)
    assert next(alone["lines"](NAME, {})).split() == [NAME, *"------"]
