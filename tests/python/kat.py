# SPDX-License-Identifier: MIT
"""python kat.py DIR [LEVEL]: runs the known answers in a folder, on every level of this machine or
on one."""

import sys
from pathlib import Path

import katwise
from katwise import _kat

if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: kat.py DIR [LEVEL]")
    folder, *levels = sys.argv[1:]
    sys.exit(not _kat.run(Path(folder), levels=levels or katwise.levels))
