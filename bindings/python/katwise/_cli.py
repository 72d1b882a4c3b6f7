# SPDX-License-Identifier: MIT
"""The command katwise. Exit codes: 0, 1 if an operation failed, 2 for wrong usage; with keys and
signatures, 1 means a wrong signature, and 2 all other trouble."""

import argparse
import os
import sys

import katwise

from . import _cli_signatures, _files
from ._console import Usage, reason, say
from ._katwise import max_output
from ._levels import built

# ---- list ----


def list_command(_):
    row = "{:<18} {:<11} {:>6} {:>7}".format
    print(row("hash", "standard", "bytes", "block"))
    for h in map(katwise.new, katwise.hashes):
        print(row(h.name, h.standard, h.digest_size or "any", h.block_size))
    print("\n" + row("MAC", "standard", "tag", "key"))
    for mac in (getattr(katwise, name) for name in katwise.macs):
        print(row(mac.name, mac.standard, mac.tag_size, mac.key_size))
    print("\n" + row("signature", "standard", "bytes", "private") + "  public")
    for alg in map(katwise.signature, katwise.signatures):
        sizes = alg.signature_size, alg.secret_key_size
        print(f"{row(alg.name, alg.standard, *sizes)} {alg.public_key_size:>7}")
    print("\nlevel")
    for level in built:
        here = "" if level in katwise.levels else "not on this machine"
        print(f"{level:<18} {'in use' if level == katwise.level() else here}".rstrip())


# ---- hash ----


def file_digest(path, algorithm, size):
    h = katwise.new(algorithm)
    _files.feed(h.update, path)
    return h.hexdigest(size)


def check_line(text, algorithm):
    """Whether a line is true; what is wrong with it otherwise."""
    expected, path = _files.parse(text)
    size = len(expected) // 2
    try:
        good = file_digest(path, algorithm, size) == expected
    except OSError as error:
        say(reason(error))
        good = None
    print(f"{path}: {'OK' if good else 'FAILED'}{' open or read' if good is None else ''}")
    return good


def check_list(path, algorithm):
    digits = 2 * katwise.new(algorithm).digest_size
    with _files.open_input(path) as file:
        lines = os.fsdecode(file.read()).split("\n")
    lines = lines[:-1] if lines[-1] == "" else lines
    for number, text in enumerate(lines, 1):
        found = _files.parse(text)
        if not found or len(found[0]) % 2 or (digits and len(found[0]) != digits):
            raise katwise.Error(f"{path}: line {number} holds no {algorithm} digest and file name")
    failed = sum(not check_line(text, algorithm) for text in lines)
    if failed or not lines:
        say(f"{path}: {failed} of {len(lines)} files failed" if lines else f"{path}: no lines")
    return bool(failed or not lines)


def check_size(algorithm, size):
    """size is for XOFs, and they need it."""
    own = katwise.new(algorithm).digest_size
    if own and size not in (None, own):
        raise Usage(f"--size: {algorithm} gives {own} bytes, not {size}")
    if not own and size is None:
        raise Usage(f"--size: say how many bytes of {algorithm} you want")
    if not own and size > max_output:
        raise Usage(f"--size: at most {max_output} bytes, not {size}")


def hash_command(given):
    if given.check:
        if given.size is not None:
            raise Usage("--size: with --check it is the lines that say it")
        return any([check_list(path, given.algorithm) for path in given.files])
    check_size(given.algorithm, given.size)
    failed = False
    for path in given.files:
        try:
            print(_files.line(file_digest(path, given.algorithm, given.size), path))
        except OSError as error:
            say(reason(error))
            failed = True
    return failed


# ---- mac ----


def from_hex(option, digits, size):
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        raise Usage(f"{option}: {digits!r} is not hexadecimal") from None
    if len(value) != size:
        raise Usage(f"{option}: {size} bytes are needed, not {len(value)}")
    return value


def read_key(given, size):
    if given.key_hex is not None:
        return from_hex("--key-hex", given.key_hex, size)
    with open(given.key_file, "rb") as file:
        key = file.read(size + 1)
    if len(key) != size:
        raise katwise.Error(f"{given.key_file}: a key file holds exactly {size} bytes")
    return key


