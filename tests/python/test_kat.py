# SPDX-License-Identifier: MIT
"""The known answers, and that the runner fails where tests/kat/README.md says so."""

import json
import subprocess
import sys
from pathlib import Path

import katwise
import pytest
from katwise import _kat

HERE = Path(__file__).resolve().parent
KAT = HERE.parent / "kat"
FILES = sorted(path.name for path in KAT.glob("*.json"))


def run(*words):
    command = [sys.executable, HERE / "kat.py", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=1200)


def run_once(folder):
    """On one level: what the runner finds does not depend on it."""
    return run(folder, "auto")


def test_known_answers(show):
    """Slow ones of which there is no whole signature on one level alone, as the report says."""
    entries = [e for name in FILES for e in json.loads((KAT / name).read_text())["entries"]]
    fast = [e for e in entries if "slow" not in e or "signature" in e]
    done = run(KAT)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    count, left = len(fast), len(entries) - len(fast)
    assert count > 0 and left > 0
    *named, auto = katwise.levels
    some = f"{count} of {count} executed, {left} slow ones left to auto, {count} right"
    every = f"{auto}: {len(entries)} of {len(entries)} executed, {len(entries)} right"
    assert lines[: len(katwise.levels)] == [*(f"{level}: {some}" for level in named), every]
    for line in lines:
        show(line)


# ---- One small file for each family, to be spoilt ----


def is_slow(entry):
    long = entry.get("message", "").startswith(("counting", "mod251", "repeat"))
    return "slow" in entry or "generator" in entry or long and entry["message"].endswith(
        ("000", "1024")
    )


@pytest.fixture
def small(tmp_path):
    """An entry for each algorithm, and of each shape, but of slow ones only what is needed; and the
    last of each file."""
    for name in FILES:
        family = json.loads((KAT / name).read_text())
        kept, algorithms = {}, set()
        for entry in sorted(family["entries"], key=is_slow):
            hashing = family["kind"] != "signature" and entry["algorithm"]
            shape = hashing, *sorted(entry)
            if entry["algorithm"] not in algorithms or shape not in kept and not is_slow(entry):
                kept[shape if shape not in kept else entry["algorithm"]] = entry
                algorithms.add(entry["algorithm"])
        kept["last"] = family["entries"][-1]
        (tmp_path / name).write_text(json.dumps(family | {"entries": list(kept.values())}))
    return tmp_path


def change(path, edit):
    family = json.loads(path.read_text())
    edit(family)
    path.write_text(json.dumps(family))


def test_the_small_ones_pass(small):
    done = run_once(small)
    assert done.returncode == 0, done.stdout


def flip(entry, field):
    digit = entry[field][-1]
    entry[field] = entry[field][:-1] + ("0" if digit != "0" else "1")


ANSWERS = (
    *("output", "output_sha256", "lines_sha256", "tag", "tags_sha256"),
    *("signature", "signature_sha256", "public_key"),
)


@pytest.mark.parametrize("name", FILES)
def test_the_last_entry_flipped(small, name):
    def edit(family):
        entry = family["entries"][-1]
        flip(entry, next(field for field in ANSWERS if field in entry))

    change(small / name, edit)
    done = run_once(small)
    assert done.returncode == 1 and f"{name}, entry" in done.stdout
    assert "executed" in done.stdout


@pytest.mark.parametrize(
    "name, field",
    [
        ("sha2.json", "output"),
        ("sha2.json", "output_sha256"),
        ("sha2.json", "lines_sha256"),
        ("sha3.json", "output"),
        ("poly1305.json", "tag"),
        ("poly1305.json", "tags_sha256"),
        ("slh-dsa.json", "seed"),
        ("slh-dsa.json", "public_key"),
        ("slh-dsa.json", "secret_key"),
        ("slh-dsa.json", "signature"),
        ("slh-dsa.json", "signature_sha256"),
        ("slh-dsa.json", "context"),
        ("slh-dsa.json", "randomness"),
    ],
)
def test_each_kind_of_answer_is_compared(small, name, field):
    def edit(family):
        every = json.loads((KAT / name).read_text())["entries"]
        entry = next(entry for entry in every if field in entry)
        flip(entry, field)
        family["entries"].append(entry)

    change(small / name, edit)
    done = run_once(small)
    assert done.returncode == 1 and ("wrong" in done.stdout or "refuses" in done.stdout)


def test_a_refused_tag_that_is_right(small):
    def edit(family):
        entry = next(e for e in family["entries"] if "tag" in e)
        entry["refused"] = entry.pop("tag")

    change(small / "poly1305.json", edit)
    done = run_once(small)
    assert done.returncode == 1 and "accepted" in done.stdout


@pytest.mark.parametrize(
    "field, value, text",
    [
        ("key", "00" * 31, "key: poly1305 takes 32 bytes"),
        ("message", "zeros:5", "unknown rule"),
        ("refused", "zz", "non-hexadecimal"),
    ],
)
def test_a_refusal_for_another_reason(small, field, value, text):
    """Only the tag may be what is refused."""

    def edit(family):
        next(e for e in family["entries"] if "refused" in e)[field] = value

    change(small / "poly1305.json", edit)
    done = run_once(small)
    assert done.returncode == 1 and text in done.stdout, done


