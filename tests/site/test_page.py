"""The site in Chromium: everything that one device can do, without a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from redcathedral.box.share_code import share_code
from tests.e2e.box_inputs import invented
from tests.e2e.person import NARROW, random_policy
from tests.e2e.test_axe import is_good
from tests.server.harness import RED_AND_BLUE
from tests.site.conftest import Visit
from tests.site.hosting import SITE, Host
from tests.site.visitor import Visitor

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]

MAX_FIRST_VISIT: Final = 8_500_000  # bytes, from a host that compresses nothing
NO_QUOTA: Final = 1  # byte
NO_WEBASSEMBLY: Final = b"delete globalThis.WebAssembly;\n"
NO_DATABASE: Final = b"""Object.defineProperty(globalThis, 'indexedDB', {
  get: () => { throw new DOMException('refused by the test', 'SecurityError'); },
});
"""


def play(visitor: Visitor, decisions: int) -> None:
    visitor.play_out(random_policy(3), most=decisions)


def quota(visitor: Visitor, size: int | None) -> None:
    """Limit what the browser stores for the site."""
    session = visitor.context.new_cdp_session(visitor.tab)
    origin = visitor.server.url.rpartition("/games")[0]
    limit = {} if size is None else {"quotaSize": size}
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **limit})


def test_first_visit_is_small_and_plays_offline(visit: Visit, host: Host) -> None:
    visitor = visit()
    visitor.begin_first_game()
    play(visitor, 6)
    visitor.until_kept()
    assert host.sent_bytes <= MAX_FIRST_VISIT

    table = visitor.table_id
    number = visitor.now()["number"]
    visitor.context.set_offline(True)
    visitor.open_table(table)
    assert visitor.now()["number"] == number  # no decision is lost
    play(visitor, 4)


@pytest.mark.slow
def test_turns_on_a_phone(visit: Visit) -> None:
    visitor = visit(size=NARROW, touch=True)
    visitor.begin_first_game()
    play(visitor, 12)


def test_second_tab_takes_the_games_over(visit: Visit) -> None:
    first = visit()
    first.begin_game()
    number = first.now()["number"]
    second = visit(tab=first.context.new_page())
    second.start()
    expect(second.tab.locator("[data-notice]")).to_have_attribute("data-notice", "elsewhere")
    second.tab.locator('[data-do="site"]').click()
    second.until_ready()
    expect(first.tab.locator("[data-notice]")).to_have_attribute("data-notice", "elsewhere")
    second.show_table(first.table_id)
    assert second.now()["number"] == number
    play(second, 2)


def test_full_storage_is_said_and_nothing_is_lost(visit: Visit) -> None:
    visitor = visit()
    visitor.expected.append("Quota")
    quota(visitor, NO_QUOTA)
    visitor.begin_game()
    expect(visitor.tab.locator("[data-notice]")).to_have_attribute("data-notice", "unsaved")
    play(visitor, 2)
    quota(visitor, None)
    play(visitor, 2)
    expect(visitor.tab.locator('[data-notice="unsaved"]')).to_have_count(0)
    check_saved(visitor)


def test_game_continues_where_nothing_can_be_stored(visit: Visit, host: Host) -> None:
    name = "site/serverWorker.js"
    host.replaced[name] = NO_DATABASE + (SITE / name).read_bytes()
    visitor = visit()
    visitor.expected.append("refused by the test")
    visitor.begin_game()
    expect(visitor.tab.locator("[data-notice]")).to_have_attribute("data-notice", "unsaved")
    play(visitor, 2)


@pytest.mark.slow
def test_game_is_stored_again_after_the_data_were_deleted(visit: Visit) -> None:
    visitor = visit()
    visitor.begin_game()
    play(visitor, 2)
    session = visitor.context.new_cdp_session(visitor.tab)
    wish = {"origin": visitor.server.url.rpartition("/games")[0], "storageTypes": "indexeddb"}
    session.send("Storage.clearDataForOrigin", wish)
    play(visitor, 2)
    check_saved(visitor)


def check_saved(visitor: Visitor) -> None:
    record, table = visitor.record(), visitor.table_id
    visitor.open_table(table)
    assert visitor.record() == record


def test_new_version_waits_for_the_reader(visit: Visit, host: Host) -> None:
    visitor = visit()
    visitor.begin_game()
    play(visitor, 2)
    number = visitor.now()["number"]
    visitor.tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.tab.reload()
    script = (SITE / "sw.js").read_text()
    host.replaced["sw.js"] = re.sub(r"VERSION = '\w+|VERSION = \"\w+", r"\g<0>0", script).encode()
    visitor.tab.evaluate("navigator.serviceWorker.ready.then((r) => r.update()).then(() => null)")
    expect(visitor.tab.locator("[data-notice]")).to_have_attribute("data-notice", "update")
    assert visitor.now()["number"] == number  # the game continues
    play(visitor, 2)
    number = visitor.now()["number"]
    with visitor.tab.expect_navigation():
        visitor.tab.locator('[data-do="site"]').click()
    visitor.tables.clear()
    visitor.screen.wait_for()
    assert visitor.now()["number"] == number


def test_missing_file_is_said(visit: Visit, host: Host) -> None:
    visitor = visit()
    visitor.expected += ["404", "game.zip"]
    host.missing.add("python/game.zip.xz")
    visitor.start()
    expect(visitor.tab.locator("[data-notice]")).to_have_attribute("data-notice", "failed")
    host.missing.clear()
    with visitor.tab.expect_navigation():
        visitor.tab.locator('[data-do="site"]').click()
    visitor.until_ready()
    assert visitor.wrong
    visitor.wrong.clear()  # the error of the worker


def test_game_is_sent_by_link(visit: Visit) -> None:
    sender, friend = visit(), visit()
    sender.begin_game()
    play(sender, 6)
    link = send(sender)
    assert len(link) < 2000
    open_link(friend, link)
    assert friend.record() == sender.record()

    play(friend, 3)
    answer = send(friend)
    open_link(sender, answer)
    assert sender.record() == friend.record()
    sender.tab.goto(f"{sender.server.url}/#")
    expect(sender.tab.locator("[data-game]")).to_have_count(1)  # the older record is replaced
    open_link(sender, link)  # an old link does not take the game back
    assert sender.record() == friend.record()


@pytest.mark.slow
def test_a_game_with_an_own_box_is_sent_by_link(visit: Visit) -> None:
    sender, friend = visit(), visit()
    sender.start()
    code = share_code(invented()[1])
    sender.show_table(sender.server.create_table({**RED_AND_BLUE, "edition": code}))
    play(sender, 2)
    link = send(sender)
    assert len(link) < 5000
    open_link(friend, link)
    assert "box-" in friend.record()
    assert friend.record() == sender.record()
    open_link(friend, send(sender))  # the edition is there already
    assert friend.record() == sender.record()


def send(visitor: Visitor) -> str:
    visitor.tab.locator('[data-do="menu"]').click()
    visitor.tab.locator('[data-do="send"]').click()
    link = visitor.tab.locator('[data-field="copied"]').input_value()
    visitor.tab.keyboard.press("Escape")
    return link


def open_link(visitor: Visitor, link: str) -> None:
    visitor.tables.clear()
    visitor.tab.goto(link)
    visitor.tab.locator('[data-do="open"]').click()
    visitor.screen.wait_for()


@pytest.mark.slow
def test_a_broken_link_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.begin_game()
    link = send(visitor)
    code = link.rpartition("/")[2]
    for broken in (code[:-40], code[::-1], f"{code}!"):
        visitor.tab.goto(link.replace(code, broken))
        visitor.tab.locator('[data-do="open"]').click()
        alert = visitor.tab.get_by_role("alert")
        alert.get_by_text(visitor.text("problem.bad-link"), exact=True).wait_for()
        assert visitor.tab.locator('[data-do="open"]').count() == 0
        is_good(visitor, "a broken link")
        visitor.tab.locator('[data-do="home"]').click()
        visitor.tab.locator("[data-game]").wait_for()  # the game before it is still there


def test_all_games_are_saved_and_restored(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.begin_game()
    play(visitor, 3)
    table, number = visitor.table_id, visitor.now()["number"]
    visitor.tab.goto(f"{visitor.server.url}/#")
    visitor.tab.locator('[data-do="mine"]').click()
    with visitor.tab.expect_download() as download:
        visitor.tab.locator('[data-do="save-all"]').click()
    saved = tmp_path / "games.json"
    download.value.save_as(saved)

    other = visit()
    other.start()
    other.tab.locator('[data-do="mine"]').click()
    damaged = tmp_path / "damaged.json"
    games = json.loads(saved.read_text())
    games["documents"][0][2] = "{}"
    damaged.write_text(json.dumps(games))
    other.tab.locator('[data-field="restore"]').set_input_files(damaged)
    other.tab.get_by_text(other.text("problem.bad-record.fix")).wait_for()
    with other.tab.expect_navigation():
        other.tab.locator('[data-field="restore"]').set_input_files(saved)
    other.show_table(table)
    assert other.now()["number"] == number


def test_other_browsers_show_the_way_out(visit: Visit, host: Host) -> None:
    name = "site/serverWorker.js"
    host.replaced[name] = NO_WEBASSEMBLY + (SITE / name).read_bytes()
    visitor = visit()
    visitor.tab.add_init_script(NO_WEBASSEMBLY.decode())
    visitor.expected.append("WebAssembly")
    visitor.start()  # what needs no server is there
    expect(visitor.tab.locator("[data-notice]")).to_have_attribute("data-notice", "failed")
    assert visitor.tab.get_by_text(visitor.text("web.site.old")).is_visible()
    visitor.tab.goto((SITE / "index.html").as_uri())
    visitor.tab.get_by_text(visitor.text("web.site.file")).wait_for()
    visitor.wrong.clear()  # browsers report what they refuse
