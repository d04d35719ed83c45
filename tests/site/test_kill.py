"""Chromium is killed in the middle of games: nothing that the page showed as saved is lost."""

from __future__ import annotations

import os
import random
import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Error

from tests.e2e.browser import FLAGS, find_chromium
from tests.e2e.tab_pool import PATIENCE
from tests.site.hosting import Host
from tests.site.visitor import LISTEN, Visitor

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]

SECONDS: Final = 30.0  # until a killed process has ended
MAX_DECISIONS: Final = 12  # between two kills
# Plays random decisions without a pause, as fast as the server stores them.
PLAY: Final = """(table) => {
  const socket = site.openUnheard(`api/tables/${table}/live?lang=en`);
  socket.onmessage = ({ data }) => {
    const { type, legal, number } = JSON.parse(data);
    if (type !== 'table' || !legal.length) return;
    const decision = legal[Math.floor(Math.random() * legal.length)].id;
    socket.send(JSON.stringify({ type: 'play', number, decision }));
  };
}"""

REACHED: Final = """(number) => {
  const { dataset } = document.querySelector('[data-testid="table"]');
  return !dataset.due || Number(dataset.number) >= number;  // over, or far enough
}"""


def kill(folder: Path) -> None:
    """Kill the Chromium with this folder, and all its processes."""
    lock = (folder / "SingletonLock").readlink()  # its computer and its process
    number = int(lock.name.rpartition("-")[2])
    assert os.getpgid(number) == number  # the group has no other processes
    ended = os.pidfd_open(number)
    os.killpg(number, signal.SIGKILL)
    assert select.select([ended], [], [], SECONDS)[0]
    os.close(ended)


@contextmanager
def chromium(browser: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A window of another Chromium, which keeps its data in a folder."""
    context = browser.browser_type.launch_persistent_context(
        folder, executable_path=find_chromium(), args=FLAGS
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(LISTEN)
    try:
        yield context
    finally:
        try:
            context.close()
        except Error:
            """It was killed."""


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_saved_decisions_survive_kills(
    kills: int, browser: Browser, host: Host, tmp_path: Path
) -> None:
    chance = random.Random(kills)
    table, record, shown = "", "", 0
    for _ in range(kills + 1):
        with chromium(browser, tmp_path) as context:
            visitor = Visitor(context.pages[0], host.url)
            if table:
                visitor.open_table(table)
                assert visitor.number >= shown
                before, record = record, visitor.record()
                assert record.startswith(before)
            if not table or not visitor.screen.get_attribute("data-due"):  # the game is over
                visitor.begin_game()
                table, record = visitor.table_id, ""
            visitor.tab.evaluate(PLAY, table)
            number = visitor.number + chance.randint(1, MAX_DECISIONS)
            visitor.tab.wait_for_function(REACHED, arg=number)
            shown = visitor.number
            kill(tmp_path)
            assert visitor.wrong == []