@pytest.mark.parametrize("size, error", [(16, ValueError), (15, katwise.InvalidTag)])
def test_a_refusal_by_the_wrong_error(size, error):
    class Mac:
        tag_size = 16

        def verify(self, tag):
            raise error

    with pytest.raises(error):
        _kat.check_refused(Mac(), bytes(size))


def without(algorithm):
    def edit(family):
        family["entries"] = [e for e in family["entries"] if e["algorithm"] != algorithm]

    return edit


BROKEN = {
    "an unknown field": lambda f: f["entries"][0].update(comment="x"),
    "an unknown field of the file": lambda f: f.update(comment="x"),
    "another schema": lambda f: f.update(schema=2),
    "another kind": lambda f: f.update(kind="cipher"),
    "a kind of others": lambda f: f.update(kind="signature"),
    "an unknown rule": lambda f: f["entries"][0].update(message="zeros:5"),
    "a rule with too much": lambda f: f["entries"][0].update(message="counting:5:5"),
    "an unknown source": lambda f: f["entries"][0].update(source="me"),
    "no source": lambda f: f["entries"][0].pop("source"),
    "no message": lambda f: f["entries"][0].pop("message"),
    "no answer": lambda f: f["entries"][0].pop("output"),
    "two answers": lambda f: f["entries"][0].update(output_sha256="00" * 32),
    "an algorithm that is not there": lambda f: f["entries"][0].update(algorithm="md5"),
    "a MAC among the hashes": lambda f: f["entries"][0].update(algorithm="poly1305"),
    "an algorithm without an entry": without("sha384"),
    "a size for a hash": lambda f: f["entries"][0].update(size=28),
    "no entries": lambda f: f.update(entries=[]),
}


@pytest.mark.parametrize("edit", BROKEN.values(), ids=BROKEN)
def test_broken_files(small, edit):
    change(small / "sha2.json", edit)
    done = run_once(small)
    assert done.returncode == 1 and done.stdout, done
    assert done.stderr == ""


def first(field):
    """Something done to the first entry that has the field."""
    return lambda edit: lambda f: edit(next(e for e in f["entries"] if field in e))


BROKEN_SIGNATURES = {
    "an unknown field": first("seed")(lambda e: e.update(comment="x")),
    "two forms": first("seed")(lambda e: e.update(message="hex:00")),
    "no answer": first("signature_sha256")(lambda e: e.pop("signature_sha256")),
    "two answers": first("signature_sha256")(lambda e: e.update(signature="00")),
    "no key": first("refused")(lambda e: e.pop("public_key")),
    "an unknown interface": first("interface")(lambda e: e.update(interface="external")),
    "an internal context": first("interface")(lambda e: e.update(context="00")),
    "an unknown hash": first("prehash")(lambda e: e.update(prehash="md5")),
    "slow, but not true": first("seed")(lambda e: e.update(slow=False)),
    "many messages": first("signature_sha256")(lambda e: e.update(message="counting:0..3")),
    "a hash": first("seed")(lambda e: e.update(algorithm="sha256")),
    "another key": first("signature_sha256")(lambda e: flip(e, "secret_key")),
    "a refused one that is right": first("refused")(lambda e: e.update(
        signature=e.pop("refused"))),
    "a right one that is refused": lambda f: [e.update(refused=e.pop("signature"))
                                              for e in f["entries"]
                                              if "public_key" in e and "signature" in e],
    **{
        f"mutation {text}": first("mutations")(
            lambda e, text=text: e["mutations"].append(text))
        for text in (
            "signature:xor:0:00",
            "signature:xor:60000:01",
            "signature:xor:0:",
            "signature:truncate:60000",
            "signature:reverse:1",
            "context:xor:0:01",
            "public_key:append:00",
            "secret_key:xor:0:01",
            "interface:set:external",
            "prehash:set:md5",
            "message",
            "",
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("edit", BROKEN_SIGNATURES.values(), ids=BROKEN_SIGNATURES)
def test_broken_signatures(small, edit):
    change(small / "slh-dsa.json", edit)
    done = run_once(small)
    assert done.returncode == 1 and "slh-dsa.json, entry" in done.stdout, done
    assert done.stderr == ""


def test_a_xof_without_a_size(small):
    change(small / "sha3.json", lambda f: [e.pop("size", 0) for e in f["entries"]])
    assert run_once(small).returncode == 1


def test_not_json(small):
    (small / "sha2.json").write_text("{")
    done = run_once(small)
    assert done.returncode == 1 and done.stderr == ""


def test_no_folder(tmp_path):
    done = run_once(tmp_path / "nothing")
    assert done.returncode == 1 and "No such file" in done.stdout and done.stderr == ""


def test_an_empty_folder(tmp_path):
    done = run_once(tmp_path)
    assert done.returncode == 1 and "no known answer for" in done.stdout
