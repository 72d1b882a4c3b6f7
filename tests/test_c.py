# SPDX-License-Identifier: MIT
"""The programs of tests/c, in each build and on each kind of machine that can be had here."""

import functools
import platform
import re
import sysconfig
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import JOBS, KAT, ROOT, build, call, counts, program, run, tool

X86 = platform.machine() == "x86_64"

PROGRAMS = {
    "kat": [KAT],
    "levels": [],
    "sets": [],
    "errors": [],
    "phases": [],
    "sig": [],
    "fault": [],
    "cpu": [],
    "level": [],
    "stack": [],
    "residue": [],
    "registers": [],
    "random": [],
    "threads": [],
    "shapes": [],
    "replay": [20000],
}

# What is different in a build: other arguments; None: not there, and why.
QUICK = {"kat": ["quick", KAT], "sig": ["quick"], "fault": ["quick"]}
DIFFERENT = {
    "gcc": {"kat": QUICK["kat"]},
    # the sanitizers' frames are larger, and of their own making; MemorySanitizer sees no assembler
    "asan": {"stack": None, "residue": None, **QUICK},
    "msan": {"stack": None, "residue": None, "registers": None, "levels": ["quick"], **QUICK},
    # and what faults do is the same on every machine: emulating it takes long
    "riscv": {"replay": [2000], "stack": ["quick"], **QUICK, "fault": None},
}


def cases():
    for preset in ("dev", "gcc", "asan", "msan", "riscv"):
        for name, arguments in PROGRAMS.items():
            arguments = DIFFERENT.get(preset, {}).get(name, arguments)
            if arguments is not None:
                yield pytest.param(preset, name, arguments, id=f"{preset}-{name}")


@pytest.fixture(scope="module")
def outputs(request):
    """What the programs print, which run side by side, in the order of their tests."""
    wanted = [
        item.callspec.params
        for item in request.session.items
        if getattr(item, "originalname", None) == "test_program"
    ]
    pool = ThreadPoolExecutor(int(JOBS))
    yield {
        (p["preset"], p["name"]): pool.submit(run, program(p["preset"], p["name"], *p["arguments"]))
        for p in wanted
    }
    pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("preset, name, arguments", list(cases()))
def test_program(preset, name, arguments, outputs, show):
    line = counts(outputs[preset, name].result())
    show(line if name == "kat" else line.split(";")[0])


HEADER = '#include <katwise.h>\nint main(void) { return kw_equal("", "", 0) != 1; }\n'


@pytest.mark.parametrize("language", ["c99", "c11", "c++17"])
@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_header(compiler, language, tmp_path):
    """Older C, and C++, can use the header; pedantry finds nothing in it."""
    (tmp_path / "use.c").write_text(HEADER)
    options = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-std={language}", f"-I{ROOT}/core"]
    kind = "c++" if "+" in language else "c"
    run([tool(compiler), *options, "-x", kind, "-c", tmp_path / "use.c", "-o", tmp_path / "use.o"])


GLOBAL = """
#include <cstring>
#include "katwise.h"
static struct Early {
  unsigned char digest[32];
  const char *level;
  kw_status status;
  Early() : level(kw_level_current())
  {
    status = kw_hash_once(kw_hash_find("sha256"), digest, sizeof digest, "abc", 3);
  }
} early;
int main()
{
  static const unsigned char right[] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea};
  if (early.status != KW_OK || !early.level) return 1;
  return std::memcmp(early.digest, right, sizeof right) != 0;
}
"""


@pytest.mark.parametrize("preset", ["dev", "gcc"])
@pytest.mark.parametrize("library", ["libkatwise.a", "libkatwise.so"])
def test_global_constructor(library, preset, tmp_path):
    """The library is ready before a C++ program's own constructors, even if it is linked last."""
    (tmp_path / "use.cpp").write_text(GLOBAL)
    folder = build(preset)
    options = ["-Wall", "-Wextra", "-Werror", f"-I{ROOT}/core", f"-Wl,-rpath,{folder}"]
    run([tool("g++"), *options, tmp_path / "use.cpp", folder / library, "-o", tmp_path / "use"])
    run([tmp_path / "use"])


def test_large(show):
    show(counts(run(program("dev", "large"))))


