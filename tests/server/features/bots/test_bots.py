"""Bots at a table: which may sit down, and what becomes of the game when they fail."""

from __future__ import annotations

import os
import select
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.ai.bots.levels import LEVELS
from redcathedral.record import read
from redcathedral.server.core.overrides import BotLimits
from redcathedral.server.core.store.store import FILE
from redcathedral.server.features.bots.bot_pool import PROCESSES
from tests.server.harness import TIMEOUT_SECONDS, Client, Json, Page, ServerProcess, serving
from tests.server.run.test_serve import serve
from tests.server.scripted_bot import ScriptedBot


def against(bot: str) -> Json:
    return {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": bot}]}


def alone(bot: str) -> Json:
    return {"seats": [{"colour": c, "kind": "bot", "bot": bot} for c in ("red", "blue")]}


def is_yours(now: Json) -> bool:
    return bool(now["over"] or now["due"]["yours"])


def end_turn(page: Page) -> None:
    page.play("die white +0")
    page.play("end")


# --- who may sit down ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bot", ["planner:nodes=1099511627776", "master:ms=600000", "mcts", "random", "master:nodes=150"]
)
def test_a_visitor_chooses_levels_only(bot: str, tmp_path: Path) -> None:
    with serving(tmp_path, bots=()) as server:
        answer = server.http.post("/api/tables", json=against(bot))
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad-game"
        assert all(level in answer.json()["fix"] for level in LEVELS)
        assert server.http.get("/api/server").json()["bots"] == []
        server.new(against("apprentice"))


def test_the_host_may_name_others(tmp_path: Path) -> None:
    bots = ("planner:nodes=50", "planner:nodes=50", "master", "random")
    with serving(tmp_path, bots=bots) as server:
        assert server.http.get("/api/server").json()["bots"] == ["planner:nodes=50", "random"]
        page = server.sit(server.new(against("planner:nodes=50")))
        end_turn(page)
        assert is_yours(page.until(is_yours))
        answer = server.http.post("/api/tables", json=against("planner:nodes=51"))
        assert answer.status_code == 400


@pytest.mark.parametrize("bot", ["planner:nodes=0", "mcts", "a b"])
def test_a_bot_that_the_host_cannot_name(bot: str, tmp_path: Path) -> None:
    done = serve(tmp_path, "--port", "0", "--bot", bot)
    assert done.returncode == 2
    assert repr(bot) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_stored_game_goes_on_with_its_bot(tmp_path: Path) -> None:
    with serving(tmp_path, bots=("greedy",)) as server:
        table = server.new(against("greedy"))
    with serving(tmp_path, bots=()) as server:
        page = server.sit(table)
        assert page.now["seats"][1]["bot"] == "greedy"
        end_turn(page)
        assert is_yours(page.until(is_yours))


def test_another_bot_plays_for_one_that_is_gone(tmp_path: Path) -> None:
    """The game and its record keep the name of the bot that began it."""
    with serving(tmp_path, bots=("planner:nodes=50",)) as server:
        table = server.new(against("planner:nodes=50"))
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("update game set base = replace(base, 'bot:planner', 'bot:mcts')")
        connection.commit()
    with serving(tmp_path, bots=()) as server:
        page = server.sit(table)
        assert page.now["seats"][1]["bot"] == "mcts:nodes=50"
        end_turn(page)
        assert is_yours(page.until(is_yours))
        record = server.http.get(f"/api/tables/{table}/record").text
        assert "seat blue bot:mcts:nodes=50" in read(record).text()


# --- in processes of their own -------------------------------------------------------------------


@pytest.fixture
def scripted_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedBot]:
    bot = ScriptedBot(tmp_path / "package")
    bot.install(monkeypatch)
    yield bot
    bot.close()


@pytest.fixture
def stage(scripted_bot: ScriptedBot, tmp_path: Path) -> Iterator[Client]:
    """A server that may start the scripted bot."""
    assert scripted_bot.folder.exists()
    with serving(tmp_path / "data", bots=("scripted", "random")) as server:
        yield server


def test_a_killed_bot_is_asked_again(stage: Client, scripted_bot: ScriptedBot) -> None:
    page = stage.sit(stage.new(against("scripted")))
    end_turn(page)
    first = scripted_bot.wait_for_request()
    assert first != os.getpid()
    os.kill(first, signal.SIGKILL)
    second = scripted_bot.wait_for_request()
    assert second not in (first, os.getpid())
    scripted_bot.reply()
    assert page.table()["notice"] is None
    assert page.now["number"] == 3


