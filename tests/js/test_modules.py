# SPDX-License-Identifier: MIT
"""What the binaries consist of, and that all lists of names are the same."""

import json
import re

import pytest
from node import node
from support import ROOT, call, run, tool

WASM = ROOT / "build/wasm"
MODULES = ("plain", "simd128")
# What engines have had since 2021; simd128 beside it in one of the modules.
FEATURES = ["--mvp-features", "--enable-sign-ext", "--enable-mutable-globals"]
FEATURES += ["--enable-bulk-memory"]

DESCRIBE = """
const module = new WebAssembly.Module(require('node:fs').readFileSync(process.argv[1]));
const { exports } = new WebAssembly.Instance(module, { katwise: { random: () => 0 } });
console.log(JSON.stringify({ imports: WebAssembly.Module.imports(module),
  exports: WebAssembly.Module.exports(module).map(({ name }) => name),
  bytes: exports.memory.buffer.byteLength, base: exports.__heap_base.value }));
"""


def module(kind):
    return WASM / f"katwise-{kind}.wasm"


def describe(kind):
    return json.loads(node("-e", DESCRIBE, module(kind)))


@pytest.mark.parametrize("kind", MODULES)
def test_imports_are_randomness_alone(kind):
    expected = [{"module": "katwise", "name": "random", "kind": "function"}]
    assert describe(kind)["imports"] == expected


@pytest.mark.parametrize("kind", MODULES)
def test_exports(kind):
    """The functions of exports.h, and what Emscripten exports always."""
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "wasm/exports.h").read_text(), flags=re.S)
    declared = set(re.findall(r"^JS\((\w+)\)", header, re.M))
    assert len(declared) == 25
    always = {"memory", "_initialize", "__heap_base", "__indirect_function_table"}
    always |= {"__errno_location", "stackSave", "stackRestore", "stackAlloc"}
    assert set(describe(kind)["exports"]) == declared | always


@pytest.mark.parametrize("kind", MODULES)
def test_memory_is_small(kind):
    found = describe(kind)
    assert found["bytes"] == 4 << 16
    assert found["base"] < 80 << 10  # a stack of 64 KiB, and constants


@pytest.mark.parametrize("kind", MODULES)
def test_features(kind):
    """binaryen refuses what is not enabled."""
    options = [*FEATURES, "--enable-simd"] if kind == "simd128" else FEATURES
    run([tool("wasm-opt"), module(kind), *options, "-o", "/dev/null"])


def test_features_are_found():
    done = call([tool("wasm-opt"), module("simd128"), *FEATURES, "-o", "/dev/null"])
    assert done.returncode != 0


@pytest.mark.parametrize("kind", MODULES)
def test_inlined_module_is_the_same(kind):
    source = f"""
        import text from {json.dumps(str(WASM / f"katwise-{kind}.mjs"))};
        process.stdout.write(text);
    """
    inlined = node("--input-type=module", "-e", source)
    assert set(inlined) <= set(map(chr, range(32, 127))) and "</script" not in inlined.lower()
    numbers = ord_pairs(inlined)
    assert bytes((number - 3) % 256 for number in numbers) == module(kind).read_bytes()


def ord_pairs(text):
    """The numbers that inline.mjs has written: } and ~ come before those from 93 and 188 on."""
    found = re.findall(r"[}~].|.", text)
    return [ord(f[-1]) - 32 + (0 if len(f) == 1 else {"}": 93, "~": 188}[f[0]]) for f in found]


@pytest.mark.parametrize("kind", MODULES)
def test_secrets_do_not_stay_in_linear_memory(kind):
    """Nor on its stack, where the C code has its variables; a third of that stays unused."""
    output = node(ROOT / "tests/js/linear.mjs", module(kind))
    used, there = map(int, re.findall(r"\d+", output))
    assert there == 64 << 10
    assert 20 << 10 < used < 42 << 10


# ---- The addon ----


