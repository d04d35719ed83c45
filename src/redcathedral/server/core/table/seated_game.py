"""A game with its players, which stored actions change.  This module uses no network or store."""

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import Final, TypeAlias

from redcathedral.engine import decisions, rules, scoring
from redcathedral.engine.playout import TURNS_PER_SEAT, is_capped
from redcathedral.engine.state import State
from redcathedral.play.deal import dealt_steps
from redcathedral.play.game import Game
from redcathedral.play.move import Move
from redcathedral.record.game_record import BEFORE_PLAY, Comment, Ending, Record
from redcathedral.record.header import BOT, Header
from redcathedral.server.core.table import actions
from redcathedral.server.core.table.clock import TurnKey
from redcathedral.server.core.table.log import LogPart, move_parts, opening_parts, roll_parts
from redcathedral.server.core.table.play_state import PlayState
from redcathedral.server.core.wire.final_scoring import Reason
from redcathedral.server.core.wire.play_state import SubstituteReason
from redcathedral.server.core.wire.protocol import SeatKind

LegalFilter: TypeAlias = Callable[[list[int]], list[int]]
Colours: TypeAlias = tuple[str, ...] | None  # of a page; None for all people
END_REASONS: Final[dict[Ending, Reason]] = {
    Ending.FINISHED: "finished",
    Ending.AGREED: "agreed",
    Ending.CAPPED: "capped",
}
_SUBSTITUTE_REASONS: Final[dict[SubstituteReason, str]] = {  # as comments of a record
    "time": "out of time",
    "gave-up": "given up",
    "voted": "away",
}


@dataclass(frozen=True)
class SeatedPlayer:
    """The person, the bot or Ivan at a seat."""

    kind: SeatKind
    name: str = ""
    bot: str | None = None


def players(header: Header, names: Sequence[str] = ()) -> list[SeatedPlayer]:
    names_or_empty = [*names, *[""] * len(header.seats)]
    result = [
        SeatedPlayer("person", name) if seat.bot is None else SeatedPlayer("bot", bot=seat.bot)
        for seat, name in zip(header.seats, names_or_empty, strict=False)
    ]
    return result if header.ivan is None else [*result, SeatedPlayer("ivan")]


def with_seat_texts(record: Record, texts: Iterable[str]) -> Record:
    header = record.header
    seats = tuple(replace(seat, text=text) for seat, text in zip(header.seats, texts, strict=True))
    return replace(record, header=replace(header, seats=seats))


def _only_end_is_left(legal: list[int]) -> bool:
    """Whether only the end of the turn and the actions that lose prestige are legal (R3.2)."""
    return decisions.END in legal and all(
        decision == decisions.END or decisions.PRESTIGE_RUBLES <= decision < decisions.DELIVER
        for decision in legal
    )


