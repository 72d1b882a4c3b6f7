# SPDX-License-Identifier: MIT
"""What the tests of the JavaScript side share."""

import functools
import json
import os
import shutil

import pytest
from support import ROOT, call, run, tail

HERE = ROOT / "tests/js"
BACKENDS = ("native", "wasm-simd128", "wasm-plain")
NODE_MODULES = ROOT / "node_modules"


def node(*words, **more):
    """Runs Node.js; gives the output."""
    return run(["node", *words], **{"env": environment(), **more})


def names(script, *words):
    """The names of a script's cases."""
    return json.loads(node(HERE / script, *words, "--list"))


@functools.cache
def results(*words, program="node"):
    """Runs all cases of a script in one process: their errors by their labels."""
    done = call([program, *words], timeout=900, env=environment())
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = {tuple(v for k, v in line.items() if k != "error"): line["error"] for line in lines}
    return found, tail(done.stdout)


def expect(label, *words, **more):
    """The case of this label went well."""
    found, output = results(*words, **more)
    if label not in found:
        pytest.fail(f"{label} did not come to its end\n{output}", pytrace=False)
    if found[label]:
        pytest.fail(found[label], pytrace=False)


def environment(**more):
    """That of this process, without what says how katwise works, and with some more."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("KATWISE_")}
    return env | more


def tarball():
    found = list((ROOT / "dist").glob("katwise-*.tgz"))
    if len(found) != 1:
        pytest.fail(f"dist/ has {len(found)} npm packages: `make build` makes one", pytrace=False)
    return found[0]


def npm_project(folder, package):
    """A project with the package in it, as a user has it; no script of a package is run."""
    (folder / "package.json").write_text('{"private": true}\n')
    run(
        ["npm", "install", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", package],
        cwd=folder,
        env=environment(npm_config_cache=str(folder / "cache")),
    )
    return folder


def copy_of(project, folder):
    """Another project with the same packages."""
    shutil.copytree(project, folder, dirs_exist_ok=True)
    return folder


def executable(name):
    """A program of our own development packages."""
    path = NODE_MODULES / ".bin" / name
    if not path.exists():
        pytest.fail(f"node_modules lacks {name}: `make setup` installs it", pytrace=False)
    return path
