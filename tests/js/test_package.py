# SPDX-License-Identifier: MIT
"""The packed package, as a user has it: installed in an empty project, without scripts."""

import json
import re
import tarfile

import pytest
from node import BACKENDS, HERE, NODE_MODULES, copy_of, environment, executable, node
from support import KAT, ROOT, call, run

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
ENTRIES = {"katwise": "native", "katwise/native": "native", "katwise/wasm": "wasm-simd128"}
USE = """
const hex = (bytes) => Buffer.from(bytes).toString('hex');
console.log(api.backend(), hex(api.sha256(Buffer.from('abc'))));
"""


def test_size(package):
    assert package.stat().st_size <= 500_000


def test_contents(package):
    """What runs, its types and its documentation; no sources that would have to be compiled."""
    with tarfile.open(package) as tar:
        files = {name.removeprefix("package/") for name in tar.getnames()}
    modules = {f"build/wasm/katwise-{k}.{e}" for k in ("simd128", "plain") for e in ("mjs", "wasm")}
    documents = {"README.md", "LICENSE", "package.json", "docs/node.md", "docs/browser.md"}
    addons = {name for name in files if name.startswith("build/prebuilds/")}
    code = {name for name in files if name.endswith((".js", ".d.ts"))}
    assert len(addons) >= 1 and len(code) >= 14
    assert files == modules | documents | addons | code


def test_nothing_runs_at_installation(package):
    manifest = json.loads((ROOT / "package.json").read_text())
    kinds = {"scripts", "dependencies", "optionalDependencies", "peerDependencies", "bin"}
    assert not kinds & manifest.keys()


@pytest.mark.parametrize("entry, backend", ENTRIES.items())
@pytest.mark.parametrize("kind", ["import", "require"])
def test_import(project, kind, entry, backend):
    options = ["--input-type=module"] if kind == "import" else ["--no-warnings"]
    load = f"const api = require('{entry}');"
    if kind == "import":
        load = f"import * as api from '{entry}';"
    output = node(*options, "-e", load + USE, cwd=project, env=environment())
    assert output.split() == [backend, ABC]


@pytest.mark.parametrize("kind", ["import", "require"])
def test_import_of_the_module_by_url(project, kind):
    load = "import { load } from 'katwise/wasm-url';"
    if kind == "require":
        load = "const { load } = require('katwise/wasm-url');"
    options = ["--input-type=module"] if kind == "import" else ["--no-warnings"]
    code = f"{load} load().then((api) => {{ {USE} }});"
    output = node(*options, "-e", code, cwd=project, env=environment())
    assert output.split() == ["wasm-simd128", ABC]


def test_files_of_the_package(project):
    code = """
        const { readFileSync } = require('node:fs');
        const file = (name) => readFileSync(require.resolve(`katwise/${name}`));
        const { loadSync } = require('katwise/wasm-url');
        for (const kind of ['simd128', 'plain'])
          console.log(loadSync(new WebAssembly.Module(file(`katwise-${kind}.wasm`))).backend());
        console.log(JSON.parse(file('package.json')).version === require('katwise').version);
    """
    output = node("--no-warnings", "-e", code, cwd=project, env=environment())
    assert output.split() == ["wasm-simd128", "wasm", "true"]


EDGE = """
import { loadSync } from 'katwise/wasm-url';
WebAssembly.Module = new Proxy(WebAssembly.Module, { construct() { throw new Error('no'); } });
const api = loadSync(module);
"""
# Imports of .wasm files give compiled modules, as on edge workers.
COMPILES = """
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(`
  export async function load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context);
    const read = "process.getBuiltinModule('fs').readFileSync(new URL('" + url + "'))";
    const source = 'export default new WebAssembly.Module(' + read + ')';
    return { format: 'module', shortCircuit: true, source };
  }`));
"""


def test_edge_workers(project, tmp_path):
    """The import in docs/browser.md, where nothing but the platform may compile."""
    copy_of(project, tmp_path)
    text = (ROOT / "docs/browser.md").read_text()
    (line,) = re.findall(r"`(import module from '[^']+\.wasm')`", text)
    (tmp_path / "compiles.mjs").write_text(COMPILES)
    (tmp_path / "main.mjs").write_text(f"{line};" + EDGE + USE)
    output = node("--import", "./compiles.mjs", "main.mjs", cwd=tmp_path, env=environment())
    assert output.split() == ["wasm-simd128", ABC]


