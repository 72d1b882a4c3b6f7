# SPDX-License-Identifier: MIT
"""The form of the sources: clang-format, line lengths, licences, and what must not be in them."""

import re

import pytest
from support import KAT, ROOT, call, run, tool

LOCK = ROOT / "package-lock.json"
C = {".c", ".h", ".inc"}
CODE = C | {".py", ".js", ".mjs", ".ts", ".i", ".cc", ".cpp"}
MARKUP = {".css", ".html", ".json", ".toml", ".yml"}
TEXT = CODE | MARKUP | {"", ".cmake", ".in", ".pyi", ".sh", ".txt"}
LONGEST = 100


def sources():
    listed = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT).splitlines()
    return [ROOT / name for name in sorted(set(listed)) if (ROOT / name).is_file()]


def of(suffixes, *folders):
    """The files of these kinds; in these folders, if some are named. Scripts have no suffix."""
    return [
        path
        for path in sources()
        if path.suffix in suffixes
        and (not folders or path.relative_to(ROOT).parts[0] in folders)
    ]


def ours(path):
    """Not what npm or a standard has written."""
    return path != LOCK and KAT not in path.parents


def matches(paths, pattern):
    found = []
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(pattern, line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    return found


def nothing(found):
    assert not found, "\n" + "\n".join(map(str, found))


def test_clang_format():
    """All C files: core, wasm, bindings, tests, benchmarks."""
    files = of(C)
    assert len(files) > 50
    done = call([tool("clang-format-19"), "--dry-run", "-Werror", *files], cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_line_length():
    nothing(matches(filter(ours, of(TEXT)), rf"^.{{{LONGEST + 1},}}$"))


def test_no_trailing_space_and_no_tabs():
    files = [path for path in of(TEXT | {".md"}) if path.name != "Makefile"]
    nothing(matches(files, r"[ \t]+$|\t"))
    nothing([path for path in files if not path.read_bytes().endswith(b"\n")])


def test_each_file_names_its_licence():
    missing = [
        str(path.relative_to(ROOT))
        for path in of(CODE)
        if "SPDX-License-Identifier: MIT" not in "".join(path.read_text().splitlines()[:2])
    ]
    nothing(missing)


def test_files_are_short():
    long = [path for path in of(CODE) if len(path.read_text().splitlines()) > 400]
    nothing(long)


# ---- What must not be there ----


def test_no_pointer_casts_in_the_core():
    """Bytes are loaded by memcpy; the two casts are of intrinsics that take any address."""
    cast = r"\((const )?(u?int(16|32|64)_t|__m\d+i?|WORD|VEC|BYTES) (const )?\*( ?const)?\)"
    found = matches(of(C, "core", "wasm"), cast)
    nothing([line for line in found if not re.search(r"_mm_(load|store)u_si128", line)])
    assert len(found) <= 2, found


def test_tags_are_compared_by_the_core_alone():
    """Bindings call kw_mac_verify and its kin; none compares tags itself."""
    compare = r"memcmp|timingSafeEqual|compare_digest|tag\w*\s*[!=]==?\s|[!=]==?\s*tag"
    code = [path for path in of(CODE, "bindings", "wasm") if "test" not in path.name]
    nothing(matches(code, compare))


@pytest.mark.parametrize(
    "pattern",
    [
        rf"(?<![\w.}}$)]){re.escape(str(ROOT.parent))}/\w",
        r"/(home|root|tmp)/\w",
    ],
    ids=["checkout", "home"],
)
def test_nothing_of_the_machine(pattern):
    """No place of the machine on which a file was written."""
    nothing(matches(of(TEXT | {".md", ".inc", ".i", ".xml"}), pattern))


def test_no_registry_in_the_lock_file():
    """npm asks the registry that its user has set."""
    nothing(matches([LOCK], r'"resolved":'))
