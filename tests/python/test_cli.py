# SPDX-License-Identifier: MIT
"""The command katwise: its output, its errors of one line, its exit codes."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import katwise
import pytest
from command import COMMAND, bad, good, runner

KEY = bytes(range(32)).hex()
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.fixture
def cli(tmp_path):
    """Runs the command where the file abc lies."""
    (tmp_path / "abc").write_bytes(b"abc")
    return runner(tmp_path)


def printed(done):
    return good(done).decode()


# ---- list ----


def test_list(cli):
    words = [line.split() for line in printed(cli("list")).splitlines()]
    for name in katwise.hashes:
        h = katwise.new(name)
        row = [name, *h.standard.split(), str(h.digest_size or "any"), str(h.block_size)]
        assert row in words
    assert ["poly1305", "RFC", "8439", "16", "32"] in words
    for name in katwise.signatures:
        a = katwise.signature(name)
        sizes = a.signature_size, a.secret_key_size, a.public_key_size
        assert [name, "FIPS", "205", *map(str, sizes)] in words
    for level in katwise.levels:
        assert [level] in words or [level, "in", "use"] in words
    assert ["portable", "in", "use"] in [
        line.split() for line in printed(cli("list", KATWISE_CPU="portable")).splitlines()
    ]


def test_version_and_help(cli):
    assert printed(cli("--version")) == f"katwise {katwise.__version__}\n"
    for command in ("list", "hash", "mac", "keygen", "sign", "verify", "selftest", "bench"):
        assert command in printed(cli("--help"))
        assert f"katwise {command}" in printed(cli(command, "--help"))


# ---- hash ----


def test_hash_is_sha256sum(cli):
    (cli.folder / "long").write_bytes(bytes(3_000_001))
    (cli.folder / "empty").write_bytes(b"")
    for name in ("sha224", "sha256", "sha384", "sha512"):
        expected = subprocess.run(
            [f"{name}sum", "abc", "long", "empty", "-"],
            cwd=cli.folder,
            input=b"xyz",
            capture_output=True,
        )
        done = cli("hash", name, "abc", "long", "empty", "-", data=b"xyz")
        assert good(done) == expected.stdout


def test_standard_input(cli):
    assert printed(cli("hash", "sha256", data=b"abc")) == f"{ABC}  -\n"
    assert printed(cli("hash", "sha256", "-", data=b"abc")) == f"{ABC}  -\n"


@pytest.mark.parametrize("name", [b"a\nb", b"a\\b", b"a\rb", b"\xff\xfe", b"-x", b" ", b"\xc3\xa4"])
def test_odd_file_names(cli, name):
    (cli.folder / os.fsdecode(name)).write_bytes(b"abc")
    line = cli("hash", "sha256", "--", name)
    sums = subprocess.run(["sha256sum", "--", name], cwd=cli.folder, capture_output=True)
    assert (line.returncode, line.stdout) == (0, sums.stdout), line
    (cli.folder / "list").write_bytes(line.stdout)
    assert cli("hash", "sha256", "--check", "list").returncode == 0


def test_xof(cli):
    expected = katwise.shake128(b"abc").hexdigest(100)
    assert printed(cli("hash", "shake128", "--size", "100", "abc")) == f"{expected}  abc\n"
    assert printed(cli("hash", "shake128", "abc", "--size=100")) == f"{expected}  abc\n"
    assert printed(cli("hash", "sha256", "--size", "32", "abc")) == f"{ABC}  abc\n"
    assert printed(cli("hash", "shake256", "--size", "0", "abc")) == "  abc\n"


def test_other_files_are_still_hashed(cli):
    done = cli("hash", "sha256", "nothing", "abc")
    assert done.stdout.decode() == f"{ABC}  abc\n"
    bad(done, 1, "nothing: No such file or directory")
    bad(cli("hash", "sha256", "."), 1, ".: Is a directory")


@pytest.mark.parametrize("algorithm", ["sha256", "shake128"])
def test_check(cli, algorithm):
    (cli.folder / "other").write_bytes(b"other")
    size = ["--size", "20"] if algorithm == "shake128" else []
    lines = printed(cli("hash", algorithm, *size, "abc", "other"))
    (cli.folder / "list").write_text(lines)
    assert printed(cli("hash", algorithm, "--check", "list")) == "abc: OK\nother: OK\n"
    assert printed(cli("hash", algorithm, "--check", data=lines.encode())) == "abc: OK\nother: OK\n"
    (cli.folder / "other").write_bytes(b"another")
    done = cli("hash", algorithm, "--check", "list")
    assert done.stdout == b"abc: OK\nother: FAILED\n"
    bad(done, 1, "list: 1 of 2 files failed")
    (cli.folder / "other").unlink()
    done = cli("hash", algorithm, "--check", "list")
    assert done.stdout == b"abc: OK\nother: FAILED open or read\n" and done.returncode == 1
    assert b"other: No such file" in done.stderr and b"1 of 2 files failed" in done.stderr


def test_sha256sum_checks_our_lines_and_we_its(cli):
    (cli.folder / "ours").write_text(printed(cli("hash", "sha256", "abc")))
    subprocess.run(["sha256sum", "-c", "ours"], cwd=cli.folder, capture_output=True, check=True)
    theirs = subprocess.run(["sha256sum", "-b", "abc"], cwd=cli.folder, capture_output=True).stdout
    assert printed(cli("hash", "sha256", "--check", data=theirs)) == "abc: OK\n"


@pytest.mark.parametrize(
    "text", ["", "x", f"{ABC} abc", f"{ABC[:-2]}  abc", f"{ABC}  abc\n\n", f"{ABC.upper()}  abc"]
)
def test_lists_that_are_none(cli, text):
    (cli.folder / "list").write_text(text)
    done = cli("hash", "sha256", "--check", "list")
    bad(done, 1, "list: ")
    assert done.stdout == b""


def test_hash_usage(cli):
    bad(cli("hash"), 2, "ALGORITHM")
    bad(cli("hash", "md5", "abc"), 2, "ALGORITHM", "md5", "sha256")
    bad(cli("hash", "poly1305", "abc"), 2, "ALGORITHM")
    bad(cli("hash", "shake128", "abc"), 2, "--size")
    bad(cli("hash", "shake128", "--size", str(2**30 + 1), "abc"), 2, "--size")
    bad(cli("hash", "sha256", "--check", "--size", "32", "abc"), 2, "--size")
    for wrong in ("-1", "1.5", "x", "", "²"):
        bad(cli("hash", "shake128", "--size", wrong, "abc"), 2, "--size")
    for wrong in ("0", "31", "33"):
        bad(cli("hash", "sha256", "--size", wrong, "abc"), 2, "--size")
    bad(cli("hash", "sha256", "--no-such-option"), 2, "--no-such-option")


# ---- mac ----


def test_mac(cli):
    tag = katwise.poly1305(bytes.fromhex(KEY), b"abc").hexdigest()
    (cli.folder / "key").write_bytes(bytes.fromhex(KEY))
    for key in (["--key-hex", KEY], ["--key-file", "key"]):
        assert printed(cli("mac", "poly1305", *key, "abc")) == f"{tag}  abc\n"
        assert printed(cli("mac", "poly1305", *key, data=b"abc")) == f"{tag}  -\n"
        assert printed(cli("mac", "poly1305", *key, "abc", "--verify", tag)) == "abc: OK\n"
        wrong = tag[:-1] + ("0" if tag[-1] != "0" else "1")
        done = cli("mac", "poly1305", *key, "--verify", wrong, "abc")
        bad(done, 1, "abc: the tag does not authenticate the message")
        assert done.stdout == b""


def test_mac_usage(cli):
    (cli.folder / "short").write_bytes(bytes(31))
    (cli.folder / "newline").write_bytes(bytes(32) + b"\n")
    bad(cli("mac", "poly1305", "abc"), 2, "--key-file", "--key-hex")
    bad(cli("mac", "poly1305", "--key-hex", KEY, "--key-file", "short", "abc"), 2, "--key-")
    bad(cli("mac", "sha256", "--key-hex", KEY, "abc"), 2, "ALGORITHM")
    for wrong in ("", "zz", KEY[:-2], KEY + "00", KEY[:-1]):
        bad(cli("mac", "poly1305", "--key-hex", wrong, "abc"), 2, "--key-hex")
    for wrong in ("", "zz", "00" * 15, "00" * 17):
        bad(cli("mac", "poly1305", "--key-hex", KEY, "--verify", wrong, "abc"), 2, "--verify")
    for name in ("short", "newline"):
        bad(cli("mac", "poly1305", "--key-file", name, "abc"), 1, f"{name}: ", "32 bytes")
    bad(cli("mac", "poly1305", "--key-file", "nothing", "abc"), 1, "nothing: No such file")
    bad(cli("mac", "poly1305", "--key-hex", KEY, "nothing"), 1, "nothing: No such file")


# ---- selftest ----


def test_selftest(cli):
    lines = printed(cli("selftest")).splitlines()
    assert lines[-1] == "selftest passed"
    for level, line in zip(katwise.levels, lines):
        name, executed, _, expected, *_, right, _ = line.replace(",", "").split()
        assert name == f"{level}:" and int(executed) == int(expected) == int(right) > 1000


def test_selftest_fails(cli, tmp_path):
    """One bit of the installed package's answers, in a copy of it."""
    package = tmp_path / "site" / "katwise"
    package.parent.mkdir()
    subprocess.run(["cp", "-r", Path(katwise.__file__).parent, package.parent], check=True)
    file = package / "kat" / "sha2.json"
    text = file.read_text()
    assert text.count(ABC) == 1
    file.write_text(text.replace(ABC, ABC[:-1] + "e"))
    slow = package / "kat" / "slh-dsa.json"  # of which key generation will do
    family = json.loads(slow.read_text())
    family["entries"] = [entry for entry in family["entries"] if "seed" in entry]
    slow.write_text(json.dumps(family))
    command = [sys.executable, "-m", "katwise", "selftest"]
    done = subprocess.run(command, cwd=package.parent, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 1 and done.stdout.splitlines()[-1] == "selftest FAILED"
    assert "sha2.json, entry" in done.stdout


# ---- bench ----


def test_bench(cli):
    table = printed(cli("bench", "--json", "rows.json", "sha512-256", "poly1305"))
    document = json.loads((cli.folder / "rows.json").read_text())
    assert document["schema"] == 1 and document["timer"]["step_ns"] > 0
    assert {(row["algorithm"], row["operation"]) for row in document["rows"]} == {
        ("sha512-256", "hash"),
        ("sha512-256", "object"),
        ("sha512-256", "many"),
        ("poly1305", "mac"),
    }
    assert all(f"{row['ns']['median']:.1f}" in table for row in document["rows"])
    assert "timer " in table and "median" in table and "MB/s" in table


def test_bench_usage(cli):
    bad(cli("bench", "md5"), 2, "ALGORITHM", "md5")
    bad(cli("bench", "--json"), 2, "--json")


def test_bench_file_that_cannot_be_written(cli):
    done = cli("bench", "poly1305", "--json", "no/rows.json")
    bad(done, 1, "no/rows.json: No such file")


# ---- All commands ----


def test_usage(cli):
    bad(cli(), 2, "COMMAND")
    bad(cli("encrypt"), 2, "encrypt")
    bad(cli("list", "more"), 2, "more")


def test_bad_level(cli):
    for command in (["list"], ["hash", "sha256", "abc"], ["selftest"], ["--help"]):
        bad(cli(*command, KATWISE_CPU="avx9"), 1, "KATWISE_CPU", "avx9")


def test_a_reader_that_has_gone(cli):
    process = subprocess.Popen([COMMAND, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.wait(60) == 1 and process.stderr.read() == b""


def test_progress_on_a_terminal(cli):
    """The line comes after a second: a slow pipe makes the command take that long."""
    terminal, its = pty.openpty()
    command = [COMMAND, "hash", "sha256"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=its)
    os.close(its)
    for _ in range(4):
        process.stdin.write(bytes(1 << 20))
        process.stdin.flush()
        subprocess.run(["sleep", "0.5"], check=True)
    process.stdin.close()
    output = process.stdout.read()
    assert process.wait(60) == 0
    shown = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    assert "-: " in shown and "MiB" in shown and shown.endswith("\r\x1b[K")
    assert output.decode() == f"{katwise.sha256(bytes(4 << 20)).hexdigest()}  -\n"
