"""Store and write the record of a game: its header, start, steps, comments and ending."""

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
BEFORE_PLAY: Final = -1  # the step of a comment in the header or the set-up


class Ending(Enum):
    """How a record ends."""

    UNFINISHED = "unfinished"
    FINISHED = "finished"
    CAPPED = "capped"  # a program ended the game at its cap on turns (R7.7)
    AGREED = "agreed"  # the players ended the game early and scored it (R7.7)


class Comment(NamedTuple):
    """A comment by a person, written before step number ``step`` or BEFORE_PLAY."""

    step: int
    text: str


class Moment(NamedTuple):
    """The position before step number ``step`` of a game, and the step ``taken`` there.

    Copy ``state`` to keep it: it changes with the next step.  ``line`` is the line of the step in
    the file, or 0 without a file.
    """

    step: int
    line: int
    state: State
    taken: int


@dataclass
class Record:
    """The record of a game, which may still be in progress.

    A step is the id of a decision or the number of a chance outcome.  The steps begin with the
    set-up, unless the game starts from the position ``start``.  ``truncate`` removes steps.
    """

    header: Header
    components: Components
    start: str | None = None  # the start position as canonical JSON
    steps: list[int] = field(default_factory=list)
    ending: Ending = Ending.UNFINISHED
    comments: list[Comment] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # the line of each step, if read from a file

    def first_state(self) -> State:
        """Return the position before step 0, even before a turn of Ivan."""
        setting = self.header.setting(self.components)
        return new_state(setting) if self.start is None else from_json(self.start, setting)

    def walk(self, steps: int | None = None) -> Stepper:
        """Replay a number of steps, by default all, and return the stepper."""
        stepper = Stepper(self.first_state())
        stepper.start()
        for step in self.steps[:steps]:
            stepper.advance(step)
        return stepper

    def moments(self) -> Iterator[Moment]:
        """Yield every step with the position before it."""
        stepper = self.walk(0)
        for index, step in enumerate(self.steps):
            line = self.lines[index] if index < len(self.lines) else 0
            yield Moment(index, line, stepper.state, step)
            stepper.advance(step)

    def steps_to(self, decisions: int) -> int:
        """Return the number of steps, including chance, before decision number ``decisions``.

        Raises ValueError if the game has fewer decisions.
        """
        count = 0
        for moment in self.moments():
            if not moment.state.is_chance:
                if count == decisions:
                    return moment.step
                count += 1
        if decisions != count:
            raise ValueError(f"the game has {count} decisions; name 0 to {count}, not {decisions}")
        return len(self.steps)

    def truncate(self, steps: int) -> None:
        """Remove all but the first ``steps`` steps, and the comments on removed steps."""
        del self.steps[steps:]
        del self.lines[steps:]
        self.comments = [comment for comment in self.comments if comment.step <= steps]
        self.ending = Ending.UNFINISHED

    def text(self, states: bool = False, legal: bool = False, comments: bool = True) -> str:
        """Return the text of the record; ``states`` and ``legal`` add lines for checks.

        Raises ValueError if the steps end within the set-up or within a roll.
        """
        return _Writer(self, states, legal, comments).text()

    def save(
        self, path: Path, states: bool = False, legal: bool = False, comments: bool = True
    ) -> None:
        """Write the record to a file, compressed if the name ends in ``.gz``; see ``text``."""
        write_text(path, self.text(states, legal, comments))


class _Writer:
    def __init__(self, record: Record, states: bool, legal: bool, comments: bool) -> None:
        self._record = record
        self._states = states
        self._legal = legal
        self._comments = (
            sorted(record.comments, key=lambda comment: comment.step) if comments else []
        )
        self._writes_event_comments = comments
        self._stepper = Stepper(record.first_state())
        self._unwritten_turns: list[TurnStart] = []  # turns that began since the last line
        self._lines = record.header.lines()

    def text(self) -> str:
        record = self._record
        self._write_comments(BEFORE_PLAY)
        index = self._write_start()
        while index < len(record.steps):
            self._write_turns()
            self._write_comments(index)
            index = self._write_step(index)
        state = self._stepper.state
        if state.is_over:
            self._write_turns()
        self._write_comments(len(record.steps))
        if state.is_over:
            self._lines += [*score_lines(state), result_line(state)]
        elif record.ending is Ending.AGREED:
            self._lines += ["agreed", *score_lines(state), result_line(state)]
        elif record.ending is Ending.CAPPED:
            self._lines.append("stopped cap")
        return "\n".join(self._lines) + "\n"

    def _write_start(self) -> int:
        """Write the set-up or the start position; return the number of steps written."""
        stepper = self._stepper
        if self._record.start is not None:
            self._lines.append(f"start {self._record.start}")
            self._unwritten_turns += stepper.start().turns
            return 0
        count = 0
        while stepper.state.phase < ROLL:
            if count == len(self._record.steps):
                raise ValueError("the set-up is not complete: draw the rest before writing")
            self._unwritten_turns += stepper.advance(self._record.steps[count]).turns
            count += 1
        self._lines += setup_lines(stepper.state, self._record.steps[:count])
        return count

    def _write_step(self, index: int) -> int:
        """Write a decision, or the chance outcomes of a line; return the next step's index."""
        state = self._stepper.state
        count = steps_due(state) if state.is_chance else 1
        steps = self._record.steps[index : index + count]
        if len(steps) < count:
            raise ValueError("the steps stop in the middle of a roll: settle it before writing")
        if state.is_chance:
            self._lines.append(outcome_text(state, steps))
        else:
            if self._legal:
                self._lines.append(f"legal {len(rules.legal(state))}")
            self._lines.append(decision_text(steps[0]))
        for step in steps:
            result = self._stepper.advance(step)
            self._write_event_comments(result.events)
            self._unwritten_turns += result.turns
        return index + count

    def _write_turns(self) -> None:
        for state, events in self._unwritten_turns:
            self._lines.append(f"turn {state.setting.colour(state.seat)}")
            if self._states:
                self._lines.append(f"state {to_json(state)}")
            self._write_event_comments(events)
        self._unwritten_turns.clear()

    def _write_event_comments(self, events: Sequence[Event]) -> None:
        if self._writes_event_comments:
            setting = self._stepper.state.setting
            texts = [event_comment(setting, event) for event in events]
            self._lines += [f"# {text}" for text in texts if text is not None]

    def _write_comments(self, step: int) -> None:
        while self._comments and self._comments[0].step <= step:
            text = self._comments.pop(0).text
            self._lines += [f"# {line.strip()}" for line in text.splitlines() if line.strip()]


def score_lines(state: State) -> list[str]:
    """Return a ``score`` line for each seat, for the current position."""
    result = []
    for seat, score in enumerate(scoring.scores(state)):
        parts = [f"{key}={getattr(score, key)}" for key in SCORE_KEYS]
        result.append(" ".join(["score", state.setting.colour(seat), *parts]))
    return result


def result_line(state: State) -> str:
    """Return the ``result`` line: the winner, or all seats that share the victory."""
    winners = scoring.winners(scoring.scores(state))
    return " ".join(["result", *(state.setting.colour(seat) for seat in winners)])
