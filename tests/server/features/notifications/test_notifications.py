"""Notifications of a whole server: messages about games, and the requests of pages."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from redcathedral.server.features.notifications.notices import SEND_DELAY_MS
from redcathedral.server.features.notifications.quiet import quiet_hours
from redcathedral.server.sql.store import DATABASE_FILE
from tests.server.event_loop import run
from tests.server.features.notifications.fake_server import HOME, HOUR, desk, settings
from tests.server.features.notifications.receivers import Receiver
from tests.server.harness import (
    AGAINST_A_BOT,
    RED_AND_BLUE,
    Client,
    Json,
    Page,
    ServerProcess,
    serving,
)
from tests.server.run.test_serve import serve

QUIET = {"start": "22:00", "end": "07:00", "zone": "Europe/Berlin"}


def name(server: Client, hook: Receiver, path: str = "") -> Json:
    """Add a webhook; return the reply of the server."""
    answer = server.http.post("/api/notify", json={"language": "en", "webhook": hook.url + path})
    assert answer.status_code == 201, answer.text
    content: Json = answer.json()
    return content


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / DATABASE_FILE, timeout=60)) as connection, connection:
        return connection.execute(query).fetchall()


def hand_over(folder: Path, table: str, seat: int, server: Client) -> None:
    """Give a seat to another device with a confirmed address."""
    secret = server.http.cookies["redcathedral-device"]
    device = hashlib.sha256(secret.encode()).hexdigest()
    is_it = f"game = '{table}' and seat = {seat}"
    rows(folder, f"update holder set device = '{device}' where {is_it}")
    rows(folder, "update address set confirmed = true")


def notices(folder: Path) -> list[tuple[object, ...]]:
    return rows(folder, "select seat, turn, state from notice where game is not null")


def end_turn(page: Page) -> None:
    for text in ("die white +0", "end"):
        page.play(text)


def test_the_turn_of_another_player_is_noticed_once(tmp_path: Path, hook: Receiver) -> None:
    with serving(tmp_path, messages=settings()) as server, closing(Client(server.url)) as other:
        table = server.create_table(RED_AND_BLUE)
        name(other, hook)
        hand_over(tmp_path, table, 1, other)
        page = server.open_page(table)
        page.play("die white +0")
        assert notices(tmp_path) == []
        page.play("end")
        assert notices(tmp_path) == [(1, "2", "due")]
        page.play("die white +0")  # in the turn that was notified
        page.send_command("undo", beyond=False)
        page.next_table()
        page.send_command("redo")
        page.next_table()
        assert notices(tmp_path) == [(1, "2", "due")]
        page.play("end")
        end_turn(page)
        assert notices(tmp_path) == [(1, "2", "due"), (1, "4", "due")]


def test_a_player_against_bots_gets_no_notification(tmp_path: Path, hook: Receiver) -> None:
    with serving(tmp_path, messages=settings()) as server:
        table = server.create_table(AGAINST_A_BOT)
        name(server, hook)
        hand_over(tmp_path, table, 0, server)
        page = server.open_page(table)
        page.play("die white +0")
        page.send_command("play", decision=page.decision_id("end"))
        page.until(lambda now: now["due"]["yours"] and now["turn"] == 3)
        assert notices(tmp_path) == []


@pytest.mark.slow
def test_a_killed_server_loses_no_message(tmp_path: Path, hook: Receiver) -> None:
    server = ServerProcess(tmp_path, "--webhook-network", HOME[0])
    client, other = server.client(), server.client()
    table = client.create_table(RED_AND_BLUE)
    name(other, hook)
    hand_over(tmp_path, table, 1, other)
    end_turn(client.open_page(table))
    server.kill()
    client.close()
    other.close()
    file = f"sqlite:///{tmp_path / DATABASE_FILE}"

    async def story() -> None:
        async with desk(file) as later:
            (made,) = rows(tmp_path, "select created from notice where game is not null")[0]
            assert isinstance(made, int)
            later.now = made
            await later.pass_(SEND_DELAY_MS)
            await later.pass_(HOUR)
            (sent,) = [request for request in hook.got if request.json["type"] == "turn"]
            assert sent.json["table"] == table
            assert sent.json["body"] == "Blue: it is your turn. At the table: Ana and Blue."

    run(story())


def test_requests_about_addresses(tmp_path: Path, hook: Receiver) -> None:
    with serving(tmp_path, messages=settings()) as server, closing(Client(server.url)) as other:
        assert server.http.get("/api/notify").json()["addresses"] == []
        assert "redcathedral-device" not in server.http.cookies
        (address,) = name(server, hook)["addresses"]
        assert (address["kind"], address["confirmed"]) == ("webhook", False)
        assert address["label"] == hook.url.removesuffix("/hook")  # its path may be a secret
        answer = server.http.post("/api/notify/quiet", json={"quiet": QUIET})
        assert answer.json()["addresses"][0]["quiet"] == QUIET
        ((kept,),) = rows(tmp_path, "select quiet from address")
        assert quiet_hours(str(kept)) is not None
        assert len(name(server, hook)["addresses"]) == 1  # the same again is no other
        mine = f"/api/notify/{address['id']}"
        for theirs in (other.http.delete(mine), other.http.post(f"{mine}/test")):
            assert (theirs.status_code, theirs.json()["code"]) == (404, "unknown-address")
        assert server.http.post(f"{mine}/test").status_code == 429  # not confirmed
        rows(tmp_path, "update address set confirmed = true")
        assert server.http.post(f"{mine}/test").status_code == 202
        assert server.http.post(f"{mine}/test").status_code == 429
        assert server.http.delete(mine).status_code == 204
        assert server.http.get("/api/notify").json()["addresses"] == []


UNUSABLE: tuple[tuple[Json, str], ...] = (
    ({}, "bad-address"),
    ({"webhook": "https://127.0.0.1/", "mail": "a@example.org"}, "bad-address"),
    ({"webhook": "https://10.0.0.1/"}, "bad-address"),
    ({"webhook": "http://10.0.0.1/"}, "bad-address"),
    ({"webhook": "https://x/", "quiet": {**QUIET, "zone": "../../etc"}}, "bad-address"),
    ({"webhook": "https://x/", "quiet": {**QUIET, "zone": "Nowhere"}}, "bad-address"),
    ({"webhook": "https://x/", "quiet": {**QUIET, "end": "25:00"}}, "bad-request"),
    ({"webhook": "https://x/", "more": 1}, "bad-request"),
    ({"webhook": 3}, "bad-request"),
    ({"mail": "x" * 500}, "bad-request"),
    ({"mail": "a@example.org"}, "no-mail"),
    ({"language": "xx", "mail": "a@example.org"}, "unknown-language"),
)


def test_invalid_addresses_are_refused(server: Client) -> None:
    for id_ in ("%00", "x" * 22, "x" * 9000, "%C3%A9"):
        for answer in (
            server.http.delete(f"/api/notify/{id_}"),
            server.http.post(f"/api/notify/{id_}/test"),
        ):
            assert answer.json()["code"] in ("unknown-address", "not-found")
    for wish, code in UNUSABLE:
        answer = server.http.post("/api/notify", json={"language": "en", **wish})
        assert answer.json()["code"] == code, (wish, answer.text)


def test_links_work_without_a_token(tmp_path: Path, hook: Receiver) -> None:
    file = f"sqlite:///{tmp_path / DATABASE_FILE}"

    async def asked() -> None:
        async with desk(file, settings(None)) as later:
            later.now += 10**12
            await later.notifier.outbox.send_due()

    with serving(tmp_path, messages=settings(None), token="let me in") as server:
        name(server, hook)
        run(asked())
        message = hook.got[-1].json
        for purpose, column in (("confirm", 1), ("unsubscribe", None)):
            link = message[purpose]
            assert link.startswith(f"{server.url}/api/notify/{purpose}/")
            page = httpx.get(link)
            assert page.status_code == 200
            assert httpx.head(link).headers["content-length"] == page.headers["content-length"]
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert '<form method="post">' in page.text
            assert "form-action 'self'" in page.headers["content-security-policy"]
            assert "default-src 'none'" in page.headers["content-security-policy"]
            assert page.headers.get_list("content-security-policy")[1:] == []
            assert page.headers.get_list("referrer-policy") == ["same-origin"]
            assert page.headers["x-content-type-options"] == "nosniff"
            before = rows(tmp_path, "select confirmed, device is null from address")
            assert before == [(0 if column else 1, 0)]  # to look changes nothing
            foreign = httpx.post(link, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
            done = httpx.post(
                link,
                content="List-Unsubscribe=One-Click",
                headers={"content-type": "application/x-www-form-urlencoded"},
            )
            assert done.status_code == 200
            assert done.headers["content-type"] == "text/html; charset=utf-8"
            assert "<form" not in done.text
            assert "<form" not in httpx.get(link).text
        assert rows(tmp_path, "select device from address") == [(None,)]
        unknown = httpx.get(f"{server.url}/api/notify/confirm/{'x' * 22}.{'y' * 43}")
        assert unknown.status_code == 404
        assert "is no longer valid" in unknown.text
        assert httpx.get(f"{server.url}/api/tables").status_code == 401


def test_a_program_can_confirm_with_its_reply(tmp_path: Path, hook: Receiver) -> None:
    file = f"sqlite:///{tmp_path / DATABASE_FILE}"

    async def story() -> None:
        async with desk(file) as server:
            row = await server.name("a" * 64, webhook=hook.url)
            hook.reply = lambda request: (200, request.body)  # it has the challenge
            await server.pass_(0)
            (row,) = server.notices.addresses("a" * 64)
            assert row.confirmed
            other = await server.name("a" * 64, webhook=hook.url + "/b")
            asked = hook.got[-1].json["text"]
            assert asked.startswith("Do you want a message when it is your turn? Someone ")
            hook.reply = lambda _: (200, b'{"challenge": "x"}')
            await server.pass_(0)
            again = server.notices.address(other.id)
            assert again is not None
            assert not again.confirmed
            assert row.id != other.id

    run(story())


def test_names_cause_no_mentions(tmp_path: Path, hook: Receiver) -> None:
    """Chat programs read some characters as mentions."""
    file = f"sqlite:///{tmp_path / DATABASE_FILE}"

    async def story() -> None:
        async with desk(file) as server:
            await server.named("b" * 64, webhook=hook.url)
            server.begin(names=("<!channel>", "@everyone"))
            server.play(2, 1)
            await server.pass_()
            sent = hook.got[-1].json
            assert "<" not in sent["text"] + sent["content"]
            assert sent["allowed_mentions"] == {"parse": []}
            assert "<!channel>" in sent["body"]

    run(story())


def test_an_invalid_option_is_named(tmp_path: Path) -> None:
    done = serve(tmp_path, "--url", "cathedral")
    assert done.returncode == 2
    assert "--url" in done.stderr
    assert "write a URL such as" in " ".join(done.stderr.replace("│", " ").split())
