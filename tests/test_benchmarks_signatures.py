# SPDX-License-Identifier: MIT
"""Signatures in the benchmarks: rivals, limits, targets, Criterion's form; compare at work."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import katwise
import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
from report import figures, limits, page, rows, signatures, tables  # noqa: E402

CRITERION = signatures.criterion
NAME = "SLH-DSA-SHA2-128f"
SHARED = ROOT.parent / "shared" / "design" / "seed-tables.json"


# ---- Facts ----


def parameters(name):
    """FIPS 205, table 2: n, h, d, h', a, k."""
    family = {"128s": (16, 63, 7, 9, 12, 14), "128f": (16, 66, 22, 3, 6, 33),
              "192s": (24, 63, 7, 9, 14, 17), "192f": (24, 66, 22, 3, 8, 33),
              "256s": (32, 64, 8, 8, 14, 22), "256f": (32, 68, 17, 4, 9, 35)}  # fmt: skip
    return family[name[-4:]]


def blocks_of_list(name, count):
    """T_l of `count` values: of SHA-256 or Keccak, and of SHA-512."""
    n = parameters(name)[0]
    if "SHAKE" in name:
        return (n + 32 + n * count) // 136 + 1, 0
    if n == 16:
        return (22 + n * count + 8) // 64 + 1, 0
    return 0, (22 + n * count + 16) // 128 + 1


def counts(name):
    """Calls of the compression functions in key generation and signing."""
    n, _, d, height, a, k = parameters(name)
    length = 2 * n + 3
    short, long = blocks_of_list(name, length)
    h = (0, 1) if "SHA2" in name and n > 16 else (1, 0)
    leaves, nodes = 2**height, 2**height - 1
    tree = leaves * (16 * length + short) + nodes * h[0], leaves * long + nodes * h[1]
    roots = blocks_of_list(name, k)
    fors = k * (2 * 2**a + (2**a - 1) * h[0]) + roots[0], k * (2**a - 1) * h[1] + roots[1]
    return {"keygen": tree, "sign": tuple(d * t + f for t, f in zip(tree, fors))}


@pytest.mark.parametrize("name", katwise.signatures)
def test_counts_are_the_standards(name):
    """The numbers that were counted are those of a formula, but for a message's own hashes."""
    for operation, expected in counts(name).items():
        for value, right in zip(limits.COUNTS[name][operation], expected):
            assert value == pytest.approx(right, rel=0.003, abs=2)


@pytest.mark.parametrize("name", katwise.signatures)
def test_sizes_are_the_librarys(name):
    alg = katwise.signature(name)
    sizes = alg.public_key_size, alg.secret_key_size, alg.signature_size
    assert CRITERION["SIZES"][name] == sizes


def test_published_figures_are_complete():
    assert list(CRITERION["FIPS205"]) == list(katwise.signatures) == list(limits.TARGETS)
    for times in CRITERION["FIPS205"].values():
        assert len(times) == 3 and all(low <= x <= high for low, x, high in times)


@pytest.mark.skipif(not SHARED.is_file(), reason=f"{SHARED.name} is not beside this checkout")
def test_published_figures_are_those_of_their_source():
    for name, row in json.loads(SHARED.read_text())["fips205"]["rows"].items():
        published = CRITERION["FIPS205"][name]
        assert [list(times) for times in published] == [row[o] for o in CRITERION["OPERATIONS"]]


# ---- Limits and targets ----


def row(algorithm, operation, ms, runtime="c", level="auto", messages=1):
    ns = dict.fromkeys(("min", "q1", "median", "q3", "low", "high"), ms * 1e6)
    return {"runtime": runtime, "level": level, "algorithm": algorithm, "operation": operation,
            "size": 3, "messages": messages, "ns": ns, "samples": 4, "calls": 1,
            "checked": True}  # fmt: skip


