"""Seasons: who marks games, which games count for whom, the results, and the files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from redcathedral.server.core.results import result_rows
from redcathedral.server.core.wire.lobby import ResultRow
from redcathedral.server.features.seasons.feature import csv_text
from tests.server.features.my_games.test_my_games import game
from tests.server.features.rematch.test_rematch import create_ended_table, request_rematch
from tests.server.features.seats.test_seats import CLUB, FRIENDS, accept, api_error, club, link
from tests.server.harness import RED_AND_BLUE, Client, Json


def mark(client: Client, table: str, name: str = "Autumn") -> None:
    answer = client.http.put(f"/api/tables/{table}/season", params={"name": name})
    assert answer.status_code == 204, answer.text


def season(client: Client, table: str) -> Json:
    answer = client.http.get(f"/api/tables/{table}/season")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def played(client: Client, table: str) -> dict[str, int]:
    return {row["name"]: row["games"] for row in season(client, table)["rows"]}


def end_between(ana: Client, boris: Client, wish: Json) -> str:
    """Play a game of two devices, which ends by agreement."""
    table = ana.create_table(wish)
    accept(boris, link(ana, table))
    pages = [client.open_page(table) for client in (ana, boris)]
    for page in pages:
        page.send_command("agree")
    for page in pages:
        page.until(lambda now: now["over"])
    return table


def test_marked_games_have_one_table_of_results(server: Client) -> None:
    table, other = (create_ended_table(server, RED_AND_BLUE) for _ in range(2))
    assert season(server, table) == {"name": "", "rows": []}
    mark(server, table, "  Autumn ")
    mark(server, other)
    mark(server, server.create_table(RED_AND_BLUE))  # not over yet
    mark(server, create_ended_table(server, RED_AND_BLUE), "Winter")
    found = season(server, table)
    assert found["name"] == "Autumn"
    assert {row["games"] for row in found["rows"]} == {2}
    assert found == season(server, other)
    mark(server, other, "")
    assert season(server, other)["rows"] == []
    assert set(played(server, table).values()) == {1}


def test_a_rematch_keeps_the_season(server: Client) -> None:
    table = create_ended_table(server, RED_AND_BLUE)
    mark(server, table)
    assert season(server, request_rematch(server, table)["id"])["name"] == "Autumn"


def test_a_name_that_cannot_be_shown_is_refused(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    answer = server.http.put(f"/api/tables/{table}/season", params={"name": "x" * 41})
    assert api_error(answer) == (400, "bad-name")
    assert answer.json()["fix"]


def test_only_the_host_marks_and_visitors_see_results_of_their_games(tmp_path: Path) -> None:
    with club(tmp_path) as ana:
        boris, eve = Client(ana.url), Client(ana.url)
        public, private = (end_between(ana, boris, wish) for wish in (CLUB, FRIENDS))
        for table in (public, private):
            mark(ana, table)
        refused = boris.http.put(f"/api/tables/{public}/season", params={"name": "Mine"})
        assert api_error(refused) == (403, "not-yours")
        assert played(ana, public) == played(boris, private) == {"Ana": 2, "Boris": 2}
        assert played(eve, public) == {"Ana": 1, "Boris": 1}
        assert eve.http.get(f"/api/tables/{private}/season/csv").status_code == 404
        # a season of the same name of another host
        foreign = end_between(eve, boris, {**CLUB, "seats": [{"colour": "red"}, CLUB["seats"][1]]})
        mark(eve, foreign)
        assert played(eve, foreign) == {"Red": 1, "Boris": 1}
        assert played(ana, public) == {"Ana": 2, "Boris": 2}
        assert ana.http.delete("/api/mine").status_code == 204  # the host is forgotten
        assert season(boris, public)["name"] == ""
        for client in (boris, eve):
            client.close()


def test_results_of_players() -> None:
    pair: Json = {"names": ("Ana", "Boris"), "bots": ()}
    games = [
        game(0, **pair),
        game(1, **pair, winners=("red", "blue")),
        game(2, **pair, winners=("blue",), gave_up=("red",), totals=(50, 9)),
        game(3, **pair, over=None),
        game(4, names=("Ana",), winners=("blue",)),
    ]
    assert result_rows(table.game for table in games) == [
        ResultRow("Boris", games=3, won=1, shared=1, points=1.5, prestige=49),
        ResultRow("Ana", games=4, won=1, shared=1, points=1.5, prestige=140),
        ResultRow("apprentice", games=1, won=1, shared=0, points=1, prestige=20),
    ]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Łucja, “Żak”", "Łucja, “Żak”"),
        ('=HYPERLINK("x")', '\'=HYPERLINK("x")'),
        ("+1", "'+1"),
        ("＝1", "'＝1"),  # also a formula in some spreadsheets
    ],
)
def test_a_name_is_no_formula_in_the_file(name: str, cell: str) -> None:
    text = csv_text([ResultRow(name, 1, 1, 0, 1.0, 30)])
    head, row = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert head == ["name", "games", "won", "shared", "points", "prestige"]
    assert row == [cell, "1", "1", "0", "1.0", "30"]


def test_the_file_is_utf_8_for_a_spreadsheet(server: Client) -> None:
    seats = [
        {**seat, "name": name}
        for seat, name in zip(RED_AND_BLUE["seats"], ("Łucja", "@B"), strict=True)
    ]
    table = create_ended_table(server, {"seats": seats})
    mark(server, table)
    answer = server.http.get(f"/api/tables/{table}/season/csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].endswith('.csv"')
    rows = answer.content.decode("utf-8-sig").splitlines()[1:]
    assert {row.split(",")[0] for row in rows} == {"Łucja", "'@B"}
