"""A game in progress: a position, the way to it, the dice, undo and redo.

>>> game = Game(players=2, seed=7)
>>> game.colour
'red'
>>> game.play(game.legal_texts[0])[0].seat
'red'
"""

from collections import deque
from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Final

from msgspec.structs import replace as replace_struct

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.box.quoting import quote
from redcathedral.box.vocabulary import COLOURS
from redcathedral.engine import rules, scoring
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.phases import DONE, DRAW_IVAN_TILE, ROLL
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.engine.scoring import Score
from redcathedral.engine.setting import HUMAN, pickle_fields
from redcathedral.engine.state import JournalEntry, State
from redcathedral.play.dice import Dice
from redcathedral.play.move import Move
from redcathedral.play.seating import check_kinds, make_header, seat_colours, seats_for_setup
from redcathedral.play.trial import Trial
from redcathedral.record.components import components_of
from redcathedral.record.event import Event, TurnBegan, events_of
from redcathedral.record.game_record import BEFORE_PLAY, Comment, Ending, Record
from redcathedral.record.header import Header
from redcathedral.record.notation import decision_text, decisions_text, read_decision
from redcathedral.record.outcome import due_text, steps_due
from redcathedral.record.replay import read
from redcathedral.record.setup_code import read_setup_code, setup_code_of
from redcathedral.record.stepper import Stepper

HINTS_SEEN: Final = "hints were looked at"  # what the record says then


class UndoError(ValueError):
    """There is nothing to take back or to play again here."""


