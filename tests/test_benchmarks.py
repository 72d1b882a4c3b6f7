# SPDX-License-Identifier: MIT
"""The harnesses: rows as the schema says, wrong outputs found, coarse clocks survived, one page."""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import katwise
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
import demo  # noqa: E402
from report import figures, page, rows, tables  # noqa: E402

HASHING = (*katwise.hashes, *katwise.macs)
SIGNING = ("SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f")  # of --quick
ALGORITHMS = (*HASHING, *SIGNING)
EVERY = (*HASHING, *katwise.signatures)
MS = 1_000_000
HARNESSES = {
    "c": [ROOT / "build/native/benchmarks/bench"],
    "python": [sys.executable, ROOT / "benchmarks/bench.py"],
    "node": ["node", ROOT / "benchmarks/bench.mjs", "--no-browser"],
    "chromium": ["node", ROOT / "benchmarks/bench.mjs", "--lane", "chromium-simd128",
                 "--lane", "chromium-plain"],
}  # fmt: skip
RUNTIMES = {
    "c": {"c", "openssl"},
    "python": {"python", "hashlib"},
    "node": {"node-native", "node-wasm-simd128", "node-wasm-plain", "node:crypto", "hash-wasm",
             "@noble/hashes", "@noble/post-quantum"},
    "chromium": {"chromium-wasm-simd128", "chromium-wasm-plain"},
}  # fmt: skip
PEERS = {"openssl", "hashlib", "node:crypto", "hash-wasm", "@noble/hashes", "@noble/post-quantum"}
FEW = {  # lanes, for what takes long
    "c": ["--level", "auto"],
    "node": ["--lane", "native", "--lane", "wasm-simd128", "--lane", "noble"],
}
BAD_USAGE = [("--algorithm", "sha257"), ("--size", "-1"), ("--nope", "1"), ("--timer-step", "x")]
each_harness = pytest.mark.parametrize("harness", HARNESSES)


def run(harness, *arguments):
    command = [*HARNESSES[harness], "--quick", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)