@pytest.fixture(scope="module")
def addon():
    machine = node("-p", "`${process.platform}-${process.arch}`").strip()
    path = ROOT / "build/prebuilds" / machine / "katwise.node"
    assert path.exists(), "`make build` makes the addon"
    return path


def symbols(path, which):
    lines = run([tool("nm"), "-D", which, path]).splitlines()
    return [line.split()[-2:] for line in lines]


def test_addon_exports_its_entry_alone(addon):
    names = {name for _, name in symbols(addon, "--defined-only")}
    assert names == {"napi_register_module_v1", "node_api_module_get_api_version_v1"}


def test_addon_makes_no_memory_that_v8_does_not_own(addon):
    names = [name for _, name in symbols(addon, "--undefined-only")]
    assert any(name.startswith("napi_") for name in names)
    assert not [n for n in names if "external_arraybuffer" in n or "external_buffer" in n]


def test_addon_is_stripped_and_has_no_executable_stack(addon):
    assert ".symtab" not in run([tool("readelf"), "-S", addon])
    stack = re.search(r"GNU_STACK.*\n?.*", run([tool("readelf"), "-lW", addon]))[0]
    assert "RWE" not in stack


NONSENSE = """
const addon = require(process.argv[1]);
const memory = new Uint8Array(1 << 17);
const values = [undefined, 'x', {}, memory, memory.subarray(1), memory.subarray(0, 100),
  new Uint16Array(9), new DataView(memory.buffer), -1, NaN, 2 ** 32, 2 ** 64, 5n, 0, 1, 1000];
let calls = 0, refused = 0;
for (const name of Object.getOwnPropertyNames(addon))
  if (typeof addon[name] === 'function')
    for (const a of values) for (const b of values) for (const c of values)
      for (const args of [[], [a], [a, b], [a, b, c], [memory, a, b, c], [memory, a, b, c, 0]]) {
        calls++;
        try { if (addon[name](...args) < 0) refused++; } catch { refused++; }
      }
console.log(calls, refused);
"""


def test_addon_survives_nonsense(addon):
    """Nobody but machine.js calls it, and even so no argument makes it crash."""
    calls, refused = map(int, node("-e", NONSENSE, addon, timeout=900).split())
    assert calls > 300_000 and refused > calls / 2


# ---- Names ----

ENTRIES = ["bindings/node/index.js", "bindings/node/native.js", "wasm/wasm.js"]
TYPES = (ROOT / "wasm/index.d.ts").read_text()


def exports_of(entry):
    source = f"""
        import * as entry from {json.dumps(str(ROOT / entry))};
        console.log(JSON.stringify([Object.keys(entry), entry.hashes, entry.macs,
          entry.hashes.filter((name) => entry.get(name).canXOF), entry.version,
          entry.signatures.map((name) => entry.get(name).name)]));
    """
    return json.loads(node("--input-type=module", "-e", source))


@pytest.mark.parametrize("entry", ENTRIES)
def test_exports_are_the_declared_ones(entry):
    """The table of the C library, the exports of a module, the types."""
    found, hashes, macs, xofs, _, signatures = exports_of(entry)
    declared = dict(re.findall(r"^export const (\w+): (Hash|Xof|Mac|Signature);", TYPES, re.M))
    kinds = {name: "Xof" if name in xofs else "Hash" for name in hashes}
    kinds |= {name: "Mac" for name in macs}
    kinds |= {name: "Signature" for name in signatures}
    assert declared == {name.replace("-", "_"): kind for name, kind in kinds.items()}
    around = set(re.findall(r"^export (?:const|function|class) (\w+)", TYPES, re.M))
    assert set(found) == around | ({"open"} if entry == "wasm/wasm.js" else set())


def test_one_version():
    package = json.loads((ROOT / "package.json").read_text())["version"]
    cmake = re.search(r"project\(katwise VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert {exports_of(entry)[4] for entry in ENTRIES} == {package} == {cmake}
