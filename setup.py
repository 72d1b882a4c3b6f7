# SPDX-License-Identifier: MIT
"""Builds the extension: CMake makes the core, SWIG the wrapper, setuptools a module of both."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
BINDING = ROOT / "bindings" / "python"
OUTPUT = ROOT / "build" / "python"  # the rest of build/ belongs to CMake
OLDEST_SWIG = (4, 4)  # older ones know neither heap types nor the limited API as we need them

if sysconfig.get_config_var("Py_GIL_DISABLED"):
    sys.exit("katwise: free-threaded Python has no stable ABI: use a Python that has the GIL")


def version():
    """CMakeLists.txt is the one place that says it."""
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(katwise VERSION ([0-9.]+)", text)[1]


def missing_tools():
    """What this machine lacks and PyPI has."""
    make = [] if shutil.which("ninja") or shutil.which("make") else ["ninja"]
    return make if shutil.which("cmake") else ["cmake>=3.22", *make]


def find_swig():
    swig = os.environ.get("SWIG", "swig")
    try:
        text = subprocess.run([swig, "-version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"katwise: no SWIG ({error}): pip install swig, or set SWIG to its path")
    found = re.search(r"SWIG Version ([0-9]+)\.([0-9]+)", text)
    if not found or tuple(map(int, found.groups())) < OLDEST_SWIG:
        is_ = found[0] if found else "no SWIG"
        sys.exit(f"katwise: SWIG 4.4 or later is needed: {swig} is {is_}")
    return swig


class Build(build):
    def run(self):
        shutil.rmtree(self.build_lib, ignore_errors=True)  # no file of an earlier build in a wheel
        super().run()


class BuildModules(build_py):
    """Whole signatures are large: the package has the known answers without them."""

    def run(self):
        super().run()
        for path in Path(self.build_lib, "katwise", "kat").glob("*.json"):
            family = json.loads(path.read_text())
            if family["kind"] != "signature":
                continue
            whole = {"signature", "refused"}
            family["entries"] = [e for e in family["entries"] if not whole & set(e)]
            sources = {entry["source"] for entry in family["entries"]}
            family["sources"] = {k: v for k, v in family["sources"].items() if k in sources}
            path.write_text(json.dumps(family, indent=1))


class BuildExtension(build_ext):
    def build_extension(self, ext):
        folder = Path(self.build_temp).resolve()
        ext.extra_objects = [str(self.build_core(folder / "cmake"))]
        ext.sources = [str(self.build_wrapper(folder))]
        # An interpreter's own flags can name library folders to search at run time, as pyenv's do.
        self.compiler.linker_so = [
            flag for flag in self.compiler.linker_so if not flag.startswith(("-L", "-Wl,-rpath"))
        ]
        super().build_extension(ext)

    def build_core(self, folder):
        ninja = shutil.which("ninja")
        generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []
        configure = ["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", *generator]
        subprocess.run(configure, check=True)
        jobs = str(os.cpu_count() or 1)
        target = ["--target", "katwise_static"]
        subprocess.run(["cmake", "--build", folder, *target, "--parallel", jobs], check=True)
        return folder / "libkatwise.a"

    def build_wrapper(self, folder):
        wrapper = folder / "katwise_wrap.c"
        command = [find_swig(), "-python", "-Wall", "-Werror", "-outdir", folder, "-o", wrapper]
        subprocess.run([*command, BINDING / "katwise.i"], check=True)
        return wrapper


extension = Extension(
    "katwise._katwise",
    sources=[],
    include_dirs=[str(ROOT / "core"), str(BINDING)],
    define_macros=[("Py_LIMITED_API", "0x030B0000"), ("SWIG_TYPE_TABLE", "katwise")],
    extra_compile_args=["-O2", "-g0", "-fvisibility=hidden", "-Wall", "-Wextra"],
    extra_link_args=["-s", "-Wl,--exclude-libs,ALL"],
    py_limited_api=True,
)

OUTPUT.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    ext_modules=[extension],
    cmdclass={"build": Build, "build_py": BuildModules, "build_ext": BuildExtension},
    setup_requires=missing_tools(),
    options={
        "build": {"build_base": str(OUTPUT)},
        "egg_info": {"egg_base": str(OUTPUT)},
        "bdist_wheel": {"py_limited_api": "cp311"},
    },
)
