"""Messages: one a turn, when nobody is there, tried again, sent once, never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

from redcathedral.server.features.notifications.notices import SEND_DELAY_MS
from redcathedral.server.features.notifications.outbox import LEASE_MS, RECHECK_MS, RETRY_DELAYS_MS
from redcathedral.server.features.notifications.sql import DAY_MS, RETENTION_MS
from redcathedral.server.features.notifications.wire import NewAddress, QuietHours
from tests.server.event_loop import run
from tests.server.features.notifications.fake_server import ANA, BO, HOUR, NOON, desk, settings
from tests.server.features.notifications.receivers import Receiver, Reply, Request
from tests.server.harness import START_POSITION


def test_one_message_is_sent_per_turn(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            server.play(2, 1)
            server.play(2, 1, again=True)
            await server.pass_(SEND_DELAY_MS - 1)
            assert hook.got == []
            await server.pass_(1)
            await server.pass_(HOUR)
            (request,) = hook.got
            assert request.json["title"] == "It is your turn"
            assert request.json["body"] == "Bo: it is your turn. At the table: Ana and Bo."
            assert request.json["url"] == "https://cathedral.example/#/table/g1"
            assert request.json["table"] == "g1"
            assert request.json["id"] == request.headers["idempotency-key"]
            server.play(3, 0)  # of somebody who has named no address
            server.play(4, 1)
            await server.pass_()
            assert len(set(hook.ids)) == 2

    run(story())


def test_a_message_distinguishes_similar_names(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin(names=("bo", "Bo"))
            server.play(2, 1)
            await server.pass_()
            (request,) = hook.got
            wanted = "Bo (Blue): it is your turn. At the table: bo (Red) and Bo (Blue)."
            assert request.json["body"] == wanted

    run(story())


def test_a_turn_that_is_undone_and_comes_again_is_notified_once(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            server.play(2, 1)
            await server.pass_()
            server.play(1, 0)
            server.play(2, 1)
            await server.pass_()
            assert len(hook.got) == 1

    run(story())


def test_a_notice_that_no_longer_applies_is_not_sent(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            server.play(2, 1)
            server.play(1, 0)
            await server.pass_()
            assert (hook.got, server.states()) == ([], [])
            server.play(2, 1)  # and now it is true again
            await server.pass_()
            assert len(hook.got) == 1
            server.play(4, 1)
            server.store.remove("g1")
            await server.pass_()
            assert len(hook.got) == 1

    run(story())


def test_a_substituted_seat_gets_no_notification(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            server.play(2, 1)
            away = START_POSITION.picture.replace('"stand_ins":[]', '"stand_ins":["blue"]')
            server.play(2, 1, again=True, picture=away)
            await server.pass_()
            assert (hook.got, server.states()) == ([], [])

    run(story())


def test_a_player_at_an_open_page_is_notified_when_it_closes(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            server.play(2, 1)
            server.open = {("g1", 1), ("g1", 0)}
            await server.pass_()
            await server.pass_(RECHECK_MS)
            assert (hook.got, server.states()) == ([], ["due"])
            server.open = {("g1", 0)}
            await server.pass_(RECHECK_MS)
            assert len(hook.got) == 1
            server.play(4, 1)
            server.open = {("g1", 1)}
            await server.pass_()
            server.play(5, 0)  # played at the page
            server.open = set()
            await server.pass_(RECHECK_MS)
            assert len(hook.got) == 1

    run(story())


def test_a_player_with_all_seats_gets_no_notification(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            with server.store.transaction() as connection:
                connection.exec_driver_sql(
                    f"insert into holder (game, seat, device) values ('g1', 0, '{BO}')"
                )
            server.play(2, 1)
            await server.pass_()
            assert hook.got == []

    run(story())


def test_the_end_is_notified_once(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            await server.named(ANA, webhook=hook.url + "/ana")
            server.begin()
            server.open = {("g1", 0)}
            server.end()
            await server.pass_()
            server.open = set()
            await server.pass_(HOUR)
            (request,) = hook.got
            assert (request.json["type"], request.path) == ("over", "/hook")

    run(story())


def test_failed_messages_are_retried_with_growing_delays(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            hook.answer(503, 404)
            server.play(2, 1)
            await server.pass_()
            await server.pass_(int(RETRY_DELAYS_MS[0]) - 1)
            assert len(hook.got) == 1
            await server.pass_(1)
            await server.pass_(int(RETRY_DELAYS_MS[1]))
            await server.pass_(DAY_MS)
            assert len(hook.got) == 3
            assert len(set(hook.ids)) == 1
            assert server.states() == ["sent"]

    run(story())


def test_notice_is_abandoned_after_a_day(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            server.begin()
            hook.reply = lambda _: None
            server.play(2, 1)
            await server.pass_()
            for pause in RETRY_DELAYS_MS:
                await server.pass_(int(pause))
            assert server.states() == ["given-up"]
            assert 23 * HOUR < server.now - NOON < 24 * HOUR
            await server.pass_(DAY_MS)
            assert len(hook.got) == len(RETRY_DELAYS_MS) + 1

    run(story())


def test_a_failing_address_does_not_delay_others(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            await server.named(BO, webhook=hook.url)
            await server.named(BO, webhook=hook.url + "/two")
            server.begin()
            hook.reply = lambda request: (500 if request.path == "/hook" else 200, b"")
            server.play(2, 1)
            await server.pass_()
            assert server.states() == ["due", "sent"]

    run(story())


def test_quiet_hours_delay_messages(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server:
            quiet = QuietHours("22:00", "07:00", "UTC")  # it is 22:13
            await server.named(BO, webhook=hook.url, quiet=quiet)
            server.begin()
            server.play(2, 1)
            await server.pass_()
            await server.pass_(8 * HOUR)
            assert hook.got == []
            await server.pass_(HOUR)
            assert len(hook.got) == 1

    run(story())


def test_delayed_notices_are_sent_when_quiet_hours_change(url: str, hook: Receiver) -> None:
    """A notice that the receiver has refused is not sent sooner."""

    async def story() -> None:
        async with desk(url) as server:
            address_book = server.notifier.address_book
            quiet = QuietHours("22:00", "07:00", "UTC")  # it is 22:13
            await server.named(BO, webhook=hook.url, quiet=quiet)
            server.begin()
            server.play(2, 1)
            await server.pass_()
            await address_book.set_quiet_hours(BO, QuietHours("21:00", "06:00", "UTC"))
            await server.pass_(0)
            assert hook.got == []
            await address_book.set_quiet_hours(BO, None)
            hook.answer(503)
            await server.pass_(0)
            assert len(hook.got) == 1
            await address_book.set_quiet_hours(BO, quiet)
            await address_book.set_quiet_hours(BO, None)
            await server.pass_(int(RETRY_DELAYS_MS[0]) - 1)
            assert len(hook.got) == 1
            await server.pass_(1)
            assert len(hook.got) == 2
            await address_book.set_quiet_hours(BO, quiet)
            server.play(4, 1)
            await server.pass_()
            assert len(hook.got) == 2
            wish = NewAddress("en", webhook=hook.url)  # the same again, without quiet hours
            await address_book.add(BO, wish, "http://localhost:8555")
            await server.pass_(0)
            assert len(hook.got) == 3

    run(story())


def test_quiet_hours_that_change_during_a_check(url: str, hook: Receiver) -> None:
    """Notices that the old quiet hours delayed are checked again."""

    async def story() -> None:
        async with desk(url) as server:
            quiet = QuietHours("22:00", "07:00", "UTC")
            await server.named(BO, webhook=hook.url, quiet=quiet)
            server.begin()
            server.play(2, 1)
            server.now += SEND_DELAY_MS
            (seen,) = server.notices.due(server.now, 9)
            await server.notifier.address_book.set_quiet_hours(BO, None)
            server.notices.delay_until_quiet_ends(seen, server.now + HOUR)
            await server.pass_(0)
            assert len(hook.got) == 1

    run(story())


def test_two_servers_send_a_notice_once(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as server, desk(url) as other:
            await server.named(BO, webhook=hook.url)
            server.begin()
            server.play(2, 1)
            server.now = other.now = server.now + SEND_DELAY_MS
            (seen,) = server.notices.due(server.now, 9)
            (too,) = other.notices.due(other.now, 9)
            assert server.notices.claim(seen, server.now + LEASE_MS) is not None
            assert other.notices.claim(too, other.now + LEASE_MS) is None
            await other.pass_(0)
            assert hook.got == []
            await other.pass_(LEASE_MS)
            assert len(hook.got) == 1

    run(story())


def test_old_notices_are_deleted(url: str, hook: Receiver) -> None:
    async def story() -> None:
        how = settings(smtp="smtp://127.0.0.1:9", sender="t@example.org")
        async with desk(url, how) as server:
            kept = await server.named(BO, webhook=hook.url)
            ended = await server.named(ANA, mail="ana@example.org")
            asked = await server.name(ANA, webhook=hook.url + "/two")
            server.begin()
            server.play(2, 1)
            await server.pass_()
            server.notices.forget(ANA, server.now)
            server.tidy(server.now + HOUR)
            assert server.states() == ["sent"]
            assert server.notices.address(ended.id) is not None  # it is not asked again so soon
            server.tidy(server.now + RETENTION_MS + HOUR)
            assert server.states() == []
            assert server.notices.address(ended.id) is None
            assert server.notices.address(asked.id) is None
            assert server.notices.addresses(BO) == [replace(kept, confirmed=True)]

    run(story())


SENDING = """
import asyncio, sys
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.features.notifications.notifier import Notifier
from redcathedral.server.features.notifications.settings import read_settings
from redcathedral.server.sql.store import SqlStore

