# SPDX-License-Identifier: MIT
"""python kat.py DIR: runs the known answers in a folder on every level of this machine."""

import sys
from pathlib import Path

from katwise import _kat

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: kat.py DIR")
    sys.exit(not _kat.run(Path(sys.argv[1])))