def test_what_is_not_exported_cannot_be_had(project):
    done = call(["node", "-e", "require('katwise/wasm/machine.js')"], cwd=project)
    assert "ERR_PACKAGE_PATH_NOT_EXPORTED" in done.stdout


@pytest.mark.parametrize("backend", BACKENDS)
def test_known_answers(project, tmp_path, backend, show):
    """The runner of this checkout on what was installed; test_known_answers.py has all levels."""
    copy_of(project, tmp_path)
    for name in ("kat.mjs", "known.mjs", "known_signatures.mjs", "inputs.mjs", "backends.mjs"):
        (tmp_path / name).write_text((HERE / name).read_text())
    output = node("kat.mjs", backend, KAT, "auto", cwd=tmp_path, env=environment())
    show(output.splitlines()[-1])


def addon_of(folder):
    (addon,) = folder.glob("node_modules/katwise/build/prebuilds/*/katwise.node")
    return addon


def without(addon):
    addon.unlink()


def of_another_machine(addon):
    addon.write_bytes(addon.read_bytes()[:4096].replace(b"\x7fELF\x02", b"\x7fELF\x01"))


def needs_another_library(addon):
    addon.write_bytes(addon.read_bytes().replace(b"libc.so.6", b"libX.so.6"))


@pytest.mark.parametrize("damage", [without, of_another_machine, needs_another_library])
def test_fallback(project, tmp_path, damage):
    """As on machines for which there is no native code, or whose C library is another."""
    folder = copy_of(project, tmp_path)
    damage(addon_of(folder))
    code = "import * as api from 'katwise';" + USE
    command = ["node", "--input-type=module", "-e", code]
    done = call(command, cwd=folder, env=environment())
    assert done.stdout.split() == ["wasm-simd128", ABC]
    done = call(command, cwd=folder, env=environment(KATWISE_BACKEND="native"))
    assert done.returncode == 1
    assert "KatwiseError: backend: no native code for" in done.stdout


def test_publint(package):
    assert "All good!" in run([executable("publint"), package, "--strict"])


# ---- Types ----

