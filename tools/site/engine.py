"""Compile the engine to WebAssembly: mypyc writes C for 4-byte pointers, and clang compiles it.

The result has the form of the compiled package: one library with all code, and a small extension
module in the place of each module of the engine.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Final

from setuptools import Extension

import setup
from tools.build_page import HASH_FILE, ROOT, digest, is_built
from tools.site import pyodide
from tools.site.debian import PYTHON, Toolchain, unpack_toolchain

SUFFIX: Final = f".cpython-{PYTHON.replace('.', '')}-wasm32-emscripten.so"
COMPILE: Final = (
    *("--target=wasm32-unknown-emscripten", "-D__EMSCRIPTEN__", "-DPY_CALL_TRAMPOLINE"),
    *("-fPIC", "-fvisibility=hidden", "-nostdlibinc", "-O2", "-DNDEBUG", "-w", "-c"),
)
# Macros for literals that the headers of the C library expect, and clang 19 does not have.
LITERALS: Final = {
    "c": ("INT8", "INT16", "INT32", "UINT8", "UINT16"),
    "c##U": ("UINT32",),
    "c##LL": ("INT64", "INTMAX"),
    "c##ULL": ("UINT64", "UINTMAX"),
}
LINK: Final = (
    *("-shared", "--experimental-pic", "--import-memory", "--unresolved-symbols=import-dynamic"),
    *("--no-entry", "--strip-debug", "--no-export-dynamic"),
)


def compile_engine(folder: Path, toolchain_folder: Path) -> None:
    """Compile the engine into a folder, unless that is done.

    Raises ToolsMissingError if there is no compiler for WebAssembly.
    """
    files = setup.engine_files()
    tools = [*Path(__file__).parent.glob("*.py"), *Path(__file__).parent.glob("package-lock.json")]
    source = digest([ROOT / name for name in [*files, "requirements/build.txt"]] + sorted(tools))
    if is_built(folder, source):
        return
    toolchain = unpack_toolchain(toolchain_folder)
    pyconfig = toolchain.python_headers / "pyconfig.h"
    pyconfig.write_text(pyodide.configuration(toolchain.configuration.read_text("utf-8")))
    work = folder.with_name(f"{folder.name}-c")
    shutil.rmtree(folder, ignore_errors=True)
    for extension in translate(files, work):
        build_extension(extension, folder, work, toolchain)
    (folder / HASH_FILE).write_text(source)


def translate(files: list[str], work: Path) -> list[Extension]:
    """Let mypyc write the C code; Pyodide's pointers have 4 bytes."""
    sysconfig.get_config_vars()["SIZEOF_SIZE_T"] = 4  # read when mypyc is imported
    from mypyc import build, common

    assert common.PLATFORM_SIZE == 4, "mypyc was imported before"
    os.environ.setdefault("MYPYPATH", "src")
    options = ["--config-file=", "--follow-imports=silent", f"--cache-dir={work / 'cache'}"]
    extensions = build.mypycify(
        [*options, *files], debug_level="0", group_name="redcathedral", target_dir=str(work)
    )
    return [extension for extension in extensions if isinstance(extension, Extension)]


def build_extension(extension: Extension, folder: Path, work: Path, toolchain: Toolchain) -> None:
    """Compile and link one extension module."""
    *packages, name = extension.name.split(".")
    target = folder.joinpath(*packages, name + SUFFIX)
    target.parent.mkdir(parents=True, exist_ok=True)
    machine_code = work / "module.o"
    literals = [f"-D__{name}_C(c)={text}" for text, names in LITERALS.items() for name in names]
    system = [f"-isystem{path}" for path in toolchain.libc_headers]
    others = [f"-I{path}" for path in [toolchain.python_headers, *extension.include_dirs]]
    sources = map(str, extension.sources)
    toolchain.run("clang", *COMPILE, *literals, *system, *others, *sources, "-o", machine_code)
    toolchain.run("wasm-ld", *LINK, f"--export=PyInit_{name}", machine_code, "-o", target)
