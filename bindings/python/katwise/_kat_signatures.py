# SPDX-License-Identifier: MIT
"""Known answers of signatures: the forms of their entries, and how they are checked."""

import hashlib
from dataclasses import dataclass, replace

import katwise

# What an entry has to have, and one of these answers, and what it may have.
FORMS = (
    ({"seed", "public_key"}, {"secret_key"}, {"slow"}),
    (
        {"secret_key", "message"},
        {"signature", "signature_sha256"},
        {"context", "prehash", "interface", "randomness", "mutations", "slow"},
    ),
    (
        {"public_key", "message"},
        {"signature", "refused"},
        {"context", "prehash", "interface"},
    ),
)
INTERFACES = {None, "internal"}


class Wrong(Exception):
    """A file that breaks the schema, or an answer that is not the known one."""


def check_fields(entry):
    """The fields of one form, and no others."""
    fields = set(entry) - {"algorithm", "source"}
    for needed, answers, optional in FORMS:
        more = fields - needed - answers
        if needed <= fields and len(fields & answers) == 1 and more <= optional:
            break
    else:
        raise Wrong(f"unknown or missing fields: {', '.join(entry)}")
    if entry.get("interface") not in INTERFACES or entry.get("slow", True) is not True:
        raise Wrong("interface is internal, and slow is true, or they are not there")
    if "interface" in entry and fields & {"context", "prehash"}:
        raise Wrong("the internal interface has neither context nor prehash")
    if entry.get("prehash", "sha256") not in katwise.hashes:
        raise Wrong(f"unknown hash {entry['prehash']!r}")


# ---- Verification ----


@dataclass(frozen=True)
class Signed:
    """What is verified; internal: by the internal interface."""

    algorithm: katwise.SignatureAlgorithm
    public_key: bytes
    signature: bytes
    message: bytes
    context: bytes = b""
    prehash: str | None = None
    internal: bool = False

    def ways(self):
        """All ways to verify it; each raises InvalidSignature or gives whether it is right."""
        key = self.algorithm.from_public_bytes(self.public_key)
        sig, msg, options = self.signature, self.message, (self.context, self.prehash)
        if self.internal:
            return [lambda: key.verify_internal(sig, msg)]

        def in_pieces():
            verifier, half = key.verifier(sig, *options), len(msg) // 2
            verifier.update(msg[:half])
            verifier.update(msg[half:])
            verifier.verify()

        def hashed():
            key.verify_hashed(sig, katwise.new(self.prehash, msg), self.context)

        def one_of_many():
            wrong = (sig, msg + b"x")
            first, second, third = key.verify_many([wrong, (sig, msg), wrong], *options)
            if first or third:
                raise Wrong("accepts another message in verify_many")
            if not second:
                raise katwise.InvalidSignature

        ways = [lambda: key.verify(sig, msg, *options), in_pieces, one_of_many]
        return ways + [hashed] if self.prehash else ways

    def refused(self, way):
        """Only a context that is too long is an error instead, and about that."""
        try:
            way()
        except katwise.InvalidSignature:
            return True
        except ValueError as error:
            if len(self.context) <= self.algorithm.context_max:
                raise
            return str(error).startswith("context: ")
        return False

    def check(self, accepted, what):
        for way in self.ways():
            if self.refused(way) == accepted:
                raise Wrong(f"{'refuses' if accepted else 'accepts'} {what}")


def signed(entry, algorithm, public_key, signature):
    return Signed(
        algorithm,
        public_key,
        signature,
        message_of(entry),
        bytes.fromhex(entry.get("context", "")),
        entry.get("prehash"),
        "interface" in entry,
    )


def message_of(entry):
    from ._kat import messages  # which imports this module

    (message,) = messages(entry["message"])
    return message


def xored(value, offset, mask):
    end = offset + len(mask)
    if not mask or end > len(value):
        raise Wrong("a mutation beyond the end")
    changed = bytes(a ^ b for a, b in zip(value[offset:end], mask, strict=True))
    return value[:offset] + changed + value[end:]


def mutated(case, text):
    """The case after a change, such as signature:xor:5:01."""
    match text.split(":"):
        case ["signature" | "message" | "public_key" as field, "xor", offset, mask]:
            value = xored(getattr(case, field), int(offset), bytes.fromhex(mask))
            return replace(case, **{field: value})
        case ["signature", "truncate", size]:
            if int(size) >= len(case.signature):
                raise Wrong("a mutation beyond the end")
            return replace(case, signature=case.signature[: int(size)])
        case ["signature" | "message" | "context" as field, "append", more]:
            return replace(case, **{field: getattr(case, field) + bytes.fromhex(more)})
        case ["context", "set", value]:
            return replace(case, context=bytes.fromhex(value))
        case ["interface", "set", "internal"]:
            return replace(case, internal=True)
        case ["prehash", "set", name] if name in katwise.hashes:
            return replace(case, prehash=name)
    raise Wrong(f"unknown mutation {text!r}")


# ---- Keys and signing ----


def is_idle(entry):
    """Whether nothing is left of an entry without what is slow."""
    return "slow" in entry and "signature" not in entry


def check_keygen(entry, algorithm):
    secret, public = (bytes.fromhex(entry[field]) for field in ("secret_key", "public_key"))
    for key in (
        algorithm.from_seed(bytes.fromhex(entry["seed"]), threads=2),
        algorithm.from_private_bytes(secret),
    ):
        if (bytes(key), bytes(key.public_key())) != (secret, public):
            raise Wrong("wrong key")


def sign(key, entry):
    message, options = message_of(entry), {"context": bytes.fromhex(entry.get("context", ""))}
    randomness = bytes.fromhex(entry["randomness"]) if "randomness" in entry else None
    if "interface" in entry:
        return key.sign_internal(message, randomness)
    options |= {"prehash": entry.get("prehash"), "threads": 2}
    if randomness is None:
        return key.sign(message, deterministic=True, **options)
    return key.sign_derand(message, randomness, **options)


def check_signing(entry, algorithm, signs):
    key = algorithm.from_private_bytes(bytes.fromhex(entry["secret_key"]))
    signature = sign(key, entry) if signs else bytes.fromhex(entry["signature"])
    digest = hashlib.sha256(signature).hexdigest()
    if entry.get("signature_sha256", digest) != digest:
        raise Wrong("wrong signature")
    if entry.get("signature", signature.hex()) != signature.hex():
        raise Wrong("wrong signature")
    right = signed(entry, algorithm, bytes(key.public_key()), signature)
    right.check(True, "what it signed")
    for text in entry.get("mutations", ()):
        mutated(right, text).check(False, text)


def check_signature(entry, slow):
    """slow: signs with slow entries, too."""
    algorithm = katwise.signature(entry["algorithm"])
    if "seed" in entry:
        check_keygen(entry, algorithm)
    elif "secret_key" in entry:
        check_signing(entry, algorithm, slow or "slow" not in entry)
    else:
        accepted = "signature" in entry
        signature = bytes.fromhex(entry["signature" if accepted else "refused"])
        case = signed(entry, algorithm, bytes.fromhex(entry["public_key"]), signature)
        case.check(accepted, "the signature")
