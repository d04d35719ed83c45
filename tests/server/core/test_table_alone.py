"""A table without a server: commands and messages, but no event loop, thread or store."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from redcathedral.play.game import Game
from redcathedral.record.replay import read
from redcathedral.server.core.table.actions import (
    Agreed,
    DecisionPlayed,
    TableAction,
    decode,
    encode,
)
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.messages import TableMessages
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.protocol import (
    Agree,
    GameCommand,
    PlayDecision,
    Redo,
    Refused,
    Table,
    Undo,
)
from tests.server.harness import decide as random_decision

EDITION = EditionRef("key", "id", "name", "hash")
THREE: dict[str, Any] = {"players": 3, "side": "advanced", "names": ["", "bot:random", ""]}
MODES = [
    pytest.param({"players": 2}, id="two", marks=pytest.mark.slow),
    pytest.param(THREE, id="three", marks=pytest.mark.long),
    pytest.param({"solo": True}, id="solo"),
]


class ServerlessTable:
    """A table and one page, without a server between them."""

    def __init__(self, game: Game) -> None:
        self.base = game.record.text()
        self.actions: list[str] = []
        self.messages = TableMessages("alone", SeatedGame(game, players(game.header)), EDITION)

    @property
    def seated(self) -> SeatedGame:
        return self.messages.seated

    def table_message(self, since: int = -1) -> Table:
        """The table message to a page with all seats of people, encoded and decoded."""
        message = self.messages.table("en", self.seated.seats_of(None), since)
        return msgspec.json.decode(msgspec.json.encode(message), type=Table)

    def send(self, command: GameCommand) -> None:
        """Encode and decode a command, and carry out its action."""
        wanted: GameCommand = msgspec.json.decode(msgspec.json.encode(command), type=GameCommand)
        self.carry_out(decide(wanted, self.seated, self.seated.seats_of(None)).action)

    def carry_out(self, action: TableAction) -> None:
        """Store an action, then apply it, as the server does."""
        before = self.table_message()
        after = self.seated.after(action)
        assert self.table_message() == before  # the table changes only by the update
        self.actions.append(encode(action))
        self.messages.update(after)

    def rebuild(self) -> SeatedGame:
        """The table that results from the stored actions."""
        game = Game(record=read(self.base))
        seated = SeatedGame(game, players(game.header))
        for action in self.actions:
            seated.apply(decode(action))
        return seated


@pytest.mark.parametrize("mode", MODES)
def test_whole_game_can_be_rebuilt_from_stored_actions(mode: dict[str, Any]) -> None:
    chance = random.Random(5)
    table = ServerlessTable(Game(seed=3, **mode))
    while not (now := table.table_message()).over:
        if table.seated.bot:
            table.carry_out(table.seated.play_action(chance.choice(table.seated.legal_ids())))
        elif now.can.redo and chance.random() < 0.5:
            table.send(Redo(now.number))
        elif now.can.undo and chance.random() < 0.1:
            table.send(Undo(now.number))
        elif now.can.undo_beyond and chance.random() < 0.02:
            table.send(Undo(now.number, beyond=True))
        else:
            legal = msgspec.to_builtins(now.legal)
            table.send(PlayDecision(now.number, random_decision(legal, chance)))
    assert now.over.winners
    again = table.rebuild()
    assert again.version == table.seated.version == len(table.actions)
    assert again.record(names=True).text() == table.seated.record(names=True).text()
    assert TableMessages("alone", again, EDITION).table("en", again.seats_of(None)) == now


def test_deciding_a_command_does_not_change_the_table() -> None:
    table = ServerlessTable(Game(2, seed=1))
    seats = table.seated.seats_of(None)
    before, record = table.table_message(), table.seated.record(names=False).text()
    for legal in before.legal:
        action = decide(PlayDecision(0, legal.id), table.seated, seats).action
        assert isinstance(action, DecisionPlayed)
        assert action.steps[0] == legal.id
    assert decide(Agree(0), table.seated, seats).action == Agreed([0, 1], True)
    for refused in (Undo(0), Redo(0), PlayDecision(0, -1), PlayDecision(1, before.legal[0].id)):
        with pytest.raises(CommandRefused) as why:
            decide(refused, table.seated, seats)
        refusal = table.messages.refused("en", seats, why.value.code, **why.value.values)
        assert isinstance(refusal, Refused)
        assert refusal.legal == before.legal
    assert table.table_message() == before
    assert table.seated.record(names=False).text() == record


def test_action_fixes_the_roll_of_a_decision() -> None:
    table = ServerlessTable(Game(2, seed=1))
    table.send(
        PlayDecision(
            0,
            next(legal.id for legal in table.table_message().legal if legal.text == "die white +0"),
        )
    )
    end = next(legal.id for legal in table.table_message().legal if legal.text == "end")
    action = table.seated.play_action(end)
    assert len(action.steps) > 1
    after = [table.seated.after(action) for _ in range(3)]
    assert {game.record(names=False).text() for game in after} == {
        after[0].record(names=False).text()
    }
    assert tuple(action.steps) == after[0].game.history[-1].steps
