"""A game as its record has it: the header, how it began, its steps, how it ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from redcathedral.engine import rules, scoring
from redcathedral.engine.components import Components
from redcathedral.engine.phases import ROLL
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.files import write_text
from redcathedral.record.event import Event, event_comment
from redcathedral.record.header import Header
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import outcome_text, steps_due
from redcathedral.record.position import to_json
from redcathedral.record.position_reader import from_json
from redcathedral.record.setup import setup_lines
from redcathedral.record.stepper import Stepper, TurnStart

SCORE_KEYS: Final = ("track", "goods", "towers", "total", "cards", "ornaments")
BEFORE_PLAY: Final = -1  # the step of a comment that stands before the play part


class Ending(Enum):
    """How a record ends."""

    UNFINISHED = "unfinished"
    FINISHED = "finished"
    CAPPED = "capped"  # a program ended it at its cap on turns (R7.7)
    AGREED = "agreed"  # the players ended it and score it as it stands (R7.7)


class Comment(NamedTuple):
    """A comment of a person: it stands before a step (HEAD: in the header)."""

    step: int
    text: str


class Moment(NamedTuple):
    """A moment of a game: the position before step number ``step``, and what was then taken.

    The position is the live one of the walk: copy it to keep it.  ``line`` is the one that told
    the step, 0 when it was not read from a file.
    """

    step: int
    line: int
    state: State
    taken: int


@dataclass
class Record:
    """A game's record, finished or not.

    A step is a decision's id or the number of a chance outcome, whichever is due; those of the
    set-up come first, unless ``start`` has a position to start from.  Undo is ``truncate``.
    """

    header: Header
    components: Components
    start: str | None = None  # canonical JSON
    steps: list[int] = field(default_factory=list)
    ending: Ending = Ending.UNFINISHED
    comments: list[Comment] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def first_state(self) -> State:
        """The position before step 0; if Ivan is to move there, still before his turn."""
        setting = self.header.setting(self.components)
        return new_state(setting) if self.start is None else from_json(self.start, setting)

    def walk(self, steps: int | None = None) -> Stepper:
        """The game after so many steps, all of them by default."""
        stepper = Stepper(self.first_state())
        stepper.start()
        for step in self.steps[:steps]:
            stepper.advance(step)
        return stepper

    def moments(self) -> Iterator[Moment]:
        """Every step with the position before it."""
        stepper = self.walk(0)
        for index, step in enumerate(self.steps):
            line = self.lines[index] if index < len(self.lines) else 0
            yield Moment(index, line, stepper.state, step)
            stepper.advance(step)

    def steps_to(self, decisions: int) -> int:
        """How many steps a number of decisions takes, chance included.  Raises ValueError."""
        made = 0
        for moment in self.moments():
            if not moment.state.is_chance:
                if made == decisions:
                    return moment.step
                made += 1
        if decisions != made:
            raise ValueError(f"the game has {made} decisions; name 0 to {made}, not {decisions}")
        return len(self.steps)

    def truncate(self, steps: int) -> None:
        """Go back to the moment after so many steps: later ones and their comments are gone."""
        del self.steps[steps:]
        del self.lines[steps:]
        self.comments = [comment for comment in self.comments if comment.step <= steps]
        self.ending = Ending.UNFINISHED

    def text(self, states: bool = False, legal: bool = False, comments: bool = True) -> str:
        """The lines of a file; ValueError if the steps stop within the set-up or between dice."""
        return _Writer(self, states, legal, comments).text()

    def save(
        self, path: Path, states: bool = False, legal: bool = False, comments: bool = True
    ) -> None:
        """Write the record to a file, gzipped for a name that ends in ``.gz``; whole or not."""
        write_text(path, self.text(states, legal, comments))


class _Writer:
    def __init__(self, record: Record, states: bool, legal: bool, comments: bool) -> None:
        self._record = record
        self._states = states
        self._legal = legal
        self._comments = sorted(record.comments, key=lambda c: c.step) if comments else []
        self._remarks = comments
        self._stepper = Stepper(record.first_state())
        self._turns_begun: list[TurnStart] = []  # turns begun, not yet written
        self._out = record.header.lines()

    def text(self) -> str:
        record = self._record
        self._keep(BEFORE_PLAY)
        index = self._begin()
        while index < len(record.steps):
            self._open_turns()
            self._keep(index)
            index = self._step(index)
        state = self._stepper.state
        if state.is_over:
            self._open_turns()
        self._keep(len(record.steps))
        if state.is_over:
            self._out += [*score_lines(state), result_line(state)]
        elif record.ending is Ending.AGREED:
            self._out += ["agreed", *score_lines(state), result_line(state)]
        elif record.ending is Ending.CAPPED:
            self._out.append("stopped cap")
        return "\n".join(self._out) + "\n"

    def _begin(self) -> int:
        """Set-up or start position; how many steps that were."""
        stepper = self._stepper
        if self._record.start is not None:
            self._out.append(f"start {self._record.start}")
            self._turns_begun += stepper.start().turns
            return 0
        count = 0
        while stepper.state.phase < ROLL:
            if count == len(self._record.steps):
                raise ValueError("the set-up is not complete: draw the rest before writing")
            self._turns_begun += stepper.advance(self._record.steps[count]).turns
            count += 1
        self._out += setup_lines(stepper.state, self._record.steps[:count])
        return count

    def _step(self, index: int) -> int:
        """The line of a decision, or of all chance outcomes due; the index of the next step."""
        state = self._stepper.state
        due = steps_due(state) if state.is_chance else 1
        steps = self._record.steps[index : index + due]
        if len(steps) < due:
            raise ValueError("the steps stop in the middle of a roll: settle it before writing")
        if state.is_chance:
            self._out.append(outcome_text(state, steps))
        else:
            if self._legal:
                self._out.append(f"legal {len(rules.legal(state))}")
            self._out.append(decision_text(steps[0]))
        for step in steps:
            brought = self._stepper.advance(step)
            self._remark(brought.events)
            self._turns_begun += brought.turns
        return index + due

    def _open_turns(self) -> None:
        for state, events in self._turns_begun:
            self._out.append(f"turn {state.setting.colour(state.seat)}")
            if self._states:
                self._out.append(f"state {to_json(state)}")
            self._remark(events)
        self._turns_begun.clear()

    def _remark(self, events: Sequence[Event]) -> None:
        if self._remarks:
            remarks = [event_comment(self._stepper.state.setting, event) for event in events]
            self._out += [f"# {text}" for text in remarks if text is not None]

    def _keep(self, step: int) -> None:
        while self._comments and self._comments[0].step <= step:
            text = self._comments.pop(0).text
            self._out += [f"# {line.strip()}" for line in text.splitlines() if line.strip()]


def score_lines(state: State) -> list[str]:
    """A line a seat, as the position stands."""
    result = []
    for seat, score in enumerate(scoring.scores(state)):
        parts = [f"{key}={getattr(score, key)}" for key in SCORE_KEYS]
        result.append(" ".join(["score", state.setting.colour(seat), *parts]))
    return result


def result_line(state: State) -> str:
    """The winner, or all who share the victory."""
    winners = scoring.winners(scoring.scores(state))
    return " ".join(["result", *(state.setting.colour(seat) for seat in winners)])
