# SPDX-License-Identifier: MIT
"""What the binaries hold: exported names, writable data, instructions, imported libraries."""

import platform
import re

import pytest
from support import BUILD, ROOT, build, run, tool

X86 = platform.machine() == "x86_64"

# Sections that stay writable. .data.rel.ro, .dynamic and the like are read-only after loading.
WRITABLE = {".data", ".bss", ".tdata", ".tbss", "*COM*", "COMMON"}

# What the compiler's start files and the linker put into every shared object.
FROM_START_FILES = {"__dso_handle", "__TMC_END__", "completed.0", "__bss_start", "_edata", "_end"}


@pytest.fixture(scope="module")
def native():
    return build("release")


def declared():
    """The functions of katwise.h."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / "core/katwise.h").read_text(), flags=re.S)
    return set(re.findall(r"\b(kw_\w+)\(", text))


def names(*command):
    return {line.split()[-1].split("@")[0] for line in run(command).splitlines() if line.strip()}


def writable(path):
    """The data symbols in sections that stay writable."""
    found = set()
    for line in run([tool("objdump"), "-t", path]).splitlines():
        match = re.match(r"[0-9a-f]{16} .{7} (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)$", line)
        if match and match[1] in WRITABLE:
            found.add(match[2])
    return found - WRITABLE


def objects(folder):
    """The object files of the core, by the name of their source."""
    base = folder / "CMakeFiles/core.dir/core"
    found = {str(p.relative_to(base)).removesuffix(".o"): p for p in base.rglob("*.o")}
    assert {"hash/hash.c", "portable.c", "levels.c"} <= found.keys()
    return found


def test_shared_library_exports_the_header(native):
    assert names(tool("nm"), "-D", "--defined-only", native / "libkatwise.so") == declared()


def test_static_library_has_one_prefix(native):
    listed = run([tool("nm"), "-g", "--defined-only", native / "libkatwise.a"])
    found = {line.split()[2] for line in listed.splitlines() if len(line.split()) == 3}
    assert declared() <= found
    assert all(name.startswith("kw_") for name in found), found


def test_the_only_writable_data_is_the_table_of_kernels(native):
    assert writable(native / "libkatwise.so") - FROM_START_FILES == {"kw_kernels"}
    for path in objects(native).values():
        assert writable(path) <= ({"kw_kernels"} if path.name == "levels.c.o" else set()), path


def test_shared_library_needs_libc_alone(native):
    dynamic = run([tool("readelf"), "-dW", "-lW", native / "libkatwise.so"])
    assert re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic) == ["libc.so.6"]
    assert "GNU_RELRO" in dynamic and "RUNPATH" not in dynamic and "RPATH" not in dynamic
    assert re.search(r"GNU_STACK.* RW ", dynamic), "the stack must not be executable"


# ---- Instructions ----

BMI = "andn bextr blsi blsmsk blsr bzhi mulx pdep pext rorx sarx shlx shrx adcx adox".split()
SSE = "pshufb palignr pextrd pextrq pinsrd pinsrq pblendw blendvps ptest crc32 popcnt movbe".split()
OTHER = "lzcnt aesenc aesdec pclmulqdq gf2p8mulb".split()
NOT_VECTOR = {"verr", "verw"}


def instructions(path):
    """Mnemonics and operands."""
    text = run([tool("objdump"), "-d", "--no-show-raw-insn", path])
    prefixes = r"(?:(?:rep|repz|repnz|lock|bnd|notrack|data16|cs) )*"
    for match in re.finditer(rf"^\s+[0-9a-f]+:\s+{prefixes}(\S+)[ ]*(.*)$", text, re.M):
        yield match[1], match[2]


def uses(path, mnemonics=(), prefixes=(), operands=None):
    """Instructions of a kind that a file must not have."""
    return {
        f"{name} {words}"
        for name, words in instructions(path)
        if name in mnemonics
        or (name.startswith(tuple(prefixes)) and name not in NOT_VECTOR)
        or (operands and re.search(operands, words))
    }


needs_x86 = pytest.mark.skipif(not X86, reason="looks at x86-64 code: this is another machine")


@needs_x86
@pytest.mark.parametrize("preset", ["release", "gcc"])
def test_only_x86_files_have_extensions(preset):
    for name, path in objects(build(preset)).items():
        if not name.startswith("x86/"):
            found = uses(path, {*BMI, *SSE, *OTHER}, ("v", "sha1", "sha256"), r"%[yz]mm|%k[0-7]")
            assert not found, f"{name}: {sorted(found)[:5]}"


@needs_x86
@pytest.mark.parametrize("preset", ["release", "gcc"])
def test_x86_files_have_their_own_extensions_alone(preset):
    files = objects(build(preset))
    evex = r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])|\{1to"
    later = ("vpmadd52", "vpopcnt", "vpsh", "vpermb", "vpermi2b", "vpcompressb", "vgf2p8", "vaes")
    shifts = {f"vpsh{kind}" for kind in ("ufb", "ufd", "uflw", "ufhw")}
    assert not uses(files["x86/shani.c"], {*BMI, *OTHER}, ("v",))
    assert not uses(files["x86/avx2.c"], OTHER, ("sha256",), evex)
    for name in ("x86/avx512.c", "x86/zen4.c"):
        found = {use for use in uses(files[name], (), later) if use.split()[0] not in shifts}
        assert not found, f"{name}: {sorted(found)[:5]}"
    assert not uses(files["x86/avx512.c"], (), ("sha256",))


@needs_x86
def test_the_search_finds_instructions():
    """So that the tests above can fail."""
    files = objects(build("release"))
    assert uses(files["x86/shani.c"], (), ("sha256rnds2",)) and uses(files["x86/shani.c"], SSE)
    assert uses(files["x86/avx2.c"], BMI) and uses(files["x86/avx2.c"], (), ("vp",))
    assert uses(files["x86/avx512.c"], (), (), "%zmm")


# ---- The addon for Node.js ----


@pytest.fixture(scope="module")
def addon():
    found = sorted((BUILD / "prebuilds").glob("*/katwise.node"))
    assert found, "no build/prebuilds/*/katwise.node: `make build` makes it"
    return found[0]


def test_addon_imports_node_api_alone(addon):
    libraries = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}
    dynamic = run([tool("readelf"), "-dW", addon])
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
    assert {name for name in needed if not name.startswith("ld-linux")} <= libraries
    assert "RUNPATH" not in dynamic and "RPATH" not in dynamic
    for line in run([tool("nm"), "-D", "--undefined-only", addon]).splitlines():
        kind, name = line.split()[-2:]
        known = re.match(r"napi_|node_api_|.*@(GLIBC|GLIBCXX|CXXABI|GCC)_", name)
        assert known or kind == "w", line


def test_addon_exports_its_entry_alone(addon):
    exported = names(tool("nm"), "-D", "--defined-only", addon)
    assert exported <= {"napi_register_module_v1", "node_api_module_get_api_version_v1"}
