# SPDX-License-Identifier: MIT
"""Runs known answers (tests/kat/README.md is their schema) on every level of this machine."""

import hashlib
import json
from itertools import chain
from pathlib import Path

import katwise

from ._console import Progress
from ._kat_signatures import Wrong, check_fields, check_signature, is_idle
from ._levels import built

FILE_FIELDS = {"schema", "family", "kind", "sources", "entries"}
ANSWERS = {
    "hash": {"output", "output_sha256", "lines_sha256"},
    "mac": {"tag", "refused", "tags_sha256"},
}
QUESTIONS = {
    "hash": ({"message"}, {"message", "size"}),
    "mac": ({"key", "message"}, {"generator"}),
}
TABLES = {"hash": katwise.hashes, "mac": katwise.macs, "signature": katwise.signatures}
REPORTED = 10  # wrong answers of a level; more are only counted


def shipped():
    """The folder of known answers inside the package."""
    return Path(__file__).with_name("kat")


# ---- Reading ----


def check_entry(entry, kind, sources):
    if kind == "signature":
        check_fields(entry)
    else:
        fields = set(entry) - {"algorithm", "source"}
        answers = fields & ANSWERS[kind]
        if len(answers) != 1 or fields - answers not in QUESTIONS[kind]:
            raise Wrong(f"unknown or missing fields: {', '.join(entry)}")
    if entry["source"] not in sources:
        raise Wrong(f"unknown source {entry['source']!r}")
    if entry["algorithm"] not in TABLES[kind]:
        raise Wrong(f"unknown algorithm {entry['algorithm']!r}")
    if kind == "hash" and ("size" in entry) != (katwise.new(entry["algorithm"]).digest_size == 0):
        raise Wrong("size belongs to a XOF, always and only")


def read(path):
    """The entries of a file as (where, kind, entry)."""
    family = json.loads(path.read_text())
    if set(family) != FILE_FIELDS or family["schema"] != 1 or family["kind"] not in TABLES:
        raise Wrong(f"{path.name}: not a file of schema 1")
    for number, entry in enumerate(family["entries"], 1):
        where = f"{path.name}, entry {number}"
        try:
            check_entry(entry, family["kind"], family["sources"])
        except (KeyError, Wrong) as error:
            raise Wrong(f"{where}: {error}") from None
        yield where, family["kind"], entry


def load(folder):
    """All entries of a folder, at least one for each algorithm of the library."""
    files = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    entries = list(chain.from_iterable(map(read, files)))
    missing = set(chain(*TABLES.values())) - {e["algorithm"] for _, _, e in entries}
    if missing:
        raise Wrong(f"no known answer for {', '.join(sorted(missing))}")
    return entries


# ---- Messages by their rules ----


def lengths(text):
    """N, A..B or A..B..STEP"""
    first, *rest = map(int, text.split(".."))
    if not rest:
        return range(first, first + 1)
    last, step = (*rest, 1)[:2]
    return range(first, last + 1, step)


