# SPDX-License-Identifier: MIT
"""The package as users get it: sdist and wheel are built here, and the wheel is tried elsewhere."""

import email
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import katwise
import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(katwise VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
SOURCES = ("core", "bindings/python", "tests/kat")
FILES = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "CHANGELOG.md")
BUILD = ("MANIFEST.in", "pyproject.toml", "setup.py")


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked(*paths):
    """What git has of them, or would have: nothing that a build left there."""
    listed = run("git", "ls-files", "-co", "--exclude-standard", "-z", *paths, cwd=ROOT)
    return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The sdist, and the wheel that an isolated build makes of it, from a clean checkout."""
    checkout, dist = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("dist")
    for name in tracked(*SOURCES, *FILES, *BUILD, "wasm"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, checkout / name)
    (checkout / "bindings/python/katwise/_katwise.abi3.so").touch()  # as an editable install leaves
    run(sys.executable, "-m", "build", "--outdir", dist, checkout)
    return dist


@pytest.fixture(scope="module")
def wheel(packages):
    return next(packages.glob("*.whl"))


@pytest.fixture(scope="module")
def sdist(packages):
    return next(packages.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def unpacked(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture(scope="module")
def bare(wheel, tmp_path_factory):
    """A new environment that has the wheel and nothing else, and no compiler on its path."""
    venv = tmp_path_factory.mktemp("an environment")  # with a space, as users have them
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    site = next(venv.glob("lib/python*/site-packages"))
    pip = (sys.executable, "-m", "pip", "--python", venv / "bin/python")
    run(*pip, "install", "--no-index", wheel)
    assert {p.name for p in site.iterdir()} == {
        *("katwise", "katwise_command.py", f"katwise-{VERSION}.dist-info", "__pycache__")
    }
    path = str(venv / "bin")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LD_", "PYTHON", "KATWISE"))}
    return venv, env | {"PATH": path}


# ---- The wheel ----


def test_wheel_name_and_size(wheel):
    machine = os.uname().machine
    assert wheel.name == f"katwise-{VERSION}-cp311-abi3-linux_{machine}.whl"
    assert wheel.stat().st_size <= 500_000


def test_wheel_contents(unpacked):
    files = {str(p.relative_to(unpacked)) for p in unpacked.rglob("*") if p.is_file()}
    package = ROOT / "bindings/python"
    expected = {
        str(Path(name).relative_to("bindings/python"))
        for name in tracked("bindings/python")
        if (ROOT / name).suffix in (".py", ".pyi", ".typed") or name.endswith("py.typed")
    }
    assert {"katwise/__init__.py", "katwise/__init__.pyi", "katwise/py.typed"} <= expected
    assert (package / "katwise_command.py").exists()
    expected |= {f"katwise/kat/{p.name}" for p in (ROOT / "tests/kat").glob("*.json")}
    expected.add("katwise/_katwise.abi3.so")
    assert {name for name in files if ".dist-info/" not in name} == expected


def test_metadata(unpacked):
    text = (unpacked / f"katwise-{VERSION}.dist-info/METADATA").read_text()
    data = email.message_from_string(text)
    assert (data["Name"], data["Version"]) == ("katwise", VERSION)
    assert data["License-Expression"] == "MIT"
    assert data["Requires-Python"] == ">=3.11" and data["Provides-Extra"] == "pem"
    assert data.get_all("Requires-Dist") == ['pyasn1-modules>=0.4.1; extra == "pem"']
    assert data.get_payload().strip() == (ROOT / "README.md").read_text().strip()
    assert (unpacked / f"katwise-{VERSION}.dist-info/licenses/LICENSE").exists()
    assert katwise.__version__ == VERSION


def test_extension(unpacked):
    """No library to search for, nothing visible but its start, only names of the stable ABI."""
    extension = unpacked / "katwise/_katwise.abi3.so"
    dynamic = run("readelf", "-dW", extension)
    assert re.findall(r"NEEDED.*\[(.+)\]", dynamic) == ["libc.so.6"]
    assert "RPATH" not in dynamic and "RUNPATH" not in dynamic and "TEXTREL" not in dynamic
    assert "GNU_STACK" in (headers := run("readelf", "-lW", extension)) and "RWE" not in headers
    visible = run("nm", "-D", "--defined-only", extension).split()
    assert visible[2::3] == ["PyInit__katwise"]
    undefined = run("nm", "-D", "--undefined-only", extension).splitlines()
    missing = [line.split()[-1] for line in undefined]
    weak = {"__cxa_finalize", "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable"}
    foreign = {n for n in missing if not n.startswith(("Py", "_Py")) and "@GLIBC_" not in n}
    assert foreign <= weak | {"__gmon_start__"}


def test_no_machine_paths(unpacked):
    for path in (p for p in unpacked.rglob("*") if p.is_file()):
        content = path.read_bytes()
        assert str(ROOT).encode() not in content and b"/tmp/" not in content, path
        assert str(Path.home()).encode() + b"/" not in content, path


# ---- Installed ----


def test_import_without_warnings(bare):
    venv, env = bare
    code = "import katwise; print(katwise.sha256(b'abc').hexdigest(), katwise.__file__)"
    done = run(venv / "bin/python", "-W", "error", "-c", code, cwd="/", env=env).split(maxsplit=1)
    assert done[0].startswith("ba7816bf") and done[1].startswith(str(venv))


def test_import_beside_files_of_the_same_names(bare, tmp_path):
    """The extension is ours wherever the process stands, and whatever lies there."""
    venv, env = bare
    for name in ("libkatwise.so", "libkatwise.so.0", "_katwise.abi3.so", "_katwise.py"):
        (tmp_path / name).write_text("raise SystemExit('not ours')\n")
    code = "import katwise as k; print(k.digest('sha256', b'').hex(), k._katwise.__file__)"
    env = env | {"LD_LIBRARY_PATH": str(tmp_path)}
    done = run(venv / "bin/python", "-W", "error", "-c", code, cwd=tmp_path, env=env)
    assert done.startswith("e3b0c442") and str(venv) in done


def test_selftest_of_the_wheel(bare):
    venv, env = bare
    assert run(venv / "bin/katwise", "selftest", cwd="/", env=env).endswith("selftest passed\n")
    assert run(venv / "bin/python", "-m", "katwise", "--version", cwd="/", env=env) == (
        f"katwise {VERSION}\n"
    )


def pythons():
    """One for each version from 3.11 on: this one, and what else the path has."""
    found = {sys.version_info[1]: sys.executable}
    for minor in range(11, 20):
        python = shutil.which(f"python3.{minor}")
        code = "import sys; print(sys.version_info[1], sys.abiflags)"
        done = python and subprocess.run([python, "-c", code], capture_output=True, text=True)
        if done and done.returncode == 0 and done.stdout.split() == [str(minor)]:
            found.setdefault(minor, python)
    return [pytest.param(found[minor], id=f"3.{minor}") for minor in sorted(found)]


@pytest.mark.parametrize("python", pythons())
def test_every_python_of_this_machine(unpacked, python, show):
    """One wheel for all: the stable ABI, and no warning of a newer Python at the import."""
    code = (
        "import katwise._kat as k, platform, sys; print(platform.python_version());"
        "sys.exit(not k.run(k.shipped()))"
    )
    env = dict(os.environ, PYTHONPATH=str(unpacked))
    version, *_, last = run(python, "-W", "error", "-c", code, cwd="/", env=env).splitlines()
    assert "auto: " in last or "cannot run" in last
    show(f"the wheel in Python {version}")


# ---- The sdist ----


def test_sdist_contents(sdist):
    with tarfile.open(sdist) as archive:
        files = {"/".join(m.name.split("/")[1:]) for m in archive.getmembers() if m.isfile()}
    expected = tracked(*SOURCES, *FILES, *BUILD)
    assert files == expected | {"PKG-INFO", "setup.cfg"}


def test_a_swig_that_will_not_do(monkeypatch, tmp_path):
    """One line says what is wrong."""
    monkeypatch.setattr("setuptools.setup", lambda **arguments: None)
    find_swig = runpy.run_path(str(ROOT / "setup.py"))["find_swig"]
    old = tmp_path / "swig"
    old.write_text("#!/bin/sh\necho; echo 'SWIG Version 4.1.0'; echo; echo 'Compiled with g++'\n")
    old.chmod(0o755)
    for swig, text in (
        (old, f"katwise: SWIG 4.4 or later is needed: {old} is SWIG Version 4.1"),
        ("true", "katwise: SWIG 4.4 or later is needed: true is no SWIG"),
        (tmp_path / "none", "katwise: no SWIG (.*No such file.*): pip install swig"),
        ("false", "katwise: no SWIG"),
    ):
        monkeypatch.setenv("SWIG", str(swig))
        with pytest.raises(SystemExit) as caught:
            find_swig()
        assert re.match(text, caught.value.code) and "\n" not in caught.value.code
