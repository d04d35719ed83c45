"""The changes of a table make the version that a page has equal to the next one."""

from __future__ import annotations

import random

from tests.server.harness import RED_AND_BLUE, Client, Json
from tests.server.table_changes import after_changes

DECISIONS = 120


def test_a_page_that_takes_changes_has_the_same_table(server: Client) -> None:
    """With decisions, undo, and another page that receives whole tables."""
    table = server.create_table(RED_AND_BLUE)
    whole = server.open_page(table)
    page = server.connect(table, changes=True)
    mine = page.next_table()
    chance = random.Random(7)
    sizes = []
    for _ in range(DECISIONS):
        if whole.now["over"]:
            break
        if whole.now["can"]["undo"] and chance.random() < 0.2:
            whole.send_command("undo")
        else:
            ways = [way for way in whole.now["legal"] if not way["text"].startswith("prestige")]
            whole.send_command("play", decision=chance.choice(ways)["id"])
        number = whole.next_table()["number"]
        while mine["number"] < number:
            message = page.receive()
            assert message["type"] == "changes"
            mine = after_changes(mine, message)
            sizes.append(len(str(message)))
        assert _at_one_time(mine) == _at_one_time(whole.now)
    assert sum(sizes) / len(sizes) < len(str(whole.now)) / 2


def _at_one_time(table: Json) -> Json:
    """Return a table without what depends on when its message was made."""
    state = {key: value for key, value in table["play_state"].items() if key != "left"}
    return table | {"play_state": state, "log": [], "log_from": 0}


def test_after_a_reconnection_the_first_table_is_whole(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.connect(table, changes=True)
    first = page.next_table()
    page.close()
    again = server.connect(table, changes=True, since=first["number"])
    assert again.next_table()["number"] == first["number"]
