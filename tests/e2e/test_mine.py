"""My games: the list by name, the statistics, the export, and the removal."""

from __future__ import annotations

import random
import zipfile

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.test_axe import SIDEWAYS, is_good
from tests.server.harness import AGAINST_A_BOT, Client, Json, play_out

BEGIN = """async (wish) => {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', body: JSON.stringify(wish), headers };
  const server = globalThis.site ?? globalThis;
  return (await (await server.fetch('api/tables', request)).json()).id;
}"""
AGAINST_A_NOVICE: Json = {
    "seats": [AGAINST_A_BOT["seats"][0], {"colour": "blue", "kind": "bot", "bot": "novice"}]
}
BORIS: Json = {"seats": [{"colour": "green", "name": "Boris"}, AGAINST_A_NOVICE["seats"][1]]}


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


def begin(person: Person, wish: Json, seed: int | None = None) -> str:
    """Begin a game on this device; played to its end where there is a seed."""
    table = str(person.tab.evaluate(BEGIN, wish))
    if seed is not None:
        play_out(person.server.open_page(table), random.Random(seed))
    return table


def open_mine(person: Person) -> None:
    person.start()
    person.tab.locator('[data-do="mine"]').click()


def listed(person: Person) -> int:
    return int(person.tab.locator("dialog .games").get_attribute("data-found") or -1)


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_my_games_shows_a_list_and_statistics(
    size: tuple[int, int], server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    open_mine(person)
    person.tab.get_by_test_id("no-games").wait_for()
    begin(person, AGAINST_A_BOT, 1)
    for _ in range(10):
        begin(person, AGAINST_A_BOT)
    begin(person, BORIS)
    open_mine(person)
    person.tab.locator('[data-field="name"]').select_option("Ana")
    person.tab.locator('dialog .games[data-found="11"]').wait_for()
    is_good(person, "my games")
    rows = person.tab.locator("dialog [data-game]")
    assert rows.count() == 10
    person.tab.locator('[data-do="older"]').click()
    person.tab.get_by_text(person.text("web.mine.page").format(n=2, of=2)).wait_for()
    assert rows.count() == 1
    person.tab.locator('[data-field="which"][value="over"]').check(force=True)
    person.tab.locator('dialog .games[data-found="1"]').wait_for()
    ratings = person.tab.get_by_test_id("ratings").inner_text()
    assert person.text("web.mine.unrated").format(n=1, least=10) in ratings
    assert person.wrong == []


@site_runs_it
def test_a_copy_and_the_end_of_one_name(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    own, other = begin(person, AGAINST_A_NOVICE, 1), begin(person, BORIS)
    open_mine(person)
    person.tab.locator('[data-field="name"]').select_option("Ana")
    person.tab.locator(f'dialog [data-game="{own}"]').wait_for()
    for width in (700, 390, 360):  # what the games come to is whole on a phone too
        person.tab.set_viewport_size({"width": width, "height": 740})
        assert person.tab.locator("dialog td").last.inner_text()
        assert person.tab.evaluate(SIDEWAYS) == []
        assert person.tab.locator('dialog [role="region"]').count() == 0
    with person.tab.expect_download() as saving:
        person.tab.locator('[data-do="export"]').click()
    with zipfile.ZipFile(saving.value.path()) as files:
        assert len([name for name in files.namelist() if name.endswith(".rcg")]) == 1
    person.tab.locator('[data-do="remove-all"]').click()
    assert person.tab.evaluate("document.activeElement.dataset.do") == "keep"
    person.tab.locator('dialog .acts [data-do="confirm"]').click()
    person.tab.locator(f'dialog [data-game="{other}"]').wait_for()
    assert listed(person) == 1
    assert [one["id"] for one in server.games()] == [other]
    assert person.wrong == []
