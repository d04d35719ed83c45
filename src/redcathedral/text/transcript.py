"""Write the transcript of a recorded game: sentences for its turns, and for alternative turns."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event, GameEnded, TurnBegan
from redcathedral.record.game_record import Record
from redcathedral.record.stepper import Stepper, TurnStart
from redcathedral.text.narrator import Narrator
from redcathedral.text.translator import Argument

TURN_ENDS: Final = (TurnBegan, GameEnded)


class Transcript:
    """The sentences of each turn of a game, in ``turns``.

    ``plays`` are the first steps of analyzed plays; ``positions`` has the positions there.
    """

    def __init__(self, narrator: Narrator, record: Record, plays: set[int]) -> None:
        self.turns: list[list[str]] = []
        self._narrator = narrator
        self._stepper = Stepper(record.first_state())
        self.positions: dict[int, State] = {}
        # Events of chance and of Ivan that have no sentence yet, and the position before them.
        self._pending: list[Event] = []
        self._before_pending = self._stepper.state.copy()
        self._begin_turns(self._stepper.start().turns)
        for index, step in enumerate(record.steps):
            if index in plays:
                self.positions[index] = self._stepper.state.copy()
            self._advance(step)
        self._describe_pending(None)

    @property
    def end(self) -> State:
        return self._stepper.state

    def alternative(
        self, step: int, decisions: Sequence[int], names: Sequence[Argument] = ()
    ) -> list[str]:
        """Return sentences for alternative decisions at a play, up to the end of its turn."""
        state = self.positions[step]
        sentences: list[str] = []
        for decision in decisions:
            trial = Trial(state, decision)
            in_turn = takewhile(lambda event: not isinstance(event, TURN_ENDS), trial.events)
            sentences += self._narrator.suggestion(trial, list(in_turn), names)
            state = trial.after
        return sentences

    def alternative_events(self, step: int, decisions: Sequence[int]) -> list[Event]:
        """Return the events of alternative decisions at a play."""
        state = self.positions[step]
        events: list[Event] = []
        for decision in decisions:
            trial = Trial(state, decision)
            events += [event for event in trial.events if not isinstance(event, TurnBegan)]
            state = trial.after
        return events

    def _advance(self, step: int) -> None:
        before = self._stepper.state.copy()
        result = self._stepper.advance(step)
        if self.turns and before.is_chance:
            self._add_pending(result.events, before)
        elif self.turns:
            self._describe_pending(None)
            self.turns[-1] += self._narrator.decision_made(step, result.events, before)
        self._begin_turns(result.turns)

    def _begin_turns(self, starts: Sequence[TurnStart]) -> None:
        for start in starts:
            self._describe_pending(TurnBegan(self.end.setting.colour(start.state.seat)))
            self.turns.append([])
            self._add_pending(start.events, start.state)

    def _add_pending(self, events: Sequence[Event], before: State) -> None:
        if not self._pending:
            self._before_pending = before
        self._pending += events

    def _describe_pending(self, next_turn: Event | None) -> None:
        """Add sentences for the pending events; ``next_turn`` is the event after Ivan's turn."""
        if not self._pending:
            return
        events = [*self._pending, *([] if next_turn is None else [next_turn])]
        sentences = self._narrator.events(events, self.end.setting, self._before_pending)
        self.turns[-1] += sentences if next_turn is None else sentences[:-1]
        self._pending.clear()
