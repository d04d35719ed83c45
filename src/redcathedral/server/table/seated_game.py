"""A game and who sits at it, changed by actions.  No network, no store, no clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from redcathedral.engine import decisions, events
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import NOBODY, Event, State
from redcathedral.play.game import Game, Move
from redcathedral.record.game_record import Ending
from redcathedral.server.table.actions import (
    Action,
    Agreed,
    Capped,
    Played,
    PlayedAgain,
    SettingsChanged,
    TakenBack,
)
from redcathedral.server.wire.protocol import SeatKind

BOT: Final = "bot:"
TURN_CAP: Final = 200  # turns a seat (R7.7)
LegalFilter: TypeAlias = Callable[[list[int]], list[int]]


@dataclass(frozen=True)
class Player:
    """Who sits on a seat."""

    kind: SeatKind
    name: str = ""
    bot: str | None = None


@dataclass(frozen=True)
class Part:
    """A piece of the log: what a decision, or Ivan by rule, brought about.

    ``decision`` is None where nobody decided; ``before`` the position before it.
    """

    seat: int
    turn: int
    decision: int | None
    events: tuple[Event, ...]
    before: State
    opens: bool = False  # its first event is the beginning of a turn
    closing: Event | None = None  # the beginning of the next turn


def players(game: Game, names: Sequence[str] = ()) -> list[Player]:
    """The players by the game's header; names of people come apart."""
    result = []
    for seat, taken in enumerate(game.header.seats):
        if taken.text.startswith(BOT):
            result.append(Player("bot", bot=taken.text.removeprefix(BOT)))
        else:
            result.append(Player("person", name=names[seat] if seat < len(names) else ""))
    if game.solo:
        result.append(Player("ivan"))
    return result


