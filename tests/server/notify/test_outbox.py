"""Messages: one a turn, when nobody is there, tried again, sent once, never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

from redcathedral.server.notify.outbox import AGAIN, LEASE, PAUSES
from redcathedral.server.store.notices import DAY, KEPT
from redcathedral.server.store.telling import PAUSE
from redcathedral.server.wire.notify import NewAddress, QuietHours
from tests.server.house import START
from tests.server.loop import run
from tests.server.notify.desk import ANA, BO, HOUR, NOON, desk, settings
from tests.server.notify.receivers import Receiver, Reply, Request


def test_one_message_a_turn(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            house.play(2, 1, again=True)
            await house.pass_(PAUSE - 1)
            assert hook.got == []
            await house.pass_(1)
            await house.pass_(HOUR)
            (request,) = hook.got
            assert request.json["title"] == "It is your turn"
            assert request.json["body"] == "Bo: it is your turn. At the table: Ana and Bo."
            assert request.json["url"] == "https://cathedral.example/#/table/g1"
            assert request.json["table"] == "g1"
            assert request.json["id"] == request.headers["idempotency-key"]
            house.play(3, 0)  # of somebody who has named no address
            house.play(4, 1)
            await house.pass_()
            assert len(set(hook.ids)) == 2

    run(story())


def test_a_message_calls_nobody_like_another(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin(names=("bo", "Bo"))
            house.play(2, 1)
            await house.pass_()
            (request,) = hook.got
            wanted = "Bo (Blue): it is your turn. At the table: bo (Red) and Bo (Blue)."
            assert request.json["body"] == wanted

    run(story())


def test_a_turn_that_is_taken_back_and_comes_again_is_told_once(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            await house.pass_()
            house.play(1, 0)
            house.play(2, 1)
            await house.pass_()
            assert len(hook.got) == 1

    run(story())


def test_what_is_not_true_any_more_is_not_told(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            house.play(1, 0)
            await house.pass_()
            assert (hook.got, house.states()) == ([], [])
            house.play(2, 1)  # and now it is true again
            await house.pass_()
            assert len(hook.got) == 1
            house.play(4, 1)
            house.store.remove("g1")
            await house.pass_()
            assert len(hook.got) == 1

    run(story())


def test_a_seat_for_which_a_bot_plays_is_not_told_of_its_turn(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            away = START.picture.replace('"stand_ins":[]', '"stand_ins":["blue"]')
            house.play(2, 1, again=True, picture=away)
            await house.pass_()
            assert (hook.got, house.states()) == ([], [])

    run(story())


def test_who_plays_at_an_open_page_is_told_when_it_is_closed(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            house.open = {("g1", 1), ("g1", 0)}
            await house.pass_()
            await house.pass_(AGAIN)
            assert (hook.got, house.states()) == ([], ["due"])
            house.open = {("g1", 0)}
            await house.pass_(AGAIN)
            assert len(hook.got) == 1
            house.play(4, 1)
            house.open = {("g1", 1)}
            await house.pass_()
            house.play(5, 0)  # played at the page
            house.open = set()
            await house.pass_(AGAIN)
            assert len(hook.got) == 1

    run(story())


def test_who_plays_alone_is_not_waited_for(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            with house.store.transaction() as connection:
                connection.exec_driver_sql(
                    f"insert into holder (game, seat, device) values ('g1', 0, '{BO}')"
                )
            house.play(2, 1)
            await house.pass_()
            assert hook.got == []

    run(story())


def test_the_end_is_told_once(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            await house.named(ANA, webhook=hook.url + "/ana")
            house.begin()
            house.open = {("g1", 0)}
            house.end()
            await house.pass_()
            house.open = set()
            await house.pass_(HOUR)
            (request,) = hook.got
            assert (request.json["type"], request.path) == ("over", "/hook")

    run(story())


def test_it_is_tried_again_with_growing_pauses(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            hook.answer(503, 404)
            house.play(2, 1)
            await house.pass_()
            await house.pass_(int(PAUSES[0]) - 1)
            assert len(hook.got) == 1
            await house.pass_(1)
            await house.pass_(int(PAUSES[1]))
            await house.pass_(DAY)
            assert len(hook.got) == 3
            assert len(set(hook.ids)) == 1
            assert house.states() == ["sent"]

    run(story())


def test_it_is_given_up_after_a_day(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            hook.reply = lambda _: None
            house.play(2, 1)
            await house.pass_()
            for pause in PAUSES:
                await house.pass_(int(pause))
            assert house.states() == ["given-up"]
            assert 23 * HOUR < house.now - NOON < 24 * HOUR
            await house.pass_(DAY)
            assert len(hook.got) == len(PAUSES) + 1

    run(story())


def test_one_address_that_fails_does_not_hold_up_another(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            await house.named(BO, webhook=hook.url)
            await house.named(BO, webhook=hook.url + "/two")
            house.begin()
            hook.reply = lambda request: (500 if request.path == "/hook" else 200, b"")
            house.play(2, 1)
            await house.pass_()
            assert house.states() == ["due", "sent"]

    run(story())


def test_quiet_hours_put_it_off(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house:
            quiet = QuietHours("22:00", "07:00", "UTC")  # it is 22:13
            await house.named(BO, webhook=hook.url, quiet=quiet)
            house.begin()
            house.play(2, 1)
            await house.pass_()
            await house.pass_(8 * HOUR)
            assert hook.got == []
            await house.pass_(HOUR)
            assert len(hook.got) == 1

    run(story())


def test_what_waits_for_the_end_of_quiet_hours_is_told_when_they_are_changed(
    url: str, hook: Receiver
) -> None:
    """But what the other side has refused is not told sooner by that."""

    async def story() -> None:
        async with desk(url) as house:
            register = house.notifier.register
            quiet = QuietHours("22:00", "07:00", "UTC")  # it is 22:13
            await house.named(BO, webhook=hook.url, quiet=quiet)
            house.begin()
            house.play(2, 1)
            await house.pass_()
            await register.be_quiet(BO, QuietHours("21:00", "06:00", "UTC"))
            await house.pass_(0)
            assert hook.got == []
            await register.be_quiet(BO, None)
            hook.answer(503)
            await house.pass_(0)
            assert len(hook.got) == 1
            await register.be_quiet(BO, quiet)
            await register.be_quiet(BO, None)
            await house.pass_(int(PAUSES[0]) - 1)
            assert len(hook.got) == 1
            await house.pass_(1)
            assert len(hook.got) == 2
            await register.be_quiet(BO, quiet)
            house.play(4, 1)
            await house.pass_()
            assert len(hook.got) == 2
            wish = NewAddress("en", webhook=hook.url)  # the same again, without quiet hours
            await register.add(BO, wish, "http://localhost:8555")
            await house.pass_(0)
            assert len(hook.got) == 3

    run(story())


def test_quiet_hours_that_are_changed_meanwhile(url: str, hook: Receiver) -> None:
    """What is put off by the old ones is looked at again."""

    async def story() -> None:
        async with desk(url) as house:
            quiet = QuietHours("22:00", "07:00", "UTC")
            await house.named(BO, webhook=hook.url, quiet=quiet)
            house.begin()
            house.play(2, 1)
            house.now += PAUSE
            (seen,) = house.notices.due(house.now, 9)
            await house.notifier.register.be_quiet(BO, None)
            house.notices.rest(seen, house.now + HOUR)
            await house.pass_(0)
            assert len(hook.got) == 1

    run(story())


def test_two_servers_of_one_database_tell_it_once(url: str, hook: Receiver) -> None:
    async def story() -> None:
        async with desk(url) as house, desk(url) as other:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            house.now = other.now = house.now + PAUSE
            (seen,) = house.notices.due(house.now, 9)
            (too,) = other.notices.due(other.now, 9)
            assert house.notices.claim(seen, house.now + LEASE) is not None
            assert other.notices.claim(too, other.now + LEASE) is None
            await other.pass_(0)
            assert hook.got == []
            await other.pass_(LEASE)
            assert len(hook.got) == 1

    run(story())


def test_what_nobody_has_to_know_is_forgotten(url: str, hook: Receiver) -> None:
    async def story() -> None:
        how = settings(smtp="smtp://127.0.0.1:9", sender="t@example.org")
        async with desk(url, how) as house:
            kept = await house.named(BO, webhook=hook.url)
            ended = await house.named(ANA, mail="ana@example.org")
            asked = await house.name(ANA, webhook=hook.url + "/two")
            house.begin()
            house.play(2, 1)
            await house.pass_()
            house.notices.forget(ANA, house.now)
            house.tidy(house.now + HOUR)
            assert house.states() == ["sent"]
            assert house.notices.address(ended.id) is not None  # it is not asked again so soon
            house.tidy(house.now + KEPT + HOUR)
            assert house.states() == []
            assert house.notices.address(ended.id) is None
            assert house.notices.address(asked.id) is None
            assert house.notices.addresses(BO) == [replace(kept, confirmed=True)]

    run(story())


SENDING = """
import asyncio, sys
from redcathedral.server.host.store_thread import StoreThread
from redcathedral.server.notify.notifier import Notifier
from redcathedral.server.notify.settings import read_settings
from redcathedral.server.store.store import Store

