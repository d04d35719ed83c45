"""Sphinx configuration of the Python reference: one page per package, from the docstrings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SOURCE: Final = HERE.parents[2] / "src"
# Read the source, not the installed package: compiled functions have no annotations.
sys.path.insert(0, str(SOURCE))

from redcathedral import __version__  # noqa: E402

# server and cli are not for import: docs/reference has their protocol and their commands.
PACKAGES: Final = (
    "box",
    "engine",
    "record",
    "play",
    "play.lessons",
    "ai.value",
    "ai.search",
    "envs.batch",
    "ai.weights",
    "ai.bots",
    "ai.ratings",
    "ai.analysis",
    "envs",
    "lab.arena",
    "text",
)

project = "redcathedral"
author = "The redcathedral contributors"
copyright = author  # noqa: A001
version = release = __version__

extensions = ["sphinx.ext.autodoc"]
autodoc_default_options = {"members": True, "show-inheritance": True, "ignore-module-all": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# Building the reference must not require the extras.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel", "ray", "torch"]
html_theme = "alabaster"
html_theme_options = {"page_width": "72rem", "sidebar_width": "16rem"}
html_show_sourcelink = False


def package_page(package: str) -> str:
    """Return the page of a package: its docstring, then each of its modules."""
    folder = SOURCE.joinpath("redcathedral", *package.split("."))
    parts = [
        f"{package}\n{'=' * len(package)}",
        f".. automodule:: redcathedral.{package}\n   :no-members:",
    ]
    for path in sorted(folder.glob("*.py")):
        if path.stem != "__init__":
            name = f"{package}.{path.stem}"
            parts.append(f"{name}\n{'-' * len(name)}\n\n.. automodule:: redcathedral.{name}")
    return "\n\n".join(parts) + "\n"


_folder = HERE / "packages"
_folder.mkdir(exist_ok=True)
for _old in _folder.glob("*.rst"):
    _old.unlink()  # the package may no longer exist
for _package in PACKAGES:
    (_folder / f"{_package}.rst").write_text(package_page(_package), "utf-8")
