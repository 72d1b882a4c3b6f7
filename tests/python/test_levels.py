# SPDX-License-Identifier: MIT
"""Levels: pinned by a call or by the environment, and what this machine lacks is refused."""

import os
import subprocess
import sys

import katwise
import pytest
from support import tool


def pinned(name):
    return dict(os.environ, KATWISE_CPU=name)


def test_names():
    assert katwise.levels[0] == "portable" and katwise.levels[-1] == "auto"
    assert len(set(katwise.levels)) == len(katwise.levels)


def test_use(level):
    assert katwise.level() == level
    assert katwise.sha256(b"abc").hexdigest().startswith("ba7816bf")


def test_a_wrong_name_changes_nothing(level):
    for wrong in ("", "avx", "PORTABLE", "rv64", "simd128"):
        with pytest.raises(ValueError, match="^name: .* no level of this build"):
            katwise.use_level(wrong)
        assert katwise.level() == level


@pytest.mark.parametrize("name", katwise.levels)
def test_environment(name, python):
    done = python("import katwise; print(katwise.level())", env=pinned(name))
    assert (done.stdout, done.stderr) == (f"{name}\n", "")


def test_environment_set_by_python(python):
    done = python(
        "import os; os.environ['KATWISE_CPU'] = 'portable'; import katwise; print(katwise.level())"
    )
    assert done.stdout == "portable\n"


def test_empty_environment_is_auto(python):
    assert python("import katwise; print(katwise.level())", env=pinned("")).stdout == "auto\n"


@pytest.mark.parametrize("wrong", ["avx9", "Portable", "rv64", " auto"])
def test_bad_environment(wrong, python):
    done = python(
        "try: import katwise\n"
        "except ImportError as error: print(error)\n"
        "try: import katwise\n"  # not half imported either
        "except ImportError as error: print(error)",
        env=pinned(wrong),
    )
    line = f"KATWISE_CPU: {wrong!r} is no level that this machine can run"
    assert [text.startswith(line) for text in done.stdout.splitlines()] == [True, True], done
    assert done.returncode == 0 and done.stderr == ""


# ---- A machine without the extensions: a processor of 2008, by qemu ----


@pytest.fixture
def old_machine(python):
    if os.uname().machine != "x86_64":
        pytest.skip("a processor of x86-64 that lacks extensions: this is no x86-64")
    qemu = tool("qemu-x86_64")

    def run(code, level=None):
        env = dict(os.environ) if level is None else pinned(level)
        command = [qemu, "-cpu", "Nehalem", sys.executable, "-c", code]
        return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)

    return run


def test_an_old_machine_runs_what_it_can(old_machine):
    done = old_machine(
        "import katwise, hashlib\n"
        "print(*katwise.levels)\n"
        "for name in katwise.hashes:\n"
        "    size = None if katwise.new(name).digest_size else 32\n"
        "    d = bytes(3000)\n"
        "    assert katwise.hash_many(name, [d] * 9, size) == [katwise.digest(name, d, size)] * 9\n"
        "assert katwise.digest('sha256', d) == hashlib.sha256(d).digest()\n"
        "try: katwise.use_level('avx2')\n"
        "except katwise.UnavailableError as error: print(error)\n"
        "print(katwise.level())"
    )
    assert done.stdout.splitlines() == [
        "portable auto",
        "name: this machine cannot run 'avx2', only portable, auto",
        "auto",
    ], done.stderr


def test_an_old_machine_refuses_the_environment(old_machine):
    done = old_machine("import katwise", "avx2")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: KATWISE_CPU: 'avx2' is no level that this machine can run (portable, auto)"
    )
