"""Play one game, with dice, undo and redo, and a record.

>>> game = Game(players=2, seed=7)
>>> game.colour
'red'
>>> game.play(game.legal_texts[0])[0].seat
'red'
"""

from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Final

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.box.quoting import quote
from redcathedral.box.vocabulary import COLOURS
from redcathedral.engine import rules, scoring
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.phases import DONE
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.engine.scoring import Score
from redcathedral.engine.setting import HUMAN
from redcathedral.engine.state import State
from redcathedral.play.dice import Dice
from redcathedral.play.manual_dice import GameDice
from redcathedral.play.move import Move
from redcathedral.play.seating import new_record
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event, TurnBegan, collected_events
from redcathedral.record.game_record import BEFORE_PLAY, Comment, Ending, Record
from redcathedral.record.header import Header
from redcathedral.record.notation import decision_text, decisions_text, read_decision
from redcathedral.record.outcome import due_text, steps_due
from redcathedral.record.replay import read
from redcathedral.record.setup_code import setup_code_of
from redcathedral.record.stepper import Stepper

HINTS_SEEN: Final = "hints were looked at"  # the comment in the record


class UndoError(ValueError):
    """There is no move to undo or redo."""


class Game:
    """One game from its set-up to its end.

    Attributes: ``state`` is the current position, ``record`` the record up to it, ``history`` the
    moves played, and ``opening`` the events before the first decision: Ivan's first claim in the
    set-up (R8.3), or his turn if the game starts from a position in which he must move.

    ``players`` is by default the number of ``colours``, or two.  ``colours`` are the seats in turn
    order, the first player first (R2.10); in a solo game the second colour is Ivan's.  ``side`` is
    ``basic`` or ``advanced``, or one of them for each seat, and overrides the side of ``options``.

    Chance outcomes come from the system's entropy, or from a ``seed``, 0 to 2**63 - 1.  A ``setup``
    code repeats the set-up of another game, with its number of players and its choice of a first
    game.  With a ``record`` the game continues after the record's last step; dice that are still
    due are rolled, and all other arguments except ``seed`` and ``manual_dice`` are ignored.  With
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
            record = new_record(players, solo, side, colours, names, options, edition, setup)
        self._dice = GameDice(Dice(seed), manual_dice)
        self._undone: list[Move] = []
        self._load(record)
        self._first_manual_step = len(self.record.steps)  # the dice of earlier steps were not real

    def _load(self, record: Record) -> None:
        """Start at the first position of a record, and repeat its steps."""
        self.record = replace(record, steps=[], lines=[], ending=Ending.UNFINISHED)
        stepper = Stepper(self.record.first_state())
        turns = stepper.start().turns
        self.state = stepper.state
        self.opening = tuple(event for turn in turns for event in turn.events)
        self.history: list[Move] = []
        self._resume(record.steps)
        self.record.ending = record.ending

    @classmethod
    def load(cls, path: str | Path, edition: Edition | None = None) -> "Game":
        """Load a game from a record file; raises RecordError if it cannot be replayed."""
        return cls(record=read(Path(path), edition))

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically, gzipped if its name ends in ``.gz``."""
        self.record.save(Path(path))

    def __repr__(self) -> str:
        status = "over" if self.is_over else f"{self.colour} to decide"
        return f"<Game: {', '.join(self.colours)}; {len(self.history)} decisions, {status}>"

    def __copy__(self) -> "Game":
        other = object.__new__(type(self))
        for name, value in self.__dict__.items():
            other.__dict__[name] = copy(value) if isinstance(value, list | dict | set) else value
        other._dice = copy(self._dice)
        record = self.record
        other.record = replace(
            record, steps=[*record.steps], comments=[*record.comments], lines=[*record.lines]
        )
        other.state = self.state.copy()
        return other

    def __deepcopy__(self, memo: object) -> "Game":
        return copy(self)

    def __getstate__(self) -> dict[str, object]:
        """Omit the attributes that can be rebuilt from the record."""
        derived = ("state", "opening", "history")
        return {name: value for name, value in self.__dict__.items() if name not in derived}

    def __setstate__(self, attributes: dict[str, object]) -> None:
        self.__dict__.update(attributes)
        self._load(self.record)

    @property
    def header(self) -> Header:
        """The header of the record: seats, options and edition."""
        return self.record.header

    @property
    def edition(self) -> Edition:
        """The edition with which the game is played."""
        return self.record.components.edition

    @property
    def solo(self) -> bool:
        """Whether the second seat is Ivan's (R8)."""
        return self.header.ivan is not None

    @property
    def setup_code(self) -> str | None:
        """The code that repeats this set-up; None if the game began from a position."""
        return setup_code_of(self.record)

    @property
    def seat(self) -> int:
        """The seat whose decision or roll is due; the human's seat for Ivan's choices (R8.4)."""
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
        """Whether a manual roll must be entered with ``settle`` before the next decision."""
        return self.state.is_chance and not self.is_over

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal decisions, ascending; empty if the game is over or waiting."""
        return [] if self.is_over else rules.legal(self.state)

    @property
    def legal_texts(self) -> list[str]:
        """The legal decisions in the record's notation."""
        return [decision_text(decision) for decision in self.legal_ids]

    @property
    def manual_dice(self) -> bool:
        """Whether players roll real dice and enter them with ``settle``."""
        return self._dice.manual

    def set_manual_dice(self, manual_dice: bool) -> None:
        """Switch between real dice and drawn dice; the moves for ``redo`` are dropped."""
        if manual_dice != self.manual_dice:
            self._dice.manual = manual_dice
            self._first_manual_step = len(self.record.steps)
            self._undone.clear()

    def play(self, decision: str | int, outcomes: Sequence[int] = ()) -> list[Event]:
        """Play a decision with its chance outcomes; return the events.

        ``outcomes`` are the first chance outcomes after the decision; the others are drawn.  If
        this decision was played in this position before and undone, it has the same outcomes again.
        With ``manual_dice`` nothing is drawn: the game waits for the other outcomes.

        Raises NotationError for a text that is not a decision, IllegalDecision for a decision that
        is not legal here, and ImpossibleOutcome for outcomes that do not fit.  The game does not
        change then.
        """
        number = read_decision(decision) if isinstance(decision, str) else decision
        remaining = deque(outcomes)
        move, after = self._simulate(number, remaining)
        if remaining:
            unused = ", ".join(map(str, remaining))
            raise ImpossibleOutcome(f"outcome {unused}: the decision has fewer chance outcomes")
        self._append(move, after)
        self._undone.clear()
        return list(move.events)

    def sample_steps(self, decision: int) -> tuple[int, ...]:
        """Return the steps that ``play`` would record, without playing; raises IllegalDecision."""
        return self._simulate(decision)[0].steps

    def settle(self, outcomes: Sequence[int]) -> list[Event]:
        """Enter a manual roll: the faces of all dice, or all of Ivan's tiles; return the events.

        Dice are in the order of the record, tiles from left to right.  If another roll follows, the
        game waits again, even without ``manual_dice``.  Raises ImpossibleOutcome for a wrong
        number of outcomes and for impossible ones; the game does not change then.
        """
        due = steps_due(self.state) if self.is_waiting else 0
        if not due or len(outcomes) != due:
            raise ImpossibleOutcome(f"got {len(outcomes)} outcomes, but {due} are due")
        after = self.state.copy()
        with collected_events(after) as events:
            steps = self._dice.settle_steps(after, due, deque(outcomes))
        if self.history:
            move = self.history[-1]
            self.history[-1] = replace(
                move, steps=(*move.steps, *steps), events=(*move.events, *events)
            )
        else:
            self._add_opening(events)
        self._advance(after, steps)
        self._undone.clear()
        return events

    def sample_roll(self) -> tuple[int, ...]:
        """Draw outcomes that ``settle`` would accept now; the game does not change."""
        after = self.state.copy()
        return self._dice.settle_steps(after, steps_due(after))

    @property
    def can_undo_roll(self) -> bool:
        """Whether the last manual roll can be removed, to enter it again."""
        return (
            self.manual_dice
            and bool(self.history)
            and len(self.history[-1].steps) > 1
            and len(self.record.steps) > self._first_manual_step
        )

    def undo_roll(self) -> Move:
        """Remove the last manual roll, and wait for it again; raises UndoError.

        Returns the move of the decision before the roll, with the steps up to the roll.
        """
        if not self.can_undo_roll:
            raise UndoError("no roll has been entered since the last decision")
        move = self.history.pop()
        end = move.steps_before_last_roll
        self.record.truncate(len(self.record.steps) - len(move.steps))
        self.state = move.before.copy()
        self._append(*self._simulate(move.decision, deque(move.steps[1:end])))
        self._undone.clear()
        return self.history[-1]

    def _simulate(self, decision: int, outcomes: deque[int] | None = None) -> tuple[Move, State]:
        """Return the move of a decision, and the position after it, without playing it.

        The chance outcomes after the decision are ``outcomes``, or those that the move had before
        it was undone, and then those of the dice.
        """
        self._check_legal(decision)
        before, after = self.state, self.state.copy()
        with collected_events(after) as events:
            rules.apply(after, decision)
            settled = self._dice.settle(after, outcomes or self._dice.recall(before, decision))
        return Move(self.seat, decision, (decision, *settled), tuple(events), before), after

    def _append(self, move: Move, after: State) -> None:
        self.history.append(move)
        self._advance(after, move.steps)

    def _advance(self, after: State, steps: Sequence[int]) -> None:
        """Move to a position and append its steps to the record."""
        self.state = after
        self.record.steps += steps
        if after.is_over:
            self.record.ending = Ending.FINISHED

    def _check_legal(self, decision: int) -> None:
        legal = self.legal_ids
        if decision in legal:
            return
        is_id = 0 <= decision < DECISION_COUNT
        name = quote(decision_text(decision)) if is_id else f"decision {decision}"
        reason = f"legal here: {decisions_text(legal)}" if legal else "the game is over"
        if self.is_waiting:
            reason = f"waiting for a roll ({due_text(self.state)}): call settle() first"
        error = IllegalDecision(decision, legal)
        error.args = (f"{name} is not possible; {reason}",)
        raise error

    def _resume(self, steps: Sequence[int]) -> None:
        """Repeat the steps of a record, and draw the outcomes that it lacks, except manual ones."""
        remaining = deque(steps)
        with collected_events(self.state) as events:
            self.record.steps += self._dice.settle(self.state, remaining)
        self._add_opening(events)
        while remaining:
            self._append(*self._simulate(remaining.popleft(), remaining))

    def _add_opening(self, events: Sequence[Event]) -> None:
        visible = (event for event in events if not isinstance(event, TurnBegan))
        self.opening = (*self.opening, *visible)

    def preview(self, decision: str | int) -> Trial:
        """Try a legal decision up to the next chance outcome; raises what ``play`` raises."""
        number = read_decision(decision) if isinstance(decision, str) else decision
        self._check_legal(number)
        return Trial(self.state, number)

    def can_undo(self, beyond: bool = False) -> bool:
        """Return whether the last decision can be undone: in the same turn, with no roll after it.

        With ``beyond``, rolls and ends of turns can be undone, with a comment in the record.
        """
        if not self.history:
            return False
        move = self.history[-1]
        return beyond or (len(move.steps) == 1 and move.before.turn == self.state.turn)

    def undo(self, beyond: bool = False) -> Move:
        """Undo the last decision; raises UndoError if ``can_undo`` is false."""
        if not self.can_undo(beyond):
            if not self.history:
                raise UndoError("there is no decision to undo")
            raise UndoError("a die was rolled or a turn has ended since the last decision")
        needs_comment = not self.can_undo()
        move = self.history.pop()
        self.record.truncate(len(self.record.steps) - len(move.steps))
        self._first_manual_step = min(self._first_manual_step, len(self.record.steps))
        self.state = move.before.copy()
        self._undone.append(move)
        self._dice.remember(move)
        if needs_comment:
            self.record.comments.append(move.undo_comment(len(self.record.steps)))
        return move

    @property
    def can_redo(self) -> bool:
        """Whether a decision was undone and nothing else has been played since."""
        return bool(self._undone)

    @property
    def undone_moves(self) -> list[Move]:
        """The moves that ``redo`` would play, in this order."""
        return self._undone[::-1]

    def redo(self) -> Move:
        """Play the last undone decision again, with the same dice; raises UndoError."""
        if not self._undone:
            raise UndoError("there is no decision to redo")
        move = self._undone.pop()
        comment = move.undo_comment(len(self.record.steps))
        if comment in self.record.comments:
            self.record.comments.remove(comment)
        self._append(*self._simulate(move.decision, deque(move.steps[1:])))
        return self.history[-1]

    def end_by_agreement(self) -> None:
        """End the game with the scores of the current position (R7.7)."""
        if not self.is_over:
            self.record.ending = Ending.AGREED
            self._undone.clear()

    @property
    def is_hinted(self) -> bool:
        """Whether a player has seen a hint in this game; a comment in the record says so."""
        return Comment(BEFORE_PLAY, HINTS_SEEN) in self.record.comments

    def mark_hinted(self) -> None:
        """Record that a player has seen a hint; undo does not remove it."""
        if not self.is_hinted:
            self.record.comments.append(Comment(BEFORE_PLAY, HINTS_SEEN))

    def scores(self) -> list[Score]:
        """Return the score of each seat in the current position (R7.2-R7.5)."""
        return scoring.scores(self.state)

    def winners(self) -> list[int]:
        """Return the seats that would win in the current position (R7.6)."""
        return scoring.winners(self.scores())
