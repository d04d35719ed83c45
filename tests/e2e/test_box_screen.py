"""The owner's own box: entering it, keeping it, and using it for games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.box_inputs import INVENTED
from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import is_good
from tests.server.harness import Client, serving

STEPS = ("bases", "middles", "domes", "plans", "tiles", "influence", "boards", "track", "rest")


# The symbols that are not inside their tile.
OUTSIDE = """() => [...document.querySelectorAll('main .framed .flow svg')].flatMap((svg) => {
  const tile = svg.firstElementChild.getBoundingClientRect();
  return [...svg.querySelectorAll('use')]
    .map((use) => [use.getAttribute('href'), use.getBoundingClientRect()])
    .filter(([, { left, right, top, bottom }]) => left < tile.left - 1 || right > tile.right + 1
      || top < tile.top - 1 || bottom > tile.bottom + 1)
    .map(([href]) => href);
})"""


def go_to_box(person: Person) -> None:
    person.start()
    person.tab.locator('[data-do="box"]').click()
    person.tab.locator('[data-practice="own"]').click()
    person.tab.locator('[data-do="add.W"]').wait_for()


def do(person: Person, *names: str) -> None:
    for name in names:
        person.tab.locator(f'[data-do="{name}"]').click()


def pick(person: Person, field: str, value: int | str) -> None:
    person.tab.locator(f'[data-field="{field}"][value="{value}"]').check(force=True)


def type_line(person: Person, line: str) -> None:
    """Type without looking for the field, which has the focus."""
    person.tab.keyboard.type(line)
    person.tab.keyboard.press("Enter")


def wait_for_read(person: Person, count: int) -> None:
    person.tab.get_by_test_id("read").get_by_text(f"{count} of ").wait_for()


def entered(person: Person) -> list[str | None]:
    cards = person.tab.locator('[data-list="entered"] button')
    return [card.get_attribute("aria-label") for card in cards.all()]


@site_runs_it
def test_enters_cards_by_clicks_and_by_keys(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    do(person, "add.W", "add.B", "add.B")
    pick(person, "recognition", 4)
    pick(person, "rubles", 2)
    do(person, "enter")
    status = person.tab.get_by_test_id("entered")
    assert status.inner_text().endswith("gives 4 recognition and 2 rubles. 1 of 10.")
    type_line(person, "wbs 3")
    wait_for_read(person, 2)
    assert person.tab.locator('[data-list="packaged"] [aria-pressed="true"]').count() == 1
    type_line(person, "wxs 3")
    person.tab.get_by_text(person.text("box.line.unclear")).wait_for()
    do(person, "step.tiles", "step.bases")
    line = person.tab.locator('[data-field="card-line"]')
    assert line.input_value() == "wxs 3"
    line.fill("")
    assert len(entered(person)) == 2
    person.tab.keyboard.press("Control+z")
    wait_for_read(person, 1)
    person.tab.reload()
    person.tab.locator('[data-do="correct.cards.bases.0"]').wait_for()
    assert entered(person) == ["costs 1 wood and 2 bricks; gives 4 recognition and 2 rubles"]

    do(person, "correct.cards.bases.0")
    assert line.input_value() == "wbb 4 2"
    assert status.inner_text().endswith("2 rubles. “Enter” replaces it.")
    assert person.tab.locator('[data-list="entered"] [aria-current="true"]').count() == 1
    person.tab.keyboard.press("ControlOrMeta+a")
    type_line(person, "sss 2 3")
    type_line(person, "wb 1")  # the line still has the focus
    wait_for_read(person, 2)
    do(person, "correct.cards.bases.1", "remove", "correct.cards.bases.0", "remove")
    wait_for_read(person, 0)
    assert entered(person) == []


@pytest.mark.long
def test_continues_with_the_next_step_by_keys(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    for rubles in range(10):
        type_line(person, f"ww 3 {rubles}")
    person.tab.keyboard.press("Enter")
    person.tab.get_by_role("heading", name=person.text("box.step.middles")).wait_for()
    do(person, "step.plans")
    for tower, height in enumerate((3, 4, 2, 3), 1):
        do(person, f"height.{tower}.{height}")
    status = person.tab.get_by_test_id("entered")
    assert status.inner_text() == "Entered: 3 · 4 · 2 · 3. 1 of 3."
    do(person, "correct.plans.plans_2.0", "height.4.4")
    assert person.tab.locator('.tower [aria-pressed="true"]').count() == 4
    person.tab.get_by_text("This plan has 13 cards").wait_for()
    do(person, "height.2.3")
    assert status.inner_text() == "Entered: 3 · 3 · 2 · 4. 1 of 3."
    person.tab.locator('[data-field="plan-line"]').press_sequentially("9999\n")
    wait_for_read(person, 12)
    do(person, "step.track", "space.5", "space.5", "step.rest")
    type_line(person, "76")
    person.tab.get_by_test_id("faults").get_by_role("button").first.click()
    assert person.tab.evaluate("document.activeElement.dataset.place") == "plans.plans_2.1"


@pytest.mark.long
def test_begins_each_list_with_its_own_unfinished_line(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    do(person, "add.W", "step.plans")
    line = person.tab.locator('[data-field="plan-line"]')
    for plan in ("3423", "2433"):
        type_line(person, plan)
    do(person, *[f"height.{tower}.3" for tower in range(1, 5)])
    person.tab.get_by_test_id("entered").filter(has_text="3 of 3").wait_for()
    assert line.input_value() == ""
    line.fill("34")
    pick(person, "plan-players", 4)
    assert line.input_value() == ""
    pick(person, "plan-players", 3)
    assert line.input_value() == "34"
    do(person, "step.influence")
    line = person.tab.locator('[data-field="influence-line"]')
    pick(person, "guild", "clergy")
    for _ in range(3):
        line.fill("s 2, b any 1")
        line.press("Enter")
    person.tab.get_by_test_id("entered").filter(has_text="3 of 3").wait_for()
    assert line.input_value() == ""
    person.tab.evaluate("location.hash = '#/setup'")
    do(person, "enter-card")
    assert person.tab.locator('[data-field="card-line"]').input_value() == ""


@pytest.mark.long
def test_shows_the_boards_and_round_tiles_of_a_file(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    do(person, "step.tiles", "round.gold", "step.boards", "more.red.basic.red")
    confirm = person.tab.locator('[data-do="confirm.red"]')
    assert confirm.inner_text() == "Enter"
    person.tab.locator('[data-field="box-file"]').set_input_files(INVENTED)
    confirm.filter(has_text="Enter ✓").wait_for()
    do(person, "step.tiles")
    person.tab.locator('[data-do="round"]').filter(has_text="As on my tiles ✓").wait_for()


@pytest.mark.long
def test_says_which_influence_card_was_entered(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    do(person, "step.influence", "effect.sell", "effect.buy")
    assert person.tab.evaluate("document.activeElement.dataset.action") == "2"
    do(person, "enter")
    status = person.tab.get_by_test_id("entered")
    assert status.inner_text().startswith("Entered: sell 1 material of any kind for 1 ruble, ")
    type_line(person, "s 2, b any 1 f")
    wait_for_read(person, 3)
    type_line(person, "s 0, b f")
    status.filter(has_text="as you like. 3 of 3.").wait_for()
    # The teamsters follow, but the fault still leads to the card, which is now in the first set.
    person.tab.get_by_test_id("faults").get_by_role("button").first.click()
    assert person.tab.evaluate("document.activeElement.dataset.place") == "influence.craftsmen.2"
    do(person, "correct.influence.craftsmen.2")
    assert (
        person.tab.locator('[data-field="influence-line"]').input_value() == "s any 0*, b wbs 1* f"
    )
    do(person, "material.1.G", "material.1.E")
    person.tab.get_by_text("sell 1 gold or green gem for 0 rubles, ").wait_for()
    pressed = person.tab.locator('[data-action="1"] .square[aria-pressed="true"]')
    assert pressed.count() == 2
    do(person, "material.1.any")
    assert pressed.count() == 1
    do(person, "remove")
    status.filter(has_text="2 of 3").wait_for()
    assert person.tab.locator('[data-list="entered"] small').count() == 0


@pytest.mark.long
def test_enters_tiles_and_boards_by_clicks_and_by_keys(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    do(person, "step.tiles")
    type_line(person, "2wx26 2w red 4w*")
    type_line(person, "w 5w")
    person.tab.get_by_text("“5w” is unclear.").wait_for()
    do(person, "more.1wood*", "more.1wood*", "less.1wood*", "round.gold")
    round_tiles = person.tab.locator('[data-do="round"]')
    assert round_tiles.inner_text() == "As on my tiles"
    do(person, "round")
    assert round_tiles.inner_text() == "As on my tiles ✓"
    assert person.tab.locator('[data-do="less.1wood"]').is_disabled()
    status = person.tab.get_by_test_id("entered")
    assert "2 gold" in status.inner_text()
    assert person.tab.get_by_test_id("step-count").inner_text() == "30 of 28"
    pick(person, "amount", 4)
    do(person, "round.gold", "round.gold")
    assert person.tab.locator('[data-do="round.gold"] use').count() == 4
    assert person.tab.locator('[data-do="more.4gold"] use').count() == 5
    assert person.tab.evaluate(OUTSIDE) == []
    do(person, "step.boards", "step.tiles")
    assert person.tab.locator('[data-do="round.gold"] use').count() == 4
    assert round_tiles.inner_text() == "As on my tiles"
    do(person, "round")
    person.tab.locator('[data-do="step.tiles"]').filter(has_text="38 of 36 ⚠").wait_for()
    person.tab.locator('[data-do="step.boards"]').click()
    person.tab.get_by_test_id("faults").get_by_role("button").first.click()
    assert person.tab.evaluate("document.activeElement.dataset.place") == "tiles"
    do(person, "step.boards", "confirm.blue", "more.blue.basic.white1", "less.blue.basic.red")
    do(person, "ornament.blue.red")
    status.filter(has_text="0 of 4 boards").wait_for()
    do(person, "confirm.blue")
    blue = json.loads(person.tab.evaluate("localStorage['redcathedral.box']"))["boards"]["blue"]
    assert (blue["basic"]["white1"], blue["basic"]["red"]) == (2, 1)
    assert blue["ornaments"]["red"] == "cross"
    for line in ("223317", "x 223312"):
        person.tab.locator('[data-field="board-line"]').fill(line)
        person.tab.keyboard.press("Enter")
        person.tab.get_by_text("Type the six costs of the basic side (1 to 6 rubles").wait_for()
    person.tab.locator('[data-field="board-line"]').fill("222222 333333 daac")
    person.tab.keyboard.press("Enter")
    status.filter(has_text="2 of 4 boards").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_is_accessible(server: Client, arrive: Arrive, size: tuple[int, int]) -> None:
    person = arrive(server, fresh=True, size=size, dark=size == NARROW, touch=size == NARROW)
    go_to_box(person)
    do(person, "add.W")
    pick(person, "recognition", 1)
    do(person, "enter")
    for step in STEPS:
        do(person, f"step.{step}", *["height.1.3"] * (step == "plans"))
        is_good(person, step)


@pytest.mark.slow
def test_uses_the_box_for_games_and_set_ups(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    go_to_box(person)
    person.tab.locator('[data-field="box-name"]').fill("Ours")
    person.tab.locator('[data-field="card-line"]').press_sequentially("ssss 9\n")
    wait_for_read(person, 1)
    link = person.tab.locator('[data-field="copied"]').input_value()
    code = link.partition("#/box/")[2]
    do(person, "home", "new", "options")
    edition = person.tab.get_by_role("dialog").locator('[data-field="edition"]')
    assert edition.input_value() == code
    do(person, "start")
    person.screen.wait_for()
    assert person.now()["edition"]["name"] == "Ours"
    person.tab.goto(f"{server.url}/#/setup")
    setup = person.tab.locator('[data-testid="setup"] [data-field="edition"]')
    setup.wait_for()
    assert setup.input_value() == code

    friend = arrive(server, fresh=True)
    friend.tab.goto(link)
    do(friend, "use-shared", "new", "options")
    assert friend.tab.locator('[data-field="edition"]').input_value() == code
    friend.tab.goto(f"{link[:-2]}")
    friend.tab.get_by_text(friend.text("problem.box-code")).wait_for()
    friend.wrong.clear()  # the browser reports the refused request


@pytest.mark.slow
def test_warns_if_nothing_can_be_stored(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.context.add_init_script("Storage.prototype.setItem = () => { throw new Error() }")
    go_to_box(person)
    type_line(person, "wbs 3")
    wait_for_read(person, 1)
    person.tab.get_by_text(person.text("box.not-stored")).wait_for()
    assert person.tab.locator('[data-do="save-file"]').is_visible()


@pytest.mark.slow
def test_compares_with_the_packaged_edition_on_a_server_with_another(
    tmp_path: Path, arrive: Arrive
) -> None:
    host_edition = INVENTED.read_text(encoding="utf-8")
    with serving(tmp_path, editions=[host_edition]) as server:
        person = arrive(server, fresh=True)
        go_to_box(person)
        do(person, "step.bases")
        words = person.tab.locator('[data-do="confirm.b1"]').get_attribute("aria-label")
        card = server.http.get("/api/editions/reconstructed-2020?lang=en").json()["cards"]["b1"]
        assert words == card["words"]
