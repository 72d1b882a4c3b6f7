# SPDX-License-Identifier: MIT
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from node import npm_project, tarball  # noqa: E402


@pytest.fixture(scope="session")
def package():
    """The packed package."""
    return tarball()


@pytest.fixture(scope="session")
def project(package, tmp_path_factory):
    """A project in which the packed package is installed."""
    return npm_project(tmp_path_factory.mktemp("project"), package)