def test_residue_is_found():
    """The test can fail."""
    assert "2 failed" in call(program("dev", "residue", "leak")).stdout


# ---- Constant time ----


@functools.cache
def by_valgrind(preset):
    """What constant_time prints."""
    return run([tool("valgrind"), "-q", "--error-exitcode=99", *program(preset, "constant_time")])


@functools.cache
def by_memory_sanitizer():
    return run(program("msan", "constant_time"))


@pytest.mark.parametrize("preset", ["dev", "gcc"])
def test_constant_time_by_valgrind(preset, show):
    valgrind = [tool("valgrind"), "-q", "--error-exitcode=99"]
    show(counts(by_valgrind(preset)))
    leak = call([*valgrind, *program(preset, "constant_time", "leak")])
    assert leak.returncode == 99, f"the leak was not found:\n{leak.stdout}"


@pytest.mark.parametrize("preset", ["dev", "gcc"])
def test_constant_time_of_shapes_by_valgrind(preset, show):
    """What WebAssembly and RISC-V run, compiled for this machine."""
    valgrind = [tool("valgrind"), "-q", "--error-exitcode=99"]
    show(counts(run([*valgrind, *program(preset, "shapes", "secret")])))
    leak = call([*valgrind, *program(preset, "shapes", "leak")])
    assert leak.returncode == 99, f"the leak was not found:\n{leak.stdout}"


def test_constant_time_of_shapes_by_memory_sanitizer(show):
    show(counts(run(program("msan", "shapes", "secret"))))


def test_constant_time_by_memory_sanitizer(show):
    show(counts(by_memory_sanitizer()))
    leak = call(program("msan", "constant_time", "leak"))
    assert "use-of-uninitialized-value" in leak.stdout and leak.returncode != 0


def test_every_level_is_checked_for_constant_time():
    here = levels_here(run(program("dev", "level")))
    assert here <= levels_here(by_valgrind("dev")) | levels_here(by_memory_sanitizer())


# ---- Levels ----


def levels_here(output):
    return set(re.search("levels here: ([^;]*);", output)[1].split())


def levels_elsewhere(output):
    return set(re.search("not here: (.*)", output)[1].split()) - {"-"}


def test_levels_are_those_of_the_machine():
    with open("/proc/cpuinfo") as file:
        flags = set(re.search(r"^flags\s*: (.*)|^isa\s*: (.*)", file.read(), re.M)[0].split())
    avx2 = {"avx2", "bmi1", "bmi2"}
    avx512 = avx2 | {"avx512f", "avx512bw", "avx512dq", "avx512vl"}
    sha = {"ssse3", "sse4_1", "sha_ni"}
    needs = {"avx2": avx2, "shani": sha, "avx512": avx512, "zen4": avx512 | sha}
    expected = {"portable", "auto"} | {name for name, need in needs.items() if need <= flags}
    output = run(program("dev", "level"))
    assert levels_here(output) == (expected if X86 else {"portable", "auto"})
    assert levels_here(output) | levels_elsewhere(output) == {"portable", "auto", *needs}


def started(command, name):
    """What became of KATWISE_CPU=name (an emulator may print warnings before)."""
    output = run(["env", f"KATWISE_CPU={name}", *command])
    return output.splitlines()[-2]


@pytest.mark.parametrize("preset", ["dev", "riscv"])
def test_level_by_environment(preset):
    command = program(preset, "level")
    output = run(command)
    for name in levels_here(output):
        assert started(command, name) == f"{name}: ok"
    for name in levels_elsewhere(output):
        assert started(command, name) == "auto: level not available on this machine"
    for name in ("nonsense", "AVX2", "portable ", " "):
        assert started(command, name) == "auto: bad argument"
    assert started(command, "") == "auto: ok"


@pytest.mark.skipif(not X86, reason="emulates x86-64 processors for programs of this machine")
@pytest.mark.parametrize("cpu, levels", [("Nehalem", []), ("Haswell", ["avx2"])])
def test_older_processor(cpu, levels, show):
    """A machine that lacks extensions: nothing runs what it has not, and all is right. The first
    one's best level is portable."""
    emulator = [tool("qemu-x86_64"), "-cpu", cpu]
    output = run([*emulator, *program("dev", "kat", "quick", KAT, "auto")], timeout=1200)
    assert levels_here(output) == {"portable", "auto", *levels}
    show(counts(output))
    run([*emulator, *program("dev", "errors")])
    run([*emulator, *program("dev", "registers")])
    command = [*emulator, *program("dev", "level")]
    assert started(command, "avx512") == "auto: level not available on this machine"


