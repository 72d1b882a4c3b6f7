# SPDX-License-Identifier: MIT
"""How the package is imported and started, and what must not be in its JavaScript."""

import json
import re

import pytest
from node import HERE, environment, executable, names, node
from support import ROOT, call, run

SHIPPED = sorted([*ROOT.glob("wasm/*.js"), *ROOT.glob("bindings/node/*.js")])
LOADER = ("inlined.js", "loader.js", "url.js")

# What a content security policy forbids, what is not everywhere, what acts at import.
FORBIDDEN = {
    "evaluates text": r"\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(|setTimeout\s*\(\s*['\"`]",
    "makes addresses of data": r"['\"`](data|blob):|createObjectURL",
    "needs a document": r"\b(window|document|XMLHttpRequest|importScripts)\b",
    "imports later": r"\bimport\s*\(",
    "waits at import": r"^(const .* = )?await\b|^for await",
    "handles what is the application's": r"process\.on|addEventListener|globalThis\.\w+\s*=[^=]",
    "knows CommonJS": r"\b__dirname|\bmodule\.exports|\bexports\.\w+\s*=[^=]",
}


@pytest.mark.parametrize("name", names("loader.mjs"))
def test_loader(name):
    node(HERE / "loader.mjs", name, env=environment())


def code(path):
    """The code of a module, without comments."""
    return run([executable("esbuild"), "--format=esm", path])


@pytest.mark.parametrize("why", FORBIDDEN)
def test_shipped_code(why):
    assert len(SHIPPED) >= 12
    for path in SHIPPED:
        found = re.search(FORBIDDEN[why], code(path), re.M)
        assert not found, f"{path.name} {why}: {found[0]}"


def test_the_scan_finds_what_it_looks_for(tmp_path):
    samples = {
        "evaluates text": "x = new Function('1')",
        "makes addresses of data": "fetch('data:application/wasm;base64,AA')",
        "needs a document": "document.title",
        "imports later": "f = () => import('x')",
        "waits at import": "const x = await fetch('y')",
        "handles what is the application's": "process.on('exit', f)",
        "knows CommonJS": "f(__dirname)",
    }
    assert samples.keys() == FORBIDDEN.keys()
    for why, sample in samples.items():
        (tmp_path / "sample.js").write_text(sample)
        assert re.search(FORBIDDEN[why], code(tmp_path / "sample.js"), re.M), why


def test_the_loader_is_short():
    assert sum(len((ROOT / "wasm" / name).read_text().splitlines()) for name in LOADER) < 200


SHOW = """
import { backend, level, sha256 } from 'katwise';
const digest = Buffer.from(sha256(Buffer.from('abc'))).toString('hex');
console.log(backend(), level(), digest.slice(0, 8));
"""


def show(**variables):
    return call(["node", "--input-type=module", "-e", SHOW], cwd=ROOT, env=environment(**variables))


@pytest.mark.parametrize(
    "variables, expected",
    [
        ({}, "native auto"),
        ({"KATWISE_BACKEND": ""}, "native auto"),
        ({"KATWISE_BACKEND": "native"}, "native auto"),
        ({"KATWISE_BACKEND": "wasm"}, "wasm-simd128 auto"),
        ({"KATWISE_CPU": "portable"}, "native portable"),
        ({"KATWISE_CPU": "portable", "KATWISE_BACKEND": "wasm"}, "wasm-simd128 portable"),
        ({"KATWISE_CPU": "simd128", "KATWISE_BACKEND": "wasm"}, "wasm-simd128 simd128"),
        ({"KATWISE_CPU": "", "KATWISE_BACKEND": "wasm"}, "wasm-simd128 auto"),
    ],
)
def test_environment(variables, expected):
    done = show(**variables)
    assert done.returncode == 0, done.stdout
    assert done.stdout.split("\n")[0] == f"{expected} ba7816bf"


@pytest.mark.parametrize(
    "variables",
    [
        {"KATWISE_BACKEND": "wasm-plain"},
        {"KATWISE_BACKEND": "Native"},
        {"KATWISE_CPU": "avx9"},
        {"KATWISE_CPU": "simd128"},
        {"KATWISE_CPU": "avx2", "KATWISE_BACKEND": "wasm"},
        {"KATWISE_CPU": "p\u0170rtable", "KATWISE_BACKEND": "wasm"},
        {"KATWISE_CPU": "x" * 1000, "KATWISE_BACKEND": "wasm"},
    ],
)
def test_wrong_environment(variables):
    """Said at the first call, with the variable's name: nobody wants the other thing silently."""
    done = show(**variables)
    assert done.returncode == 1
    name = next(iter(variables))
    assert f"KatwiseError: {name}: " in done.stdout and variables[name] in done.stdout


@pytest.mark.parametrize("entry", ["katwise", "katwise/native", "katwise/wasm", "katwise/wasm-url"])
def test_unhandled_errors_look_as_usual(entry):
    source = f"""
        import * as katwise from '{entry}';
        const api = katwise.load ? await katwise.load() : katwise;
        api.sha256(Buffer.from('abc'));
        Promise.reject(new Error('mine'));
    """
    done = call(["node", "--input-type=module", "-e", source], cwd=ROOT, env=environment())
    assert done.returncode == 1
    assert "Error: mine" in done.stdout and len(done.stdout) < 1000


BARE = """
const { readFileSync } = require('node:fs');
const vm = require('node:vm');
const context = vm.createContext({});
vm.runInContext(readFileSync(process.argv[1], 'utf8'), context);
console.log(vm.runInContext(`JSON.stringify([katwise.backend(), katwise.level(),
  [...katwise.sha3_256(new Uint8Array([97, 98, 99]))].slice(0, 4)])`, context));
"""


def test_a_bare_engine(tmp_path):
    """As an iife, in a realm that has JavaScript and WebAssembly, and nothing else."""
    bundle = tmp_path / "bundle.js"
    options = ["--bundle", "--format=iife", "--global-name=katwise", f"--outfile={bundle}"]
    run([executable("esbuild"), ROOT / "wasm/wasm.js", *options])
    found = json.loads(node("-e", BARE, bundle))
    assert found == ["wasm-simd128", "auto", [0x3A, 0x98, 0x5D, 0xA7]]
