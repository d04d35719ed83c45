"""Splits a game into parts of its log, and makes the log entries from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from redcathedral.box.vocabulary import Colour
from redcathedral.engine import decisions
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.play.move import Move
from redcathedral.record.event import Event, TurnBegan
from redcathedral.record.notation import decision_text
from redcathedral.server.core.wire.protocol import LogEntry
from redcathedral.text import Argument, Narrator


@dataclass(frozen=True)
class LogPart:
    """A part of the log; ``decision`` is None for rolls and Ivan's turns."""

    seat: Colour
    turn: int
    decision: int | None
    events: tuple[Event, ...]
    before: State
    opens: bool = False  # the first event is the start of a turn
    closing: Event | None = None  # the start of the next turn

    def entry(self, index: int, words: Narrator, names: Sequence[Argument]) -> LogEntry:
        """Return the log entry, without the sentences about the start of a turn."""
        setting = self.before.setting
        events = [*self.events, self.closing] if self.closing else list(self.events)
        if self.decision is None:
            sentences = words.events(events, setting, self.before, names)
        else:
            sentences = words.decision_made(self.decision, events, self.before, names)
        sentences = sentences[int(self.opens) : len(sentences) - int(self.closing is not None)]
        return LogEntry(
            index=index,
            turn=self.turn,
            seat=self.seat,
            decision=None if self.decision is None else decision_text(self.decision),
            text=words.join(sentences),
            events=list(self.events),
        )


def opening_parts(game: Game) -> list[LogPart]:
    """Return the log before the first decision: Ivan's first claim (R8.3) or first turn."""
    before = game.history[0].before if game.history else game.state
    if not game.opening:
        return []
    turn = int(before.turn) + int(before.seat == IVAN)
    return [LogPart(before.setting.colour(IVAN), max(turn, 1), None, game.opening, before)]


def move_parts(move: Move) -> list[LogPart]:
    """Return the part of a decision, then the parts of Ivan's automatic turns."""
    ivans = move.decision >= decisions.IVAN_CLAIM
    seat = move.before.setting.colour(IVAN if ivans else move.seat)
    return _parts(move.before, seat, move.decision, move.events)


def roll_parts(before: State, events: Sequence[Event]) -> list[LogPart]:
    return _parts(before, before.setting.colour(before.seat), None, events)


def _parts(
    before: State, seat: Colour, decision: int | None, events: Sequence[Event]
) -> list[LogPart]:
    turns: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, TurnBegan):
            turns.append([])
        turns[-1].append(event)
    result = []
    turn = int(before.turn) + 1
    is_listed = decision is not None and decisions.STOP <= decision < decisions.TAKE
    for index, (turn_events, following) in enumerate(zip_longest(turns, turns[1:])):
        events = tuple(turn_events)
        closing = following[0] if following else None
        if index == 0:
            if events or is_listed:
                result.append(LogPart(seat, turn, decision, events, before, False, closing))
        elif len(events) > 1:
            result.append(
                LogPart(events[0].seat, turn + index, None, events, before, True, closing)
            )
    return result
