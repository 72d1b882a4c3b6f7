# SPDX-License-Identifier: MIT
"""Known answers can fail: a folder with one wrong digit, or with something missing or unknown, must
turn every runner red, and only that does."""

import json

import pytest
from support import KAT, call, kat_runner, tail

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
    """In the file of a MAC; elsewhere a second kind of wrong value: a digit in the first entry."""
    entry = entries[0]
    if "tag" in entry:
        entry["refused"] = entry.pop("tag")
    else:
        name = value_of(entry)
        entry[name] = format(int(entry[name][0], 16) ^ 8, "x") + entry[name][1:]


@kat_runner
def test_short_copy_passes(runner, tmp_path):
    short_copy(tmp_path)
    done = outcome(runner, tmp_path)
    assert done.returncode == 0, tail(done.stdout)


@pytest.mark.parametrize(
    "damage",
    [
        flip_last,
        refuse_a_right_tag,
        lose_algorithm,
        add_unknown_algorithm,
        add_unknown_field,
        add_unknown_rule,
    ],
)
@pytest.mark.parametrize("name", FILES)
@kat_runner
def test_damage_is_found(runner, name, damage, tmp_path):
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