def blocks(algorithm, ns, runtime="c", level="auto"):
    per_message = {"sha256": 145, "sha512": 73, "sha3-512": 129}[algorithm]
    made = row(algorithm, "blocks", 64 * per_message * ns / 1e6, runtime, level, 64)
    return {**made, "size": 9216}


def zen4(name, runtime="c"):
    """What was measured on the machine of the targets, at exactly the targets."""
    sign, verify, batch = limits.TARGETS[name]
    yield from (blocks(hash_, ns, runtime) for hash_, ns in limits.ZEN4.items())
    yield row(name, "sign", sign)
    yield row(name, "verify", 16 * verify, messages=16)
    yield row(name, "verify8", 16 * batch, messages=16)


@pytest.mark.parametrize("name", katwise.signatures)
def test_targets_are_met_where_they_were_set(name):
    table = rows.Table(list(zen4(name)))
    found = {r.what: r for r in limits.ratios(table) if r.value}
    assert list(found) == [f"{name} {o}" for o in ("sign", "verify", "verify8")]
    for what, ratio in found.items():
        near = 0.06 if what.endswith("sign") else 1e-9  # of signing it is the ratio that was set
        assert ratio.value == ratio.least == pytest.approx(ratio.target, rel=near)


def test_the_best_kernel_of_all_levels_is_the_limit():
    slow, fast = blocks("sha256", 30, level="avx512"), blocks("sha256", 15, level="shani")
    table = rows.Table([slow, fast, row(NAME, "sign", 3)])
    assert limits.cost(table, "c")["sha256"] == pytest.approx(15)
    assert limits.cost(table, "c", "avx512")["sha256"] == pytest.approx(30)
    assert limits.cost(table, "c", "avx2") == {"sha256": None, "sha512": None, "sha3-512": None}
    sign = next(r for r in limits.ratios(table) if r.what == f"{NAME} sign")
    assert sign.value == pytest.approx(3e6 / (106514 * 15))


def test_a_cost_that_was_not_measured():
    """Two functions are needed, one is known: no ratio, rather than a wrong one."""
    name = "SLH-DSA-SHA2-192f"
    table = rows.Table([blocks("sha256", 15), row(name, "sign", 3)])
    assert not any(r.value for r in limits.ratios(table))
    table = rows.Table([blocks("sha256", 15), row(NAME, "sign", 3)])
    assert sum(r.value is not None for r in limits.ratios(table)) == 1


def test_other_levels_and_webassembly_have_costs_of_their_own():
    found = [
        *(blocks(h, ns, level="avx2") for h, ns in limits.ZEN4_AVX2.items()),
        *(blocks(h, ns, "node-wasm-simd128") for h, ns in limits.ZEN4_WASM.items()),
        row(NAME, "sign", 3.5, level="avx2"), row(NAME, "sign", 6.8, "node-wasm-simd128"),
    ]  # fmt: skip
    ratios = [r for r in limits.ratios(rows.Table(found)) if r.value]
    assert [r.what for r in ratios] == [f"{NAME} sign, level avx2", f"{NAME} sign, wasm SIMD"]
    assert all(r.value == pytest.approx(r.target) for r in ratios)


def test_threads_and_rivals():
    name = "SLH-DSA-SHAKE-128s"
    table = rows.Table([
        row(name, "sign", 100), row(name, "sign2", 52), row(name, "sign", 110, "node-native"),
        row(name, "sign", 1100, "fips205", "rust"), row(name, "verify", 1, "fips205", "rust", 16),
        row(name, "sign", 550, "node-wasm-simd128"),
    ])  # fmt: skip
    assert dict((n, v) for n, v, _ in limits.threads(table) if v) == {
        name: pytest.approx(100 / 52)}  # fmt: skip
    assert list(limits.rivals(table)) == [
        (name, "sign", "fips205", pytest.approx(10), pytest.approx(2)),
        (name, "verify", "fips205", None, None),
    ]


