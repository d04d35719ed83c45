"""The actions in the action bar: their highlights, and the preview of costs."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person, greedy_policy
from tests.e2e.positions import open_position
from tests.server.harness import Client

LIT = """() => [...document.querySelectorAll('[data-highlight="glowing"]')]
  .map((element) => element.getAttribute('data-key'))"""


def lit(person: Person) -> set[str]:
    return set(person.tab.evaluate(LIT))


def begins(person: Person, verb: str) -> set[str]:
    """Return the first elements of the verb's decisions, as the server sent them."""
    legal = person.now()["legal"]
    return {way[0] for each in legal if each["verb"] == verb for way in (each["on"], *each["also"])}


@pytest.mark.slow
def test_action_highlights_its_elements_and_blocks_none(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "3p-basic-01", 0.2))
    number = person.now() and person.number
    assert lit(person) == set()
    person.tab.locator('[data-verb="claim"]').hover()
    assert lit(person) == begins(person, "claim")
    verbs = person.tab.locator("[data-verb]").evaluate_all("all => all.map(e => e.dataset.verb)")
    place = verbs.index("die") + 1
    person.tab.mouse.move(0, 0)
    person.tab.keyboard.press(str(place))
    person.tab.wait_for_function("() => document.activeElement?.dataset.key?.startsWith('die:')")
    assert lit(person) == begins(person, "die")
    person.tab.get_by_text("Move a die: choose one of the 5 dice.").wait_for()
    person.tab.locator('[data-do="cancel"]').click()
    assert lit(person) == set()
    person.tab.keyboard.press(str(place))
    assert person.number == number
    person.press(max(begins(person, "claim")))  # a card, though dice are lit
    person.tab.wait_for_selector(
        f'[data-highlight="chosen"], [data-testid="table"]:not([data-number="{number}"])'
    )


@pytest.mark.long
@pytest.mark.parametrize("touch", [False, True])
def test_action_opens_its_only_choice(touch: bool, server: Client, arrive: Arrive) -> None:
    """*Take* opens the number of units, and *Build* the only section, but nothing is played."""
    person = arrive(server, size=NARROW if touch else WIDE, touch=touch)
    person.open_table(load(server, "4p-basic-01", 0.15))
    legal = person.now()["legal"]
    prompt = person.tab.get_by_test_id("prompt")

    def choose(verb: str, focused: str) -> None:
        option = person.tab.locator(f'[data-verb="{verb}"]')
        option.tap() if touch else option.click()
        person.tab.locator(f"{focused}:focus").wait_for()

    (only,) = (way for way in legal if way["verb"] == "deliver")
    choose("deliver", '[data-testid="go"]')
    assert only["label"][1:] in prompt.inner_text()
    person.tab.locator('[data-do="cancel"]').click()
    person.decide(next(way for way in legal if way["verb"] == "die" and not way["rubles"]))
    person.now()
    number = person.number
    choose("take", '.chooser [data-key="units:2"]')
    assert person.text("web.ask.take.units") in prompt.inner_text()
    assert person.number == number


@pytest.mark.slow
def test_losing_prestige_needs_confirmation(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "3p-basic-02", 0.55))
    now = person.now()
    price = next(each for each in now["legal"] if each["verb"] == "prestige")
    assert price["prestige"] == 1
    number = person.number
    person.press("marker")
    go = person.tab.get_by_test_id("go")
    go.wait_for()
    assert person.number == number
    person.tab.keyboard.press("Escape")
    go.wait_for(state="detached")
    assert person.number == number
    person.press("marker")
    go.click()
    person.until_not(number)
    assert person.now()["log"][-1]["decision"] == "prestige rubles"


@pytest.mark.long
def test_chooser_is_labeled_by_its_question(server: Client, arrive: Arrive) -> None:
    """Also while one of its buttons is pointed at, which is a whole decision already."""
    person = arrive(server)
    person.open_table(load(server, "3p-basic-01", 0.2))
    choose = greedy_policy(1, lot=0)
    while not any(way["on"][-1] == "units:2" for way in person.now()["legal"]):
        person.decide(choose(person, person.now()))
    way = next(way for way in person.now()["legal"] if way["on"][-1] == "units:2")
    person.press(way["on"][0])
    group = person.tab.get_by_role("group", name=person.text("web.ask.take.units"), exact=True)
    units = group.get_by_role("button")
    assert units.count() > 1
    for each in units.all():
        each.focus()
        assert group.is_visible()


@pytest.mark.long
def test_action_on_a_phone_opens_its_tab(server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, "3p-basic-01", 0.2))
    person.now()
    person.tab.locator('[data-verb="claim"]').tap()
    person.tab.wait_for_selector('[data-key^="card:"][data-highlight="glowing"]')


@pytest.mark.slow
def test_a_key_held_down_picks_once(server: Client, arrive: Arrive) -> None:
    """The focus moves on meanwhile, and the next focused element is not picked."""
    person = arrive(server)
    sent: list[str | bytes] = []

    def note(text: str | bytes) -> None:
        sent.append(text)

    person.tab.on("websocket", lambda socket: socket.on("framesent", note))
    person.open_table(load(server, "3p-basic-01", 0.2))
    person.now()
    number = person.number
    here = "() => document.activeElement?.dataset.key?.startsWith('space:')"
    person.tab.locator('[data-key="die:white"]').focus()
    person.tab.keyboard.down("ArrowUp")
    person.tab.locator('[data-key="die:white"]').focus()
    person.tab.keyboard.down("Enter")
    person.tab.wait_for_function(here)
    for _ in range(3):
        person.tab.keyboard.down("Enter")
    person.tab.keyboard.up("Enter")
    assert person.tab.evaluate(here)
    assert sent == []
    person.tab.keyboard.press("Enter")
    person.until_not(number)


