"""The log of a game: what each decision brought about, piece by piece, and its words."""

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
class Part:
    """A piece of the log; ``decision`` is None for a roll and for Ivan, ``before`` the position."""

    seat: Colour
    turn: int
    decision: int | None
    events: tuple[Event, ...]
    before: State
    opens: bool = False  # its first event is the beginning of a turn
    closing: Event | None = None  # the beginning of the next turn

    def entry(self, index: int, words: Narrator, names: Sequence[Argument]) -> LogEntry:
        """The piece in words; the sentences that a turn begins are left out."""
        setting = self.before.setting
        told = [*self.events, self.closing] if self.closing else list(self.events)
        if self.decision is None:
            sentences = words.events(told, setting, self.before, names)
        else:
            sentences = words.decision_made(self.decision, told, self.before, names)
        sentences = sentences[int(self.opens) : len(sentences) - int(self.closing is not None)]
        return LogEntry(
            index=index,
            turn=self.turn,
            seat=self.seat,
            decision=None if self.decision is None else decision_text(self.decision),
            text=words.join(sentences),
            events=list(self.events),
        )


def opening(game: Game) -> list[Part]:
    """In a solo game Ivan's first claim, which the set-up makes (R8.3), or his first turn."""
    before = game.history[0].before if game.history else game.state
    if not game.opening:
        return []
    turn = int(before.turn) + int(before.seat == IVAN)
    return [Part(before.setting.colour(IVAN), max(turn, 1), None, game.opening, before)]


def parts_of(move: Move) -> list[Part]:
    """What a decision brought about: its own part, then Ivan's turns by rule."""
    ivans = move.decision >= decisions.IVAN_CLAIM
    seat = move.before.setting.colour(IVAN if ivans else move.seat)
    return _parts(move.before, seat, move.decision, move.events)


def parts_of_roll(before: State, events: Sequence[Event]) -> list[Part]:
    return _parts(before, before.setting.colour(before.seat), None, events)


def _parts(
    before: State, seat: Colour, decision: int | None, events: Sequence[Event]
) -> list[Part]:
    pieces: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, TurnBegan):
            pieces.append([])
        pieces[-1].append(event)
    result = []
    turn = int(before.turn) + 1
    is_told = decision is not None and decisions.STOP <= decision < decisions.TAKE
    for index, (piece, following) in enumerate(zip_longest(pieces, pieces[1:])):
        told = tuple(piece)
        closing = following[0] if following else None
        if index == 0:
            if told or is_told:
                result.append(Part(seat, turn, decision, told, before, False, closing))
        elif len(told) > 1:
            result.append(Part(told[0].seat, turn + index, None, told, before, True, closing))
    return result
