# SPDX-License-Identifier: MIT
"""The commands keygen, sign and verify: files, pipes, errors of one line, exit codes."""

import os
import pty
import subprocess

import katwise
import pytest
from command import COMMAND, bad, good, runner

NAME = "SLH-DSA-SHA2-128f"
KEY = katwise.signature(NAME).from_seed(bytes(range(48)))
PUBLIC = KEY.public_key()


@pytest.fixture
def cli(tmp_path):
    """Runs the command where keys, a message and its signature lie."""
    files = {
        "key.pem": KEY.to_pem(),
        "pub.pem": PUBLIC.to_pem(),
        "key.der": KEY.to_der(),
        "pub.der": PUBLIC.to_der(),
        "seed": bytes(range(48)),
        "msg": b"a message",
        "msg.sig": KEY.sign(b"a message"),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    return runner(tmp_path)


def verify(cli, *more, **options):
    return cli("verify", "--key", "pub.pem", "--signature", "msg.sig", *more, **options)


# ---- From key to verification ----


@pytest.mark.parametrize("name", katwise.signatures)
def test_end_to_end(cli, name):
    assert good(cli("keygen", name, "-o", "k", "--public", "p", "--threads", "2")) == b""
    key = katwise.load_private_key(cli.read("k"), check=True)
    assert key.algorithm.name == name
    assert good(cli("sign", "--key", "k", "msg")) == b""
    key.public_key().verify(cli.read("msg.sig"), b"a message")
    assert good(cli("verify", "--key", "p", "--signature", "msg.sig", "msg")) == b"msg: OK\n"
    (cli.folder / "msg").write_bytes(b"a massage")
    done = cli("verify", "--key", "p", "--signature", "msg.sig", "msg")
    bad(done, 1, "msg: the signature")
    assert done.stdout == b""


# ---- keygen ----


def test_keygen(cli):
    old = os.umask(0)
    try:
        public = good(cli("keygen", NAME, "--output", "k"))
        good(cli("keygen", NAME, "-o", "k2", "--public", "p2"))
    finally:
        os.umask(old)
    assert katwise.load_private_key(cli.read("k")).public_key().to_pem() == public
    modes = [(cli.folder / name).stat().st_mode & 0o777 for name in ("k", "k2", "p2")]
    assert modes == [0o600, 0o600, 0o666]
    assert cli.read("k") != cli.read("k2")


def test_keygen_from_a_seed(cli):
    for extra in ([], ["--threads", "3"]):
        assert good(cli("keygen", NAME, "--seed-file", "seed", "-o", "k", "--force", *extra)) == (
            cli.read("pub.pem")
        )
        assert cli.read("k") == cli.read("key.pem")
    seed = cli.read("seed")
    done = cli("keygen", NAME, "--seed-file", "-", "-o", "-", "--public", "p", data=seed)
    assert good(done) == cli.read("key.pem") and cli.read("p") == cli.read("pub.pem")
    for size in (0, 47, 49):
        (cli.folder / "seed").write_bytes(bytes(size))
        done = cli("keygen", NAME, "--seed-file", "seed", "-o", "k3")
        bad(done, 2, "seed: ", "48 bytes")
    assert not (cli.folder / "k3").exists()


def test_keys_are_not_written_over(cli):
    before = cli.read("key.pem"), cli.read("pub.pem")
    (cli.folder / "dangling").symlink_to("nowhere")
    for files in (["-o", "key.pem"], ["-o", "new", "--public", "pub.pem"], ["-o", "dangling"]):
        done = cli("keygen", NAME, *files)
        bad(done, 2, "--force")
        assert done.stdout == b""
    assert before == (cli.read("key.pem"), cli.read("pub.pem"))
    assert not (cli.folder / "new").exists() and not (cli.folder / "nowhere").exists()
    (cli.folder / "key.pem").chmod(0o644)
    good(cli("keygen", NAME, "-o", "key.pem", "--public", "pub.pem", "--force"))
    assert before[0] != cli.read("key.pem") and before[1] != cli.read("pub.pem")
    assert (cli.folder / "key.pem").stat().st_mode & 0o777 == 0o600


def test_no_half_of_a_pair(cli):
    """If one key cannot be written, the other one is not there either."""
    (cli.folder / "full").symlink_to("/dev/full")
    keygen = "keygen", NAME, "-o"
    bad(cli(*keygen, "k", "--public", "no/p"), 2, "no/p: No such file")
    bad(cli(*keygen, "no/k", "--public", "p"), 2, "no/k: No such file")
    bad(cli(*keygen, "k", "--public", "full", "--force"), 2, "No space left")
    bad(cli(*keygen, "full", "--public", "p", "--force"), 2, "No space left")
    bad(cli(*keygen, "-", "--public", "no/p"), 2, "no/p: No such file")
    for output in (["-o", "k"], ["-o", "-", "--public", "p"]):
        with open("/dev/full", "wb") as full:
            command = [COMMAND, "keygen", NAME, *output]
            done = subprocess.run(command, cwd=cli.folder, stdout=full, stderr=subprocess.PIPE)
        bad(done, 2, "No space left")
    assert not (cli.folder / "k").exists() and not (cli.folder / "p").exists()


def test_a_key_that_is_there_outlives_trouble(cli):
    """--force writes over it only once the other file is open."""
    bad(cli("keygen", NAME, "-o", "key.pem", "--public", "no/p", "--force"), 2, "no/p: No such")
    bad(cli("keygen", NAME, "-o", "no/k", "--public", "pub.pem", "--force"), 2, "no/k: No such")
    assert cli.read("key.pem") == KEY.to_pem() and cli.read("pub.pem") == PUBLIC.to_pem()
    (cli.folder / "key.pem").write_bytes(KEY.to_pem() * 3)
    good(cli("keygen", NAME, "-o", "key.pem", "--public", "pub.pem", "--force"))
    assert len(cli.read("key.pem")) == len(KEY.to_pem())  # nothing of the longer one is left
    (cli.folder / "link").symlink_to("target")
    good(cli("keygen", NAME, "-o", "link", "--public", "pub.pem", "--force"))
    assert (cli.folder / "target").stat().st_mode & 0o777 == 0o600


def test_keygen_usage(cli):
    bad(cli("keygen", NAME), 2, "--output")
    bad(cli("keygen", "-o", "k"), 2, "ALGORITHM")
    bad(cli("keygen", "RSA", "-o", "k"), 2, "ALGORITHM", "RSA", NAME)
    bad(cli("keygen", "sha256", "-o", "k"), 2, "ALGORITHM")
    bad(cli("keygen", NAME, "-o", "-"), 2, "--output and --public")
    bad(cli("keygen", NAME, "-o", "k", "--public", "./k"), 2, "--public")
    bad(cli("keygen", NAME, "-o", "no/k"), 2, "no/k: No such file")
    bad(cli("keygen", NAME, "-o", "k", "--public", "no/p"), 2, "no/p: No such file")
    bad(cli("keygen", NAME, "-o", "k", "--seed-file", "nothing"), 2, "nothing: No such file")
    for wrong in ("0", "-1", "65", "9" * 5000, "x", "1.5", ""):
        done = cli("keygen", NAME, "-o", "k", f"--threads={wrong}")
        bad(done, 2, "--threads: from 1 to 64, not ")
    assert not (cli.folder / "k").exists()


# ---- sign and verify ----


def test_sign_is_what_python_does(cli):
    sign = "sign", "--key", "key.pem", "msg", "--deterministic", "-o", "s"
    for more, options in (
        ([], {}),
        (["--context", "für"], {"context": "für".encode()}),
        (["--prehash", "sha512"], {"prehash": "sha512"}),
        (["--prehash", "shake256", "--context", "c"], {"prehash": "shake256", "context": b"c"}),
        (["--check", "--threads", "2"], {}),
    ):
        good(cli(*sign, *more))
        assert cli.read("s") == KEY.sign(b"a message", deterministic=True, **options), more


def test_signatures_are_hedged(cli):
    for name in ("one", "two"):
        good(cli("sign", "--key", "key.der", "msg", "-o", name))
        good(cli("verify", "--key", "pub.der", "--signature", name, "msg"))
    assert cli.read("one")[:16] != cli.read("two")[:16]


@pytest.mark.parametrize("options", [[], ["--prehash", "sha256"], ["--context", "c"]])
def test_pipes(cli, options):
    sig = good(cli("sign", "--key", "key.pem", "-o", "-", *options, data=b"a message"))
    (cli.folder / "msg.sig").write_bytes(sig)
    assert good(verify(cli, *options, data=b"a message")) == b"-: OK\n"
    assert good(verify(cli, *options, "-", data=b"a message")) == b"-: OK\n"
    bad(verify(cli, *options, data=b"another"), 1, "-: the signature")
    bad(verify(cli, "--context", "d", data=b"a message"), 1, "-: the signature")
    key = cli.read("pub.pem")
    done = cli("verify", "--key", "-", "--signature", "msg.sig", *options, "msg", data=key)
    assert good(done) == b"msg: OK\n"


def test_long_messages(cli):
    message = bytes(i % 251 for i in range(5_000_001))
    (cli.folder / "msg").write_bytes(message)
    for options, more in (([], {}), (["--prehash", "sha512"], {"prehash": "sha512"})):
        good(cli("sign", "--key", "key.pem", "msg", *options))
        PUBLIC.verify(cli.read("msg.sig"), message, **more)
        assert good(verify(cli, *options, "msg")) == b"msg: OK\n"


@pytest.mark.parametrize(
    "wrong", [b"", b"\0", KEY.sign(b"another"), KEY.sign(b"a message") + b"\xaa", bytes(10**6)]
)
def test_wrong_signatures(cli, wrong):
    (cli.folder / "msg.sig").write_bytes(wrong)
    done = verify(cli, "msg")
    bad(done, 1, "msg: the signature")
    assert done.stdout == b""


def test_trouble_is_no_wrong_signature(cli):
    """Exit code 2."""
    (cli.folder / "text").write_text("no key\n")
    (cli.folder / "encrypted").write_bytes(
        b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n"
    )
    bad(verify(cli, "nothing"), 2, "nothing: No such file")
    bad(verify(cli, "."), 2, ".: Is a directory")
    bad(cli("verify", "--key", "pub.pem", "--signature", "none", "msg"), 2, "none: No such")
    bad(cli("verify", "--key", "none", "--signature", "msg.sig", "msg"), 2, "none: No such")
    for key in ("text", "key.pem", "msg.sig", "seed"):
        bad(cli("verify", "--key", key, "--signature", "msg.sig", "msg"), 2, f"{key}: ")
    for key in ("text", "pub.pem", "pub.der", "seed"):
        bad(cli("sign", "--key", key, "msg"), 2, f"{key}: ")
    (cli.folder / "two").write_bytes(KEY.to_pem() * 2)
    bad(cli("sign", "--key", "two", "msg"), 2, "two: ", "one PRIVATE KEY", "there are 2")
    (cli.folder / "long").write_bytes(KEY.to_pem() + b"\n" * (1 << 16))
    bad(cli("sign", "--key", "long", "msg"), 2, "long: no key is longer than 65536 bytes")
    size = bytes.fromhex("3052020100300b060960864801650304031504888282000000000000")
    (cli.folder / "size").write_bytes(size)
    bad(cli("sign", "--key", "size", "msg"), 2, "size: this is no private key")
    bad(cli("verify", "--key", "size", "--signature", "msg.sig", "msg"), 2, "size: this is no")
    bad(cli("sign", "--key", "encrypted", "msg"), 2, "encrypted: ", "openssl pkey")
    bad(cli("sign", "--key", "key.pem", "nothing"), 2, "nothing: No such file")
    bad(cli("sign", "--key", "key.pem", "msg", "-o", "no/sig"), 2, "no/sig: No such file")


def test_usage(cli):
    bad(cli("sign", "msg"), 2, "--key")
    bad(cli("verify", "--key", "pub.pem", "msg"), 2, "--signature")
    bad(cli("sign", "--key", "key.pem"), 2, "--output")
    bad(cli("sign", "--key", "key.pem", "-"), 2, "--output")
    bad(cli("sign", "--key", "-", "-", "-o", "s"), 2, "--key and FILE")
    bad(verify(cli, "--key", "-"), 2, "--key and FILE")
    bad(cli("verify", "--key", "pub.pem", "--signature", "-"), 2, "--signature and FILE")
    for command in (["sign", "--key", "key.pem", "-o", "s"], verify):
        run = command if callable(command) else lambda cli, *more: cli(*command, *more)
        bad(run(cli, "msg", "--prehash", "md5"), 2, "--prehash", "md5")
        bad(run(cli, "msg", "--context", "x" * 256), 2, "--context", "255", "256")
        bad(run(cli, "msg", "--no-such-option"), 2, "--no-such-option")
    for wrong in ("0", "x"):
        bad(cli("sign", "--key", "key.pem", "msg", "--threads", wrong), 2, "--threads")


def test_inputs_are_not_written_over(cli):
    (cli.folder / "link").hardlink_to(cli.folder / "msg")
    for output in ("msg", "./msg", "link", "key.pem"):
        bad(cli("sign", "--key", "key.pem", "msg", "-o", output), 2, "--output", "input")
    assert cli.read("msg") == b"a message" and cli.read("key.pem") == KEY.to_pem()
    good(cli("sign", "--key", "key.pem", "msg"))  # a signature of before is


def test_without_the_library(cli):
    (cli.folder / "pyasn1_modules.py").touch()
    for command in (["keygen", NAME, "-o", "k"], ["sign", "--key", "key.pem", "msg"]):
        bad(cli(*command, PYTHONPATH=str(cli.folder)), 2, "pip install katwise[pem]")
    assert not (cli.folder / "k").exists()


# ---- On a terminal ----


def on_terminal(cli, *arguments, **env):
    """What a command shows of its progress there."""
    terminal, its = pty.openpty()
    done = subprocess.run(
        [COMMAND, *arguments],
        cwd=cli.folder,
        stdout=subprocess.PIPE,
        stderr=its,
        timeout=300,
        env=os.environ | env,
    )
    os.close(its)
    shown = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    return done.returncode, done.stdout, shown


def test_progress_of_signing(cli):
    """A signature that takes over a second on the portable level, twice for --check."""
    key = katwise.slh_dsa_shake_192s.from_seed(bytes(72))
    (cli.folder / "slow.pem").write_bytes(key.to_pem())
    sign = "sign", "--key", "slow.pem", "msg", "-o", "-", "--check"
    code, sig, shown = on_terminal(cli, *sign, KATWISE_CPU="portable")
    assert code == 0 and "signing: " in shown and " s" in shown and shown.endswith("\r\x1b[K")
    key.public_key().verify(sig, b"a message")


def test_interrupted(cli):
    """No traceback, and no file."""
    key = katwise.slh_dsa_shake_192s.from_seed(bytes(72))
    (cli.folder / "slow.pem").write_bytes(key.to_pem())
    process = subprocess.Popen(
        [COMMAND, "sign", "--key", "slow.pem", "msg", "-o", "s", "--check"],
        cwd=cli.folder,
        stderr=subprocess.PIPE,
        env=os.environ | {"KATWISE_CPU": "portable"},
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    process.send_signal(2)
    assert process.wait(60) == 130 and process.stderr.read() == b""
    assert not (cli.folder / "s").exists()
