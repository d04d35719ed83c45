"""My games: whose they are, the list, what counts, what they come to, export and deletion."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path

import httpx
import pytest

from redcathedral.ai.bots.levels import LevelRating
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import Colour
from redcathedral.record.replay import read
from redcathedral.server.core.game_repository import HeldTable
from redcathedral.server.core.stored_table import PrestigeSources
from redcathedral.server.core.visitor import COOKIE
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.final_scoring import Reason
from redcathedral.server.core.wire.lobby import ResultRow, Summary, SummarySeat
from redcathedral.server.features.my_games.my_games import (
    GAMES_PER_PAGE,
    names_in,
    page_of,
    played_by,
    results_together,
    statistics,
)
from redcathedral.server.features.my_games.wire import Excluded, SamePeople, Which
from redcathedral.server.sql.store import DATABASE_FILE
from tests.e2e.games import text
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, play_out

# --- at the server


def games(server: Client, name: str = "Ana") -> Json:
    answer = server.http.get("/api/mine/games", params={"name": name})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def excluded(server: Client) -> list[str | None]:
    return [one["excluded"] for one in games(server)["games"]]


def finished(server: Client, wish: Json = AGAINST_A_BOT) -> Json:
    """Return the last table of a finished game."""
    return play_out(server.open_page(server.create_table(wish)), random.Random(1))


def test_my_games_are_grouped_by_name_and_device(server: Client) -> None:
    assert server.http.get("/api/mine").json() == []
    table = server.create_table(AGAINST_A_BOT)
    server.create_table(RED_AND_BLUE)
    assert {(one["name"], one["games"]) for one in server.http.get("/api/mine").json()} == {
        ("Ana", 2),
        ("", 1),
    }
    assert games(server)["games"][-1]["game"]["id"] == table
    assert games(server, "Boris")["found"] == 0
    with httpx.Client(base_url=server.url) as other:
        assert other.get("/api/mine").json() == []
        assert other.get("/api/tables").json()["games"]  # the list of all is another one


def test_visitors_get_no_cookie_and_forged_cookies_are_ignored(server: Client) -> None:
    with httpx.Client(base_url=server.url) as other:
        for path in ("/api/server", "/api/tables", "/api/mine"):
            assert "set-cookie" not in other.get(path).headers
        assert "set-cookie" not in other.post("/api/tables", json={"seats": []}).headers
        other.cookies.set(COOKIE, "x" * 20)
        mark = other.post("/api/tables", json=AGAINST_A_BOT).headers["set-cookie"]
    assert mark.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(mark.split("; "))


def test_a_visit_renews_the_cookie(server: Client) -> None:
    """Browsers delete a cookie after 400 days."""
    mark = server.http.post("/api/tables", json=AGAINST_A_BOT).headers["set-cookie"]
    assert server.http.get("/api/server").headers["set-cookie"] == mark
    assert "set-cookie" not in server.http.get("/api/tables").headers


def test_the_store_contains_no_secret(server: Client, tmp_path: Path) -> None:
    server.create_table(AGAINST_A_BOT)
    secret = server.http.cookies[COOKIE]
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob(f"{DATABASE_FILE}*"))
    assert kept
    assert secret.encode() not in kept


@pytest.mark.long
def test_a_finished_game_counts(server: Client) -> None:
    table = finished(server)
    [one] = games(server)["games"]
    own = next(score for score in table["over"]["scores"] if score["colour"] == one["seat"])
    assert one["total"] == own["total"]
    assert (one["result"] == "won") == (table["over"]["winners"] == [one["seat"]])
    assert one["excluded"] is None
    result = server.http.get("/api/mine/statistics", params={"name": "Ana"}).json()
    assert (result["counted"], result["excluded"]) == (1, 0)
    [mode] = result["modes"]
    assert (mode["players"], mode["side"], mode["tally"]["best"]) == (2, "basic", own["total"])
    assert mode["track"] + mode["goods"] + mode["towers"] == pytest.approx(own["total"])
    [rating] = result["ratings"]  # the bot `random` is no level, but it has one
    assert (rating["players"], rating["games"], rating["rating"]) == (2, 1, None)
    server.http.delete(f"/api/tables/{table['id']}")
    assert games(server)["found"] == 0


@pytest.mark.long
def test_some_games_do_not_count(server: Client) -> None:
    """Games with hints, an undone roll, an agreed end, or a loaded record."""
    page = server.open_page(server.create_table(AGAINST_A_BOT))
    page.play(page.first_legal("die"))
    while page.now["due"]["phase"] != "turn" or not page.now["due"]["yours"]:
        if page.now["legal"]:
            page.send_command("play", decision=page.now["legal"][-1]["id"])
        page.next_table()
    page.send_command("undo", beyond=True)
    page.next_table()
    play_out(page, random.Random(2))
    assert excluded(server) == ["unrolled"]
    page = server.open_page(server.create_table(AGAINST_A_BOT))
    page.send_command("agree", agreed=True)
    page.until(lambda table: table["over"])
    assert excluded(server) == ["agreed", "unrolled"]
    record = text("2p-basic-01").replace("seat red", "seat red Ana", 1)
    answer = server.http.post("/api/tables/load", content=record)
    assert answer.status_code == 201, answer.text
    name = answer.json()["seats"][0]["name"]
    assert games(server, name)["games"][0]["excluded"] == "loaded"


@pytest.mark.long
def test_the_export_contains_all_games(server: Client) -> None:
    finished(server)
    server.create_table(AGAINST_A_BOT)
    answer = server.http.get("/api/mine/export", params={"name": "Ana"})
    assert answer.headers["content-disposition"].endswith('.zip"')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        names = files.namelist()
        listed = json.loads(files.read("games.json"))
        assert json.loads(files.read("statistics.json"))["counted"] == 1
        records = [read(files.read(name).decode()) for name in names if name.endswith(".rcg")]
    assert len(listed) == len(records) == 2
    assert all("Ana" in [seat.text for seat in record.header.seats] for record in records)


def test_data_is_deleted_for_one_name_only(server: Client) -> None:
    server.create_table(AGAINST_A_BOT)
    other = {"seats": [{"colour": "red", "name": "Boris"}, AGAINST_A_BOT["seats"][1]]}
    kept = server.create_table(other)
    assert server.http.delete("/api/mine", params={"name": "Ana"}).status_code == 204
    assert games(server)["found"] == 0
    assert [one["id"] for one in server.games()] == [kept]


@pytest.mark.parametrize("query", [{"which": "mine"}, {"page": 0}, {"page": "one"}])
def test_invalid_requests_are_refused(query: Json, server: Client) -> None:
    assert server.http.get("/api/mine/games", params=query).status_code == 400


# --- statistics

HEAD = EditionRef("key", "id", "name", "hash")
SCALE = {2: {"apprentice": LevelRating(800, 750, 850), "master": LevelRating(1700, 1650, 1750)}}


def game(
    number: int = 0,
    *,
    bots: tuple[str, ...] = ("apprentice",),
    winners: tuple[Colour, ...] = ("red",),
    over: Reason | None = "finished",
    names: tuple[str, ...] = ("Ana",),
    loaded: bool = False,
    hinted: bool = False,
    unrolled: bool = False,
    own_dice: bool = False,
    stood_in: tuple[Colour, ...] = (),
    gave_up: tuple[Colour, ...] = (),
    options: Options = Options(),  # noqa: B008
    totals: tuple[int, ...] = (30, 20),
) -> HeldTable:
    colours: tuple[Colour, ...] = ("red", "blue", "green", "yellow")
    seats = [
        *(
            SummarySeat(colour, name, name, "person", None)
            for colour, name in zip(colours, names, strict=False)
        ),
        *(
            SummarySeat(colour, "", bot, "bot", bot)
            for colour, bot in zip(colours[len(names) :], bots, strict=False)
        ),
    ]
    summary = Summary(
        id=f"g{number}",
        created="2026-11-25T10:00:00+00:00",
        changed="2026-11-25T10:00:00+00:00",
        number=9,
        turn=40,
        to_move="red",
        seats=seats,
        edition=HEAD,
        over=over,
        was_loaded=loaded,
        is_hinted=hinted,
        is_unrolled=unrolled,
        had_own_dice=own_dice,
        options=options,
        towers=[],
        totals=list(totals) if over else [],
        access="house",
        open=[],
        yours=[],
        is_host=True,
        may_remove=True,
        winners=list(winners) if over else [],
        clock=None,
        stood_in=list(stood_in),
        stand_ins=[],
        needs_person=False,
        gave_up=list(gave_up),
    )
    return HeldTable(
        summary, [PrestigeSources(5, 5, total - 10) for total in totals] if over else []
    )


def test_results_of_the_same_people() -> None:
    pair: Json = {"names": ("Ana", "Boris"), "bots": ()}
    some = [
        game(0, **pair, winners=("blue",)),
        game(1, names=("Ana", "Boris"), bots=("random",), winners=("green",), totals=(3, 2, 4)),
        game(2, names=("Boris", "Ana"), bots=(), winners=("red", "blue")),
        game(3, **pair, winners=("blue",), gave_up=("red",)),
        game(4, **pair),
        # without a result with these people
        game(5, **pair, over=None),
        game(6, **pair, over="capped", winners=()),
        game(7, **pair, loaded=True),
        game(8, names=("Ana", ""), bots=()),
        game(9),
    ]
    people, with_bot = results_together(table.game for table in some)
    assert people == SamePeople(
        [ResultRow("Boris", 4, 2, 1, 2.5, 90), ResultRow("Ana", 4, 1, 1, 1.5, 110)],
        last=[["Boris"], ["Boris", "Ana"], ["Boris"], ["Ana"]],
        game="g0",
    )
    assert [(row.name, row.won) for row in with_bot.rows] == [
        ("random", 1),
        ("Ana", 0),
        ("Boris", 0),
    ]


def test_pages_and_filters() -> None:
    some = [game(n, gave_up=("red",) if n == 5 else ()) for n in range(12)]
    some += [game(12, winners=("blue",)), game(13, over=None)]
    found = played_by("Ana", some)
    counts: dict[Which, int] = {"all": 14, "running": 1, "over": 13, "won": 11, "lost": 2}
    for which, count in counts.items():
        assert page_of(found, which, 1).found == count
    first, second = page_of(found, "all", 1), page_of(found, "all", 2)
    assert [one.game.id for one in first.games + second.games] == [f"g{n}" for n in range(14)]
    assert (len(first.games), first.pages) == (GAMES_PER_PAGE, 2)
    assert page_of(found, "all", 99) == second
    assert page_of([], "all", 1).pages == 1
    assert names_in([game(names=("Boris",)), *some])[0].name == "Boris"


def test_giving_up_is_a_loss_even_without_a_winner() -> None:
    some = [
        game(0, winners=("blue",), gave_up=("red",)),
        game(1, winners=(), gave_up=("red", "blue")),
        game(2, winners=(), over="capped"),
    ]
    found = played_by("Ana", some)
    assert [one.entry().result for one in found] == ["lost", "lost", "undecided"]
    assert page_of(found, "lost", 1).found == 2
    assert page_of(found, "won", 1).found == 0


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (game(loaded=True), "loaded"),
        (game(hinted=True), "hinted"),
        (game(unrolled=True), "unrolled"),
        (game(own_dice=True, unrolled=True), "own-dice"),
        (game(stood_in=("red",)), "stand-in"),
        (game(stood_in=("blue",)), None),
        (game(stood_in=("red",), gave_up=("red",)), "gave-up"),
        (game(over="agreed"), "agreed"),
        (game(names=("Ana", "Ana"), bots=()), "twice"),
        (game(), None),
    ],
)
def test_reasons_why_a_game_does_not_count(table: HeldTable, why: Excluded | None) -> None:
    found = played_by("Ana", [table])
    assert found[0].entry().excluded == why
    assert statistics(found, "key", SCALE).counted == (why is None)


def test_statistics_of_games() -> None:
    advanced = Options(workshop_side="advanced")
    some = [
        game(0),
        game(1, winners=("blue",), totals=(20, 21)),
        game(2, winners=("red", "blue"), totals=(40, 40)),
        game(3, bots=("master",), winners=("blue",), totals=(15, 60), options=advanced),
        game(4, bots=("apprentice", "master"), winners=("green",), totals=(10, 11, 12)),
        game(5, over=None),
    ]
    result = statistics(played_by("Ana", some), "key", SCALE)
    assert (result.counted, result.excluded) == (5, 0)
    assert [(one.bot, one.tally.games, one.tally.won) for one in result.levels] == [
        ("apprentice", 3, 1.5),
        ("master", 2, 0.0),
    ]
    modes = [(one.players, one.side, one.tally.games) for one in result.modes]
    assert modes == [(2, "advanced", 1), (2, "basic", 3), (3, "basic", 1)]
    basic = result.modes[1]
    assert (basic.tally.mean, basic.tally.best) == (30.0, 40)
    assert (basic.track, basic.goods, basic.towers) == (5.0, 5.0, 20.0)
    [rating] = result.ratings
    assert (rating.players, rating.games, rating.rating) == (2, 4, None)


def test_a_rating_needs_ten_games() -> None:
    some = [game(n, winners=("red",) if n % 2 else ("blue",)) for n in range(10)]
    [rating] = statistics(played_by("Ana", some), "key", SCALE).ratings
    assert rating.rating is not None
    assert abs(rating.rating - 800) < 80
    for other in (
        [game(n, options=Options(limited_rubles=True)) for n in range(10)],
        [game(n, names=("Ana", "Boris"), bots=("apprentice",)) for n in range(10)],
        [game(n, bots=("greedy",)) for n in range(10)],
    ):
        assert statistics(played_by("Ana", other), "key", SCALE).ratings == []
    assert statistics(played_by("Ana", some), "another", SCALE).ratings == []
