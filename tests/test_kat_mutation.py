# SPDX-License-Identifier: MIT
"""Known answers can fail: a folder with one wrong digit, or with something missing or unknown, must
turn every runner red, and only that does."""

import json

import pytest
from support import KAT, call, kat_runner, kat_runners, tail

FILES = sorted(path.name for path in KAT.glob("*.json"))
VALUES = ("output", "output_sha256", "lines_sha256", "tag", "tags_sha256")


def value_of(entry):
    return next(name for name in VALUES if name in entry)


def short_copy(folder):
    """For each algorithm its first and its last entry: the runners go through that in no time."""
    for name in FILES:
        content = json.loads((KAT / name).read_text())
        ends = {}
        for entry in content["entries"]:
            first, _ = ends.get(entry["algorithm"], (entry, None))
            ends[entry["algorithm"]] = (first, entry)
        content["entries"] = [entry for pair in ends.values() for entry in pair]
        (folder / name).write_text(json.dumps(content))


def change(folder, name, how):
    content = json.loads((folder / name).read_text())
    how(content["entries"])
    (folder / name).write_text(json.dumps(content))


def outcome(runner, folder):
    return call([*runner(), folder])


def flip_last(entries):
    """One digit of the last value."""
    entry = entries[-1]
    name = value_of(entry)
    entry[name] = entry[name][:-1] + format(int(entry[name][-1], 16) ^ 1, "x")


def lose_algorithm(entries):
    lost = entries[-1]["algorithm"]
    others = [entry for entry in entries if entry["algorithm"] != lost]
    entries[:] = others or [unknown(entries[-1])]


def unknown(entry):
    return {**entry, "algorithm": "no-such-algorithm"}


def add_unknown_algorithm(entries):
    entries.append(unknown(entries[-1]))


def add_unknown_field(entries):
    entries[0]["comment"] = "x"


def add_unknown_rule(entries):
    entries[0]["message"] = "random:7"


def refuse_a_right_tag(entries):
    entry = next(entry for entry in entries if "tag" in entry)
    entry["refused"] = entry.pop("tag")


DAMAGES = [
    *((flip_last, name) for name in FILES),
    (refuse_a_right_tag, "poly1305.json"),
    (lose_algorithm, "sha3.json"),
    (lose_algorithm, "poly1305.json"),
    (add_unknown_algorithm, "sha2.json"),
    (add_unknown_field, "sha3.json"),
    (add_unknown_rule, "sha2.json"),
]


@kat_runner
def test_short_copy_passes(runner, tmp_path):
    short_copy(tmp_path)
    done = outcome(runner, tmp_path)
    assert done.returncode == 0, tail(done.stdout)


def damages():
    for id_, runner in kat_runners().items():
        for damage, name in DAMAGES:
            # Chromium takes seconds to start, and runs the code that Node.js runs.
            if id_ != "chromium" or damage is flip_last:
                yield pytest.param(runner, damage, name, id=f"{id_}-{damage.__name__}-{name}")


@pytest.mark.parametrize("runner, damage, name", list(damages()))
def test_damage_is_found(runner, damage, name, tmp_path):
    short_copy(tmp_path)
    change(tmp_path, name, damage)
    done = outcome(runner, tmp_path)
    assert done.returncode > 0, f"not found (exit status {done.returncode}):\n{tail(done.stdout)}"


@kat_runner
def test_missing_file_is_found(runner, tmp_path):
    short_copy(tmp_path)
    (tmp_path / FILES[0]).unlink()
    done = outcome(runner, tmp_path)
    assert done.returncode > 0, f"not found:\n{tail(done.stdout)}"


@kat_runner
def test_empty_folder_is_no_success(runner, tmp_path):
    assert outcome(runner, tmp_path).returncode > 0
    assert outcome(runner, tmp_path / "missing").returncode > 0
