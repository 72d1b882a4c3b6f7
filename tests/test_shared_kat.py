# SPDX-License-Identifier: MIT
"""Larger sets of known answers, where the folder ../shared/kat lies beside the checkout: put into
the schema of tests/kat, and run by every runner; of signatures a part, and all of them in C."""

import hashlib
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import KAT, ROOT, counts, kat_runner, program, run

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


# ---- Signatures ----

SLOW = re.compile(r"SLH-DSA-.*s$")  # to sign with, and to make keys of
OID = {"SHA-256": "0609608648016503040201", "SHA-384": "0609608648016503040202"}


def of_file(name):
    return json.loads((SHARED / "slh-dsa" / name).read_text())["tests"]


def hash_name(name):
    """SHA2-512/224 is sha512-224 here, SHA3-224 sha3-224, SHAKE-128 shake128."""
    for old, new in (("SHA2-", "sha"), ("SHAKE-", "shake"), ("/", "-")):
        name = name.replace(old, new)
    return name.lower()


def slow(test):
    return {"slow": True} if SLOW.match(test["set"]) else {}


def signed(test):
    """What is signed, and how. BoringSSL gives a digest: formatted as in FIPS 205, 10.2.2."""
    if test.get("mode") == "preHashDigestGiven":
        context = test["ctx"]
        size = format(len(context) // 2, "02x")
        message = f"hex:01{size}{context}{OID[test['hash']]}{test['digest']}"
        return {"message": message, "interface": "internal"}
    fields = {"message": f"hex:{test['msg']}"}
    if test["iface"] == "internal":
        fields["interface"] = "internal"
    if test.get("ctx"):
        fields["context"] = test["ctx"]
    if test.get("mode") == "preHash":
        fields["prehash"] = hash_name(test["hash"])
    return fields


def entry(test, **fields):
    return {"algorithm": test["set"], "source": "shared", **fields}


def key_generation(test):
    seed = test["skSeed"] + test["skPrf"] + test["pkSeed"]
    secret_key = test["skSeed"] + test["skPrf"] + test["pk"]
    return entry(test, seed=seed, public_key=test["pk"], secret_key=secret_key, **slow(test))


def signing(test):
    randomness = {"randomness": test["addrnd"]} if "addrnd" in test else {}
    whole = {"signature": test["sig"]} if "sig" in test else {"signature_sha256": test["sha256sig"]}
    return entry(test, secret_key=test["sk"], **signed(test), **randomness, **whole, **slow(test))


def verification(test):
    answer = {"signature" if test["ok"] else "refused": test["sig"]}
    return entry(test, public_key=test["pk"], **signed(test), **answer)


def mutation(op):
    """One operation of sigver-mutations.json in the words of tests/kat/README.md."""
    name, value = next(iter(op.items()))
    if name in ("xor", "msgxor", "pkxor"):
        field = {"xor": "signature", "msgxor": "message", "pkxor": "public_key"}[name]
        return f"{field}:xor:{value[0]}:{value[1]:02x}"
    if name == "mode":
        return f"prehash:set:{hash_name(op['hash'])}"
    words = {
        "truncate": "signature:truncate",
        "append": "signature:append",
        "msgappend": "message:append",
        "ctxappend": "context:append",
        "ctx": "context:set",
        "iface": "interface:set",
    }
    return f"{words[name]}:{value}"


def with_mutations():
    """The whole signatures, each with what must be refused."""
    mutations = of_file("sigver-mutations.json")
    for test in of_file("siggen-full.json"):
        of_it = [m for m in mutations if (m["set"], m["base"]) == (test["set"], test["tc"])]
        refused = [mutation(m["op"]) for m in of_it if not m["ok"]]
        assert len(of_it) == 25 and len(refused) == 24
        yield {**signing(test), "mutations": refused}


def entries_of_slh_dsa():
    yield from with_mutations()
    yield from map(key_generation, of_file("keygen.json"))
    yield from map(signing, of_file("siggen.json"))
    yield from map(verification, of_file("sigver-nist.json"))
    for test in of_file("boringssl.json"):
        yield (signing if test["op"] == "sigGen" else verification)(test)


def selected(entries):
    """All that is only verified, an eleventh of what fast sets sign and of their keys, and whole
    signatures of slow ones."""
    of_set = {}
    for entry in entries:
        fields = {name: entry[name] for name in entry if name != "mutations"}
        if "slow" in entry:
            kind = "whole" if "signature" in entry else None
        else:
            kind = "key" if "seed" in entry else "signing" if "secret_key" in entry else "all"
        if kind:
            of_set.setdefault((entry["algorithm"], kind), []).append(fields)
    for (_, kind), found in of_set.items():
        yield from found[::11] if kind in ("key", "signing") else found


def write(folder, family, kind, sources, entries):
    content = {"schema": 1, "family": family, "kind": kind, "sources": sources}
    text = json.dumps({**content, "entries": entries})
    (folder / f"{family}.json").write_text(text)


def shared_entries(name):
    """Of a hash or a MAC; none: there is no file of it."""
    shared = SHARED / "hashes" / f"{name}.json"
    if name == "poly1305":
        return list(entries_of_poly1305())
    return list(entries_of_hash(name, json.loads(shared.read_text()))) if shared.exists() else []


def write_all(folder, signatures):
    """Algorithms that have no file there keep the entries of tests/kat: runners ask for all."""
    for path in KAT.glob("*.json"):
        own = json.loads(path.read_text())
        entries, sources = [], {**own["sources"], "shared": "../shared/kat"}
        for name in dict.fromkeys(entry["algorithm"] for entry in own["entries"]):
            if own["kind"] != "signature":
                kept = [entry for entry in own["entries"] if entry["algorithm"] == name]
                entries += shared_entries(name) or kept
        write(folder, own["family"], own["kind"], sources, entries or list(signatures))


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kat")
    write_all(folder, selected(entries_of_slh_dsa()))
    return folder


def test_most_comes_from_there(converted):
    count = 0
    for path in converted.glob("*.json"):
        entries = json.loads(path.read_text())["entries"]
        count += sum(entry["source"] == "shared" for entry in entries)
    assert count >= 9 * 99 + 630 + 100


@kat_runner
def test_runner(runner, converted, show):
    show(counts(run([*runner(), converted], timeout=1200)))


# ---- All signatures, in C ----


def test_nothing_is_lost():
    """The numbers of ../shared/kat/README.md."""
    entries = list(entries_of_slh_dsa())
    assert len(entries) == 12 + 120 + 528 + 45 + 39
    assert sum(len(entry.get("mutations", ())) for entry in entries) == 288


@pytest.fixture(scope="module")
def halves(tmp_path_factory):
    """One folder for each of two processes."""
    entries = list(entries_of_slh_dsa())
    folders = [tmp_path_factory.mktemp("half") for _ in range(2)]
    for i, folder in enumerate(folders):
        write_all(folder, entries[i::2])
    return folders


@pytest.mark.parametrize("level", ["portable", "avx2", "shani", "avx512", "zen4", "auto"])
def test_all_signatures(level, halves, show):
    here = re.search("levels here: ([^;]*);", run(program("dev", "level")))[1].split()
    if level not in here:
        pytest.skip(f"this machine cannot run {level}")
    commands = [program("dev", "kat", folder, level) for folder in halves]
    with ThreadPoolExecutor() as pool:
        for output in pool.map(lambda command: run(command, timeout=1800), commands):
            show(counts(output))