def document(harness, path, *arguments):
    done = run(harness, "--json", path, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return rows.read(path)


@pytest.fixture(scope="session")
def documents(tmp_path_factory):
    """Every harness, all hashes and MACs with two short messages, some signatures."""
    folder = tmp_path_factory.mktemp("bench")
    sizes = ("--size", "61", "--size", "64")
    return {h: document(h, folder / f"{h}.json", *sizes) for h in HARNESSES}


@pytest.fixture(scope="session")
def merged(documents):
    return rows.merge(documents.values())


@each_harness
def test_rows_of_all_algorithms(harness, documents):
    found = documents[harness]["rows"]
    assert {row["runtime"] for row in found} == RUNTIMES[harness]
    for runtime in RUNTIMES[harness] - PEERS:
        ours = [row["algorithm"] for row in found if row["runtime"] == runtime]
        assert list(dict.fromkeys(ours)) == list(ALGORITHMS)
    hashing = [row for row in found if row["algorithm"] in HASHING and row["operation"] != "blocks"]
    assert all(row["size"] in (61, 64) and row["ns"]["median"] < 1e8 for row in hashing)


@each_harness
def test_rows_of_signatures(harness, documents):
    operations = {"keygen", "sign", "verify", "verify8"} | ({"sign2"} if harness == "c" else set())
    blocks = {"sha256", "sha512", "sha3-512"} if harness != "python" else set()
    found = documents[harness]["rows"]
    for runtime in RUNTIMES[harness] - PEERS:
        ours = [row for row in found if row["runtime"] == runtime]
        for name in SIGNING:
            assert {row["operation"] for row in ours if row["algorithm"] == name} == operations
        assert {row["algorithm"] for row in ours if row["operation"] == "blocks"} == blocks
    for row in found:
        if row["algorithm"] in SIGNING:
            messages = 16 if row["operation"].startswith("verify") else 1
            size = 0 if row["operation"] == "keygen" else 3
            assert (row["size"], row["messages"]) == (size, messages)
            assert 1e4 < row["ns"]["median"] / messages < 5e9


def test_c_measures_every_level(documents):
    levels = {r["level"] for r in documents["c"]["rows"] if r["runtime"] == "c"}
    assert levels == {level for level in katwise.levels}


@each_harness
def test_machine_and_timer(harness, documents):
    machine, timer = documents[harness]["machine"], documents[harness]["timer"]
    assert machine["cpu"] and machine["os"] and machine["cores"] >= 1
    assert machine["versions"]["katwise"] == katwise.__version__
    assert timer["counter"] and timer["cycles"] in ("perf_event", "estimated", "none")
    for lane in timer.get("lanes", {"": timer}).values():
        assert 0 < lane["step_ns"] < 1e7 and 0 < lane["overhead_ns"] < 1e6


@each_harness
@pytest.mark.parametrize("algorithm, operation", [
    ("sha256", "hash"), ("poly1305", "mac"), ("SLH-DSA-SHA2-128f", "keygen"),
    ("SLH-DSA-SHA2-128f", "sign"), ("SLH-DSA-SHA2-128f", "verify"),
    ("SLH-DSA-SHA2-128f", "verify8"),
])  # fmt: skip
def test_wrong_output_is_an_error(harness, algorithm, operation, tmp_path):
    what = ("--algorithm", algorithm, "--operation", operation)
    done = run(harness, "--corrupt", *what, "--json", tmp_path / "out.json")
    assert done.returncode == 1
    assert f"{algorithm} " in done.stderr and "wrong output" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@each_harness
@pytest.mark.parametrize("arguments", BAD_USAGE)
def test_bad_usage(harness, arguments):
    done = run(harness, *arguments)
    assert done.returncode == 2
    assert arguments[0].strip("-") in done.stderr and "Traceback" not in done.stderr


def quotients(fine, coarse):
    for a, b in zip(fine["rows"], coarse["rows"], strict=True):
        assert (a["runtime"], a["level"]) == (b["runtime"], b["level"])
        assert math.isfinite(b["ns"]["median"]) and b["ns"]["q1"] > 0
        yield a["ns"]["median"] / b["ns"]["median"]


@pytest.mark.parametrize("harness, job", [
    *((harness, ("poly1305", "mac")) for harness in HARNESSES),
    *((harness, (SIGNING[0], "keygen")) for harness in HARNESSES if harness != "chromium"),
])  # fmt: skip
def test_clock_of_one_millisecond(harness, job, tmp_path):
    """Browsers have clocks like this: no row may become 0 or infinite, nor may it be far off."""
    wanted = ["--algorithm", job[0], "--operation", job[1], "--size", "11", *FEW.get(harness, [])]
    if harness != "chromium":  # whose long samples suffer more from other programs
        wanted.append("--cpu-time")
    for _ in range(3):
        fine = document(harness, tmp_path / "fine.json", *wanted)
        coarse = document(harness, tmp_path / "coarse.json", *wanted, "--timer-step", str(MS))
        steps = coarse["timer"].get("lanes", {"": coarse["timer"]})
        assert all(0.9 * MS <= lane["step_ns"] <= 1.1 * MS for lane in steps.values())
        apart = list(quotients(fine, coarse))
        if all(0.4 < quotient < 2.5 for quotient in apart):  # 10 % on a quiet machine
            return
    pytest.fail(f"fine / coarse: {apart}")


def test_c_quartiles_and_iqm(documents):
    for row in documents["c"]["rows"]:
        assert row["ns"]["q1"] <= row["ns"]["iqm"] <= row["ns"]["q3"]


@each_harness
def test_interval_of_the_median(harness, documents):
    for row in documents[harness]["rows"]:
        ns = row["ns"]
        assert ns["min"] <= ns["low"] <= ns["median"] <= ns["high"], row


# ---- The demonstration ----


def results_of(names):
    return [f"{name} 00" for name in names]


def test_demo_wants_every_result():
    expected = {}
    assert demo.agree(expected, results_of(EVERY), "C") == len(EVERY)
    assert demo.agree(expected, results_of(katwise.hashes), "hashlib") == len(katwise.hashes)
    for lines, text in (
        ([], "0 results instead of"),
        (results_of(EVERY[1:]), EVERY[0]),
        (results_of([*EVERY, "md5"]), "md5"),
        (results_of([*EVERY, EVERY[0]]), "twice"),
        ([f"{EVERY[0]} 01", *results_of(EVERY[1:])], f"{EVERY[0]} is 01"),
    ):
        with pytest.raises(SystemExit, match=re.escape(text)):
            demo.agree(expected, lines, "Python")


def test_demo_with_a_silent_runtime(monkeypatch):
    """A program that ends well and prints nothing has not agreed with anybody."""
    monkeypatch.setattr(demo, "pack", lambda: None)
    monkeypatch.setitem(demo.RUNTIMES, "C", lambda: demo.run("true"))
    with pytest.raises(SystemExit, match=f"^C: 0 results instead of {len(EVERY)}"):
        demo.main()


def test_demo_packs_the_source_tree():
    names = {str(name) for name in demo.sources()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    tracked = {n for n in listed.stdout.split("\0") if n and not n.startswith(".")}
    assert {name for name in tracked if (ROOT / name).is_file()} <= names
    assert not any(name.startswith(("build/", "dist/", "node_modules/")) for name in names)
    assert sum((ROOT / name).stat().st_size for name in names) >= demo.LEAST


# ---- The comparison ----


def test_schema_refuses(merged):
    good = merged["rows"][0]
    for change in (
        {"checked": False}, {"runtime": "basic"}, {"operation": ""}, {"size": -1}, {"samples": 0},
        {"ns": {**good["ns"], "min": 0}}, {"ns": {**good["ns"], "q1": 2 * good["ns"]["q3"]}},
        {"ns": {**good["ns"], "high": math.inf}}, {"ns": {**good["ns"], "low": math.inf}},
        {"ns": {"q1": 1, "median": 2, "q3": 3}}, {"level": None},
    ):  # fmt: skip
        with pytest.raises(rows.BadRows):
            rows.check({**merged, "rows": [{**good, **change}]})
    rows.check({**merged, "rows": [good]})
    with pytest.raises(rows.BadRows):
        rows.check({**merged, "schema": 2})


def test_quieter_pass_is_kept_job_by_job(documents):
    first = documents["python"]
    slow = [{**r, "ns": {k: 3 * v for k, v in r["ns"].items()}} for r in first["rows"]]
    half = [s if i % 2 else r for i, (r, s) in enumerate(zip(first["rows"], slow))]
    kept, apart = rows.quieter([{**first, "rows": slow}, {**first, "rows": half}, first])
    key = lambda r: (r["algorithm"], r["operation"], r["runtime"])  # noqa: E731
    assert sorted(kept["rows"], key=key) == sorted(first["rows"], key=key)
    assert all(q == pytest.approx(3) for q in apart)


def test_tables_have_every_algorithm(merged):
    table = rows.Table(merged["rows"])
    assert table.algorithms == list(ALGORITHMS)
    assert (table.hashing, table.signing) == (list(HASHING), list(SIGNING))
    for text in ("\n".join(tables.comparison(table)),
                 "\n".join(tables.overview(table)),
                 "\n".join(tables.markdown(table, merged["machine"]))):
        for name in ALGORITHMS:
            assert re.search(rf"^[| `]*{re.escape(name)}\b", text, re.M), name


def test_ratio_of_the_reference_is_one(merged):
    table = rows.Table(merged["rows"])
    for name in ALGORITHMS:
        signing = name in SIGNING
        found = table.select(name, *(("sign",) if signing else (table.operation(name), 61)))
        base = tables.reference(found)
        assert base["runtime"] == "c" and tables.ratio(base, base) == "1.00"


def test_page_needs_nothing_else(merged, tmp_path):
    html = page.page(rows.Table(merged["rows"]), merged)
    assert not re.search(r"https?:|//[a-z]|<script|<link|<img|@import|url\(|srcset", html)
    for name in ALGORITHMS:
        assert f'<section id="{name}">' in html
        assert html.count(f'href="#{name}"') >= 2
    assert merged["machine"]["cpu"] in html
    assert "nan" not in html.lower().replace("nano", "") and "inf%" not in html


def test_page_escapes(merged):
    machine = {**merged["machine"], "cpu": "<b>&"}
    html = page.page(rows.Table(merged["rows"]), {**merged, "machine": machine})
    assert "<b>&" not in html and "&lt;b&gt;&amp;" in html


def test_figures_compare_with_their_bounds(merged):
    table = rows.Table(merged["rows"])
    found = {figure.what: figure for figure in figures.figures(table, "/nonexistent")}
    assert found["sha256, 64 KiB: time / OpenSSL's"].met is None  # was not measured
    assert found["poly1305, 61 bytes: time / OpenSSL's"].met in (True, False)
    assert found["wheel, KB"].met is None
    for size in (8, 64):
        worst = found[f"all hashes, {size} bytes: worst time / EVP_Digest's"]
        assert (worst.value is None) == (size == 8)
    job = (worst.note.partition(";")[0], "hash", 64)
    ours, fetched = table.find(*job, "c", "auto"), table.find(*job, "openssl", "fetched")
    ratio = ours["ns"]["median"] / fetched["ns"]["median"]
    assert worst.note.endswith(f"; fetched beforehand {ratio:.2f}")
    assert figures.Figure("", 0.5, 0.5).met and not figures.Figure("", 0.5, 0.51).met
    assert figures.Figure("", 2, 2, least=True).met
    assert not figures.Figure("", 2, 1.9, least=True).met


def test_compare_reads_files(documents, tmp_path):
    paths = []
    for name, one in documents.items():
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(one))
    command = [sys.executable, ROOT / "benchmarks/compare", *paths, "--figures", "--html",
               tmp_path / "page.html"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "not measured" in done.stdout and (tmp_path / "page.html").stat().st_size > 50_000


def test_compare_reads_katwise_bench(tmp_path):
    """The package's own command writes what the harnesses write."""
    katwise_bench = [sys.executable, "-m", "katwise", "bench", "sha256", "poly1305",
                     SIGNING[0]]  # fmt: skip
    path = tmp_path / "bench.json"
    subprocess.run([*katwise_bench, "--json", path], check=True, capture_output=True, timeout=120)
    found = rows.read(path)
    assert {row["runtime"] for row in found["rows"]} == {"python"}
    assert {row["operation"] for row in found["rows"]} == {
        "hash", "object", "many", "mac", "keygen", "sign", "verify", "verify8"}  # fmt: skip
    command = [sys.executable, ROOT / "benchmarks/compare", path, "--html", tmp_path / "page.html"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "sha256" in done.stdout, done.stderr


def test_compare_without_node_says_what_else_is_left_out(tmp_path):
    command = [sys.executable, ROOT / "benchmarks/compare", "--without", "node", "--bench",
               tmp_path / "none"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "no chromium either" in done.stderr


def test_compare_refuses_other_files(tmp_path):
    (tmp_path / "x.json").write_text('{"schema": 1}')
    command = [sys.executable, ROOT / "benchmarks/compare", tmp_path / "x.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "machine is missing" in done.stderr
    assert "Traceback" not in done.stderr
    for arguments, text in (
        ([tmp_path / "none.json"], "none.json: No such file or directory"),
        ([ROOT / "README.md"], "README.md: this is no JSON"),
        (["--passes", "0"], "--passes: not a number from 1 on: '0'"),
    ):
        done = subprocess.run([*command[:2], *arguments], capture_output=True, text=True)
        assert done.returncode != 0 and text in done.stderr and "Traceback" not in done.stderr