def mac_command(given):
    algorithm = getattr(katwise, given.algorithm.replace("-", "_"))
    tag = None
    if given.verify is not None:
        tag = from_hex("--verify", given.verify, algorithm.tag_size)
    mac = algorithm(read_key(given, algorithm.key_size))
    _files.feed(mac.update, given.file)
    if tag is None:
        print(_files.line(mac.hexdigest(), given.file))
        return
    try:
        mac.verify(tag)
    except katwise.InvalidTag as error:
        raise katwise.Error(f"{given.file}: {error}") from None
    print(f"{given.file}: OK")


# ---- selftest and bench ----


def selftest_command(_):
    from . import _kat

    well = _kat.run(_kat.shipped())
    print(f"selftest {'passed' if well else 'FAILED'}")
    return not well


def bench_command(given):
    from . import _bench, _kat

    known = katwise.signatures if given.table else sum(_kat.TABLES.values(), ())
    unknown = [name for name in given.algorithms if name not in known]
    if unknown:
        what = "signature algorithm" if given.table else "algorithm of katwise list"
        raise Usage(f"ALGORITHM: {unknown[0]!r} is no {what}")
    _bench.command(given.algorithms or None, given.json, given.table)


# ---- Arguments ----


class Parser(argparse.ArgumentParser):
    def error(self, message):
        say(f"{message} (see {self.prog} --help)")
        sys.exit(2)


class CommandParser(Parser):
    """Options may stand anywhere among the files; argparse has that in a call of its own."""

    inside = False

    def parse_known_args(self, args=None, namespace=None):
        if self.inside:
            return super().parse_known_args(args, namespace)
        self.inside = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.inside = False


def count(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bytes")
    return int(text)


def parser():
    text = "Hashes, MACs and signatures, at the speed of this machine."
    top = Parser(prog="katwise", description=text)
    top.add_argument("--version", action="version", version=f"katwise {katwise.__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandParser)

    def command(run, text, trouble=1):
        name = run.__name__.removesuffix("_command")
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run, trouble=trouble)
        return made

    command(list_command, "show the algorithms and the levels")

    hash_ = command(hash_command, "print hashes of files, as sha256sum does")
    hash_.add_argument("algorithm", metavar="ALGORITHM", choices=katwise.hashes)
    hash_.add_argument(
        "files", metavar="FILE", nargs="*", default=["-"], help="none or -: the standard input"
    )
    hash_.add_argument("--size", type=count, metavar="N", help="bytes of output, for a XOF")
    hash_.add_argument("--check", action="store_true", help="the FILEs hold such lines: test them")

    mac = command(mac_command, "print or verify the tag of a file")
    mac.add_argument("algorithm", metavar="ALGORITHM", choices=katwise.macs)
    mac.add_argument("file", metavar="FILE", nargs="?", default="-")
    key = mac.add_mutually_exclusive_group(required=True)
    key.add_argument("--key-file", metavar="FILE", help="holds the key itself and nothing else")
    key.add_argument("--key-hex", metavar="HEX", help="visible to other users of the machine")
    mac.add_argument("--verify", metavar="TAG", help="in hexadecimal: compare, print no tag")

    _cli_signatures.add(command)

    command(selftest_command, "run the known answers on every level of this machine")

    bench = command(bench_command, "measure the calls of the Python package")
    bench.add_argument("algorithms", metavar="ALGORITHM", nargs="*")
    bench.add_argument("--json", metavar="FILE", help="write the rows there")
    text = "signatures, in the form of Criterion beside published figures"
    bench.add_argument("--table", choices=["criterion"], help=text)
    return top


def main(arguments=None):
    sys.stdout.reconfigure(errors="surrogateescape")  # file names need not be text
    try:
        given = parser().parse_args(arguments)
        failed = given.run(given)
        sys.stdout.flush()
        return int(bool(failed))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader has gone: no message at exit
        return 1
    except KeyboardInterrupt:
        return 130
    except Usage as error:
        say(reason(error))
        return 2
    except (OSError, ValueError, ImportError, MemoryError, katwise.Error) as error:
        say(reason(error))
        return given.trouble
