"""Bots at a table: the bots that visitors may choose, and the game after a bot fails."""

from __future__ import annotations

import os
import re
import select
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.ai.bots import BotSpecError
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.record import read
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import BotLimits
from redcathedral.server.features.bots.bot_pool import PROCESS_COUNT
from redcathedral.server.sql.store import DATABASE_FILE
from tests.server.harness import TIMEOUT_SECONDS, Client, Json, Page, ServerProcess, serving
from tests.server.run.test_serve import serve
from tests.server.scripted_bot import ScriptedBot


def game_against(bot: str) -> Json:
    return {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": bot}]}


def bots_alone(bot: str) -> Json:
    return {"seats": [{"colour": c, "kind": "bot", "bot": bot} for c in ("red", "blue")]}


def is_yours(now: Json) -> bool:
    return bool(now["over"] or now["due"]["yours"])


def end_turn(page: Page) -> None:
    page.play("die white +0")
    page.play("end")


# --- choosing a bot ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bot", ["master:nodes=1099511627776", "master:ms=600000", "mcts", "random", "master:nodes=150"]
)
def test_visitor_can_only_choose_levels(bot: str, tmp_path: Path) -> None:
    with serving(tmp_path, bots=()) as server:
        answer = server.http.post("/api/tables", json=game_against(bot))
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad-game"
        assert all(level in answer.json()["fix"] for level in LEVELS)
        assert server.http.get("/api/server").json()["bots"] == []
        server.create_table(game_against("apprentice"))


def test_host_can_allow_other_bots(tmp_path: Path) -> None:
    bots = ("master:nodes=50", "master:nodes=50", "master", "random")
    with serving(tmp_path, bots=bots) as server:
        assert server.http.get("/api/server").json()["bots"] == ["master:nodes=50", "random"]
        page = server.open_page(server.create_table(game_against("master:nodes=50")))
        end_turn(page)
        assert is_yours(page.until(is_yours))
        answer = server.http.post("/api/tables", json=game_against("master:nodes=51"))
        assert answer.status_code == 400


@pytest.mark.parametrize("bot", ["master:nodes=0", "mcts", "a b"])
def test_rejects_an_invalid_bot_of_the_host(bot: str) -> None:
    with pytest.raises(BotSpecError, match=re.escape(repr(bot))):
        Opponents(["random", bot])


def test_the_command_reports_an_invalid_bot(tmp_path: Path) -> None:
    done = serve(tmp_path, "--port", "0", "--bot", "mcts")
    assert done.returncode == 2
    assert "'mcts'" in done.stderr
    assert "Traceback" not in done.stderr


def test_stored_game_continues_with_its_bot(tmp_path: Path) -> None:
    with serving(tmp_path, bots=("greedy",)) as server:
        table = server.create_table(game_against("greedy"))
    with serving(tmp_path, bots=()) as server:
        page = server.open_page(table)
        assert page.now["seats"][1]["bot"] == "greedy"
        end_turn(page)
        assert is_yours(page.until(is_yours))


@pytest.mark.parametrize("removed", ["mcts", "planner"])
def test_missing_bot_is_replaced(removed: str, tmp_path: Path) -> None:
    """The game and its record keep the name of the original bot."""
    with serving(tmp_path, bots=("master:nodes=50",)) as server:
        table = server.create_table(game_against("master:nodes=50"))
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        names = ("bot:master", f"bot:{removed}")
        connection.execute("update game set base = replace(base, ?, ?)", names)
        connection.commit()
    with serving(tmp_path, bots=()) as server:
        page = server.open_page(table)
        assert page.now["seats"][1]["bot"] == f"{removed}:nodes=50"
        end_turn(page)
        assert is_yours(page.until(is_yours))
        record = server.http.get(f"/api/tables/{table}/record").text
        assert f"seat blue bot:{removed}:nodes=50" in read(record).text()


# --- worker processes ----------------------------------------------------------------------------


@pytest.fixture
def scripted_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedBot]:
    bot = ScriptedBot(tmp_path / "package")
    bot.install(monkeypatch)
    yield bot
    bot.close()


@pytest.fixture
def server_with_bot(scripted_bot: ScriptedBot, tmp_path: Path) -> Iterator[Client]:
    """A server that may start the scripted bot."""
    assert scripted_bot.folder.exists()
    with serving(tmp_path / "data", bots=("scripted", "random")) as server:
        yield server


def test_killed_bot_is_asked_again(server_with_bot: Client, scripted_bot: ScriptedBot) -> None:
    page = server_with_bot.open_page(server_with_bot.create_table(game_against("scripted")))
    end_turn(page)
    first = scripted_bot.wait_for_request()
    assert first != os.getpid()
    os.kill(first, signal.SIGKILL)
    second = scripted_bot.wait_for_request()
    assert second not in (first, os.getpid())
    scripted_bot.reply()
    assert page.next_table()["notice"] is None
    assert page.now["number"] == 3


