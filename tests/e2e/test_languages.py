"""The table in every language: no text is cut, and nothing overflows."""

from __future__ import annotations

import pytest

from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.text import languages
from tests.e2e.conftest import Arrive, in_each_language, site_runs_it
from tests.e2e.person import DRAWN, NARROW, WIDE, Person, Words, greedy_policy
from tests.e2e.positions import POSITIONS, open_position
from tests.e2e.test_sizes import AMISS, tabs
from tests.server.harness import Client

SIZES = (WIDE, (1024, 768), (1920, 1080), NARROW)
# One language of long words, one of many forms, one of other letters; where there is least room.
SOME = [(language, "solo") for language in ("de", "fr", "pl")] + [("de", "tile"), ("cs", "4p")]
# Returns the texts that are cut by an element around them, or that stick out of their button or of
# the screen. Scrolling elements, and the row with the whole lines of the last turn, are skipped.
CUT = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement: own } = walker.currentNode;
    const isSeen = own.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!data.trim() || !isSeen || own.closest('.unseen, .last.alone, script, style')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const drawn = range.getBoundingClientRect();
    if (drawn.width <= 1) continue;
    const around = [];
    for (let up = own; up !== document.body && up; up = up.parentElement) around.push(up);
    if (around.some((each) => getComputedStyle(each).clipPath !== 'none')) continue;
    let isCut = drawn.left < -1 || drawn.right > innerWidth + 1;
    for (const each of around) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if ([overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll')) break;
      const box = each.getBoundingClientRect();
      const isEdge = overflowX !== 'visible' || each.tagName === 'BUTTON';
      if (isEdge && (drawn.left < box.left - 1.5 || drawn.right > box.right + 1.5)) isCut = true;
      const isLow = drawn.top < box.top - 5 || drawn.bottom > box.bottom + 5;
      if (overflowY !== 'visible' && isLow) isCut = true;
    }
    if (isCut) found.push(data.trim());
  }
  return found;
}"""


def is_whole(person: Person, where: str) -> None:
    """Every word can be read, on each tab of each screen."""
    for width, height in SIZES:
        person.tab.set_viewport_size({"width": width, "height": height})
        person.tab.evaluate(DRAWN)
        for tab in tabs(person):
            assert person.tab.evaluate(CUT) == [], (where, width, tab)
            assert person.tab.evaluate(AMISS) == [], (where, width, tab)


def look(person: Person, position: str) -> None:
    """Sit at a table in a position; at the end of a game the table is seen, not its scores."""
    table = open_position(person, position)
    if table["over"]:
        person.tab.locator('dialog [data-do="look"]').click()
    is_whole(person, position)


@pytest.mark.parametrize(
    ("language", "position"),
    [
        pytest.param(
            *one, marks=pytest.mark.slow if one in (SOME[0], SOME[-1]) else pytest.mark.long
        )
        for one in SOME
    ],
)
def test_no_text_is_cut_at_the_table(
    language: str, position: str, server: Client, arrive: Arrive
) -> None:
    look(arrive(server, language=language), position)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_no_text_is_cut_on_other_screens(language: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server, language=language)
    for position in POSITIONS:
        look(person, position)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_action_bar_fits_while_another_player_decides(
    language: str, server: Client, arrive: Arrive
) -> None:
    """With all there may be in it: the plan, a hint, the chat, the menu."""
    table = server.create_table({"seats": [{"colour": "red"}, {"colour": "blue"}]})
    red = server.open_page(table, seat="red")
    person = arrive(server, language=language, size=NARROW, touch=True)
    person.open_table(table, ["blue"])
    for name in ("plan", "chat", "menu"):
        person.tab.locator(f'.acts [data-do="{name}"]').wait_for()
    person.tab.evaluate(DRAWN)
    assert person.tab.evaluate(CUT) == []
    assert person.tab.evaluate(AMISS) == []
    red.close()


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_no_text_is_cut_in_lessons(language: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server, language=language)
    for lesson in LESSONS:
        for number in range(1, len(load_lesson(lesson).steps) + 1):
            person.tab.goto(f"{server.url}/#/learn/{lesson}/{number}")
            person.tab.locator(f'[data-step="{number}"]').wait_for()
            is_whole(person, f"{lesson} {number}")
    person.start()
    person.tab.locator('[data-do="rules"]').click()
    person.tab.locator('.book [data-number="R9.14"]').wait_for()
    for width, height in SIZES:
        person.tab.set_viewport_size({"width": width, "height": height})
        person.tab.evaluate(DRAWN)
        assert person.tab.evaluate(CUT) == [], ("rules", width)
        assert person.tab.evaluate(AMISS) == [], ("rules", width)


@pytest.mark.long
@in_each_language(slow="cs")
def test_effect_of_a_decision_is_not_cut(language: str, server: Client, arrive: Arrive) -> None:
    """The longest sentence of the bar: a die with all that it leads to, and what is asked next."""
    person = arrive(server, language=language)
    person.tab.goto(f"{server.url}/#/learn/first/8")
    person.tab.locator('[data-step="8"]').wait_for()
    table = person.tables[person.number]
    wanted = next(way for way in table["legal"] if way["id"] in table["lesson"]["wanted"])
    person.press(wanted["on"][0])
    person.tab.get_by_test_id("go").wait_for()
    is_whole(person, "what would happen")


@in_each_language(slow="fr")
def test_questions_of_the_bar_are_not_cut(language: str, server: Client, arrive: Arrive) -> None:
    """Both sides of a tile with what they mean, and the end of a turn with something left."""
    person = arrive(server, language=language)
    for step, key in ((2, "workshop:red"), (4, "end")):
        person.tab.goto(f"{server.url}/#/learn/first/{step}")
        person.tab.locator(f'[data-step="{step}"]').wait_for()
        person.tab.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        person.tab.locator(f'[data-key="{key}"]').first.click()
        person.tab.locator(".chooser, [data-asks]").first.wait_for()
        is_whole(person, f"question {key}")


@site_runs_it
def test_the_language_is_changed_in_the_settings(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    person.button("web.settings").click()
    for language in languages():
        person.tab.locator('[data-field="lang"]').select_option(language)
        title = Words(server, language)("web.settings")
        person.tab.get_by_role("dialog").get_by_role("heading", name=title).first.wait_for()
        assert person.tab.locator("html").get_attribute("lang") == language


@pytest.mark.long
@pytest.mark.parametrize("language", ["pl", "cs", "ca"])
def test_plays_a_whole_game(language: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server, language=language)
    wish = {"seats": [{"colour": "red"}, {"colour": "blue"}], "options": {"first_game": True}}
    person.open_table(server.create_table(wish))
    person.play_out(greedy_policy(1))
    person.tab.get_by_test_id("finale").wait_for()
    assert person.tab.locator("html").get_attribute("lang") == language
