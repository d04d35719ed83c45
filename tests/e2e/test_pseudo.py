"""Nothing on the page is said in English where another language was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.words import Words, languages
from redcathedral.words.catalogue import OWN
from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person
from tests.server.house import RED_AND_BLUE, Client
from tests.words import pseudo

# Every text that is there, seen or told; what somebody typed and the page's own code are none.
SAID = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const said = [document.title];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest('script, style, noscript')) {
      said.push(walker.currentNode.data);
    }
  }
  const told = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'];
  for (const each of document.querySelectorAll('*')) {
    for (const name of told) if (each.hasAttribute(name)) said.push(each.getAttribute(name));
  }
  return said;
}"""
# People, keys, and the languages by their own names.
NAMES = {"Ana", "Ben", "Tab"}


def is_said(person: Person, where: str) -> None:
    """Nothing of it in English."""
    own = {
        word
        for each in languages()
        for word in pseudo.ENGLISH.findall(Words(each).text("language"))
    }
    assert pseudo.untranslated(person.tab.evaluate(SAID), NAMES | own) == set(), where


@pytest.mark.parametrize(
    "size",
    [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow", marks=pytest.mark.long)],
)
def test_every_screen(
    size: tuple[int, int],
    house: Client,
    arrive: Arrive,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pseudo.write(tmp_path)
    monkeypatch.setenv(OWN, str(tmp_path))
    person = arrive(house, size=size, touch=size == NARROW, language=pseudo.LANGUAGE)
    house.new(RED_AND_BLUE)
    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    is_said(person, "start")
    for name in ("new", "settings", "help"):
        person.button(f"web.{name}").click()
        person.tab.get_by_role("dialog").wait_for()
        is_said(person, name)
        person.button("web.close").click()
    for game, part in (("4p-advanced-01", 0.6), ("solo-advanced-01", 0.5), ("3p-advanced-01", 1.0)):
        person.sit(load(house, game, part))
        person.now()
        for tab in person.tab.locator("nav button").all() or [person.screen]:
            if person.is_narrow and part < 1.0:
                tab.tap()
            is_said(person, game)
        if part < 1.0:
            person.button("web.menu").click()
            is_said(person, f"{game}, menu")
            person.button("web.list.title").click()
            is_said(person, f"{game}, decisions")
            person.button("web.close").click()
