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
    errors = {name for name, base in bases.items() if base in ("Exception", "Error")}
    assert set(bases) - errors == {"Xof"}
    for name in errors:
        assert issubclass(getattr(katwise, name), katwise.Error)
    xofs = [name for name in katwise.hashes if issubclass(type(katwise.new(name)), katwise.Xof)]
    literal = ", ".join(f'"{name}"' for name in xofs)
    typed = {n.target.id for n in tree if isinstance(n, ast.AnnAssign) and
             ast.unparse(n.annotation) == "SignatureAlgorithm"}
    assert typed == {name.lower().replace("-", "_") for name in katwise.signatures}
    assert f"Literal[{literal}]" in STUB.read_text()


def test_names_are_all():
    names = set()
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    names.remove("_Check")
    assert names == set(katwise.__all__)
    public = {n for n in vars(katwise) if not n.startswith("_")}
    assert public <= names and STUB.with_name("py.typed").exists()


def test_stubs_are_like_the_package(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    # A Xof's size has a default at run time only: it makes the error that says what is missing.
    # Modules whose name begins with _ have no stubs: what is guessed of them does not count.
    allowed = ["katwise.Xof.digest", "katwise.Xof.hexdigest", r"katwise\._.*\..*"]
    (tmp_path / "allowed").write_text("\n".join(allowed))
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
        "alg: katwise.SignatureAlgorithm = katwise.slh_dsa_sha2_128f\n"
        "sk: katwise.PrivateKey = alg.generate(threads=2).expand()\n"
        "pk: katwise.PublicKey = sk.public_key()\n"
        "sig: bytes = sk.sign(b'm', b'c', prehash='sha512', check='all')\n"
        "sig = sk.sign_hashed(katwise.sha512(b'm')) + sk.sign_derand(b'm', bytes(16))\n"
        "r: list[bool] = pk.verify_many([(sig, b'm'), (bytearray(sig), b'')])\n"
        "v: katwise.Verifier = pk.verifier(sig, prehash='shake128')\n"
        "pem: bytes = katwise.load_private_key(sk.to_pem(), check=True).to_der()\n"
        "d: dict[katwise.PublicKey, int] = {pk: alg.signature_size}\n"
        "try:\n"
        "    pk.verify(sig, b'm')\n"
        "except katwise.InvalidSignature:\n"
        "    pass\n"
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
        "katwise.signature(5)",
        "katwise.slh_dsa_sha2_128f.from_seed('seed')",
        "katwise.slh_dsa_sha2_128f.generate(seed=b'')",
        "katwise.slh_dsa_sha2_128f.name = 'x'",
        "sk = katwise.slh_dsa_sha2_128f.generate(); sk.sign('m')",
        "sk.sign(b'm', check='both')",
        "sk.sign(b'm', check=True)",
        "sk.sign(b'm', b'', True)",
        "sk.sign_hashed('sha256')",
        "sk.verify(b'', b'')",
        "sk.public_key().verify(b'')",
        "sk.public_key().verify_many([b''])",
    ]
    done = mypy("\n".join(lines) + "\n", tmp_path)
    wrong = {int(n) for n in re.findall(r"^code\.py:(\d+): error", done.stdout, re.M)}
    assert wrong == set(range(2, len(lines) + 1)), done.stdout