TYPED = """
import { sha256, sha512_256, shake128, poly1305, hashMany, get, levels, backend, KatwiseError,
  slh_dsa_sha2_128s, slh_dsa_shake_256f, signatures, type Hash, type Xof, type Output,
  type Signature, type KeyPair, type SigningKey, type SignOptions, type Verifier } from 'katwise';
import { open } from 'katwise/wasm';
import * as native from 'katwise/native';
import { load, loadSync, type Source } from 'katwise/wasm-url';
import module from 'katwise/katwise-simd128.wasm';

const data = new Uint8Array(3);
const digest: Uint8Array<ArrayBuffer> = sha256(data);
const output: Output = shake128(new DataView(data.buffer), { dkLen: 5 });
const chained: Output = sha512_256.create().update(data.buffer).update(new Int16Array(1)).digest();
const piece: Output = shake128.create().update(data).clone().xof(10);
const told: Output = shake128.create({ dkLen: 3 }).digest();
const tag: Output = poly1305(data, digest);
const well: boolean = poly1305.verify(tag, data, digest) && poly1305.create(digest).verify(tag);
const many: Output[] = [...hashMany(sha256, [data]), ...hashMany(shake128, [data], { dkLen: 3 })];
const name: 'native' | 'wasm-simd128' | 'wasm' = backend();
const functions: (Hash | Xof)[] = [sha256, shake128, native.sha256, open({ simd: false }).shake256];
const size: number = functions[0].outputLen + native.hashes.length + levels().length;
const algorithm: string = get('sha256').algorithm;
const api: Promise<typeof native> = load(fetch('x'), { timeout: 5 });
const source: Source = new URL('https://example.org/');
const error: KatwiseError = new KatwiseError('x', 'KW_BAD_STATE');
crypto.subtle.digest('SHA-256', digest);
const schemes: Signature[] = [slh_dsa_sha2_128s, native.slh_dsa_shake_192f];
const { publicKey, secretKey }: KeyPair = schemes[0].keygen(data, { threads: 2 });
const options: SignOptions = { context: data, prehash: 'sha256', extraEntropy: false,
  check: 'all' };
const signed: Output = slh_dsa_shake_256f.sign(data.buffer, secretKey, options);
const streamed: Promise<Output> = slh_dsa_shake_256f.signAsync(undefined, secretKey,
  { prehash: shake128.create().update(data), extraEntropy: data });
const pair: Promise<KeyPair> = slh_dsa_shake_256f.keygenAsync();
const hashed = { context: data, prehash: 'sha512' };
const fine: boolean = schemes[0].verify(signed, data, publicKey, hashed);
const each: boolean[] = schemes[0].verifyMany([{ signature: signed, message: data }], publicKey);
const verifier: Verifier = schemes[0].verifier(signed, publicKey).update(data);
const expanded: SigningKey = schemes[0].expand(secretKey);
const also: Output = expanded.sign(data, { threads: 2 });
expanded[Symbol.dispose]();
const lengths: number = schemes[0].lengths.signature + signatures.length;
const inside: boolean = schemes[0].internal.verify(schemes[0].internal.sign(data, secretKey), data,
  schemes[0].getPublicKey(secretKey)) && schemes[0].checkKey(secretKey) && verifier.verify();
export { signed, streamed, pair, fine, each, also, lengths, inside };
export { output, chained, piece, told, well, many, name, size, algorithm, api, source, error };
export const { sha384 } = loadSync(module);
"""
WRONG = [
    "sha256('abc')",
    "sha256([1, 2, 3])",
    "sha256(data, { length: 3 })",
    "shake128(data)",
    "shake128(data, {})",
    "sha256.create().xof(3)",
    "shake128.create().xof()",
    "poly1305(data)",
    "poly1305.verify(data, data)",
    "hashMany(sha256, data)",
    "hashMany(poly1305, [data])",
    "hashMany(shake128, [data])",
    "sha256.outputLen = 5",
    "useLevel(3)",
    "slh.sign(data)",
    "slh.sign('abc', data)",
    "slh.sign(undefined, data)",
    "slh.sign(data, data, { prehash: sha256.create() })",
    "slh.sign(data, data, { extraEntropy: true })",
    "slh.sign(data, data, { check: 'both' })",
    "slh.sign(data, data, { deterministic: true })",
    "slh.verify(data, data)",
    "slh.verify(data, data, data, { threads: 2 })",
    "slh.verifyMany([data], data)",
    "slh.verifier(data, data, { prehash: sha256.create() })",
    "slh.internal.sign(data, data, { context: data })",
    "slh.keygen(5)",
    "slh.lengths.seed = 5",
]


def tsc(folder, resolution):
    module = {"node16": "node16", "bundler": "esnext"}[resolution]
    options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", ""]
    options += ["--module", module, "--moduleResolution", resolution]
    return call([executable("tsc"), *options, "use.mts"], cwd=folder)


@pytest.mark.parametrize("resolution", ["node16", "bundler"])
def test_types(project, tmp_path, resolution):
    folder = copy_of(project, tmp_path)
    (folder / "use.mts").write_text(TYPED)
    done = tsc(folder, resolution)
    assert done.returncode == 0, done.stdout


def test_types_refuse_what_throws(project, tmp_path):
    folder = copy_of(project, tmp_path)
    names = "sha256, shake128, poly1305, hashMany, useLevel, slh_dsa_sha2_128s as slh"
    head = f"import {{ {names} }} from 'katwise';\nconst data = new Uint8Array(3);\n"
    (folder / "use.mts").write_text(head + "".join(f"{line};\n" for line in WRONG))
    done = tsc(folder, "node16")
    for number, line in enumerate(WRONG, 3):
        assert f"use.mts({number}," in done.stdout, line


# ---- Bundlers ----

SHOW_IN_PAGE = """
import { sha256, backend, slh_dsa_sha2_128f as slh } from 'katwise';
import { load } from 'katwise/wasm-url';
const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
const text = new TextEncoder().encode('abc');
const { sha256: loaded, backend: kind } = await load();
const digests = [backend(), hex(sha256(text)), kind(), hex(loaded(text))];
const { publicKey, secretKey } = await slh.keygenAsync();
const signature = await slh.signAsync(text, secretKey);
document.body.textContent = [...digests, slh.verify(signature, text, publicKey)].join(' ');
"""
SHOWN = ["wasm-simd128", ABC, "wasm-simd128", ABC, "true"]
PAGE = '<!doctype html><title>x</title><body></body><script type="module" src="{}"></script>\n'


