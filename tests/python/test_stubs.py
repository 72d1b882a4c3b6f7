# SPDX-License-Identifier: MIT
"""The type stubs: their names are the table's, and mypy finds with them what it should."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import katwise

STUB = Path(katwise.__file__).with_name("__init__.pyi")


def mypy(code, folder):
    (folder / "code.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-color-output", "code.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_names():
    tree = ast.parse(STUB.read_text()).body
    bases = {c.name: c.bases[0].id for c in tree if isinstance(c, ast.ClassDef) and c.bases}
    for name in katwise.hashes + katwise.macs:
        cls = getattr(katwise, name.replace("-", "_"))
        assert bases.pop(cls.__name__) == cls.__base__.__name__
    assert set(bases) == {"Error", "InvalidTag", "StateError", "UnavailableError", "Xof"}
    xofs = [name for name in katwise.hashes if issubclass(type(katwise.new(name)), katwise.Xof)]
    literal = ", ".join(f'"{name}"' for name in xofs)
    assert f"Literal[{literal}]" in STUB.read_text()


def test_names_are_all():
    names = set()
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    assert names == set(katwise.__all__)
    public = {n for n in vars(katwise) if not n.startswith("_")}
    assert public <= names and STUB.with_name("py.typed").exists()


def test_stubs_are_like_the_package(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    # A Xof's size has a default at run time only: it makes the error that says what is missing.
    (tmp_path / "allowed").write_text("katwise.Xof.digest\nkatwise.Xof.hexdigest\n")
    options = ["--ignore-missing-stub", "--mypy-config-file", "mypy.ini", "--allowlist", "allowed"]
    command = [sys.executable, "-m", "mypy.stubtest", "katwise", *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout


def test_right_code(tmp_path):
    done = mypy(
        "import hashlib, hmac\n"
        "from array import array\n"
        "import katwise\n"
        "h: katwise.Hash = katwise.sha256(b'a')\n"
        "h.update(memoryview(b'b'))\n"
        "x: bytes = h.digest()\n"
        "c: katwise.sha256 = katwise.sha256().copy()\n"
        "y: bytes = katwise.shake128(array('B')).read(5)\n"
        "n: katwise.Xof = katwise.new('shake128')\n"
        "m: list[bytes] = katwise.hash_many('sha256', [b'a', bytearray(b'b')])\n"
        "t: bytes = hmac.new(b'k', b'm', katwise.sha256).digest()\n"
        "with open(__file__, 'rb') as f:\n"
        "    hashlib.file_digest(f, katwise.sha256)\n"
        "size: int = katwise.sha256.digest_size\n"
        "try:\n"
        "    katwise.poly1305(bytes(32), b'').verify(bytes(16))\n"
        "except katwise.InvalidTag as e:\n"
        "    print(e, katwise.level(), katwise.levels, katwise.__version__)\n",
        tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_wrong_code(tmp_path):
    lines = [
        "import katwise",
        "katwise.sha256('abc')",
        "katwise.shake128().digest()",
        "katwise.new('shake256').hexdigest()",
        "katwise.poly1305()",
        "katwise.sha256().read(4)",
        "katwise.digest(b'sha256', b'')",
        "katwise.hash_many('sha256', 5)",
        "katwise.md5()",
    ]
    done = mypy("\n".join(lines) + "\n", tmp_path)
    wrong = {int(n) for n in re.findall(r"^code\.py:(\d+): error", done.stdout, re.M)}
    assert wrong == set(range(2, len(lines) + 1)), done.stdout