def test_figures_are_printed(capsys):
    table = rows.Table([*zen4(NAME), row(NAME, "sign", 2, "node-native"),
                        row(NAME, "sign", 20, "fips205", "rust")])  # fmt: skip
    figures.print_figures(table, "/nonexistent")
    out = capsys.readouterr().out
    assert "sha256 14.4, sha512 42.3, sha3-512 54.9" in out
    assert re.search(rf"{NAME} verify: time / limit +1\.21\d  <= 1\.21 ", out)
    assert re.search(rf"{NAME} +sign +fips205 +10\.00 +-$", out, re.M)


# ---- What is shown ----


def test_times_are_of_one():
    table = rows.Table([*zen4(NAME), row(NAME, "verify", 16 * 1.1, "fips205", "rust", 16)])
    text = "\n".join(tables.comparison(table))
    assert re.search(r"^  C +1\.68 +1\.00 +0\.110 +1\.00 +0\.100 +1\.00$", text, re.M)
    assert re.search(r"^  fips205 \(Rust\) +1\.10 +10\.0$", text, re.M)
    machine = {"cpu": "a", "architecture": "b", "os": "c", "cores": 1, "versions": {}}
    markdown = "\n".join(tables.markdown(table, machine))
    assert re.search(rf"^\| `{NAME}` \| 0\.110 \|.*\| 1\.10 \(10\.0\) \|", markdown, re.M)
    assert "MB/s" not in markdown
    html = page.page(table, {"machine": machine, "rows": [row(NAME, "sign", 1)], "timer": {}})
    assert "Time of a signature" in html and "MB/s against length" not in html
    assert re.search(r'<div class="value">0\.110 ms<span></span>', html)


@pytest.mark.parametrize("value, text", [
    (0.01234, "0.0123"), (0.9996, "1.000"), (1.005, "1.00"), (12.34, "12.3"), (123.4, "123"),
    (11004.0, "11004"),
])  # fmt: skip
def test_digits(value, text):
    assert signatures.digits(value) == text


def test_criterions_form():
    found = row(NAME, "verify", 16 * 0.11, messages=16)
    found["ns"].update(low=16 * 0.1e6, high=16 * 1.2345678e6)
    first, second = CRITERION["lines"](NAME, {"verify": found})
    assert first.split("  ")[0] == NAME
    assert "[0.10000 0.11000 1.2346]" in first and first.split()[-3:] == ["32", "64", "17088"]
    assert "[1.7823 1.7830 1.7839]" in second and "[41.623 41.635 41.654]" in second
    text = "\n".join(signatures.criterion_tables(rows.Table([found])))
    assert "native (C): ms" in text and CRITERION["MACHINE"] in text and first in text


def test_katwise_bench_criterion():
    command = [sys.executable, "-m", "katwise", "bench", "--table", "criterion", NAME]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    ours = next(line for line in done.stdout.splitlines() if line.startswith(NAME))
    intervals = [tuple(map(float, i.split())) for i in re.findall(r"\[(.*?)\]", ours)]
    assert len(intervals) == 3 and all(0 < low <= x <= high for low, x, high in intervals)
    assert "published" in done.stdout and CRITERION["MACHINE"] in done.stdout


# ---- Rivals ----


def node(*arguments, **more):
    command = [shutil.which("node"), BENCHMARKS / "bench.mjs", "--quick", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT, **more)


def test_openssl_in_node(tmp_path):
    path = tmp_path / "out.json"
    done = node("--lane", "openssl", "--algorithm", NAME, "--json", path)
    assert done.returncode == 0, done.stderr
    found = rows.read(path)
    assert [r["operation"] for r in found["rows"]] == ["keygen", "sign", "verify"]
    assert {r["runtime"] for r in found["rows"]} == {"node:crypto"}
    done = node("--lane", "openssl", "--algorithm", NAME, "--operation", "verify", "--corrupt")
    assert done.returncode == 1 and "openssl: wrong output" in done.stderr