def in_chromium(folder):
    return node(HERE / "browser.mjs", "page", folder).split()


def with_page(project, folder, script):
    copy_of(project, folder)
    (folder / "main.mjs").write_text(SHOW_IN_PAGE)
    (folder / "index.html").write_text(PAGE.format(script))


def test_vite(project, tmp_path):
    """Without any configuration; the files that are loaded by URL are found and copied, and the
    worker is bundled."""
    with_page(project, tmp_path, "/main.mjs")
    run([executable("vite"), "build", "--logLevel", "warn"], cwd=tmp_path, env=environment())
    assert len(list((tmp_path / "dist/assets").glob("katwise-*.wasm"))) == 2
    (worker,) = (tmp_path / "dist/assets").glob("worker-*.js")
    assert "import" not in worker.read_text().replace("import.meta", "")
    assert in_chromium(tmp_path / "dist") == SHOWN


def test_esbuild_for_pages(project, tmp_path):
    """esbuild leaves the URLs alone: the files go where the bundle looks for them, and the worker
    is a bundle beside it."""
    with_page(project, tmp_path, "/out/js/main.js")
    (tmp_path / "worker.mjs").write_text("import 'katwise/worker';\n")
    options = ["--bundle", "--format=esm", "--outdir=out/js", "--log-level=warning"]
    run([executable("esbuild"), "main.mjs", "worker.mjs", *options], cwd=tmp_path)
    to = tmp_path / "out/build/wasm"
    to.mkdir(parents=True)
    for kind in ("simd128", "plain"):
        name = f"katwise-{kind}.wasm"
        (to / name).write_bytes((tmp_path / "node_modules/katwise/build/wasm" / name).read_bytes())
    assert in_chromium(tmp_path) == SHOWN


@pytest.mark.parametrize("output", ["esm", "iife", "cjs"])
def test_esbuild_of_the_inlined_modules(project, tmp_path, output):
    copy_of(project, tmp_path)
    (tmp_path / "main.mjs").write_text("import * as api from 'katwise';\n" + USE)
    out = "main.mjs" if output == "esm" else "main.cjs"
    options = ["--bundle", f"--format={output}", "--minify", f"--outfile=out/{out}"]
    run([executable("esbuild"), "main.mjs", *options], cwd=tmp_path)
    assert node(f"out/{out}", cwd=tmp_path, env=environment()).split() == ["wasm-simd128", ABC]


@pytest.mark.parametrize("output", ["esm", "cjs"])
def test_esbuild_for_node(project, tmp_path, output):
    """A bundle has no native code beside it: WebAssembly takes its place."""
    copy_of(project, tmp_path)
    (tmp_path / "main.mjs").write_text("import * as api from 'katwise';\n" + USE)
    out = {"esm": "out/main.mjs", "cjs": "out/main.cjs"}[output]
    options = ["--bundle", "--platform=node", f"--format={output}", f"--outfile={out}"]
    run([executable("esbuild"), "main.mjs", *options], cwd=tmp_path)
    assert node(out, cwd=tmp_path, env=environment()).split() == ["wasm-simd128", ABC]


def test_unused_means_absent(project, tmp_path):
    copy_of(project, tmp_path)
    (tmp_path / "main.mjs").write_text("import { sha256 } from 'katwise';\nconsole.log(1);\n")
    options = ["--bundle", "--format=esm", "--outfile=out.mjs"]
    run([executable("esbuild"), "main.mjs", *options], cwd=tmp_path)
    assert len((tmp_path / "out.mjs").read_text()) < 200


def test_development_packages_are_not_needed():
    """Nothing that is shipped imports a package."""
    assert NODE_MODULES.is_dir()
    for path in [*ROOT.glob("wasm/*.js"), *ROOT.glob("bindings/node/*.js")]:
        for line in path.read_text().splitlines():
            if line.startswith(("import ", "export ")) and " from '" in line:
                target = line.split(" from '")[1]
                assert target.startswith(("./", "../", "node:module")), f"{path.name}: {line}"
