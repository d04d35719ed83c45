"""Whole games over the socket; the marks slow and long select the modes of a test run."""

from __future__ import annotations

import random
from itertools import product

import pytest

from redcathedral.box.options import SIDES
from redcathedral.record.replay import replay
from tests.server.harness import Client, Json, play_out

COLOURS = ("green", "red", "yellow", "blue")


def wish(players: int, side: str) -> Json:
    if players == 1:
        seats = [{"colour": "red"}, {"colour": "blue", "kind": "ivan"}]
    else:
        seats = [{"colour": colour} for colour in COLOURS[:players]]
    return {"seats": seats, "options": {"workshop_side": side}}


@pytest.mark.parametrize(
    ("players", "side"),
    [
        pytest.param(*mode, marks=[] if mode == (1, "advanced") else pytest.mark.long)
        for mode in product((1, 2, 3, 4), SIDES)
    ],
)
def test_whole_game_over_the_socket(server: Client, players: int, side: str) -> None:
    table = server.create_table(wish(players, side))
    page = server.open_page(table)
    log: list[Json] = []

    def check_table(now: Json) -> None:
        assert now["due"]["yours"]
        assert now["prompt"]
        assert_prefix_free(
            [path for legal in now["legal"] for path in (legal["on"], *legal["also"])]
        )
        assert all(legal["label"] for legal in now["legal"])
        assert len(now["seats"]) == max(players, 2)
        del log[now["log_from"] :]
        log.extend(now["log"])
        if now["number"] % 50 == 0:
            assert_list_shows_towers(server, now)
        assert [entry["index"] for entry in log] == list(range(len(log)))

    last = play_out(page, random.Random(players), check_table)
    assert last["over"]["reason"] == "finished"
    assert last["over"]["winners"]
    assert all(entry["text"] for entry in log)
    assert last["legal"] == []
    assert last["due"] is None

    (listed,) = server.games()
    assert listed["totals"] == [score["total"] for score in last["over"]["scores"]]
    assert listed["winners"] == last["over"]["winners"]
    assert listed["options"]["workshop_side"] == side
    assert not listed["was_loaded"]
    record = server.http.get(f"/api/tables/{table}/record").text
    report = replay(record)
    assert not report.problems
    assert report.is_complete
    scores = [line for line in record.splitlines() if line.startswith("score ")]
    totals = [f"total={score['total']}" for score in last["over"]["scores"]]
    assert [line.split()[5] for line in scores] == totals


def assert_list_shows_towers(server: Client, table: Json) -> None:
    """Check that the list of games shows the storeys of the table."""
    (listed,) = server.games()
    fields = ("card", "owner", "done")
    assert listed["towers"] == [
        [{name: site[name] for name in fields} for site in tower]
        for tower in table["position"]["towers"]
    ]
    assert (listed["totals"], listed["winners"]) == ([], [])


def assert_prefix_free(paths: list[list[str]]) -> None:
    """Check that no path occurs twice, and that no path is the start of another."""
    starts = {tuple(path[:length]) for path in paths for length in range(1, len(path))}
    complete = [tuple(path) for path in paths]
    assert len(set(complete)) == len(complete)
    assert not starts & set(complete)