def test_fips205(tmp_path):
    path = tmp_path / "out.json"
    done = node("--lane", "native", "--lane", "fips205", "--algorithm", NAME, "--json", path)
    if missing := re.search("without fips205: .*", done.stderr):
        pytest.skip(missing[0])  # no cargo, or no registry
    assert done.returncode == 0, done.stderr
    found = [r for r in rows.read(path)["rows"] if r["runtime"] == "fips205"]
    assert [r["operation"] for r in found] == ["keygen", "sign", "verify"]
    for operation in ("keygen", "sign", "verify"):
        what = ("--algorithm", NAME, "--operation", operation)
        done = node("--lane", "fips205", *what, "--corrupt")
        assert done.returncode == 1 and "fips205: wrong output" in done.stderr


def test_without_cargo(tmp_path):
    """That is said, and the others are measured."""
    path = tmp_path / "out.json"
    what = ("--algorithm", NAME, "--operation", "keygen", "--json", path)
    done = node("--lane", "native", "--lane", "fips205", *what, env={"PATH": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert done.stderr == "bench.mjs: without fips205: there is no cargo\n"
    assert [r["runtime"] for r in rows.read(path)["rows"]] == ["node-native"]


# ---- The clock of the processor ----


@pytest.mark.parametrize("command", [
    [ROOT / "build/native/benchmarks/bench"], [sys.executable, BENCHMARKS / "bench.py"],
    ["node", BENCHMARKS / "bench.mjs", "--lane", "native"],
], ids=["c", "python", "node"])  # fmt: skip
def test_cpu_time(command, tmp_path):
    path = tmp_path / "out.json"
    what = ("--cpu-time", "--quick", "--algorithm", NAME, "--operation", "keygen")
    done = subprocess.run([*command, *what, "--json", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = rows.read(path)
    assert rows.is_cpu_time(found) and rows.is_cpu_time(rows.merge([found]))
    assert not rows.is_cpu_time({"timer": {"c": {"counter": "CLOCK_MONOTONIC"}}})
    assert "Times are the processor's alone" in page.page(rows.Table(found["rows"]), found)
    assert all(0.01 < r["ns"]["median"] / 1e6 < 10 for r in found["rows"])


# ---- compare at work ----

COMPARE = [sys.executable, BENCHMARKS / "compare", "--without", "python", "--without", "node"]


def fake(path, body):
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_compare_knows_names_at_once(tmp_path):
    bench = fake(tmp_path / "bench", f"touch {tmp_path}/ran")
    command = [*COMPARE, "--bench", bench, "--algorithm", NAME, "--algorithm", "SLH-DSA-SHA3-128f"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "--algorithm: there is no SLH-DSA-SHA3-128f" in done.stderr
    assert not (tmp_path / "ran").exists()


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return status != "Z"


def wait_for(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_compare_ends_what_it_started(tmp_path, number):
    """The harness, and its own children."""
    pids = tmp_path / "pids"
    bench = fake(tmp_path / "bench", f"sleep 600 &\necho $$ $! >{pids}.new\n"
                 f"mv {pids}.new {pids}\nwait")  # fmt: skip
    child = subprocess.Popen([*COMPARE, "--bench", bench], stderr=subprocess.PIPE, text=True)
    wait_for(pids.exists)
    started = [int(pid) for pid in pids.read_text().split()]
    assert all(map(alive, started))
    child.send_signal(number)
    assert child.wait(30) == 128 + number
    assert "Traceback" not in child.stderr.read()
    wait_for(lambda: not any(map(alive, started)))


def test_compare_shows_which_algorithm_it_is(tmp_path):
    """On a terminal, as soon as a harness has come to it."""
    bench = fake(tmp_path / "bench", f"printf 'timer\\n\\n{NAME} sign\\n  c  1\\n'; exit 1")
    ours, theirs = pty.openpty()
    done = subprocess.Popen([*COMPARE, "--bench", bench], stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 1000)
        except OSError:  # the other end is closed
            break
    assert done.wait() == 1 and f"c       {NAME} sign".encode() in shown
