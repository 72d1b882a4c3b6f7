# SPDX-License-Identifier: MIT
"""tests/js/oracles: signatures against other implementations, on all backends at once."""

import pytest
from node import HERE, NODE_MODULES, expect, names, run

NODE24 = NODE_MODULES / "node/bin/node"  # with OpenSSL 3.5


def test_the_other_node():
    version = run([NODE24, "-p", "process.versions.openssl"])
    assert tuple(map(int, version.split(".")[:2])) >= (3, 5)


@pytest.mark.parametrize("name", names("run.mjs", "../oracles/openssl"))
def test_openssl(name):
    expect((name,), HERE / "run.mjs", "../oracles/openssl", "each", program=NODE24)


@pytest.mark.parametrize("name", names("run.mjs", "../oracles/noble"))
def test_noble(name):
    expect((name,), HERE / "run.mjs", "../oracles/noble", "each")