class SeatedGame:
    """One table: its game and players; ``version`` is the number of actions so far."""

    def __init__(
        self, game: Game, seated: Sequence[SeatedPlayer], *, legal_filter: LegalFilter | None = None
    ) -> None:
        self.game = game
        self._set_players(seated)
        self.auto_end = False
        self.agreed: frozenset[int] = frozenset()
        self.hints_allowed: frozenset[int] = frozenset()
        # A page that saw an older version cannot agree to end the game, or to hints.
        self.agree_since = self.hints_since = 0
        self.position_since = 0  # the version in which the position last changed
        self.open: frozenset[int] = frozenset()  # seats without a person yet
        self.play_state = PlayState()
        self.version = 0
        self.at = 0  # time of the last change, in milliseconds since 1970
        # Whether the game was started from a record file with moves or a position.
        self.was_loaded = bool(game.history) or game.record.start is not None
        self.is_unrolled = False  # a roll was undone
        self.deal: str | None = None  # the code of the deal
        self.had_own_dice = False  # players could enter their own dice
        self.log_parts: list[LogPart] = opening_parts(game)
        self._log_lengths: list[int] = []  # log parts before each move
        for move in game.history:
            self._log(move)
        self._unchanged_parts = [0]  # log parts that each version left unchanged
        self._filter = legal_filter

    def after(self, action: actions.TableAction, at: int = 0) -> "SeatedGame":
        result = copy(self)
        result.apply(action, at)
        return result

    def __copy__(self) -> "SeatedGame":
        result = object.__new__(type(self))
        for name, value in vars(self).items():
            result.__dict__[name] = copy(value) if isinstance(value, list | Game) else value
        return result

    def _set_players(self, players: Sequence[SeatedPlayer]) -> None:
        self.players = tuple(players)
        # The seats of people, which every message needs several times.
        self.people = [seat for seat, player in enumerate(players) if player.kind == "person"]
        self._people = frozenset(self.people)

    def seats_of(self, colours: Colours) -> frozenset[int]:
        if colours is None:
            return self._people
        own = self.game.colours
        return frozenset(seat for seat in self.people if own[seat] in colours)

    def seat_of(self, colour: str | None) -> int:
        colours = self.game.colours
        return colours.index(colour) if colour in colours else -1

    @property
    def active(self) -> frozenset[int]:
        """The seats whose people play themselves, without a substitute."""
        return self._people - self.open - self.play_state.stand_ins.keys()

    def bot_of(self, seat: int) -> str | None:
        stand_in = self.play_state.stand_ins.get(seat)
        return self.players[seat].bot if stand_in is None else stand_in.bot

    @property
    def bot(self) -> str | None:
        game = self.game
        if game.is_over or game.is_waiting or self.play_state.is_paused or self.needs_person:
            return None
        return self.bot_of(game.seat)

    @property
    def needs_person(self) -> bool:
        """Whether the game waits for a person who has not given up."""
        has_nobody = not (self.active or self.game.is_over)
        return has_nobody and bool(self._people - self.play_state.gave_up)

    @property
    def over(self) -> Reason | None:
        return END_REASONS.get(self.game.record.ending)

    @property
    def winners(self) -> list[int]:
        """The winners (R7.6), without players who gave up; none before the end or at the cap."""
        seats = [seat for seat in range(len(self.players)) if seat not in self.play_state.gave_up]
        if self.over in (None, "capped") or not seats:
            return []
        scores = self.game.scores()
        return [seats[index] for index in scoring.winners([scores[seat] for seat in seats])]

    def legal_ids(self, state: State | None = None) -> list[int]:
        legal = self.game.legal_ids if state is None else rules.legal(state)
        return legal if self._filter is None else self._filter(legal)

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether these seats made the last decision; anyone may undo an entered roll."""
        game = self.game
        if game.can_undo_roll:
            return bool(seats)
        return game.can_undo() and game.history[-1].seat in seats

    def can_undo_beyond(self, seats: frozenset[int]) -> bool:
        people = self.people
        return (
            len(people) == 1
            and people[0] in seats
            and any(move.seat == people[0] for move in self.game.history)
        )

    def can_redo(self, seats: frozenset[int]) -> bool:
        return self.game.can_redo and self.game.seat in seats

    @property
    def sitting(self) -> list[int]:
        return [seat for seat in self.people if seat not in self.open]

    @property
    def next_order(self) -> tuple[int, ...]:
        """The current seats in the order of a rematch: the first is the last, except with Ivan."""
        count = len(self.players)
        is_solo = any(player.kind == "ivan" for player in self.players)
        return tuple(range(count)) if is_solo else (*range(1, count), 0)

    def can_agree(self, seats: frozenset[int]) -> bool:
        game = self.game
        return not (game.is_over or game.is_waiting) and any(
            seat in seats and seat not in self.agreed for seat in self.sitting
        )

    @property
    def counts(self) -> bool:
        """Whether the game counts in the statistics of its players, as far as it is the table's."""
        excluding = (self.was_loaded, self.is_unrolled, self.had_own_dice, self.game.is_hinted)
        return not any(excluding)

    @property
    def has_hints(self) -> bool:
        """Whether people may use hints: one person against bots may, and several if all agree."""
        return len(self.people) == 1 or self.hints_allowed >= self.active

    def can_hint(self, seats: frozenset[int]) -> bool:
        game = self.game
        return not (game.is_over or game.is_waiting) and game.seat in seats and self.has_hints

    def can_allow_hints(self, seats: frozenset[int]) -> bool:
        people = self.people
        return (
            not self.game.is_over
            and len(people) > 1
            and any(seat in seats and seat not in self.hints_allowed for seat in people)
        )

    def log_from(self, since: int) -> int:
        if not 0 <= since <= self.version:
            return 0
        return min([*self._unchanged_parts[since + 1 :], len(self.log_parts)])

    def positions(self, since: int, until: int | None = None) -> list[tuple[int, State]]:
        """Return positions before decisions, each with the number of log parts before it."""
        log_ranges = pairwise([*self._log_lengths, len(self.log_parts)])
        return [
            (start, move.before)
            for (start, end), move in zip(log_ranges, self.game.history, strict=True)
            if end > since and (until is None or start < until)
        ]

    def record_until(self, log_length: int) -> Record:
        record = copy(self.game).record
        decisions = sum(length < log_length for length in self._log_lengths)
        record.truncate(record.steps_to(decisions))
        return record

    def bare_record_text(self) -> str:
        record = self.game.record
        return replace(record, header=replace(record.header, extra=())).text(comments=False)

    def record(self, *, names: bool = True, nameless: Collection[int] = ()) -> Record:
        record = self.game.record
        texts = [
            f"{BOT}{player.bot}"
            if player.bot
            else (player.name if names and seat not in nameless else "")
            for seat, player in enumerate(self.players[: len(record.header.seats)])
        ]
        return with_seat_texts(record, texts)

    def play_action(self, decision: int) -> actions.DecisionPlayed:
        if self.deal is not None:
            return actions.DecisionPlayed(dealt_steps(self.deal, self.game, decision))
        return actions.DecisionPlayed(list(self.game.sample_steps(decision)))

    def roll_action(self) -> actions.Rolled:
        return actions.Rolled(list(self.game.sample_roll()))

    def undo_action(self, *, beyond: bool) -> actions.Undone | actions.RollUndone:
        if self.game.can_undo_roll and not beyond:
            return actions.RollUndone()
        seats = [move.seat for move in reversed(self.game.history)]
        return actions.Undone(seats.index(self.people[0]) + 1 if beyond else 1, beyond)

    def redo_action(self) -> actions.Redone:
        following = takewhile(lambda move: self.bot_of(move.seat), self.game.undone_moves[1:])
        return actions.Redone(1 + len([*following]))

    def follow_up(self) -> actions.TableAction | None:
        """Return the automatic action after a decision.

        A game of bots alone ends at its cap on turns (R7.7).  With ``auto_end``, a person's turn
        ends if the only other decisions lose prestige.  If dice are no longer rolled at the table,
        or no person is left to roll them, this rolls the dice that are due.
        """
        has_bots_alone = not (self.active or self.needs_person)
        if self.game.is_waiting:
            return None if self.game.manual_dice and not has_bots_alone else self.roll_action()
        if self.game.is_over:
            return None
        if has_bots_alone:
            is_at_cap = is_capped(self.game.state, TURNS_PER_SEAT * len(self.players))
            return actions.EndedByCap() if is_at_cap else None
        if self.auto_end and self.bot is None and _only_end_is_left(self.legal_ids()):
            return self.play_action(decisions.END)
        return None

    def apply(self, action: actions.TableAction, at: int = 0) -> None:
        """Apply an action; ``at`` is its time in milliseconds since 1970."""
        unchanged = len(self.log_parts)
        match action:
            case actions.DecisionPlayed(steps):
                self.game.play(steps[0], steps[1:])
                self._log(self.game.history[-1])
            case actions.Rolled(outcomes):
                before = self.game.state
                self.log_parts += roll_parts(before, tuple(self.game.settle(outcomes)))
            case actions.RollUndone():
                move = self.game.undo_roll()
                unchanged = self._log_lengths.pop()
                del self.log_parts[unchanged:]
                self._log(move)
            case actions.Undone(count, beyond):
                for _ in range(count):
                    self.is_unrolled |= len(self.game.undo(beyond).steps) > 1
                    unchanged = self._log_lengths.pop()
                    del self.log_parts[unchanged:]
            case actions.Redone(count):
                for _ in range(count):
                    self._log(self.game.redo())
            case actions.Agreed(seats, agreed):
                self._agree(frozenset(seats), agreed)
                if not agreed:
                    self.agree_since = self.version + 1
            case actions.HintsAllowed(seats, allowed):
                if allowed:
                    self.hints_allowed |= {*seats}
                else:
                    self.hints_allowed -= {*seats}
                    self.hints_since = self.version + 1
            case actions.HintsTaken():
                self.game.mark_hinted()
            case actions.Dealt(deal):
                self.deal = deal
            case actions.EndedByCap():
                self.game.record.ending = Ending.CAPPED
            case actions.SettingsChanged(auto_end, own_dice):
                self.auto_end = auto_end
                self.game.set_manual_dice(own_dice)
                self.had_own_dice |= own_dice
            case actions.SeatsOpened(seats):
                self.open |= {*seats}
                self.hints_allowed -= {*seats}
            case actions.SeatTaken(seat):
                self.open -= {seat}
            case actions.SeatLeft(seat):
                self.open |= {seat}
                self.hints_allowed -= {seat}
            case actions.SeatFilled(seat, bot):
                self.open -= {seat}
                bot_player = SeatedPlayer("bot", bot=bot)
                self._set_players([*self.players[:seat], bot_player, *self.players[seat + 1 :]])
            case actions.HoldersChanged():
                pass  # the store has the holders
            case _:  # only the actions of the play state are left
                self._comment_on_substitute(action)
                self.play_state = self.play_state.after(action, len(self.players), self.version + 1)
        if action.changes_play:
            self.agreed = frozenset()
            self.agree_since = self.position_since = self.version + 1
            self.play_state = self.play_state.without("takeback")
        self.at = max(self.at, at)
        self.play_state = self.play_state.with_time_at(
            self._timed_turn,
            self.at,
            is_waiting=self.game.is_waiting or bool(self.open),
            completes=action.completes_turn,
        )
        self.version += 1
        self._unchanged_parts.append(unchanged)

    def _agree(self, seats: frozenset[int], agreed: bool) -> None:
        self.agreed = self.agreed | seats if agreed else self.agreed - seats
        if self.agreed >= self.active:
            self.game.end_by_agreement()

    @property
    def _timed_turn(self) -> TurnKey | None:
        game = self.game
        is_timed = not game.is_over and game.seat in self.active
        return (game.seat, int(game.state.turn)) if is_timed else None

    def _comment_on_substitute(self, action: actions.PlayStateAction) -> None:
        """Comment in the record on a seat's first substitute, or on its player giving up."""
        if isinstance(action, actions.Substituted):
            colour, turn = self.game.colours[action.seat], int(self.game.state.turn) + 1
            if action.seat not in self.play_state.stood_in or action.why == "gave-up":
                why = _SUBSTITUTE_REASONS[action.why]
                text = f"turn {turn}: {why}, the bot {action.bot} plays on for {colour}"
                self.game.record.comments.append(Comment(BEFORE_PLAY, text))

    def _log(self, move: Move) -> None:
        self._log_lengths.append(len(self.log_parts))
        self.log_parts += move_parts(move)
