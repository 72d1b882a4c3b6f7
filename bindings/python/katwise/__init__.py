# SPDX-License-Identifier: MIT
"""Hash functions, message authentication and signatures, written once for every instruction set.

    katwise.sha256(b"abc").hexdigest()         as hashlib's; one class for each of katwise.hashes
    katwise.digest("sha256", b"abc")           the shortest way, and the fastest
    katwise.hash_many("sha256", [b"a", b"b"])  many messages side by side
    katwise.poly1305(key, b"abc").digest()     a MAC; one key, one message
    katwise.slh_dsa_sha2_128s.generate()       a private key; one algorithm for each of
                                               katwise.signatures

Data may be any contiguous buffer: bytes, bytearray, memoryview, array, mmap, numpy.
"""

from . import _katwise, _levels
from ._errors import (
    Error,
    FaultDetected,
    InvalidKey,
    InvalidSignature,
    InvalidTag,
    StateError,
    UnavailableError,
)
from ._katwise import digest
from ._levels import level, levels, use_level
from ._objects import Hash, Mac, Xof, hash_classes, hash_many, hashes, mac_classes, macs, new
from ._signatures import (
    PrivateKey,
    PublicKey,
    SignatureAlgorithm,
    Verifier,
    algorithms,
    load_private_key,
    load_public_key,
    signature,
    signatures,
)

_levels.check_start()

__version__ = _katwise.version()

_algorithms = {c.__name__: c for c in (*hash_classes.values(), *mac_classes.values())}
_algorithms |= {a.name.lower().replace("-", "_"): a for a in algorithms.values()}
globals().update(_algorithms)

__all__ = [
    "Error",
    "FaultDetected",
    "Hash",
    "InvalidKey",
    "InvalidSignature",
    "InvalidTag",
    "Mac",
    "PrivateKey",
    "PublicKey",
    "SignatureAlgorithm",
    "StateError",
    "UnavailableError",
    "Verifier",
    "Xof",
    "__version__",
    "digest",
    "hash_many",
    "hashes",
    "level",
    "levels",
    "load_private_key",
    "load_public_key",
    "macs",
    "new",
    "signature",
    "signatures",
    "use_level",
    *_algorithms,
]

del algorithms, hash_classes, mac_classes