class Sitting:
    """One table: its game, its players, how often it has changed.

    ``number`` counts the actions.  ``kept[n]`` says how many pieces of the log the action that
    led to number n left as they were.
    """

    def __init__(
        self,
        game: Game,
        seated: Sequence[Player],
        *,
        auto_end: bool = False,
        legal_filter: LegalFilter | None = None,
    ) -> None:
        self.game = game
        self.players = list(seated)
        self.auto_end = auto_end
        self.agreed: frozenset[int] = frozenset()
        self.number = 0
        self.parts: list[Part] = [*_opening(game)]
        self._lengths: list[int] = []  # pieces of the log before each move
        for move in game.history:
            self._log(move)
        self.kept: list[int] = [0]
        self._filter = legal_filter

    # --- asking

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [seat for seat, player in enumerate(self.players) if player.kind == "person"]

    @property
    def bot(self) -> str | None:
        """The bot whose decision is due, if it is a bot's."""
        return None if self.game.is_over else self.players[self.game.seat].bot

    def legal(self) -> list[int]:
        """The legal decisions as the page is offered them."""
        legal = self.game.legal_ids
        return legal if self._filter is None else self._filter(legal)

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether somebody on these seats took the last decision and may take it back."""
        game = self.game
        return game.can_undo() and game.history[-1].seat in seats

    def can_undo_beyond(self, seats: frozenset[int]) -> bool:
        """Whether a person who plays against bots alone has a decision to go back to."""
        return self._back(seats) > 0

    def _back(self, seats: frozenset[int]) -> int:
        """How many decisions lead back to the last one of the only person; 0 for none."""
        people = self.people
        if len(people) != 1 or people[0] not in seats:
            return 0
        for count, move in enumerate(reversed(self.game.history), 1):
            if move.seat == people[0]:
                return count
        return 0

    def can_redo(self, seats: frozenset[int]) -> bool:
        """Whether these seats may play again what was taken back."""
        return self.game.can_redo and self.game.seat in seats

    def can_agree(self, seats: frozenset[int]) -> bool:
        """Whether there is somebody on these seats who has not agreed to end the game."""
        return not self.game.is_over and any(
            seat in seats and seat not in self.agreed for seat in self.people
        )

    def must_cap(self) -> bool:
        """Whether a game of bots alone has come to its cap on turns (R7.7)."""
        state = self.game.state
        cap = TURN_CAP * len(self.players)
        is_last_round = state.closer != NOBODY
        return not (self.game.is_over or self.people or is_last_round) and state.turn >= cap

    def ends_itself(self) -> bool:
        """Whether the turn of a person is to end by itself, because only that is left."""
        return self.auto_end and self.bot is None and self.legal() == [decisions.END]

    def log_from(self, since: int) -> int:
        """How many pieces of the log somebody who knows number ``since`` may keep."""
        if not 0 <= since <= self.number:
            return 0
        return min([*self.kept[since + 1 :], len(self.parts)])

    # --- changing

    def play(self, decision: int) -> Played:
        """Play a decision; raises IllegalDecision and then changes nothing."""
        self.game.play(decision)
        return self._played(len(self.parts))

    def _played(self, kept: int) -> Played:
        move = self.game.history[-1]
        self._log(move)
        self._changed(kept)
        return Played(list(move.steps))

    def undo(self, seats: frozenset[int], *, beyond: bool) -> TakenBack:
        """Take back the last decision, or with ``beyond`` all to the person's last one."""
        action = TakenBack(self._back(seats) if beyond else 1, beyond)
        self.apply(action)
        return action

    def redo(self) -> PlayedAgain:
        """Play the next decision again, and those of bots that followed it."""
        count = 0
        kept = len(self.parts)
        while self.game.can_redo and (count == 0 or self.bot is not None):
            self._log(self.game.redo())
            count += 1
        self._changed(kept)
        return PlayedAgain(count)

    def apply(self, action: Action) -> None:
        """Change the table as an action says that was taken before."""
        kept = len(self.parts)
        match action:
            case Played(steps):
                self.game.play(steps[0], steps[1:])
                self._log(self.game.history[-1])
            case TakenBack(count, beyond):
                for _ in range(count):
                    self.game.undo(beyond)
                    kept = self._lengths.pop()
                    del self.parts[kept:]
            case PlayedAgain(count):
                for _ in range(count):
                    self._log(self.game.redo())
            case Agreed(seats, agreed):
                self._agree(frozenset(seats), agreed)
            case Capped():
                self.game.record.ending = Ending.CAPPED
            case SettingsChanged(auto_end):
                self.auto_end = auto_end
            case _:
                assert_never(action)
        if not isinstance(action, Agreed | SettingsChanged):
            self.agreed = frozenset()
        self.number += 1
        self.kept.append(kept)

    def _changed(self, kept: int) -> None:
        self.agreed = frozenset()
        self.number += 1
        self.kept.append(kept)

    def _agree(self, seats: frozenset[int], agreed: bool) -> None:
        self.agreed = self.agreed | seats if agreed else self.agreed - seats
        if self.agreed >= frozenset(self.people):
            self.game.agree()

    def _log(self, move: Move) -> None:
        self._lengths.append(len(self.parts))
        self.parts += parts_of(move)


def parts_of(move: Move) -> list[Part]:
    """What a decision brought about: its own part, then Ivan's turns by rule."""
    pieces: list[list[Event]] = [[]]
    for event in move.events:
        if event.kind == events.TURN_BEGAN:
            pieces.append([])
        pieces[-1].append(event)
    result = []
    turn = int(move.before.turn) + 1
    ivans = move.decision >= decisions.IVAN_CLAIM
    for index, piece in enumerate(pieces):
        closing = pieces[index + 1][0] if index + 1 < len(pieces) else None
        if index == 0:
            seat = IVAN if ivans else move.seat
            if piece or decisions.STOP <= move.decision < decisions.TAKE:
                told = tuple(piece)
                result.append(Part(seat, turn, move.decision, told, move.before, closing=closing))
        elif len(piece) > 1:
            told = tuple(piece)
            seat = piece[0].seat
            result.append(
                Part(seat, turn + index, None, told, move.before, opens=True, closing=closing)
            )
    return result


def _opening(game: Game) -> list[Part]:
    """In a solo game Ivan's first claim, which the set-up makes (R8.3)."""
    before = game.history[0].before if game.history else game.state
    return [Part(IVAN, 1, None, game.opening, before)] if game.opening else []


def seats_of(sitting: Sitting, colours: Sequence[str]) -> frozenset[int]:
    """The seats of these colours where people sit."""
    known = sitting.game.colours
    return frozenset(seat for seat in sitting.people if known[seat] in colours)
