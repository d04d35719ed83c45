"""Whole games over the socket: one in every run, three more slow, the other modes long."""

from __future__ import annotations

import random

import pytest

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
        (2, "basic"),
        *(
            pytest.param(players, side, marks=pytest.mark.slow)
            for players, side in ((1, "advanced"), (3, "advanced"), (4, "basic"))
        ),
        *(
            pytest.param(players, side, marks=pytest.mark.long)
            for players, side in ((1, "basic"), (2, "advanced"), (3, "basic"), (4, "advanced"))
        ),
    ],
)
def test_a_whole_game(server: Client, players: int, side: str) -> None:
    table = server.new(wish(players, side))
    page = server.sit(table)
    log: list[Json] = []

    def check(now: Json) -> None:
        assert now["due"]["yours"]
        assert now["prompt"]
        assert_a_tree([path for legal in now["legal"] for path in (legal["on"], *legal["also"])])
        assert all(legal["label"] for legal in now["legal"])
        assert len(now["seats"]) == max(players, 2)
        del log[now["log_from"] :]
        log.extend(now["log"])
        if now["number"] % 50 == 0:
            is_drawn(server, now)
        assert [entry["index"] for entry in log] == list(range(len(log)))

    last = play_out(page, random.Random(players), check)
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
    told = [f"total={score['total']}" for score in last["over"]["scores"]]
    assert [line.split()[5] for line in scores] == told


def is_drawn(server: Client, table: Json) -> None:
    """The list of games has the storeys as they are on the table."""
    (listed,) = server.games()
    told = ("card", "owner", "done")
    assert listed["towers"] == [
        [{name: site[name] for name in told} for site in tower]
        for tower in table["position"]["towers"]
    ]
    assert (listed["totals"], listed["winners"]) == ([], [])


def assert_a_tree(paths: list[list[str]]) -> None:
    """No path is told twice, and none is the start of another."""
    starts = {tuple(path[:length]) for path in paths for length in range(1, len(path))}
    whole = [tuple(path) for path in paths]
    assert len(set(whole)) == len(whole)
    assert not starts & set(whole)