def cycled(period, size):
    return (period * (size // len(period) + 1))[:size]


def messages(text):
    rule, *rest = text.split(":")
    match rule, rest:
        case "hex", [digits]:
            return [bytes.fromhex(digits)]
        case "counting", [sizes]:
            return [cycled(bytes(range(256)), n) for n in lengths(sizes)]
        case "mod251", [sizes]:
            return [cycled(bytes(range(251)), n) for n in lengths(sizes)]
        case "repeat", [digits, times]:
            return [bytes.fromhex(digits) * n for n in lengths(times)]
    raise Wrong(f"unknown rule {text!r}")


def generated(text):
    """Pairs of key and message, from a source that is not ours."""
    for n in lengths(text):
        seed = b"poly1305-kat-v1" + n.to_bytes(4, "little")
        x = hashlib.shake_256(seed).digest(32 + n)
        yield x[:32], x[32:]


# ---- Checking ----


def same(entry, outputs):
    """Whether the outputs are what the entry says."""
    joined = b"".join(outputs)
    if "lines_sha256" in entry:
        lines = "".join(f"{output.hex().upper()}\n" for output in outputs)
        return hashlib.sha256(lines.encode()).hexdigest() == entry["lines_sha256"]
    for field in ("output_sha256", "tags_sha256"):
        if field in entry:
            return hashlib.sha256(joined).hexdigest() == entry[field]
    return joined.hex() == entry["output" if "output" in entry else "tag"]


def in_pieces(name, message, size):
    """Through an object: the message in two pieces, a XOF's output in two as well."""
    h = katwise.new(name, message[: len(message) // 3])
    h.update(message[len(message) // 3 :])
    if size is None:
        return h.digest()
    return h.read(size // 3) + h.read(size - size // 3)


def check_hash(entry):
    name, size = entry["algorithm"], entry.get("size")
    inputs = messages(entry["message"])
    for outputs in (
        [katwise.digest(name, m, size) for m in inputs],
        [in_pieces(name, m, size) for m in inputs],
        katwise.hash_many(name, inputs, size),
    ):
        if not same(entry, outputs):
            raise Wrong("wrong output")


def check_refused(mac, tag):
    """Only a tag of another length is a ValueError: nothing else may pass for a refusal."""
    try:
        mac.verify(tag)
    except katwise.InvalidTag if len(tag) == mac.tag_size else ValueError:
        return
    raise Wrong("accepted a tag that it must refuse")


def check_mac(entry):
    mac = getattr(katwise, entry["algorithm"].replace("-", "_"))
    if "generator" in entry:
        pairs = list(generated(entry["generator"]))
    else:
        pairs = [(bytes.fromhex(entry["key"]), m) for m in messages(entry["message"])]
    if "refused" in entry:
        for key, message in pairs:
            check_refused(mac(key, message), bytes.fromhex(entry["refused"]))
        return
    tags = [mac(key, message).digest() for key, message in pairs]
    if not same(entry, tags):
        raise Wrong("wrong tag")
    for (key, message), tag in zip(pairs, tags, strict=True):
        half = len(message) // 2
        again = mac(key, message[:half])
        again.update(message[half:])
        again.verify(tag)


CHECKS = {"hash": check_hash, "mac": check_mac}


def check(kind, entry, slow):
    if kind == "signature":
        check_signature(entry, slow)
    else:
        CHECKS[kind](entry)


def run_level(entries, report, show=lambda text: None, slow=True):
    """Runs all entries; how many were executed, and how many of them are right."""
    executed = right = 0
    for where, kind, entry in entries:
        show(f"{executed} of {len(entries)}")
        executed += 1
        try:
            check(kind, entry, slow)
            right += 1
        except (Wrong, ValueError, katwise.Error) as error:
            if executed - right <= REPORTED:
                report(f"  {where}, {entry['algorithm']}: {error or type(error).__name__}")
    return executed, right


def run(folder, report=print, levels=katwise.levels):
    """Runs the known answers of a folder on levels, slow ones on auto; True if all is well."""
    try:
        entries = load(folder)
    except (OSError, ValueError, Wrong) as error:
        report(f"known answers: {error}")
        return False
    before, well = katwise.level(), True
    try:
        for level in levels:
            katwise.use_level(level)
            slow = level == "auto"
            chosen = [e for e in entries if slow or not is_idle(e[2])]
            with Progress(level) as progress:
                executed, right = run_level(chosen, report, progress.show, slow)
            left = len(entries) - len(chosen)
            idle = f"{left} slow ones left to auto, " if left else ""
            report(f"{level}: {executed} of {len(chosen)} executed, {idle}{right} right")
            well &= executed == right == len(chosen)
    finally:
        katwise.use_level(before)
    for level in (level for level in built if level not in katwise.levels):
        report(f"{level}: this machine cannot run it")
    return well
