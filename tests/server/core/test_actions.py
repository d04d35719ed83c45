"""Every action and command declares its effect on questions and agreements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec import Struct

from redcathedral.play.game import Game
from redcathedral.server.core.table import actions
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.wire.protocol import GameCommand, Heartbeat
from redcathedral.server.features.chat.wire import Say
from tools.protocol_types import page_commands

ATTRIBUTES = {
    "action": ("changes_play", "completes_turn"),
    "command": ("is_stale", "blocked_while_paused"),
}


class WithoutAttributes(Struct, frozen=True, tag="without-attributes", tag_field="kind"):
    """A class without the base classes of actions and commands."""


def classes_without(classes: Iterable[type], kind: str) -> list[type]:
    """The classes that lack an attribute that the table reads."""
    return [
        class_ for class_ in classes if not all(hasattr(class_, name) for name in ATTRIBUTES[kind])
    ]


def test_every_action_and_command_has_the_attributes_that_the_table_reads() -> None:
    stored = get_args(actions.TableAction)
    commands = set(page_commands()) - {Say, Heartbeat}  # chat does not change the table
    assert classes_without(stored, "action") == []
    assert classes_without(commands, "command") == []
    assert set(get_args(GameCommand)) < commands
    assert classes_without([*stored, WithoutAttributes], "action") == [WithoutAttributes]
    assert classes_without([*commands, WithoutAttributes], "command") == [WithoutAttributes]


def table_with_question() -> SeatedGame:
    """A table after a decision, with an agreement and an open question about a takeback."""
    seated = SeatedGame(game := Game(2, seed=1), players(game.header))
    seated.apply(seated.play_action(seated.legal_ids()[0]))
    seated.apply(actions.Asked("takeback", 0, [0], count=1))
    seated.apply(actions.Agreed([0], True))
    return seated


def test_side_actions_keep_questions_and_agreements() -> None:
    seated = table_with_question()
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
        table_with_question().play_action(table_with_question().legal_ids()[0]),
        actions.Undone(1, beyond=False),
        actions.Substituted(1, "random", "time"),
        actions.EndedByCap(),
    ):
        seated = table_with_question().after(action)
        assert seated.agreed == frozenset(), action
        assert seated.play_state.question("takeback") is None, action
        assert seated.position_since == seated.version, action
