"""An idle page notices a dead connection whose socket stays open."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import WebSocket

from tests.e2e.conftest import Arrive
from tests.e2e.dark_proxy import dark_proxy
from tests.server.harness import Client, Json, serving

SEATS: Json = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Boris"}]}
# Milliseconds of the page's own clock.
SILENCE = 45_000
CHECK = 5_000
WAIT = 1_000
SIGNS = (
    "document.dispatchEvent(new Event('visibilitychange'))",
    "dispatchEvent(new Event('pageshow'))",
    "dispatchEvent(new Event('online'))",
)


@pytest.mark.slow
def test_a_page_that_waits_notices_a_dead_connection(tmp_path: Path, arrive: Arrive) -> None:
    with (
        serving(tmp_path) as server,
        dark_proxy(server.url) as proxy,
        closing(Client(proxy.url)) as far,
    ):
        table = server.create_table(SEATS)
        ana = server.open_page(table, seat="red")
        boris = arrive(far, fresh=True)
        clock = boris.tab.clock
        clock.install()
        boris.open_table(table, ["blue"])

        proxy.darken()
        ana.play("die white +0")
        clock.fast_forward(SILENCE)  # as a machine that sleeps
        clock.fast_forward(CHECK)
        clock.fast_forward(WAIT)
        boris.until(1)

        for sign, change in zip(SIGNS, ("undo", "redo", "undo"), strict=True):
            proxy.darken()
            ana.send_command(change)
            number = ana.next_table()["number"]
            boris.tab.evaluate(sign)
            clock.fast_forward(CHECK)
            clock.fast_forward(WAIT)
            boris.until(number)


@pytest.mark.slow
def test_heartbeats_keep_a_quiet_connection(tmp_path: Path, arrive: Arrive) -> None:
    with serving(tmp_path, heartbeat=0.1) as server:
        boris = arrive(server, fresh=True)
        sockets: list[WebSocket] = []

        def note(socket: WebSocket) -> None:  # Playwright takes no method of a list
            sockets.append(socket)

        boris.tab.on("websocket", note)
        boris.tab.clock.install()
        boris.open_table(server.create_table(SEATS), ["blue"])
        for _ in range(5):
            boris.tab.clock.fast_forward(SILENCE - 2 * CHECK - WAIT)
            sockets[0].wait_for_event("framereceived", lambda text: "heartbeat" in text)
        assert len(sockets) == 1
        assert not sockets[0].is_closed()
