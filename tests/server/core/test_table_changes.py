"""The changes of a table make the version that a page has equal to the next one."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field

from tests.server.harness import RED_AND_BLUE, Client, Json, Page
from tests.server.table_changes import after_changes

DECISIONS = 120
CLOCK = {"kind": "turn", "time": 300}


@dataclass
class Pair:
    """Two pages with the same seats: one receives whole tables, the other one changes."""

    whole: Page
    changed: Page
    table: Json = field(default_factory=dict)
    log: list[Json] = field(default_factory=list)
    whole_log: list[Json] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def receive(self, number: int) -> None:
        """Receive a version at both pages, which must have the same table and the same log."""
        while self.whole.now.get("number", -1) < number:
            self.whole_log = _joined(self.whole_log, self.whole.next_table())
        while self.table.get("number", -1) < number:
            message = self.changed.receive()
            if self.table:
                assert message["type"] == "changes"
                self.sizes.append(len(str(message)))
                message = after_changes(self.table, message)
            self.table = message
            self.log = _joined(self.log, message)
        assert _timeless(self.table) == _timeless(self.whole.now)
        assert self.log == self.whole_log


def _joined(log: list[Json], table: Json) -> list[Json]:
    return [*log[: table["log_from"]], *table["log"]]


def _timeless(table: Json) -> Json:
    """Return a table without the log and the time that is left, which depend on the moment."""
    table = copy.deepcopy(table) | {"log": [], "log_from": 0}
    table["play_state"]["clock"].pop("left")
    return table


def test_pages_that_take_changes_have_the_same_table(server: Client) -> None:
    """Two players and a spectator, with decisions, undo, agreement and a stale command."""
    table = server.create_table({**RED_AND_BLUE, "clock": CLOCK})
    pairs = {
        seat: Pair(
            server.connect(table, seat=seat), server.connect(table, seat=seat, changes="true")
        )
        for seat in ("red", "blue", "-")
    }
    chance = random.Random(7)
    pairs["-"].receive(0)
    for pair in pairs.values():
        pair.receive(pairs["-"].table["number"])  # the clock has started
    for count in range(DECISIONS):
        now = pairs["red"].whole.now
        if now["over"]:
            break
        mover = pairs[now["due"]["seat"]].whole
        if count == 20:
            mover.connection.send('{"type":"play","number":0,"decision":0}')
            assert mover.receive()["code"] == "stale"
            mover.next_table()
        if count % 30 == 10:
            mover.send_command("agree", agreed=True)  # the next decision withdraws it
        elif mover.now["can"]["undo"] and chance.random() < 0.2:
            mover.send_command("undo")
        else:
            ways = [way for way in mover.now["legal"] if not way["text"].startswith("prestige")]
            mover.send_command("play", decision=chance.choice(ways)["id"])
        for pair in pairs.values():
            pair.receive(now["number"] + 1)
    watching = pairs["-"]
    assert sum(watching.sizes) / len(watching.sizes) < len(str(watching.whole.now)) / 3


def test_after_a_reconnection_the_first_table_is_whole(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.connect(table, changes="true")
    first = page.next_table()
    page.close()
    again = server.connect(table, changes="true", since=first["number"])
    assert again.next_table()["number"] == first["number"]