@pytest.mark.slow
def test_hung_bot_is_killed_and_asked_again(scripted_bot: ScriptedBot, tmp_path: Path) -> None:
    with serving(
        tmp_path / "data", bots=("scripted", "random"), bot_limits=BotLimits(3.0)
    ) as server:
        page = server.open_page(server.create_table(game_against("scripted")))
        end_turn(page)
        first = os.pidfd_open(scripted_bot.wait_for_request())
        other = server.open_page(server.create_table(game_against("random")))  # during the hang
        end_turn(other)
        assert is_yours(other.until(is_yours))
        scripted_bot.wait_for_request()
        scripted_bot.reply()
        assert page.next_table()["number"] == 3
        assert select.select([first], [], [], 0)[0]
        os.close(first)


@pytest.mark.parametrize(
    "failure", [pytest.param("killed", marks=pytest.mark.slow), "fail", "cheat"]
)
def test_table_reports_a_failed_bot_and_waits(
    failure: str, server_with_bot: Client, scripted_bot: ScriptedBot
) -> None:
    table = server_with_bot.create_table(game_against("scripted"))
    page = server_with_bot.open_page(table)
    end_turn(page)
    if failure == "killed":
        for _ in range(3):
            os.kill(scripted_bot.wait_for_request(), signal.SIGKILL)
    else:
        scripted_bot.wait_for_request()
        scripted_bot.reply(failure)
    waiting_table = page.next_table()
    assert waiting_table["number"] == 2
    assert waiting_table["notice"].startswith("Scripted could not decide because")
    again = server_with_bot.open_page(table)  # the next page makes the server ask the bot again
    scripted_bot.wait_for_request()
    scripted_bot.reply()
    assert again.next_table()["number"] == 3
    assert page.next_table()["number"] == 3


def test_removed_table_does_not_block_the_queue(scripted_bot: ScriptedBot, tmp_path: Path) -> None:
    """Scripted bots occupy both processes, and the table of a third, queued one is removed."""
    with serving(
        tmp_path / "data", bots=("scripted", "random"), bot_limits=BotLimits(600.0)
    ) as server:
        for _ in range(PROCESS_COUNT):
            end_turn(server.open_page(server.create_table(game_against("scripted"))))
            scripted_bot.wait_for_request()
        removed = server.create_table(game_against("scripted"))
        end_turn(server.open_page(removed))
        page = server.open_page(server.create_table(game_against("random")))
        end_turn(page)
        assert server.http.delete(f"/api/tables/{removed}").status_code == 204
        scripted_bot.reply()
        assert page.next_table()["number"] == 3


def test_search_for_a_removed_table_is_stopped(
    server_with_bot: Client, scripted_bot: ScriptedBot
) -> None:
    table = server_with_bot.create_table(game_against("scripted"))
    end_turn(server_with_bot.open_page(table))
    thinking = os.pidfd_open(scripted_bot.wait_for_request())
    assert server_with_bot.http.delete(f"/api/tables/{table}").status_code == 204
    assert select.select([thinking], [], [], TIMEOUT_SECONDS)[0]
    os.close(thinking)


@pytest.mark.slow
def test_bots_alone_pause_without_spectators(tmp_path: Path) -> None:
    with serving(tmp_path, idle_seconds=0.05) as server:
        table = server.create_table(bots_alone("random"))
        server.http.get(f"/api/tables/{table}")

        def others_play() -> None:
            page = server.open_page(server.create_table(bots_alone("random")))
            page.until(lambda now: now["number"] > 20)

        others_play()
        assert number_of(server, table) == 0
        page = server.open_page(table)
        page.until(lambda now: now["number"] > 3)
        page.close()
        number_at_rest, number = -1, number_of(server, table)
        while number_at_rest != number:
            others_play()
            number_at_rest, number = number, number_of(server, table)
        page = server.open_page(table)
        assert page.now["over"] is None
        assert page.until(lambda now: now["number"] > number_at_rest)


def number_of(server: Client, table: str) -> int:
    games = server.games()
    return next(int(game["number"]) for game in games if game["id"] == table)


# --- the end of the server -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "to_group"),
    [
        pytest.param(signal.SIGTERM, False, marks=pytest.mark.long),
        pytest.param(signal.SIGINT, False, marks=pytest.mark.long),
        # Ctrl-C in a terminal also reaches the bot processes.
        pytest.param(signal.SIGINT, True, marks=pytest.mark.slow),
        pytest.param(signal.SIGKILL, False, marks=pytest.mark.slow),
    ],
)
def test_server_leaves_no_bot_process(
    number: signal.Signals, to_group: bool, tmp_path: Path
) -> None:
    """A bot searches without end, and a page is connected to its table."""
    scripted_bot = ScriptedBot(tmp_path / "package")
    command = ("serve", "--port", "0", "--bot", "scripted")
    server = ServerProcess(
        tmp_path / "data", command=command, variables=scripted_bot.variables, before=("setsid",)
    )
    client = server.client()
    end_turn(client.open_page(client.create_table(game_against("scripted"))))
    thinking = os.pidfd_open(scripted_bot.wait_for_request())
    server.end(number, to_group=to_group)
    assert "Traceback" not in server.output
    assert select.select([thinking], [], [], TIMEOUT_SECONDS)[0]
    os.close(thinking)
    scripted_bot.close()
    client.close()
