"""Accessibility and translation of every screen, wide and narrow, in both themes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from redcathedral.text import Narrator, languages
from redcathedral.text.catalog import FOLDER_VARIABLE
from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_finale import TIED, finale, seated
from tests.server.harness import RED_AND_BLUE, Client
from tests.text import pseudo

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# What fades in has little contrast until it is there.
FADED = """() => Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.animationName?.endsWith('dusk'))
    .map((each) => each.finished))"""
RUN = """async () => {
  const options = { resultTypes: ['violations'], selectors: false, preload: false };
  const found = await axe.run(document, options);
  return found.violations
    .flatMap((each) => each.nodes.map(
      (node) => `${each.id}: ${node.html} ${node.failureSummary}`));
}"""

SMALL_FIELDS = """() => [...document.querySelectorAll('input, select, textarea')]
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16)
  .map((each) => each.outerHTML)"""


# What scrolls to the side: the page itself, or a panel in it.  Only tables in regions that have a
# name and take the keyboard's focus may, and strips of buttons, since a focused button comes into
# sight by itself.
SIDEWAYS = """() => [document.documentElement, ...document.body.querySelectorAll('*')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .filter((each) => each === document.documentElement
    || ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
  .filter((each) => !each.matches('[role="region"][tabindex="0"], .verbs, .chooser, .parts'))
  .map((each) => `${each.tagName}.${each.className}: ${each.scrollWidth}, ${each.clientWidth}`)"""


def is_good(person: Person, name: str) -> None:
    """Nothing found, nothing that has to be scrolled to the side, no field that iOS enlarges."""
    if not person.has_axe:
        return
    if not person.tab.evaluate("'axe' in window"):
        person.tab.evaluate(AXE)
    person.tab.evaluate(FADED)
    found = person.tab.evaluate(RUN)
    assert found == [], f"{name}:\n" + "\n".join(found)
    assert person.tab.evaluate(SIDEWAYS) == [], name
    if person.touch:
        assert person.tab.evaluate(SMALL_FIELDS) == [], name


# Every text that can be seen or heard; the page's own code is none.
TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [document.title];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest('script, style, noscript')) {
      texts.push(walker.currentNode.data);
    }
  }
  const names = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'];
  for (const each of document.querySelectorAll('*')) {
    for (const name of names) if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
  }
  return texts;
}"""
# People, keys, and the languages by their own names.
UNTRANSLATED = {"Ana", "Ben", "Tab"} | {
    word for each in languages() for word in pseudo.ENGLISH.findall(Narrator(each).text("language"))
}


def is_translated(person: Person, name: str) -> None:
    """Nothing on the page is in English."""
    assert pseudo.untranslated(person.tab.evaluate(TEXTS), UNTRANSLATED) == set(), name


def check(person: Person, name: str) -> None:
    """All that is asked of each screen."""
    is_translated(person, name)
    is_good(person, name)


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(WIDE, False, id="wide-light", marks=pytest.mark.long),
        pytest.param(NARROW, True, id="narrow-dark", marks=pytest.mark.slow),
        pytest.param(WIDE, True, id="wide-dark", marks=pytest.mark.long),
        pytest.param(NARROW, False, id="narrow-light", marks=pytest.mark.long),
    ],
)
def test_screens_have_no_accessibility_violations(
    size: tuple[int, int],
    dark: bool,
    empty_server: Client,
    arrive: Arrive,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One walk over the screens, in a language in which every text of the catalog is disguised."""
    pseudo.write(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    server = empty_server
    person = arrive(server, size=size, dark=dark, touch=size == NARROW, language=pseudo.LANGUAGE)
    server.create_table(RED_AND_BLUE)
    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    check(person, "start")
    for name in ("new", "settings", "help"):
        person.button(f"web.{name}").click()
        person.tab.get_by_role("dialog").wait_for()
        check(person, name)
        person.button("web.close").click()

    person.open_table(load(server, "solo-advanced-01", 0.5))
    person.now()
    for tab in person.tab.locator("nav button").all() if person.is_narrow else [person.screen]:
        if person.is_narrow:
            tab.tap()
        is_translated(person, "solo table")
    person.open_table(load(server, "4p-advanced-01", 0.6))
    person.now()
    if person.is_narrow:
        for part in person.tab.locator("nav button").all():
            part.tap()
            check(person, f"table, {part.inner_text()}")
        person.tab.locator("nav button").nth(2).tap()
        person.tab.locator('[data-key^="workshop:"]:not([data-target])').last.tap()
        person.tab.locator("div.detail").wait_for()
        is_good(person, "table, a workshop space explained")
    else:
        check(person, "table")
    person.button("web.menu").click()
    check(person, "menu")
    person.tab.locator('[data-do="all"]').click()
    person.tab.locator("[data-decision]").first.wait_for()
    check(person, "decisions")
    person.button("web.close").click()
    for name in ("setup", "report"):
        person.button("web.menu").click()
        person.button(f"web.{name}").click()
        person.button("web.copy").wait_for()
        is_good(person, name)
        person.button("web.close").click()

    person.tab.goto(f"{server.url}/#/setup")
    person.tab.get_by_role("list").first.wait_for()
    is_good(person, "random set-up")

    person.open_table(load(server, "3p-advanced-01"))
    person.tab.get_by_test_id("finale").wait_for()
    check(person, "over")
    if person.is_narrow:
        person.button("web.look").click()
        person.tab.set_viewport_size({"width": 360, "height": 740})
        for part in person.tab.locator("nav button").all():
            part.tap()
            check(person, f"over, {part.inner_text()}")


@pytest.mark.long
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_finale_in_the_dark_theme_has_no_violations(
    size: tuple[int, int], server: Client, arrive: Arrive
) -> None:
    """The ceremony while it goes on, its result with all numbers, and the postcard."""
    person = arrive(server, size=size, dark=True, moving=True)
    person.open_table(seated(server, TIED, 3))
    person.now()
    person.button("web.menu").click()
    for name in ("agree", "agree.yes"):
        person.button(f"web.{name}").click()
    finale(person, "false")
    is_good(person, "ceremony")
    person.tab.locator('[data-testid="finale"] [data-do="skip"]').click()
    sheet = finale(person)
    sheet.locator("summary").click()
    is_good(person, "result")
    sheet.locator('[data-do="postcard"]').click()
    person.tab.locator('[data-do="svg"]').wait_for()
    is_good(person, "postcard")


# The grounds of the things that match, as they are drawn.
GROUNDS = """(selector) => [...new Set([...document.querySelectorAll(selector)]
  .map((each) => getComputedStyle(each).backgroundColor))]"""


@pytest.mark.slow
def test_forced_colors_show_what_is_chosen(server: Client, arrive: Arrive) -> None:
    """Where the system sets the colors: by its color for it, on every kind of control."""
    person = arrive(server, size=NARROW, touch=True)
    person.tab.emulate_media(forced_colors="active", reduced_motion="reduce")
    person.start()
    person.button("web.new").click()
    person.tab.get_by_role("dialog").wait_for()
    for chosen, other in (
        (".pick input:checked + span", ".pick input:not(:checked) + span"),
        (".colours input:checked + span", ".colours input:not(:checked) + span"),
    ):
        grounds = person.tab.evaluate(GROUNDS, chosen)
        assert len(grounds) == 1
        assert grounds != person.tab.evaluate(GROUNDS, other)
    person.open_table(server.create_table(RED_AND_BLUE))
    person.tab.locator("[data-verb]").first.tap()
    pressed, current = "button[aria-pressed='true']", "nav button[aria-current]"
    assert person.tab.evaluate(GROUNDS, pressed) == grounds
    assert person.tab.evaluate(GROUNDS, current) == grounds
    assert grounds[0] not in person.tab.evaluate(GROUNDS, "nav button:not([aria-current])")
