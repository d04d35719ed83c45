"""Links in the documentation lead to files, and its examples give the results that they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+(?:\([^()\s]*\))?)\)")
# Packages that examples need and that developers may lack: make test-train runs these examples.
EXTRAS = {"docs/guides/environments.md": ("gymnasium", "pettingzoo", "pyspiel", "resvg_py")}
FENCE = re.compile(r"^```(?P<language>[\w-]*)[^\n]*\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)


def relative_path(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """Return a page without its code, which may contain brackets."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return re.sub(r"`[^`\n]*`", "``", text)


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as git hosts build them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=relative_path)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    broken = []
    for link in LINK.findall(prose(page)):
        if re.match(r"(https?|mailto):", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        is_valid = target.exists() and target.is_relative_to(ROOT)
        if is_valid and anchor and target.suffix == ".md":
            is_valid = anchor in anchors(target)
        if not is_valid:
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.slow] if page.name == "analysis.md" else [])
        for page in PAGES
    ],
    ids=relative_path,
)
def test_examples_give_the_results_that_they_show(page: Path) -> None:
    """All ``>>>`` examples of a page run in order, in one namespace."""
    for module in EXTRAS.get(relative_path(page), ()):
        pytest.importorskip(module, reason=f"{page.name} needs {module}: make test-train")
    text = page.read_text(encoding="utf-8")
    parser = doctest.DocTestParser()
    examples = []
    for fence in FENCE.finditer(text):
        if fence["language"] in {"python", "pycon"} and ">>>" in fence["body"]:
            first = text.count("\n", 0, fence.start("body"))
            for example in parser.get_examples(fence["body"], relative_path(page)):
                example.lineno += first
                examples.append(example)
    test = doctest.DocTest(
        examples, {"__name__": "__main__"}, relative_path(page), str(page), 0, text
    )
    report: list[str] = []
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=options, verbose=False)
    assert runner.run(test, out=report.append).failed == 0, "".join(report)


def test_the_index_lists_every_decision_once() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    files = sorted(path.name for path in folder.glob("[0-9]*.md"))
    assert [path for path in files if f"({path})" not in index] == []
    numbers = [path[:4] for path in files]
    assert len(set(numbers)) == len(numbers)


def test_every_dependency_has_a_reason() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    requirements = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(line for extra in project["project"]["optional-dependencies"].values() for line in extra),
    ]
    names = {re.split(r"[<>=!~;\[ ]", line, maxsplit=1)[0] for line in requirements}
    page = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    assert sorted(package for package in names if f"`{package}`" not in page) == []


def test_the_readme_begins_with_a_picture_and_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first_screen = text[: text.index("\n## ")]
    for part in ("docs/images/table.webp", "$ make play", "$ make test", "Python 3.11", "Linux"):
        assert part in first_screen
    assert "reconstructed" in first_screen
