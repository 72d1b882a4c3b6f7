# SPDX-License-Identifier: MIT
import hashlib
import subprocess
import sys
from pathlib import Path

import katwise
import pytest

sys.path.insert(0, str(Path(__file__).parent))


def theirs(name, data=b""):
    """hashlib's object for one of our names."""
    return hashlib.new(name.replace("-", "_").replace("shake", "shake_"), data)


def reference(name, data, size=None):
    h = theirs(name, data)
    return h.digest() if h.digest_size else h.digest(size)


def pattern(size):
    return bytes(i % 251 for i in range(size))


@pytest.fixture(params=katwise.levels)
def level(request):
    """A test that names this runs on every level of the machine."""
    before = katwise.level()
    katwise.use_level(request.param)
    yield request.param
    katwise.use_level(before)


@pytest.fixture
def python(tmp_path):
    """Runs code in an interpreter of its own."""

    def run(code, *options, **more):
        command = [sys.executable, *options, "-c", code]
        more.setdefault("cwd", tmp_path)
        return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)

    return run


@pytest.fixture(name="pattern")
def pattern_fixture():
    return pattern


@pytest.fixture(name="reference")
def reference_fixture():
    return reference


@pytest.fixture(name="theirs")
def theirs_fixture():
    return theirs