@pytest.mark.slow
def test_a_hung_bot_is_ended_and_asked_again(scripted_bot: ScriptedBot, tmp_path: Path) -> None:
    with serving(
        tmp_path / "data", bots=("scripted", "random"), bot_limits=BotLimits(3.0)
    ) as server:
        page = server.sit(server.new(against("scripted")))
        end_turn(page)
        first = os.pidfd_open(scripted_bot.wait_for_request())
        other = server.sit(server.new(against("random")))  # while the scripted bot hangs
        end_turn(other)
        assert is_yours(other.until(is_yours))
        scripted_bot.wait_for_request()
        scripted_bot.reply()
        assert page.table()["number"] == 3
        assert select.select([first], [], [], 0)[0]
        os.close(first)


@pytest.mark.parametrize("word", ["killed", "fail", "cheat"])
def test_a_bot_that_fails_is_named_and_the_table_waits(
    word: str, stage: Client, scripted_bot: ScriptedBot
) -> None:
    table = stage.new(against("scripted"))
    page = stage.sit(table)
    end_turn(page)
    if word == "killed":
        for _ in range(3):
            os.kill(scripted_bot.wait_for_request(), signal.SIGKILL)
    else:
        scripted_bot.wait_for_request()
        scripted_bot.reply(word)
    told = page.table()
    assert told["number"] == 2
    assert told["notice"].startswith("Scripted could not decide.")
    again = stage.sit(table)  # whoever comes lets it be asked again
    scripted_bot.wait_for_request()
    scripted_bot.reply()
    assert again.table()["number"] == 3
    assert page.table()["number"] == 3


def test_a_table_that_is_removed_holds_up_no_other(
    scripted_bot: ScriptedBot, tmp_path: Path
) -> None:
    """Scripted bots occupy both processes, and the table of a third, queued one is removed."""
    with serving(
        tmp_path / "data", bots=("scripted", "random"), bot_limits=BotLimits(600.0)
    ) as server:
        for _ in range(PROCESSES):
            end_turn(server.sit(server.new(against("scripted"))))
            scripted_bot.wait_for_request()
        removed = server.new(against("scripted"))
        end_turn(server.sit(removed))
        page = server.sit(server.new(against("random")))
        end_turn(page)
        assert server.http.delete(f"/api/tables/{removed}").status_code == 204
        scripted_bot.reply()
        assert page.table()["number"] == 3


def test_a_thought_for_a_table_that_is_removed_is_broken_off(
    stage: Client, scripted_bot: ScriptedBot
) -> None:
    table = stage.new(against("scripted"))
    end_turn(stage.sit(table))
    thinking = os.pidfd_open(scripted_bot.wait_for_request())
    assert stage.http.delete(f"/api/tables/{table}").status_code == 204
    assert select.select([thinking], [], [], TIMEOUT_SECONDS)[0]
    os.close(thinking)


@pytest.mark.slow
def test_bots_alone_rest_when_nobody_looks(tmp_path: Path) -> None:
    with serving(tmp_path, patience=0.05) as server:
        table = server.new(alone("random"))
        server.http.get(f"/api/tables/{table}")

        def others_play() -> None:
            page = server.sit(server.new(alone("random")))
            page.until(lambda now: now["number"] > 20)

        others_play()
        assert number_of(server, table) == 0
        page = server.sit(table)
        page.until(lambda now: now["number"] > 3)
        page.close()
        rested, number = -1, number_of(server, table)
        while rested != number:
            others_play()
            rested, number = number, number_of(server, table)
        page = server.sit(table)
        assert page.now["over"] is None
        assert page.until(lambda now: now["number"] > rested)


def number_of(server: Client, table: str) -> int:
    games = server.games()
    return next(int(game["number"]) for game in games if game["id"] == table)


# --- the end of the server -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "to_group"),
    [
        (signal.SIGTERM, False),
        pytest.param(signal.SIGINT, False, marks=pytest.mark.slow),
        (signal.SIGINT, True),  # as a terminal sends Ctrl-C: to the bots' processes too
        pytest.param(signal.SIGKILL, False, marks=pytest.mark.slow),
    ],
)
def test_no_process_is_left(number: signal.Signals, to_group: bool, tmp_path: Path) -> None:
    """Also where a bot thinks that never comes to an end, and pages look at its table."""
    scripted_bot = ScriptedBot(tmp_path / "package")
    command = ("serve", "--port", "0", "--bot", "scripted")
    server = ServerProcess(
        tmp_path / "data", command=command, variables=scripted_bot.variables, before=("setsid",)
    )
    client = server.client()
    end_turn(client.sit(client.new(against("scripted"))))
    thinking = os.pidfd_open(scripted_bot.wait_for_request())
    server.end(number, to_group=to_group)
    assert "Traceback" not in server.said
    assert select.select([thinking], [], [], TIMEOUT_SECONDS)[0]
    os.close(thinking)
    scripted_bot.close()
    client.close()