@pytest.mark.long
def test_free_option_has_the_focus(server: Client, arrive: Arrive) -> None:
    """After Enter on a die that may be moved farther for rubles."""
    person = arrive(server)
    person.open_table(load(server, "3p-basic-01", 0.2))
    ways = [each for each in person.now()["legal"] if each["on"][0] == "die:white"]
    free = next(each for each in ways if not each["rubles"])
    assert len(ways) > 1
    person.tab.keyboard.press("t")
    person.tab.locator('[data-key="die:white"]').focus()
    person.tab.keyboard.press("Enter")
    person.tab.wait_for_function(
        "(key) => document.activeElement?.dataset.key === key", arg=free["on"][1]
    )


@pytest.mark.parametrize(
    "by_key",
    [pytest.param(False, marks=pytest.mark.long), pytest.param(True, marks=pytest.mark.slow)],
)
def test_asks_before_a_turn_ends_with_something_left(
    by_key: bool, server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    person.open_table(load(server, "3p-basic-01", 0.2))
    person.decide(next(way for way in person.now()["legal"] if way["text"] == "die white +0"))
    number = person.now() and person.number
    end = person.tab.locator('button[data-key="end"]')
    prompt = person.tab.get_by_test_id("prompt")

    def press() -> None:
        person.tab.keyboard.press("e") if by_key else end.click()

    press()
    prompt.get_by_text(person.text("web.end.ask")).wait_for()
    assert "Take" in prompt.inner_text()
    person.tab.locator('[data-do="cancel"]').click()
    prompt.get_by_text(person.text("web.end.ask")).wait_for(state="detached")
    assert person.number == number
    press()
    end.and_(person.tab.locator("[data-asks]")).wait_for()
    press()
    person.until_not(number)


@pytest.mark.long
def test_asks_before_a_turn_ends_with_free_influence_left(server: Client, arrive: Arrive) -> None:
    """Also while an action that costs something is chosen, and nothing is left to take."""
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, "2p-basic-01", 0.34))
    for text in ("die yellow +0", "take 2"):
        person.decide(next(way for way in person.now()["legal"] if way["text"] == text))
    number = person.now() and person.number
    person.press("influence:2:1")
    person.tab.get_by_test_id("go").wait_for()
    person.tab.locator('button[data-key="end"]').tap()
    prompt = person.tab.get_by_test_id("prompt")
    prompt.get_by_text(person.text("web.end.ask")).wait_for()
    assert person.number == number


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
def test_actions_have_words_also_if_there_are_many(
    language: str, server: Client, arrive: Arrive
) -> None:
    person = arrive(server, language=language)
    open_position(person, "3p")
    words = person.tab.locator("[data-verb] :is(.word, .bought + small)")
    clips = "words => words.map((word) => getComputedStyle(word).clipPath)"
    assert words.evaluate_all(clips) == ["none"] * 6
    prompt = person.tab.get_by_test_id("prompt")
    assert prompt.evaluate("prompt => prompt.scrollHeight <= prompt.clientHeight + 2")


@pytest.mark.long
def test_no_click_does_more_than_it_says(server: Client, arrive: Arrive) -> None:
    """A die with one destination waits for it, and a double click on *Done* does not end the turn.

    An explanation does not stay after a pick.
    """
    person = arrive(server)
    person.open_table(load(server, "2p-basic-02", 0.17))
    first = [way["on"][0] for way in person.now()["legal"] if way["verb"] == "die"]
    only = next(way["on"] for way in person.now()["legal"] if first.count(way["on"][0]) == 1)
    number = person.number
    person.press(only[0])
    person.tab.get_by_test_id("go").wait_for()
    assert person.number == number
    person.press(only[1])
    person.until_not(number)

    wanted = ("influence", "die", "end")
    while not any(way["on"] == ["stop"] for way in person.now()["legal"]):
        legal = person.now()["legal"]
        person.decide(min(legal, key=lambda way: [*wanted, way["verb"]].index(way["verb"])))
    number = person.number
    person.press("stop")
    person.until_not(number)
    person.tab.mouse.down(click_count=2)
    person.tab.mouse.up(click_count=2)
    person.press("end")
    person.until(number + 2)

    person.open_table(load(server, "3p-basic-01", 0.2))
    person.now()
    person.tab.locator('[data-key="card:1.2"]').hover()
    card = person.tab.locator("div.detail")
    card.wait_for()
    person.press("card:1.2")
    card.wait_for(state="detached")


@pytest.mark.slow
def test_a_question_with_one_answer_is_not_asked(server: Client, arrive: Arrive) -> None:
    """A door that fits one card asks for the gems at once, and *Back* takes back both picks."""
    person = arrive(server, size=NARROW, touch=True)
    person.open_table(load(server, "2p-basic-02", 0.52))
    person.now()
    gems = person.tab.locator('.chooser [data-key^="gems:"]')
    for key in ("ornament:door", "card:3.1"):
        person.press(key)
        gems.first.wait_for()
        assert gems.count() == 4
        person.tab.locator('[data-do="cancel"]').tap()
        person.tab.locator('[data-do="cancel"]').wait_for(state="detached")