async def send(url, now):
    settings = read_settings("https://cathedral.example", None, None, ["127.0.0.0/8"])
    thread = StoreThread(SqlStore(url))
    async def is_played(*_: object) -> bool:
        return False

    notifier = Notifier(thread, is_played, settings, clock=lambda: now)
    await notifier.outbox.send_due()

asyncio.run(send(sys.argv[1], int(sys.argv[2])))
"""


def killed(command: list[str]) -> subprocess.Popen[bytes]:
    """Send notices in a program that will be killed."""
    return subprocess.Popen(command)


def test_a_server_that_is_killed_while_it_sends(file: str, hook: Receiver) -> None:
    """The message is sent again with the same id, so that receivers can ignore it."""

    async def story() -> None:
        async with desk(file) as client:
            await client.named(BO, webhook=hook.url)
            client.begin()
            client.play(2, 1)
            client.now += SEND_DELAY_MS
            command = [sys.executable, "-c", SENDING, file, str(client.now)]
            server = killed(command)

            def kill(_: Request) -> Reply:
                os.kill(server.pid, signal.SIGKILL)
                server.wait()
                return 200, b""

            hook.reply = kill
            assert server.wait(60) == -signal.SIGKILL
            hook.answer()
            assert client.states() == ["sending"]
            await client.pass_(LEASE_MS - 1)
            assert len(hook.got) == 1
            await client.pass_(1)
            await client.pass_(HOUR)
            assert len(hook.got) == 2
            assert len(set(hook.ids)) == 1
            assert client.states() == ["sent"]

    run(story())