class Game:
    """One game from its set-up to its end, with everything that a table needs.

    ``opening`` lists the events before the first decision: Ivan's first claim in the set-up (R8.3),
    or his turn if the game starts from a position in which he must move.

    There are as many ``players`` as ``colours``, or two.  ``colours`` are the seats in turn order,
    the first player first (R2.10); in a solo game the second colour is Ivan's.  ``side`` is
    ``basic`` or ``advanced``, or one of them for each seat, and overrides the side of ``options``.
    Chance outcomes come from the system's entropy unless a ``seed``, 0 to 2**63 - 1, is given.  A
    ``setup`` code repeats the set-up of another game; the number of players and the choice of a
    first game come from the code.  With a ``record`` the game continues after the record's last
    step; dice that are still due are rolled, and all other arguments are ignored.  With
    ``manual_dice`` the game waits at each roll during play, and at each new deal of Ivan's tiles,
    until ``settle`` enters the result; the set-up is still drawn.  Raises HeaderError for
    impossible seats or options, and SetupCodeError for an invalid code.
    """

    def __init__(
        self,
        players: int | None = None,
        *,
        solo: bool = False,
        side: str | Sequence[str] | None = None,
        colours: Sequence[str] | None = None,
        names: Sequence[str] = (),
        options: Options | None = None,
        edition: Edition | None = None,
        seed: int | None = None,
        setup: str | None = None,
        record: Record | None = None,
        manual_dice: bool = False,
    ) -> None:
        if record is None:
            check_kinds(players, edition, options, side=side, colours=colours, names=names)
            components = components_of(edition)
            options = options or Options()
            steps: list[int] = []
            if setup is not None:
                drawn = read_setup_code(setup, components)
                players, solo = seats_for_setup(drawn, players, solo, colours)
                options = replace_struct(options, first_game=drawn.first_game)
                steps += drawn.outcomes
            taken = seat_colours(players, solo, colours)
            header = make_header(components.edition, taken, solo, names, options, side)
            record = Record(header, components, steps=steps)
        self.manual_dice = manual_dice
        self._dice = Dice(seed)
        self._future: list[Move] = []
        self._fallen: dict[tuple[str, int], tuple[int, ...]] = {}  # with moves taken back
        self._follow(record)
        self._told_from = len(self.record.steps)  # what fell before was not told at the table

    def _follow(self, record: Record) -> None:
        self.record = replace(record, steps=[], lines=[], ending=Ending.UNFINISHED)
        stepper = Stepper(self.record.first_state())
        begun = stepper.start().turns
        self.state = stepper.state
        self.opening = tuple(event for turn in begun for event in turn.events)
        self.history: list[Move] = []
        self._resume(record.steps)
        self.record.ending = record.ending

    @classmethod
    def load(cls, path: str | Path, edition: Edition | None = None) -> "Game":
        """The game of a record file; raises RecordError for one that cannot be replayed."""
        return cls(record=read(Path(path), edition))

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all (gzipped for a name in ``.gz``)."""
        self.record.save(Path(path))

    def __repr__(self) -> str:
        due = "over" if self.is_over else f"{self.colour} to decide"
        return f"<Game: {', '.join(self.colours)}; {len(self.history)} decisions, {due}>"

    def __copy__(self) -> "Game":
        """A game of its own: what happens in one does not show in the other."""
        other = object.__new__(type(self))
        for name, value in self.__dict__.items():
            other.__dict__[name] = copy(value) if isinstance(value, list | dict | set) else value
        other._dice = deepcopy(self._dice)
        kept = self.record
        other.record = replace(
            kept, steps=[*kept.steps], comments=[*kept.comments], lines=[*kept.lines]
        )
        other.state = self.state.copy()
        return other

    def __deepcopy__(self, memo: object) -> "Game":
        return copy(self)

    def __getstate__(self) -> dict[str, object]:
        """All but what the record tells: the position and the way to it."""
        told = ("state", "opening", "history")
        return {name: value for name, value in self.__dict__.items() if name not in told}

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._follow(self.record)

    @property
    def header(self) -> Header:
        """Seats, options and edition."""
        return self.record.header

    @property
    def edition(self) -> Edition:
        """The components the game is played with."""
        return self.record.components.edition

    @property
    def solo(self) -> bool:
        """Whether the second seat is Ivan's (R8)."""
        return self.header.ivan is not None

    @property
    def setup_code(self) -> str | None:
        """The code that gives the same start again; None for one that began with a position."""
        return setup_code_of(self.record)

    @property
    def seat(self) -> int:
        """The seat whose decision or roll is due; the human's where it chooses for Ivan (R8.4)."""
        return HUMAN if self.state.phase > DONE else int(self.state.seat)

    @property
    def colours(self) -> list[str]:
        """The colours of the seats in turn order."""
        return [COLOURS[colour] for colour in self.header.colours]

    @property
    def colour(self) -> str:
        """The colour whose decision is due."""
        return self.colours[self.seat]

    @property
    def is_over(self) -> bool:
        """Whether the last turn has ended, or the players have agreed to end the game (R7.7)."""
        return self.state.is_over or self.record.ending != Ending.UNFINISHED

    @property
    def is_waiting(self) -> bool:
        """Whether it is to be said first what fell at the table."""
        return self.state.is_chance and not self.is_over

    @property
    def legal_ids(self) -> list[int]:
        """The legal decisions as ids, in ascending order; none when the game is over or waits."""
        return [] if self.is_over else rules.legal(self.state)

    @property
    def legal_texts(self) -> list[str]:
        """The legal decisions in the record's notation."""
        return [decision_text(decision) for decision in self.legal_ids]

    def play(self, decision: str | int, outcomes: Sequence[int] = ()) -> list[Event]:
        """Carry out a decision and the chance outcomes that follow; what came of it.

        Outcomes that are known already are given, in their order, and no more than follow; the dice
        draw the rest.  Where the same decision was taken back here, with the same steps before it,
        all falls as it did then.  Raises NotationError for a text that is no decision,
        IllegalDecision for one that is not legal here and ImpossibleOutcome for an outcome that
        cannot come; nothing has changed then.  With ``manual_dice`` the game waits for what is not
        given, also for what fell already with a decision that was taken back.
        """
        number = read_decision(decision) if isinstance(decision, str) else decision
        rest = deque(outcomes)
        move, after = self._tried(number, rest)
        if rest:
            left = ", ".join(map(str, rest))
            raise ImpossibleOutcome(f"outcome {left}: nothing more is left to chance here")
        self._take(move, after)
        self._future.clear()
        return list(move.events)

    def set_manual_dice(self, manual_dice: bool) -> None:
        """Roll dice at the table from now on, or have them drawn here; see ``manual_dice``."""
        if manual_dice != self.manual_dice:
            self.manual_dice = manual_dice
            self._told_from = len(self.record.steps)
            self._future.clear()  # it has other dice

    def settle(self, outcomes: Sequence[int]) -> list[Event]:
        """Say what fell: the faces of all dice to be rolled, or all of Ivan's tiles; what came.

        Dice come in the order of the record, tiles from the left.  Where another roll follows, the
        game waits again, also without ``manual_dice``.  Raises ImpossibleOutcome, and
        nothing has changed then.
        """
        due = steps_due(self.state) if self.is_waiting else 0
        if not due or len(outcomes) != due:
            raise ImpossibleOutcome(f"{len(outcomes)} outcomes are given here, {due} are due")
        after = self.state.copy()
        journal: list[JournalEntry] = []
        after.journal = journal
        queue = deque(outcomes)
        fallen = tuple(self._drawn(after, queue) for _ in range(due))
        after.journal = None
        told = tuple(events_of(journal, after.setting))
        if self.history:
            last = self.history[-1]
            self.history[-1] = replace(
                last, steps=(*last.steps, *fallen), events=(*last.events, *told)
            )
        else:
            self._open(told)
        self._stand(after, fallen)
        self._future.clear()
        return list(told)

    def sample_roll(self) -> tuple[int, ...]:
        """What ``settle`` could be told where the game waits, drawn here; nothing is changed."""
        after = self.state.copy()
        return tuple(self._drawn(after) for _ in range(steps_due(after)))

    @property
    def can_undo_roll(self) -> bool:
        """Whether what was told last at the table may be told anew, with its decision in place."""
        return (
            self.manual_dice
            and bool(self.history)
            and len(self.history[-1].steps) > 1
            and len(self.record.steps) > self._told_from
        )

    def undo_roll(self) -> Move:
        """Wait once more for the last roll, which was told wrongly; raises UndoError.

        The decision before it stands, and is returned as far as it went without that roll.
        """
        if not self.can_undo_roll:
            raise UndoError("no roll at the table has been told since the last decision")
        move = self.history.pop()
        kept = move.steps_before_last_roll
        self.record.truncate(len(self.record.steps) - len(move.steps))
        self.state = move.before.copy()
        self._take(*self._tried(move.decision, deque(move.steps[1:kept])))
        self._future.clear()
        return self.history[-1]

    def sample_steps(self, decision: int) -> tuple[int, ...]:
        """The steps that ``play`` would take; nothing is played.  Raises IllegalDecision."""
        return self._tried(decision)[0].steps

    def _tried(self, decision: int, outcomes: deque[int] | None = None) -> tuple[Move, State]:
        """A decision tried out, and the position after it; chance as queued, then from the dice."""
        self._check(decision)
        if not outcomes and self._fallen and not self.manual_dice:
            outcomes = deque(self._fallen.get(_choice(self.state, decision), ()))
        after = self.state.copy()
        journal: list[JournalEntry] = []
        after.journal = journal
        rules.apply(after, decision)
        drawn = self._settle(after, outcomes)
        after.journal = None
        told = tuple(events_of(journal, after.setting))
        return Move(self.seat, decision, (decision, *drawn), told, self.state), after

    def _take(self, move: Move, after: State) -> None:
        self.history.append(move)
        self._stand(after, move.steps)

    def _stand(self, after: State, steps: Sequence[int]) -> None:
        self.state = after
        self.record.steps += steps
        if after.is_over:
            self.record.ending = Ending.FINISHED

    def _check(self, decision: int) -> None:
        legal = self.legal_ids
        if decision in legal:
            return
        error = IllegalDecision(decision, legal)
        offered = f"legal here: {decisions_text(legal)}" if legal else "the game is over"
        if self.is_waiting:
            offered = f"it is to be said first what fell: {due_text(self.state)}"
        error.args = (f"{_named(decision)} is not possible; {offered}",)
        raise error

    def _settle(self, state: State, outcomes: deque[int] | None = None) -> tuple[int, ...]:
        """Settle the chance before the next decision; rolls at the table only as far as given."""
        drawn: list[int] = []
        while state.is_chance:
            is_in_play = _falls_in_play(state)
            if is_in_play and self.manual_dice and not outcomes:
                break
            due = steps_due(state) if is_in_play else 1
            drawn += [self._drawn(state, outcomes) for _ in range(due)]
        return tuple(drawn)

    def _drawn(self, state: State, outcomes: deque[int] | None = None) -> int:
        """The next chance outcome, carried out: as given, or as the dice draw it."""
        outcome = outcomes.popleft() if outcomes else self._dice.draw(state)
        rules.settle(state, outcome)
        return outcome

    def _resume(self, steps: Sequence[int]) -> None:
        """Take a record's steps; draw chance outcomes that it lacks, but no rolls at the table."""
        rest = deque(steps)
        journal: list[JournalEntry] = []
        self.state.journal = journal
        self.record.steps += self._settle(self.state, rest)
        self.state.journal = None
        self._open(events_of(journal, self.state.setting))
        while rest:
            self._take(*self._tried(rest.popleft(), rest))

    def _open(self, told: Sequence[Event]) -> None:
        happened = (event for event in told if not isinstance(event, TurnBegan))
        self.opening = (*self.opening, *happened)

    def preview(self, decision: str | int) -> Trial:
        """A legal decision tried out up to the next chance outcome; raises what ``play`` raises."""
        number = read_decision(decision) if isinstance(decision, str) else decision
        self._check(number)
        return Trial(self.state, number)

    def can_undo(self, beyond: bool = False) -> bool:
        """Whether the last decision of this turn may be taken back: no roll came after it.

        With ``beyond`` also over rolls and turns, which the record then says in a comment.
        """
        if not self.history:
            return False
        last = self.history[-1]
        return beyond or (len(last.steps) == 1 and last.before.turn == self.state.turn)

    def undo(self, beyond: bool = False) -> Move:
        """Take the last decision back; raises UndoError when a roll or a turn lies between."""
        if not self.can_undo(beyond):
            raise UndoError(
                "there is no decision to take back"
                if not self.history
                else "a die was rolled or a turn has ended since the last decision"
            )
        is_plain = self.can_undo()
        move = self.history.pop()
        self.record.truncate(len(self.record.steps) - len(move.steps))
        self._told_from = min(self._told_from, len(self.record.steps))
        self.state = move.before.copy()
        self._future.append(move)
        if len(move.steps) > 1:
            self._fallen[_choice(move.before, move.decision)] = move.steps[1:]
        if not is_plain:
            self.record.comments.append(_taken_back(len(self.record.steps), move))
        return move

    @property
    def can_redo(self) -> bool:
        """Whether a decision was taken back and nothing else has been played since."""
        return bool(self._future)

    @property
    def undone_moves(self) -> list[Move]:
        """The moves that ``redo`` would play one after the other."""
        return self._future[::-1]

    def redo(self) -> Move:
        """Play the decision again that was taken back last, with the same dice."""
        if not self._future:
            raise UndoError("there is no decision to play again")
        move = self._future.pop()
        comment = _taken_back(len(self.record.steps), move)
        if comment in self.record.comments:
            self.record.comments.remove(comment)
        self._take(*self._tried(move.decision, deque(move.steps[1:])))
        return self.history[-1]

    def end_by_agreement(self) -> None:
        """End the game here by agreement; it is scored as it stands, and marked so (R7.7)."""
        if not self.is_over:
            self.record.ending = Ending.AGREED
            self._future.clear()

    @property
    def is_hinted(self) -> bool:
        """Whether somebody looked at a hint in this game; its record says so in a comment."""
        return Comment(BEFORE_PLAY, HINTS_SEEN) in self.record.comments

    def mark_hinted(self) -> None:
        """Keep that somebody looked at a hint; it stays, whatever is taken back."""
        if not self.is_hinted:
            self.record.comments.append(Comment(BEFORE_PLAY, HINTS_SEEN))

    def scores(self) -> list[Score]:
        """The score of each seat as the position stands (R7.2-R7.5)."""
        return scoring.scores(self.state)

    def winners(self) -> list[int]:
        """The seats that would win as the position stands (R7.6)."""
        return scoring.winners(self.scores())


def _falls_in_play(state: State) -> bool:
    """Whether a chance node is one of the play: a roll, or a new deal of Ivan's tiles (R8.5)."""
    return state.phase == ROLL or (state.phase == DRAW_IVAN_TILE and state.is_ivan(state.seat))


def _named(decision: int) -> str:
    is_one = 0 <= decision < DECISION_COUNT
    return quote(decision_text(decision)) if is_one else f"decision {decision}"


def _choice(state: State, decision: int) -> tuple[str, int]:
    """A decision in a position, equal wherever both are, whatever the way there."""
    return repr(pickle_fields(state)), decision


def _taken_back(step: int, move: Move) -> Comment:
    """What the record says where an undo went beyond a roll or the end of a turn."""
    return Comment(step, f"taken back with its dice: {move.text}")
