# SPDX-License-Identifier: MIT
"""Runs every block of code in README.md, CONTRIBUTING.md, SECURITY.md and docs/*.md.

python, js      as a program of its own, in an empty folder where katwise is installed
c               compiled against the installed library, and run
sh              in a copy of the checkout that the blocks of one document share, in order; a source
                that they name is the c block before
cmake           as the CMakeLists.txt of the c block before it
html            in Chromium (tests/js/test_docs_browser.py)
diff, json      in docs/adding-an-algorithm.md alone: applied to a copy, which must pass its answers
console         shown, not run: the commands of CONSOLE alone
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import katwise
import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
RUN = {"python", "js", "c", "cmake", "sh", "html", "diff", "json"}
# What builds and tests all: `make test` runs this test.
CONSOLE = {"make demo", "make test", "make build"}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(*languages):
    for doc in DOCS:
        for i, found in enumerate(BLOCK.finditer(doc.read_text())):
            if found[1] in languages:
                yield pytest.param(found[2], id=f"{doc.relative_to(ROOT)}-{i}-{found[1]}")


def run(command, cwd, **more):
    done = subprocess.run(command, cwd=cwd, text=True, capture_output=True, timeout=600, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def checkout(tmp_path_factory):
    """Makes copies of what git would have: tracked files and new ones, nothing ignored."""

    def copy(name):
        to = tmp_path_factory.mktemp(name) / "katwise"
        files = run(["git", "ls-files", "-co", "--exclude-standard", "-z"], ROOT).split("\0")
        for file in filter(None, files):
            if (ROOT / file).is_file():
                (to / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, to / file)
        return to

    return copy


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("prefix")
    run(["cmake", "--install", ROOT / "build/native", "--prefix", prefix], ROOT)
    return prefix


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    """An npm project with the packed package in it."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text('{"type": "module", "private": true}\n')
    tarball = next((ROOT / "dist").glob("katwise-*.tgz"))
    run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", tarball], folder)
    return folder


def environment(prefix=None):
    env = dict(os.environ, PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if prefix:
        env["PKG_CONFIG_PATH"] = str(prefix / "lib/pkgconfig")
        env["LD_LIBRARY_PATH"] = str(prefix / "lib")
    return env


def test_every_block_has_a_runner():
    for doc in DOCS:
        text = doc.read_text()
        found = BLOCK.findall(text)
        assert len(re.findall(r"^\s*(```|~~~)", text, re.M)) == 2 * len(found), doc.name
        assert not re.search(r"^\n(    |\t)(?![ \t]*[-*\d])", text, re.M), f"{doc.name}: indented"
        languages = {language for language, _ in found}
        assert languages <= RUN | {"console"}, f"{doc.name}: {languages - RUN}"
        if languages & {"diff", "json"}:
            assert doc.name == "adding-an-algorithm.md"
        for line in (line for language, code in found if language == "console" for line in
                     code.splitlines()):
            assert line.split("#")[0].strip() in CONSOLE, f"{doc.name}: run this: {line}"


def test_comparison_in_readme():
    """The table of native code and WebAssembly has each algorithm of the library's table."""
    text = (ROOT / "README.md").read_text()
    part = re.search(r"<!-- comparison.*?-->\n(.*?)<!-- end of comparison -->", text, re.S)[1]
    rows = [line for line in part.splitlines() if line.startswith("|")]
    assert len(rows) > 2 and re.fullmatch(r"\|([ :-]+\|)+", rows[1]), "there is no table"
    for name in (*katwise.hashes, *katwise.macs, *katwise.signatures):
        assert any(re.match(rf"\| `{name}` (\| *[\d.]+.*)+\|", row) for row in rows), name


@pytest.mark.parametrize("code", list(blocks("python")))
def test_python(code, tmp_path):
    (tmp_path / "block.py").write_text(code)
    run([sys.executable, "-W", "error", "block.py"], tmp_path, env=environment())


@pytest.mark.parametrize("code", list(blocks("js")))
def test_js(code, project):
    (project / "block.mjs").write_text(code)
    run(["node", "block.mjs"], project)


@pytest.mark.parametrize("code", list(blocks("c")))
def test_c(code, installed, tmp_path):
    (tmp_path / "block.c").write_text(code)
    env = environment(installed)
    flags = run(["pkg-config", "--cflags", "--libs", "katwise"], tmp_path, env=env).split()
    run(["gcc", "-Wall", "-Wextra", "-Werror", "block.c", "-o", "block", *flags], tmp_path)
    run(["./block"], tmp_path, env=env)


def cmake_blocks():
    for doc in DOCS:
        program = None
        for found in BLOCK.finditer(doc.read_text()):
            if found[1] == "c":
                program = found[2]
            if found[1] == "cmake":
                yield pytest.param(found[2], program, id=doc.name)


@pytest.mark.parametrize("code, program", list(cmake_blocks()))
def test_cmake(code, program, installed, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(code)
    for source in re.findall(r"\w+\.c\b", code):
        (tmp_path / source).write_text(program)
    run(["cmake", "-S", ".", "-B", "out", f"-DCMAKE_PREFIX_PATH={installed}"], tmp_path)
    run(["cmake", "--build", "out"], tmp_path)


def sh_documents():
    for doc in DOCS:
        if "```sh\n" in (text := doc.read_text()):
            yield pytest.param(BLOCK.findall(text), id=str(doc.relative_to(ROOT)))


@pytest.mark.parametrize("found", list(sh_documents()))
def test_sh(found, checkout):
    copy, program = checkout("sh"), None
    (copy / "node_modules").symlink_to(ROOT / "node_modules")  # what `make build` leaves
    shutil.copytree(ROOT / "dist", copy / "dist")
    for language, code in found:
        if language == "c":
            program = code
        if language == "sh":
            assert not re.search(r"^ *pip\b", code, re.M), "it would change .venv"
            for source in re.findall(r"(?<![\w/])\w+\.c\b", code):
                (copy / source).write_text(program)
            run(["bash", "-euo", "pipefail", "-c", code], copy, env=environment())


def test_adding_an_algorithm(checkout):
    """The document's row and known answers, and nothing else, make a new hash."""
    text = (ROOT / "docs/adding-an-algorithm.md").read_text()
    code = {found[1]: found[2] for found in BLOCK.finditer(text)}
    copy = checkout("adding")
    added = [line[1:] for line in code["diff"].splitlines() if re.match(r"\+[^+]", line)]
    before = [line[1:] for line in code["diff"].splitlines() if line.startswith(" ")][0]
    table = copy / "core/algorithms.c"
    source = table.read_text()
    assert source.count(before + "\n") == 1
    table.write_text(source.replace(before + "\n", "\n".join([before, *added]) + "\n"))
    configure = ["cmake", "--preset", "release", "-DKATWISE_TESTS=ON", "-DKATWISE_BENCHMARKS=OFF"]
    run([*configure, "-DKATWISE_NODE=OFF"], copy, env=environment())
    run(["cmake", "--build", "--preset", "release", "--parallel", "2"], copy)
    kat = next(p for p in copy.glob("build/native/**/kat") if p.is_file())
    without = subprocess.run([kat, "quick", copy / "tests/kat"], capture_output=True, text=True)
    assert without.returncode != 0 and "keccak-256" in without.stdout + without.stderr
    assert json.loads(code["json"])["family"] == "keccak"
    (copy / "tests/kat/keccak.json").write_text(code["json"])
    run([kat, "quick", copy / "tests/kat"], copy)