async def send(url, now):
    settings = read_settings("https://cathedral.example", None, None, ["127.0.0.0/8"])
    thread = StoreThread(Store(url))
    notifier = Notifier(thread, lambda *_: False, settings, clock=lambda: now)
    await notifier.outbox.once()

asyncio.run(send(sys.argv[1], int(sys.argv[2])))
"""


def killed(command: list[str]) -> subprocess.Popen[bytes]:
    """A program that will be killed."""
    return subprocess.Popen(command)


def test_a_server_that_is_killed_while_it_sends(file: str, hook: Receiver) -> None:
    """It is sent again, under the same id: who keeps ids has it once."""

    async def story() -> None:
        async with desk(file) as house:
            await house.named(BO, webhook=hook.url)
            house.begin()
            house.play(2, 1)
            house.now += PAUSE
            command = [sys.executable, "-c", SENDING, file, str(house.now)]
            server = killed(command)

            def kill(_: Request) -> Reply:
                os.kill(server.pid, signal.SIGKILL)
                server.wait()
                return 200, b""

            hook.reply = kill
            assert server.wait(60) == -signal.SIGKILL
            hook.answer()
            assert house.states() == ["sending"]
            await house.pass_(LEASE - 1)
            assert len(hook.got) == 1
            await house.pass_(1)
            await house.pass_(HOUR)
            assert len(hook.got) == 2
            assert len(set(hook.ids)) == 1
            assert house.states() == ["sent"]

    run(story())
