"""Actions and commands say what they do to a table that waits for answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec import Struct

from redcathedral.play.game import Game
from redcathedral.server.core.table import actions
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.wire.protocol import GameCommand
from redcathedral.server.features.chat.wire import Say
from redcathedral.server.protocol import TableCommand

ATTRIBUTES = {
    "action": ("changes_play", "completes_turn"),
    "command": ("is_stale", "blocked_while_paused"),
}


class Forgotten(Struct, frozen=True, tag="forgotten", tag_field="kind"):
    """A class that derives from none of the bases."""


def incomplete(classes: Iterable[type], what: str) -> list[type]:
    """The classes without one of the attributes that the table reads."""
    return [one for one in classes if not all(hasattr(one, name) for name in ATTRIBUTES[what])]


def test_every_action_and_command_has_the_attributes_that_the_table_reads() -> None:
    stored = get_args(actions.TableAction)
    commands = set(get_args(TableCommand)) - {Say}  # chat does not change the table
    assert incomplete(stored, "action") == []
    assert incomplete(commands, "command") == []
    assert set(get_args(GameCommand)) < commands
    assert incomplete([*stored, Forgotten], "action") == [Forgotten]
    assert incomplete([*commands, Forgotten], "command") == [Forgotten]


def waiting() -> SeatedGame:
    """A table after a decision, with an agreement and a question about taking back."""
    seated = SeatedGame(game := Game(2, seed=1), players(game.header))
    seated.apply(seated.play_action(seated.legal_ids()[0]))
    seated.apply(actions.Asked("takeback", 0, [0], count=1))
    seated.apply(actions.Agreed([0], True))
    return seated


def test_side_actions_keep_questions_and_agreements() -> None:
    seated = waiting()
    since = seated.position_since
    for action in (
        actions.HintsAllowed([0], True),
        actions.HintsTaken(),
        actions.SettingsChanged(auto_end=True),
        actions.SeatLeft(1),
        actions.SeatTaken(1),
        actions.HoldersChanged(0),
        actions.ClockStarted(),
        actions.ClockStopped(counted=True),
        actions.Paused(True),
    ):
        seated.apply(action)
        assert seated.agreed == {0}, action
        assert seated.play_state.question("takeback") is not None, action
        assert seated.position_since == since, action


def test_play_actions_close_questions_and_end_agreements() -> None:
    for action in (
        waiting().play_action(waiting().legal_ids()[0]),
        actions.Undone(1, beyond=False),
        actions.Substituted(1, "random", "time"),
        actions.EndedByCap(),
    ):
        seated = waiting().after(action)
        assert seated.agreed == frozenset(), action
        assert seated.play_state.question("takeback") is None, action
        assert seated.position_since == seated.version, action
