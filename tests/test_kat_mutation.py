# SPDX-License-Identifier: MIT
"""Known answers can fail: a folder with one wrong digit, or with something missing or unknown, must
turn every runner red, and only that does."""

import json

import pytest
from support import KAT, call, kat_runner, kat_runners, tail

FILES = sorted(path.name for path in KAT.glob("*.json"))
VALUES = (
    *("output", "output_sha256", "lines_sha256", "tag", "tags_sha256"),
    *("signature_sha256", "signature", "public_key"),
)
FAST = "SLH-DSA-SHA2-128f"  # the signatures that are made in no time


def value_of(entry):
    return next(name for name in VALUES if name in entry)


def first_and_last(entries):
    ends = {}
    for entry in entries:
        first, _ = ends.get(entry["algorithm"], (entry, None))
        ends[entry["algorithm"]] = (first, entry)
    return [entry for pair in ends.values() for entry in pair]


def only_verified(entry):
    """A whole signature, without making it."""
    secret_key = entry["secret_key"]
    public_key = {"public_key": secret_key[len(secret_key) // 2 :]}
    unneeded = {"secret_key", "randomness", "mutations", "slow"}
    return public_key | {name: entry[name] for name in entry if name not in unneeded}


def short_signatures(entries):
    """Of slow algorithms a signature to verify, of the others a pair of keys; and of a fast one its
    signatures that have mutations, and one that is refused."""
    slow = {entry["algorithm"] for entry in entries if "slow" in entry}
    for entry in entries:
        if "slow" in entry and "signature" in entry:
            yield only_verified(entry)
        elif "seed" in entry and entry["algorithm"] not in slow:
            yield entry
    yield next(entry for entry in entries if "refused" in entry)
    for entry in entries:
        if entry["algorithm"] == FAST and "mutations" in entry:
            yield {**entry, "mutations": entry["mutations"][-2:]}


def short_copy(folder):
    """The runners go through that in no time."""
    for name in FILES:
        content = json.loads((KAT / name).read_text())
        short = short_signatures if content["kind"] == "signature" else first_and_last
        content["entries"] = list(short(content["entries"]))
        (folder / name).write_text(json.dumps(content))


def change(folder, name, how):
    content = json.loads((folder / name).read_text())
    how(content["entries"])
    (folder / name).write_text(json.dumps(content))


def outcome(runner, folder):
    """On one level: what a runner compares does not depend on it."""
    return call([*runner(), folder, "auto"])


def flip(entry, name):
    entry[name] = entry[name][:-1] + format(int(entry[name][-1], 16) ^ 1, "x")


def flip_last(entries):
    """One digit of the last value."""
    flip(entries[-1], value_of(entries[-1]))


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
    entries[-1]["message"] = "random:7"


def refuse_a_right_tag(entries):
    entry = next(entry for entry in entries if "tag" in entry)
    entry["refused"] = entry.pop("tag")


def refuse_a_right_signature(entries):
    entry = next(entry for entry in entries if "signature" in entry)
    entry["refused"] = entry.pop("signature")


def accept_a_wrong_signature(entries):
    entry = next(entry for entry in entries if "refused" in entry)
    entry["signature"] = entry.pop("refused")


def flip_key(entries):
    flip(next(entry for entry in entries if "seed" in entry), "public_key")


def mutate(mutation):
    def mutated(entries):
        entries[-1]["mutations"].append(mutation)

    mutated.__name__ = f"mutate-{mutation}"
    return mutated


OF_SIGNATURES = [
    refuse_a_right_signature,
    accept_a_wrong_signature,
    flip_key,
    lose_algorithm,
    add_unknown_algorithm,
    add_unknown_field,
    add_unknown_rule,
    mutate("signature:xor:0:00"),  # changes nothing: it verifies
    mutate("message:flip:0:01"),
    mutate("interface:set:external"),
]
DAMAGES = [
    *((flip_last, name) for name in FILES),
    (refuse_a_right_tag, "poly1305.json"),
    (lose_algorithm, "sha3.json"),
    (lose_algorithm, "poly1305.json"),
    (add_unknown_algorithm, "sha2.json"),
    (add_unknown_field, "sha3.json"),
    (add_unknown_rule, "sha2.json"),
    *((damage, "slh-dsa.json") for damage in OF_SIGNATURES),
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
