# SPDX-License-Identifier: MIT
"""Larger sets of known answers, where the folder ../shared/kat lies beside the checkout: put into
the schema of tests/kat, and run by every runner."""

import hashlib
import json

import pytest
from support import KAT, ROOT, counts, kat_runner, run

SHARED = ROOT.parent / "shared" / "kat"

pytestmark = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the folder ../shared/kat is not beside this checkout"
)


def entries_of_hash(name, content):
    size = {"size": content["digest_bytes"]} if name.startswith("shake") else {}
    common = {"algorithm": name, "source": "shared", **size}
    for length, digest in content["digests"].items():
        yield {**common, "message": f"counting:{length}", "output": digest}
    yield {**common, "message": "counting:0..1024", "lines_sha256": content["sha256_over_all"]}


def generated(length):
    """Key and message of the generator of tests/kat/README.md."""
    seed = b"poly1305-kat-v1" + length.to_bytes(4, "little")
    x = hashlib.shake_256(seed).digest(32 + length)
    return {"key": x[:32].hex(), "message": f"hex:{x[32:].hex()}"}


def entries_of_poly1305():
    common = {"algorithm": "poly1305", "source": "shared"}
    folder = SHARED / "poly1305"
    for vector in json.loads((folder / "vectors.json").read_text())["vectors"]:
        message = f"hex:{vector.get('msg', '')}"
        if "msg_repeat" in vector:
            message = "repeat:{}:{}".format(*vector["msg_repeat"])
        yield {**common, "key": vector["key"], "message": message, "tag": vector["tag"]}
    for vector in json.loads((folder / "must-fail.json").read_text())["vectors"]:
        message = f"hex:{vector['msg']}"
        yield {**common, "key": vector["key"], "message": message, "refused": vector["tag"]}
    generator = json.loads((folder / "generator.json").read_text())
    for length, tag in generator["first_tags"].items():
        yield {**common, **generated(int(length)), "tag": tag}
    ranges = {"16*i, i=0..1024": "0..16384..16"}
    for tags in generator["sets"]:
        if isinstance(tags["lengths"], str):  # a list of lengths has no form in the schema
            lengths = ranges.get(tags["lengths"], tags["lengths"])
            yield {**common, "generator": lengths, "tags_sha256": tags["sha256"]}


def write(folder, family, kind, sources, entries):
    content = {"schema": 1, "family": family, "kind": kind, "sources": sources}
    text = json.dumps({**content, "entries": entries})
    (folder / f"{family}.json").write_text(text)


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    """Algorithms that have no file there keep the entries of tests/kat: runners ask for all."""
    folder = tmp_path_factory.mktemp("kat")
    for path in KAT.glob("*.json"):
        own = json.loads(path.read_text())
        entries, sources = [], {**own["sources"], "shared": "../shared/kat"}
        for name in dict.fromkeys(entry["algorithm"] for entry in own["entries"]):
            shared = SHARED / "hashes" / f"{name}.json"
            if name == "poly1305":
                entries += entries_of_poly1305()
            elif shared.exists():
                entries += entries_of_hash(name, json.loads(shared.read_text()))
            else:
                entries += [entry for entry in own["entries"] if entry["algorithm"] == name]
        write(folder, own["family"], own["kind"], sources, entries)
    return folder


def test_most_comes_from_there(converted):
    count = 0
    for path in converted.glob("*.json"):
        entries = json.loads(path.read_text())["entries"]
        count += sum(entry["source"] == "shared" for entry in entries)
    assert count >= 9 * 99 + 630


@kat_runner
def test_runner(runner, converted, show):
    show(counts(run([*runner(), converted], timeout=1200)))
