# SPDX-License-Identifier: MIT
"""The console command katwise. It lies outside of the package, since a bad KATWISE_CPU makes the
import of that fail, and a command says so in one line."""

import sys


def main():
    try:
        from katwise._cli import main as run
    except ImportError as error:
        sys.exit(f"katwise: {error}")
    sys.exit(run())
