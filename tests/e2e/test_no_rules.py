"""The browser knows no rules: the page plays whatever the server defines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from redcathedral.box import edition_text, load_edition
from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, greedy_policy, random_policy
from tests.e2e.test_games import is_won
from tests.server.harness import Json, serving

SEATS: Json = {
    "seats": [
        {"colour": "yellow", "name": "Ana"},
        {"colour": "green", "kind": "bot", "bot": "greedy"},
    ],
    "options": {"sides": {"yellow": "advanced"}},
}


def changed_edition() -> str:
    """Other costs, gains, amounts, spaces and names of everything that may have another."""
    text = edition_text("reconstructed-2020")
    for old, new in (
        (r'id = "reconstructed-2020"', 'id = "another-box"'),
        (r'name = "Reconstructed[^"]*"', 'name = "Another box"'),
        (r'cost = "WWB", ', 'cost = "SSS", '),
        (r'cost = "BBS", ', 'cost = "GW", '),
        (r'cost = "WBSE", ', 'cost = "WBBSP", '),
        (r'gains = "2\+ 2R"', 'gains = "7+ 1R"'),
        (r'gives = "2W"', 'gives = "3W"'),
        (r'gives = "1P", mark = "likely"', 'gives = "2P", mark = "likely"'),
        (r"slots   = \{ value = 10", "slots   = { value = 9"),
    ):
        text, count = re.subn(old, new, text)
        assert count, old
    return text


def half(legal: list[int]) -> list[int]:
    """Every other decision; the server still knows all of them."""
    return legal[::2]


FEW = 12  # decisions; `make test-full` plays whole games
most = pytest.mark.parametrize(
    "most", [pytest.param(FEW, id="few"), pytest.param(10_000, id="whole", marks=pytest.mark.long)]
)


@pytest.mark.long
@most
def test_page_follows_a_changed_edition(most: int, tmp_path: Path, arrive: Arrive) -> None:
    text = changed_edition()
    file = tmp_path / "another.toml"
    file.write_text(text)
    with serving(tmp_path / "data", editions=[text]) as server:
        person = arrive(server)
        table = server.create_table(SEATS)
        person.open_table(table)
        last = person.play_out(greedy_policy(5, edition=load_edition(file)), most=most)
        assert last["edition"]["name"] == "Another box"
        assert person.tab.locator('[data-key^="card:"]').count() > 0
        if most > FEW:
            is_won(person, last)
        person.close()  # before the server stops


@pytest.mark.slow
@most
def test_offers_only_decisions_of_the_server(most: int, tmp_path: Path, arrive: Arrive) -> None:
    """What is withheld is not marked and cannot be clicked; the game still plays."""
    with serving(tmp_path, legal_filter=half) as server:
        person = arrive(server)
        person.open_table(server.create_table(SEATS))
        last = person.play_out(greedy_policy(6), most=most)
        if most > FEW:
            is_won(person, last)
        person.close()


@pytest.mark.long
def test_offers_only_decisions_of_the_server_on_a_phone(tmp_path: Path, arrive: Arrive) -> None:
    with serving(tmp_path, legal_filter=half) as server:
        person = arrive(server, size=NARROW, touch=True)
        person.open_table(server.create_table(SEATS))
        person.play_out(random_policy(7), most=40)
        person.close()
