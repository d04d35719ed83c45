"""How the reference of the Python interface is made: a page a layer, from the docstrings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SOURCE: Final = HERE.parents[2] / "src"
# The source itself and not what is installed: compiled functions have no annotations to show.
sys.path.insert(0, str(SOURCE))

from redcathedral import __version__  # noqa: E402

# The doors, server and cli, are no interface: docs/reference has their protocol and commands.
LAYERS: Final = (
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
    "lab.training",
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
# The extras, which the reference does without.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel", "ray", "torch"]
html_theme = "alabaster"
html_theme_options = {"page_width": "72rem", "sidebar_width": "16rem"}
html_show_sourcelink = False


def page(layer: str) -> str:
    """A layer's page: what the layer is, then each of its modules."""
    folder = SOURCE.joinpath("redcathedral", *layer.split("."))
    parts = [
        f"{layer}\n{'=' * len(layer)}",
        f".. automodule:: redcathedral.{layer}\n   :no-members:",
    ]
    for path in sorted(folder.glob("*.py")):
        if path.stem != "__init__":
            name = f"{layer}.{path.stem}"
            parts.append(f"{name}\n{'-' * len(name)}\n\n.. automodule:: redcathedral.{name}")
    return "\n\n".join(parts) + "\n"


_folder = HERE / "layers"
_folder.mkdir(exist_ok=True)
for _old in _folder.glob("*.rst"):
    _old.unlink()  # it may be of a layer that is gone
for _layer in LAYERS:
    (_folder / f"{_layer}.rst").write_text(page(_layer), "utf-8")
