# SPDX-License-Identifier: MIT
"""Turns known answers (tests/kat/*.json) into C: kat_table.py OUT.h FILE.json...

A few entries of each algorithm are enough here, from the shortest message to one of some KiB, and
one pair of keys with a signature: the whole set is for the test suite. Each is a macro's arguments.
"""
import json
import sys
from itertools import chain

PER_ALGORITHM = 8
SIGNING = {"algorithm", "source", "secret_key", "message", "signature_sha256"}
OF_NO_CONCERN = {"mutations", "slow"}
MAX_MESSAGE = 4500


def message(rule):
    """The bytes that a rule of tests/kat/README.md stands for; None for a range of messages."""
    kind, _, rest = rule.partition(":")
    if kind == "hex":
        return bytes.fromhex(rest)
    if kind == "repeat":
        unit, times = rest.split(":")
        return bytes.fromhex(unit) * int(times)
    if ".." in rest:
        return None
    modulus = {"counting": 256, "mod251": 251}[kind]
    return bytes(i % modulus for i in range(int(rest)))


def known_answers(path):
    """(algorithm, key, message, output) of each entry that is one message with its output."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for entry in document["entries"]:
        output = entry.get("output") or entry.get("tag")
        text = message(entry["message"]) if output and "message" in entry else None
        if text is not None and len(text) <= MAX_MESSAGE:
            yield entry["algorithm"], bytes.fromhex(entry.get("key", "")), text, \
                bytes.fromhex(output)


def known_signatures(path):
    """(algorithm, message, seed, public key, secret key, SHA-256) where tests/kat has a seed, and
    what its keys sign plainly."""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["entries"]
    keys = {entry["secret_key"]: entry for entry in entries if "seed" in entry}
    for entry in entries:
        pair = keys.get(entry.get("secret_key"))
        if pair and set(entry) - OF_NO_CONCERN == SIGNING:
            fields = (pair["seed"], pair["public_key"], pair["secret_key"],
                      entry["signature_sha256"])
            yield entry["algorithm"], message(entry["message"]), *map(bytes.fromhex, fields)


def spread(entries, count):
    """`count` of the entries, evenly over their order by length, both ends included."""
    entries = sorted(entries, key=lambda entry: len(entry[2]))
    if len(entries) <= count:
        return entries
    return [entries[i * (len(entries) - 1) // (count - 1)] for i in range(count)]


def c_string(data):
    """A C string literal in lines of 24 bytes; octal escapes end after three digits."""
    lines = [data[i:i + 24] for i in range(0, len(data), 24)] or [b""]
    return "\n   ".join('"' + "".join(f"\\{byte:03o}" for byte in line) + '"' for line in lines)


def main(out, *paths):
    by_algorithm = {}
    for path in paths:
        for entry in known_answers(path):
            by_algorithm.setdefault(entry[0], []).append(entry)
    with open(out, "w", encoding="utf-8") as file:
        for name in sorted(by_algorithm):
            for _, key, text, output in spread(by_algorithm[name], PER_ALGORITHM):
                file.write(f'ANSWER("{name}", {len(text)}, {len(output)},\n   {c_string(key)},\n'
                           f"   {c_string(text)},\n   {c_string(output)})\n")
        for name, text, *values in chain.from_iterable(map(known_signatures, paths)):
            strings = ",\n   ".join(map(c_string, (text, *values)))
            file.write(f'SIGNATURE("{name}", {len(text)},\n   {strings})\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
