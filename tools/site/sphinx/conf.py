"""Sphinx configuration of the documentation: the pages of docs, and one for each package."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT: Final = Path(__file__).resolve().parents[3]
DOCS: Final = ROOT / "docs"
SOURCE: Final = ROOT / "src"
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
THEME: Final = ROOT / "build/theme.css"  # web/src/theme.css with the colors of its lists
# The pages whose lists of links are the contents, below each of their headings.
CONTENTS: Final = ("README", "decisions/README")
URLS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]

project = "The Red Cathedral"
author = "The redcathedral contributors"
copyright = author  # noqa: A001
version = release = __version__
root_doc = "README"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 6
autodoc_default_options = {"members": True, "show-inheritance": True, "ignore-module-all": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# Building the reference must not require the extras.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel", "ray", "torch"]
toc_object_entries = False
pygments_style = "bw"  # theme/static/docs.css has the colors
html_theme = "theme"
html_theme_path = ["."]
html_title = project
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_favicon = str(ROOT / "web/public/icon.svg")
html_static_path = [str(THEME)]
html_copy_source = html_show_copyright = html_show_sphinx = html_use_index = False
html_domain_indices = False


def color_properties(rule: re.Match[str]) -> str:
    """Return the CSS properties of a list in colors.json, as ``web/vite.config.ts`` does."""
    lists = json.loads((SOURCE / "redcathedral/symbols/colors.json").read_text("utf-8"))
    values = {
        name: color if isinstance(color, str) else f"light-dark({', '.join(color)})"
        for name, color in lists[rule[1]].items()
    }
    return " ".join(f"--{name}: {value};" for name, value in values.items())


def write_theme() -> None:
    """Write the style sheet of the page that has the colors."""
    THEME.parent.mkdir(exist_ok=True)
    theme = (ROOT / "web/src/theme.css").read_text("utf-8")
    THEME.write_text(re.sub(r"@colors (\w+);", color_properties, theme), "utf-8")


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


def write_package_pages() -> None:
    """Write the pages of all packages, next to their index."""
    folder = DOCS / "reference/api/packages"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.rst"):
        old.unlink()  # the package may no longer exist
    for package in PACKAGES:
        (folder / f"{package}.rst").write_text(package_page(package), "utf-8")


def add_contents(_: Sphinx, name: str, source: list[str]) -> None:
    """Add the table of contents that the links of a page describe."""
    if name not in CONTENTS:
        return
    seen = {name}
    first, *parts = re.split(r"^## ", source[0], flags=re.MULTILINE)
    for caption, text in [("", first), *(part.split("\n", 1) for part in parts)]:
        links = re.findall(r"\]\(((?!\.\./)[\w/-]+)\.(?:md|rst)\)", text)
        new = [link for link in links if link not in seen and not is_listed(link, name)]
        seen.update(new)
        if new:
            options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
            source[0] += "\n".join(["", "```{toctree}", *options, "", *new, "```", ""])


def is_listed(link: str, name: str) -> bool:
    """Return whether another page of contents lists the target of a link."""
    index = f"{Path(link).parent}/README"
    return link != index and index in CONTENTS and name != index


def resolve_outside(app: Sphinx, tree: nodes.document) -> None:
    """Replace the links to pages outside docs, and to folders, which the documentation lacks.

    They lead to the project's address, if it has one; otherwise only their text remains.
    """
    docs = Path(app.srcdir)
    for link in list(tree.findall(addnodes.pending_xref)):
        if link["reftype"] != "myst":
            continue
        if link["refdomain"] == "doc":
            path = (docs / f"{link['reftarget']}.md").resolve()
        else:
            path = Path(app.env.relfn2path(link["reftarget"])[1])
        if docs in path.parents and not path.is_dir():
            continue
        text = link.children
        if app.config.source_address:
            place = path.relative_to(docs.parent).as_posix()
            anchor = f"#{link['reftargetid']}" if link.get("reftargetid") else ""
            address = f"{app.config.source_address}/blob/v{version}/{place}{anchor}"
            text = [nodes.reference("", "", *text, refuri=address)]
        link.replace_self(text)


def setup(app: Sphinx) -> None:
    """Connect the functions of this file to Sphinx."""
    write_theme()
    write_package_pages()
    app.add_config_value("source_address", URLS.get("Source", ""), "env")
    app.connect("source-read", add_contents)
    app.connect("doctree-read", resolve_outside)
