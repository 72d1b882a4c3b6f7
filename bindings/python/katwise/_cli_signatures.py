# SPDX-License-Identifier: MIT
"""The commands keygen, sign and verify."""

import argparse
import os
from functools import partial

import katwise

from . import _files, _pem
from ._console import Usage, say, waited
from ._katwise import max_threads


def one_stream(options):
    """The standard input, or output, is there once."""
    names = [option for option, path in options.items() if path == "-"]
    if len(names) > 1:
        raise Usage(f"{' and '.join(names)}: only one of them can be -")


def not_over(path, inputs):
    """A file that is still needed must not be written over."""
    for other in inputs:
        if path != "-" and os.path.exists(path) and os.path.exists(other):
            if os.path.samefile(path, other):
                raise Usage(f"--output: {path} is an input, too")


def context(given, algorithm):
    data = os.fsencode(given.context)
    if len(data) > algorithm.context_max:
        raise Usage(f"--context: at most {algorithm.context_max} bytes, not {len(data)}")
    return data


def load(load_key, path):
    try:
        return load_key(_files.read(path, _pem.MOST + 1))
    except katwise.InvalidKey as error:
        raise katwise.Error(f"{path}: {str(error).removeprefix('data: ')}") from None


# ---- keygen ----


def read_seed(path, size):
    seed = _files.read(path, size + 1)
    if len(seed) != size:
        raise katwise.Error(f"{path}: a seed file holds exactly {size} bytes")
    return seed


def keygen_command(given):
    algorithm = katwise.signature(given.algorithm)
    paths = {"--output": given.output, "--public": given.public}
    one_stream(paths)
    if os.path.realpath(given.output) == os.path.realpath(given.public):
        raise Usage("--public: it is the file of --output, too")
    for path in paths.values():
        if path != "-" and not given.force and os.path.lexists(path):
            raise Usage(f"{path}: it is there already (--force writes over it)")
    make = partial(algorithm.generate, given.threads)
    if given.seed_file is not None:
        seed = read_seed(given.seed_file, algorithm.seed_size)
        make = partial(algorithm.from_seed, seed, given.threads)
    key = waited("generating", make)
    private, public = key.to_pem(), key.public_key().to_pem()
    keys = (given.output, _files.SECRET, private), (given.public, _files.PUBLIC, public)
    _files.write_keys(given.force, *keys)


# ---- sign ----


def whole(path):
    try:
        return _files.read(path)
    except MemoryError:
        raise MemoryError(f"{path}: it does not fit into memory: sign it with --prehash") from None


def sign_command(given):
    output = given.output or f"{given.file}.sig"
    one_stream({"--key": given.key, "FILE": given.file})
    if given.file == "-" and given.output is None:
        raise Usage("--output: say where the signature of the standard input goes")
    not_over(output, (given.key, given.file))
    key = load(katwise.load_private_key, given.key)
    options = {
        "context": context(given, key.algorithm),
        "deterministic": given.deterministic,
        "threads": given.threads,
        "check": "all" if given.check else None,
    }
    if given.prehash is None:
        sign = partial(key.sign, whole(given.file), **options)
    else:
        hashed = katwise.new(given.prehash)
        _files.feed(hashed.update, given.file)
        sign = partial(key.sign_hashed, hashed, **options)
    _files.write(output, waited("signing", sign))


# ---- verify ----


def verify_command(given):
    one_stream({"--key": given.key, "--signature": given.signature, "FILE": given.file})
    key = load(katwise.load_public_key, given.key)
    most = key.algorithm.signature_size + 1  # a longer one is as wrong
    sig = _files.read(given.signature, most)
    verifier = key.verifier(sig, context(given, key.algorithm), given.prehash)
    _files.feed(verifier.update, given.file)
    try:
        verifier.verify()
    except katwise.InvalidSignature as error:
        say(f"{given.file}: {error}")
        return True
    print(f"{given.file}: OK")
    return False


# ---- Arguments ----


def threads(text):
    if not text.isdecimal() or not 1 <= int(text[:9]) <= max_threads:
        raise argparse.ArgumentTypeError(f"from 1 to {max_threads}, not {text!r}")
    return int(text)


def add_message(made):
    made.add_argument("file", metavar="FILE", nargs="?", default="-")
    made.add_argument(
        "--prehash", metavar="HASH", choices=katwise.hashes, help="the pre-hash form, by this hash"
    )
    made.add_argument("--context", metavar="TEXT", default="", help="what the signature is for")


def add(command):
    """Adds the commands to the parser, by its function for that."""
    keygen = command(keygen_command, "make a pair of keys, as PEM", 2)
    keygen.add_argument("algorithm", metavar="ALGORITHM", choices=katwise.signatures)
    keygen.add_argument("-o", "--output", metavar="FILE", required=True, help="the private key")
    keygen.add_argument(
        "--public", metavar="FILE", default="-", help="the public key (the standard output)"
    )
    keygen.add_argument("--seed-file", metavar="FILE", help="instead of new randomness")
    keygen.add_argument("--force", action="store_true", help="write over files that are there")

    sign = command(sign_command, "sign a file; with --prehash without holding it in memory", 2)
    sign.add_argument("--key", metavar="FILE", required=True, help="the private key, PEM or DER")
    add_message(sign)
    sign.add_argument("-o", "--output", metavar="FILE", help="the signature (FILE.sig)")
    sign.add_argument("--deterministic", action="store_true", help="without fresh randomness")
    sign.add_argument(
        "--check", action="store_true", help="against faults of the machine; twice the time"
    )
    for made in (keygen, sign):
        made.add_argument("--threads", type=threads, default=1, metavar="N", help="share the work")

    verify = command(verify_command, "verify the signature of a file, which is read once", 2)
    verify.add_argument("--key", metavar="FILE", required=True, help="the public key, PEM or DER")
    verify.add_argument("--signature", metavar="FILE", required=True)
    add_message(verify)
