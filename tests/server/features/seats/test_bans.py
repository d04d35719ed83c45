"""Bans from a table, and how many seats a visitor may take."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest

from redcathedral.server.core import route
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.rows import (
    HOST_SEAT,
    ActionRow,
    NewGameRow,
    PreviousGame,
    SeatChange,
)
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import NewSeat, NewTable
from redcathedral.server.features.seats.feature import SeatsFeature
from redcathedral.server.features.seats.seat_limits import (
    MAX_SEATS_PER_ADDRESS,
    MAX_SEATS_PER_DEVICE,
    SeatLimits,
)
from redcathedral.server.features.seats.wire import SitDown
from redcathedral.server.sql.store import SqlStore
from tests.server.core.test_store_thread import EDITION, add_games
from tests.server.event_loop import run
from tests.server.features.seats.conftest import Club
from tests.server.features.seats.test_seats import CLUB, FRIENDS, accept, api_error, at_once, link
from tests.server.harness import START_POSITION, TIMEOUT_SECONDS, Client, server_context


def bans(client: Client, table: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = client.http.get(f"/api/tables/{table}/bans").json()
    return found


def ban(client: Client, table: str, seat: str = "blue", **wish: object) -> tuple[int, str]:
    answer = client.http.post(f"/api/tables/{table}/bans", json={"seat": seat, **wish})
    return (204, "") if answer.status_code == 204 else api_error(answer)


def test_a_banned_visitor_is_refused_until_the_ban_is_lifted(club: Club) -> None:
    ana, boris = club.ana, club.boris
    table = ana.create_table(CLUB)
    seat = f"/api/tables/{table}/seats/blue"
    assert boris.http.post(seat, json={"name": "Boris"}).status_code == 201
    page = boris.open_page(table)
    host = ana.open_page(table)
    assert ban(ana, table) == (204, "")
    while (last := page.receive())["type"] != "gone":
        pass
    assert last["code"] == "banned"
    assert host.until(lambda now: now["seats"][1]["is_open"])
    banned = (403, "banned")
    assert api_error(boris.http.post(seat, json={"name": "Boris"})) == banned
    assert api_error(boris.http.get(f"/api/tables/{table}")) == banned
    assert boris.connect(table).receive()["code"] == "banned"
    (one,) = bans(ana, table)
    assert one["seat"] == "blue"
    assert ana.http.delete(f"/api/tables/{table}/bans/{one['id']}").status_code == 204
    assert ana.http.delete(f"/api/tables/{table}/bans/{one['id']}").status_code == 204  # again
    assert bans(ana, table) == []
    assert boris.http.post(seat, json={"name": "Boris"}).status_code == 201


def test_links_do_not_bypass_a_ban(club: Club) -> None:
    ana, boris, eve = club.ana, club.boris, club.eve
    table = ana.create_table(FRIENDS)
    old, watch = link(ana, table), link(ana, table, None)
    for secret in (watch, old):
        assert accept(boris, secret).status_code == 201
    assert ban(ana, table) == (204, "")
    new = link(ana, table)
    for secret in (new, watch):
        assert api_error(accept(boris, secret)) == (403, "banned")
        assert api_error(boris.http.get(f"/api/join/{secret}")) == (403, "banned")
    assert api_error(accept(boris, old)) == (404, "unknown-link")
    # others come by these links, and a seat that another device hands over opens nothing either
    assert accept(eve, watch).status_code == 201
    assert accept(eve, new, "Eve").status_code == 201
    handed = eve.http.post("/api/mine/link").json()["secret"]
    assert boris.http.post(f"/api/mine/link/{handed}").json()["games"] == 0
    assert api_error(boris.http.get(f"/api/tables/{table}")) == (403, "banned")
    assert [seat["is_open"] for seat in eve.open_page(table).now["seats"]] == [False, False]
    assert eve.http.delete("/api/mine").status_code == 204  # nobody else holds her seat
    assert [seat["is_open"] for seat in ana.open_page(table).now["seats"]] == [False, True]


def test_a_ban_takes_all_seats_of_a_visitor(club: Club) -> None:
    ana, boris = club.ana, club.boris
    seats = [*CLUB["seats"], {"colour": "green", "is_open": True}]
    table = ana.create_table({**CLUB, "seats": seats})
    for colour in ("blue", "green"):
        path = f"/api/tables/{table}/seats/{colour}"
        assert boris.http.post(path, json={"name": "Boris"}).status_code == 201
    page = ana.open_page(table)
    before = page.now["number"]
    assert ban(ana, table) == (204, "")
    now = page.next_table()
    assert now["number"] == before + 1  # all in one: no seat is kept if the server ends meanwhile
    assert [seat["is_open"] for seat in now["seats"]] == [False, True, True]
    assert "Boris" not in str(now["seats"])


def test_nobody_bans_the_host(club: Club) -> None:
    ana = club.ana
    table = ana.create_table(CLUB)
    assert ban(ana, table, "red") == (409, "not-open")
    assert ban(ana, table, "green") == (404, "bad-seat")


def test_a_ban_does_not_change_a_finished_game(club: Club) -> None:
    ana, boris = club.ana, club.boris
    table = ana.create_table(CLUB)
    boris.http.post(f"/api/tables/{table}/seats/blue", json={"name": "Boris"})
    red, blue = ana.open_page(table), boris.open_page(table)
    red.send_command("agree", agreed=True)
    blue.until(lambda now: now["agreed"])
    blue.send_command("agree", agreed=True)
    blue.until(lambda now: now["over"])
    assert ban(ana, table) == (204, "")
    assert api_error(boris.http.get(f"/api/tables/{table}")) == (403, "banned")
    names = [seat["name"] for seat in ana.open_page(table).now["seats"]]
    assert names == ["Ana", "Boris"]


def test_bans_hold_in_the_rematch(store: SqlStore) -> None:
    store.add("g1", NewGameRow("base", "[]", ("", ""), START_POSITION), EDITION)
    store.append(ActionRow("g1", 1, "a", START_POSITION, seats=(SeatChange(1, bans=("d",)),)))
    store.add(
        "g2",
        NewGameRow("base", "[]", ("", ""), START_POSITION),
        EDITION,
        PreviousGame("g1", (0, 1)),
    )
    assert store.load("g2").row.rights.banned == {"d"}
    rights = store.seats.rights("g2")
    assert rights is not None
    assert rights.banned == {"d"}
    store.remove("g1")
    assert [row.seat for row in store.seats.bans("g2")] == [1]


# --- limits


def test_a_guest_takes_four_seats_in_games_that_have_not_begun(club: Club) -> None:
    tables = [club.owner.create_table(CLUB) for _ in range(MAX_SEATS_PER_DEVICE + 2)]

    def sit(client: Client, table: str) -> httpx.Response:
        path = f"/api/tables/{table}/seats/blue"
        return client.http.post(path, json={"name": "Boris"})

    assert sit(club.boris, tables[0]).status_code == 201
    # the rest at the same moment
    answers = at_once(*(partial(sit, club.boris, table) for table in tables[1:]))
    assert answers == [201] * (MAX_SEATS_PER_DEVICE - 1) + [429] * 2
    secret = link(club.owner, club.owner.create_table(FRIENDS))
    assert api_error(accept(club.boris, secret)) == (429, "too-many-seats")
    # a seat that is left does not count, nor do own tables
    assert club.boris.http.delete(f"/api/tables/{tables[0]}/seats/blue").status_code == 204
    club.boris.create_table(CLUB)
    assert accept(club.boris, secret).status_code == 201
    assert api_error(sit(club.boris, tables[0])) == (429, "too-many-seats")
    assert {
        sit(club.owner, club.ana.create_table(CLUB)).status_code
        for _ in range(MAX_SEATS_PER_DEVICE + 1)
    } == {201}


def test_a_seat_that_opens_during_a_request_counts(tmp_path: Path) -> None:
    ana, boris, eve = (Visitor(each * 64, is_local=False) for each in "abe")
    wish = NewTable([NewSeat("red", name="Ana"), NewSeat("blue", is_open=True)], access="public")

    async def race() -> None:
        context = server_context(SqlStore.in_folder(tmp_path))
        tables, seats = context.tables, SeatsFeature(context)
        client = route.Client(None, "")
        ids = [(await tables.open(wish, ana)).id for _ in range(MAX_SEATS_PER_DEVICE + 1)]
        for id_ in ids[1:]:
            await seats.sit_down(id_, "blue", boris, client, SitDown("Boris"))
        await seats.sit_down(ids[0], "blue", eve, client, SitDown("Eve"))
        left, refused = await asyncio.gather(
            seats.leave(ids[0], "blue", eve),
            seats.sit_down(ids[0], "blue", boris, client, SitDown("Boris")),
            return_exceptions=True,
        )
        assert left is None
        assert isinstance(refused, ApiError)
        assert refused.problem.code == "too-many-seats"
        await tables.close()
        context.thread.close()

    run(race())


def test_a_request_waits_only_for_its_device_and_address(store: SqlStore) -> None:
    async def sit() -> None:
        limits = SeatLimits(StoreThread(store))
        done: list[str] = []

        async def take(device: str, address: str) -> None:
            async with limits.taking(Visitor(device, is_local=False), address):
                done.append(f"{device} {address}")

        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            asyncio.TaskGroup() as group,
            limits.taking(Visitor("a", is_local=False), "192.0.2.7"),
        ):
            group.create_task(take("a", "192.0.2.8"))
            group.create_task(take("b", "192.0.2.7"))
            await take("c", "192.0.2.9")
            assert done == ["c 192.0.2.9"]
        assert sorted(done[1:]) == ["a 192.0.2.8", "b 192.0.2.7"]

    run(sit())


def test_seats_count_until_their_game_begins(store: SqlStore) -> None:
    add_games(store, ["g1", "g2", "g3"])
    for game, seats in (("g1", (0, 1)), ("g2", (0,)), ("g3", (0, HOST_SEAT))):
        for version, seat in enumerate(seats, 1):
            change = SeatChange(seat, holders=("d",))
            store.append(ActionRow(game, version, "a", START_POSITION, seats=(change,)))
    assert store.seats.count_waiting({"d", "e"}) == {"d": 3}
    store.append(ActionRow("g1", 3, "a", replace(START_POSITION, turn=2)))
    assert store.seats.count_waiting({"d"}) == {"d": 1}
    store.append(ActionRow("g2", 2, "a", replace(START_POSITION, over="agreed")))
    assert store.seats.count_waiting({"d"}) == {}


def test_an_address_takes_32_seats(store: SqlStore) -> None:
    games = [f"g{number}" for number in range(MAX_SEATS_PER_ADDRESS + 1)]
    add_games(store, games)

    async def sit() -> None:
        limits = SeatLimits(StoreThread(store))

        async def take(game: str, address: str | None, *, is_local: bool = False) -> None:
            device = f"d{int(game[1:]) // MAX_SEATS_PER_DEVICE}"
            async with limits.taking(Visitor(device, is_local), address) as count:
                count()
                change = SeatChange(0, holders=(device,))
                version = len(store.actions_after(game, 0)) + 1
                store.append(ActionRow(game, version, "a", START_POSITION, seats=(change,)))

        for game in games[:-1]:
            await take(game, "192.0.2.7")
        last = games[-1]
        with pytest.raises(ApiError, match="from one address may take 32 seats"):
            await take(last, "192.0.2.7")
        await take(last, "192.0.2.8")
        await take(last, None)
        await take(last, "192.0.2.7", is_local=True)
        for begun_game in games[:2]:
            store.append(ActionRow(begun_game, 2, "a", replace(START_POSITION, turn=2)))
        await take(last, "192.0.2.7")

    run(sit())
