# SPDX-License-Identifier: MIT
"""What the tests of the command katwise share: a run in a folder, and the two ways it ends."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).with_name("katwise")


def runner(folder):
    """A function that runs the command in a folder of files."""

    def run(*arguments, data=b"", **env):
        return subprocess.run(
            [COMMAND, *arguments],
            cwd=folder,
            input=data,
            capture_output=True,
            timeout=1200,
            env=os.environ | env,
        )

    run.folder = folder
    run.read = lambda name: (folder / name).read_bytes()
    return run


def good(done):
    """The bytes that a command printed which met no error."""
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout


def bad(done, code, *parts):
    """The command ended with this code and one line that holds the parts."""
    assert done.returncode == code, done
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1 and lines[0].startswith("katwise: "), done
    for part in parts:
        assert part in lines[0]
