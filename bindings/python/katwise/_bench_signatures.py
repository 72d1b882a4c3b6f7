# SPDX-License-Identifier: MIT
"""Jobs of signatures for the harness in _bench.py. The key's seed is 00 01 02 and so on; it signs
"abc", "bbc", "cbc" and so on. Key and first signature are known answers."""

import hashlib
from functools import cache
from itertools import cycle

import katwise

from . import _bench, _kat

QUICK = ("SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f")  # those that sign fastest
OPERATIONS = ("keygen", "sign", "verify", "verify8")
COUNT = 16  # how much work verification is depends on the message: so many are signed
SPOILT = 5  # while outputs are checked, verification gets one signature with a flipped bit
MESSAGES = [bytes([ord("a") + i]) + b"bc" for i in range(COUNT)]


@cache
def known(algorithm):
    """The known answers for that key: the private key, SHA-256 of the first signature."""
    seed = bytes(range(katwise.signature(algorithm).seed_size)).hex()
    entries = [e for _, _, e in _kat.load(_kat.shipped()) if e["algorithm"] == algorithm]
    keys = [e["secret_key"] for e in entries if e.get("seed") == seed]
    plain = {"algorithm", "source", "secret_key", "message", "signature_sha256"}
    for entry in entries:
        signs = set(entry) - {"mutations", "slow"} == plain and entry["secret_key"] in keys
        if signs and _kat.messages(entry["message"]) == MESSAGES[:1]:
            return bytes.fromhex(entry["secret_key"]), entry["signature_sha256"]
    raise katwise.Error(f"{algorithm}: no known answer for the key of this harness")


@cache
def signed(algorithm):
    """The private key, and its signatures of all messages."""
    alg = katwise.signature(algorithm)
    key = alg.from_seed(bytes(range(alg.seed_size)))
    signatures = [key.sign(message, deterministic=True) for message in MESSAGES]
    if (bytes(key), hashlib.sha256(signatures[0]).hexdigest()) != known(algorithm):
        raise katwise.Error(f"{algorithm}: not the known key or signature")
    return key, signatures


class SignatureJob:
    """An operation on that key."""

    def __init__(self, algorithm, operation):
        self.algorithm, self.operation = algorithm, operation
        self.size = 0 if operation == "keygen" else len(MESSAGES[0])
        self.count = COUNT if operation.startswith("verify") else 1

    def __str__(self):
        return f"{self.algorithm} {self.operation}"

    def expected(self):
        """The known key; the signatures; and that verification refuses the spoilt one alone."""
        if self.operation == "keygen":
            return [known(self.algorithm)[0]]
        if self.operation == "sign":
            return signed(self.algorithm)[1][:1]
        return [i != SPOILT for i in range(COUNT)]

    def statement(self):
        """The call as a program writes it, and an expression for its outputs."""
        return {
            "keygen": ("from_seed(seed)", "bytes(from_seed(seed))"),
            "sign": ("sign(next(turn), deterministic=True)",
                     "sign(messages[0], deterministic=True)"),
            "verify": ("[verify(*pair) for pair in pairs]", "[accepts(pair) for pair in checked]"),
            "verify8": ("verify_many(pairs[:8]), verify_many(pairs[8:])",
                        "verify_many(checked[:8]) + verify_many(checked[8:])"),
        }[self.operation]  # fmt: skip

    def names(self):
        """What these use."""
        alg = katwise.signature(self.algorithm)
        key, signatures = signed(self.algorithm)
        public, pairs = key.public_key(), list(zip(signatures, MESSAGES))
        spoilt = bytearray(signatures[SPOILT])
        spoilt[len(spoilt) // 2] ^= 1
        checked = [*pairs[:SPOILT], (bytes(spoilt), MESSAGES[SPOILT]), *pairs[SPOILT + 1 :]]
        return {
            "from_seed": alg.from_seed, "seed": bytes(range(alg.seed_size)), "sign": key.sign,
            "turn": cycle(MESSAGES), "messages": MESSAGES, "verify": public.verify,
            "verify_many": public.verify_many, "pairs": pairs, "checked": checked,
            "accepts": lambda pair: accepts(public, *pair),
        }  # fmt: skip

    def lanes(self, levels, clock):
        statement, check = self.statement()
        for level in levels:
            yield _bench.Lane("python", level, statement, self.names(), clock, check)


def accepts(public, signature, message):
    try:
        public.verify(signature, message)
    except katwise.InvalidSignature:
        return False
    return True


def jobs(algorithms=None, quick=False, make=SignatureJob, operations=OPERATIONS):
    """All jobs of signature algorithms (all; with quick, few)."""
    for algorithm in algorithms or (QUICK if quick else katwise.signatures):
        for operation in operations:
            yield make(algorithm, operation)


def all_jobs(names=None, sizes=None, quick=False, makers=(_bench.Job, SignatureJob)):
    """Jobs of hashes and MACs, and of signature algorithms: of these names, or all."""
    signing = [name for name in names or () if name in katwise.signatures]
    others = [name for name in names or () if name not in signing]
    if others or not names:
        yield from _bench.jobs(others, sizes, quick, makers[0])
    if signing or not names:
        yield from jobs(signing, quick, makers[1])
