"""The documentation as pages: every link works, and nothing comes from another host."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from redcathedral import __version__
from tests.site.hosting import SITE
from tools.build_page import ROOT

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site-python")]

GAME = ("../", "../licences.txt")  # from the folder of the documentation
ADDRESS = re.compile(r"(?:[a-z]+:)?//")


class Page(HTMLParser):
    """The ids of a page, the targets of its links, and the files that it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids = {""}
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.add(value or "")
            elif name in {"href", "src", "action"}:
                (self.links if tag == "a" else self.loaded).append(unquote(value or ""))


@pytest.fixture(scope="module")
def website() -> Path:
    return SITE / "docs"


@pytest.fixture(scope="module")
def pages(website: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text("utf-8")) for path in website.rglob("*.html")}


def test_every_page_of_the_documentation_is_built(pages: dict[Path, Page], website: Path) -> None:
    sources = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert [path for path in sources if website / path.with_suffix(".html") not in pages] == []
    assert pages[website / "index.html"].links == pages[website / "README.html"].links
    assert "<strong>R5.4" in (website / "rules/README.html").read_text("utf-8")


def test_every_link_leads_to_a_page_and_a_heading(pages: dict[Path, Page], website: Path) -> None:
    broken = defaultdict(list)
    for path, page in pages.items():
        up = "../" * (len(path.relative_to(website).parts) - 1)
        game = {f"{up}{name}" for name in GAME} | {f"./{name}" for name in GAME}
        for link in page.links + page.loaded:
            if link in game or ADDRESS.match(link):
                continue
            name, _, anchor = link.partition("#")
            target = (path.parent / name.partition("?")[0]).resolve() if name else path
            ids = pages[target].ids if target in pages else {anchor}
            if not target.is_file() or website not in target.parents or anchor not in ids:
                broken[path.relative_to(website).as_posix()].append(link)
    assert broken == {}


def test_files_outside_the_documentation_are_copied(pages: dict[Path, Page], website: Path) -> None:
    links = pages[website / "guides/recipes.html"].links
    assert "ppo.py" in {Path(link).name for link in links}


@pytest.mark.parametrize("address", ["", "https://example.org/project"])
def test_pages_outside_the_documentation_need_an_address(tmp_path: Path, address: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "folder").mkdir()
    (tmp_path / "CHANGES.md").touch()
    text = "# Title\n\n[first](../CHANGES.md#new) [second](../folder)\n"
    (tmp_path / "docs/README.md").write_text(text)
    words = ["-W", "-q", "-c", "tools/site/sphinx", "-D", f"source_address={address}"]
    command = [
        sys.executable,
        "-m",
        "sphinx",
        *words,
        str(tmp_path / "docs"),
        str(tmp_path / "out"),
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    links = Page((tmp_path / "out/README.html").read_text("utf-8")).links
    source = f"{address}/blob/v{__version__}"
    expected = [f"{source}/CHANGES.md#new", f"{source}/folder"] if address else []
    assert [link for link in links if "CHANGES" in link or "folder" in link] == expected


def test_no_file_is_loaded_from_another_host(pages: dict[Path, Page], website: Path) -> None:
    loaded = [name for page in pages.values() for name in page.loaded]
    for path in website.rglob("*.css"):
        style = path.read_text("utf-8")
        names = re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")]+)", style)
        loaded += names
        fonts = [name for name in names if name.endswith(".woff2")]
        assert [name for name in fonts if not (path.parent / name).is_file()] == []
        assert (len(fonts) == 6) == (path.name == "fonts.css")
    assert len(loaded) > 100
    assert [name for name in loaded if ADDRESS.match(name)] == []


def test_the_reference_has_every_name_of_its_first_page(website: Path) -> None:
    folder = website / "reference/api/packages"
    text = "".join(path.read_text("utf-8") for path in folder.glob("*"))
    index = (ROOT / "docs/reference/api/index.rst").read_text("utf-8")
    named = re.findall(r":(?:class|func|mod):`~?([\w.]+)`", index)
    assert len(named) > 5
    assert [name for name in named if f'id="{name}"' not in text.replace("module-", "")] == []