# ---- Big-endian machines ----

NO_LIBRARY = {  # the declarations that the core needs
    "string.h": """#include <stddef.h>
void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int strcmp(const char *, const char *);
size_t strlen(const char *);
""",
    "stdlib.h": "char *getenv(const char *);\n",
}
BARE = ["-ffreestanding", "-fno-builtin", "-fno-pic", "-static", "-nostdlib", "-nostdlibinc"]
MIPS = ["-mno-abicalls", "-mno-gpopt", "-fuse-ld=lld-14"]  # the linker comes with Emscripten


@pytest.fixture(scope="module")
def of_this_machine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("this")
    source = [ROOT / "tests/c/big_endian.c", build("dev") / "libkatwise.a"]
    run([tool("gcc"), "-O2", f"-I{ROOT}/core", *source, "-o", folder / "here"])
    return run([folder / "here"])


@pytest.mark.parametrize("machine", ["mips", "mips64"])
def test_big_endian(machine, of_this_machine, tmp_path):
    """The core on machines of the other byte order, with 32 and with 64 bits."""
    for name, text in NO_LIBRARY.items():
        (tmp_path / name).write_text(text)
    tool("ld.lld-14")
    parts = [ROOT / "core" / part for part in (".", "hash", "mac", "sig", "slh_dsa")]
    core = [path for part in parts for path in sorted(part.glob("*.c"))]
    sources = [p for p in core if p.name not in ("random.c", "parallel.c")]
    sources.append(ROOT / "tests/c/big_endian.c")
    strict = ["-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror", '-DKATWISE_VERSION="0"']
    options = [f"--target={machine}-linux-gnu", *BARE, *MIPS, *strict]
    include = ["-isystem", tmp_path, f"-I{ROOT}/core"]
    run([tool("clang-19"), *options, *include, *sources, "-o", tmp_path / "there"])
    output = run([tool(f"qemu-{machine}"), tmp_path / "there"], timeout=1200)
    assert len(output.splitlines()) > 20
    assert output == of_this_machine


# ---- Fuzzing ----


def test_fuzz(tmp_path, show):
    """libFuzzer looks for inputs on which a level differs; other builds then get its corpus."""
    found = run([*program("asan", "fuzz"), "-max_total_time=15", "-max_len=700", tmp_path])
    runs = re.search(r"Done (\d+) runs", found)
    assert runs and int(runs[1]) > 10000, found
    corpus = sorted(tmp_path.iterdir())
    assert len(corpus) > 100
    for preset in ("dev", "gcc", "riscv"):
        show(counts(run(program(preset, "replay", 0, *corpus))))


def test_strict_builds_have_no_warnings():
    """KATWISE_STRICT makes them errors: it has to be on."""
    for preset in ("dev", "gcc", "asan", "msan", "riscv"):
        cache = (build(preset) / "CMakeCache.txt").read_text()
        assert "KATWISE_STRICT:UNINITIALIZED=ON" in cache or "KATWISE_STRICT:BOOL=ON" in cache


# ---- C that other compilers see first: SWIG's and Emscripten's ----

PYTHON = "#define PY_SSIZE_T_CLEAN\n#define Py_LIMITED_API 0x030B0000\n#include <Python.h>\n"
FAST = '#include "fast.h"\n'  # SWIG's code uses what is in it
USE = FAST + "PyMethodDef *use(void);\nPyMethodDef *use(void) { return fast_methods; }\n"


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_bindings_have_no_warnings(compiler, tmp_path):
    """SWIG's own code has some, so the builds of the bindings do not ask for them."""
    (tmp_path / "python.c").write_text(PYTHON + USE)
    options = ["-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT}/core", "-c"]
    command = [tool(compiler), *options, "-o", tmp_path / "object"]
    headers = ["-isystem", sysconfig.get_path("include"), f"-I{ROOT}/bindings/python"]
    # only what SWIG generates calls the functions
    run([*command, *headers, "-Wno-unused-function", tmp_path / "python.c"])
    run([*command, ROOT / "wasm/exports.c"])
