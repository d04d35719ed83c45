"""The levels of bots in the new game dialog, and their names at the table."""

from __future__ import annotations

import pytest

from redcathedral.ai.bots import levels
from redcathedral.ai.bots.levels import BASELINE, LEVELS, LevelRating
from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.person import NARROW, WIDE, random_policy
from tests.e2e.test_axe import is_good
from tests.e2e.test_games import Mode, set_up
from tests.server.harness import FAST_BOTS, Client

ORDER = (BASELINE, *LEVELS)
# Every mode, with every level on one of the seats.
MODES = (
    Mode("solo-basic", "basic", ("P",)),
    Mode("solo-advanced", "advanced", ("P",)),
    Mode("two-basic", "basic", ("P", "P")),
    Mode("two-advanced", "advanced", ("P", "master")),
    Mode("three-basic", "basic", ("P", "journeyman", "craftsman")),
    Mode("three-advanced", "advanced", ("P", "P", "architect")),
    Mode("four-basic", "basic", ("P", "novice", "laborer", "apprentice")),
    Mode("four-advanced", "advanced", ("P", "P", "P", "P")),
)


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level is 190.8 points above the one below it: three games in four."""
    board = {
        bot: LevelRating(1000 + 190.8 * place, 990 + 190.8 * place, 1010 + 190.8 * place)
        for place, bot in enumerate(ORDER)
    }
    monkeypatch.setattr(levels, "ratings", lambda: {2: board, 3: board})


@pytest.mark.usefixtures("rated")
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=pytest.mark.slow),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.long),
    ],
)
def test_chooses_a_bot_level(size: tuple[int, int], server: Client, arrive: Arrive) -> None:
    person = arrive(server, size=size, touch=size == NARROW)
    person.start()
    person.button("web.new").click()
    dialog = person.tab.get_by_role("dialog")
    who = dialog.locator("select.who")
    weakest, second, *_ = LEVELS
    assert who.nth(1).input_value() == weakest
    groups = [group.locator("option") for group in who.nth(1).locator("optgroup").all()]
    values = [[option.get_attribute("value") for option in group.all()] for group in groups]
    assert values == [list(LEVELS), list(FAST_BOTS)]

    about = dialog.locator("[data-about]")
    rating = dialog.locator(".note details")
    who.nth(1).select_option(second)
    weaker = person.text(f"bot.name.{weakest}")
    assert who.nth(1).locator(f'option[value="{weakest}"]').inner_text() == weaker
    assert about.inner_text() == (
        f"{person.text(f'level.{second}')} Wins about 3 of 4 games against {weaker}."
    )
    assert who.nth(1).get_attribute("aria-describedby") == about.get_attribute("id")
    rating.locator("summary").click()
    assert "Rating 1382 (1372 to 1392) with 2 players." in rating.inner_text()
    dialog.locator('input[data-field="players"][value="3"]').check(force=True)
    assert about.count() == 2  # they differ: each seat has its own line
    dialog.locator('[data-field="same-level"]').select_option(second)
    assert [who.nth(seat).input_value() for seat in (1, 2)] == [second, second]
    assert about.inner_text().endswith(
        f"Wins about 3 of 4 games against {weaker}, counting only games that one of the two wins."
    )
    is_good(person, "levels")
    dialog.locator('input[data-field="players"][value="4"]').check(force=True)
    assert about.first.inner_text() == person.text(f"level.{second}")
    who.nth(3).select_option("random")
    assert about.count() == 2  # nothing is known of the third

    person.button("web.begin").click()
    person.screen.wait_for()
    seats = server.http.get(f"/api/tables/{person.table_id}").json()["seats"]
    assert sorted(seat["bot"] or "" for seat in seats) == sorted(["", second, second, "random"])
    text = person.tab.text_content("body") or ""
    name = person.text(f"bot.name.{second}")
    assert f"{name} 1" in text
    assert f"{name} 2" in text


@site_runs_it
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_every_seat_of_every_mode_takes_its_turn(
    mode: Mode, server: Client, arrive: Arrive
) -> None:
    person = arrive(server)
    set_up(person, mode)
    seats = person.now()["seats"]
    assert {seat["bot"] for seat in seats if seat["bot"]} == {*mode.seats} - {"P"}
    moved: set[str] = set()
    while moved != {seat["colour"] for seat in seats}:
        person.play_out(random_policy(1), most=1)
        log = server.http.get(f"/api/tables/{person.table_id}").json()["log"]
        moved = {entry["seat"] for entry in log}


def test_levels_of_the_modes() -> None:
    assert {seat for mode in MODES for seat in mode.seats} == {"P", *LEVELS}
