"""A recorded game in sentences, turn by turn, and what would have happened otherwise."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from redcathedral.engine.decisions import DELIVER, PRESTIGE_REROLL
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event, GameEnded, TurnBegan
from redcathedral.record.game_record import Record
from redcathedral.record.stepper import Stepper, TurnStart
from redcathedral.text.narrator import Narrator

ENDS: Final = (TurnBegan, GameEnded)


class Transcript:
    """What happened in each turn, in sentences, and the positions at which a play began."""

    def __init__(self, words: Narrator, record: Record, plays: set[int]) -> None:
        self.turns: list[list[str]] = []
        self._words = words
        self._stepper = Stepper(record.first_state())
        self._starts: dict[int, State] = {}
        self._untold: list[Event] = []  # by chance, or by Ivan
        self._before = self._stepper.state.copy()  # that
        self._open(self._stepper.start().turns)
        for index, step in enumerate(record.steps):
            if index in plays:
                self._starts[index] = self._stepper.state.copy()
            self._take(step)
        self._tell(None)

    @property
    def end(self) -> State:
        return self._stepper.state

    def would(self, step: int, ids: Sequence[int]) -> list[str]:
        state = self._starts[step]
        told: list[str] = []
        for decision in ids:
            trial = Trial(state, decision)
            own = takewhile(lambda event: not isinstance(event, ENDS), trial.events)
            told += self._words.told(decision, list(own), state)
            state = trial.after
            if PRESTIGE_REROLL <= decision < DELIVER:
                space = decision - PRESTIGE_REROLL + 1
                told.append(self._words.text("analysis.reroll", space=space))
        return told

    def events(self, step: int, ids: Sequence[int]) -> list[Event]:
        state = self._starts[step]
        happened: list[Event] = []
        for decision in ids:
            trial = Trial(state, decision)
            happened += [event for event in trial.events if not isinstance(event, TurnBegan)]
            state = trial.after
        return happened

    def _take(self, step: int) -> None:
        before = self._stepper.state.copy()
        result = self._stepper.advance(step)
        if self.turns and before.is_chance:
            self._keep(result.events, before)
        elif self.turns:
            self._tell(None)
            self.turns[-1] += self._words.told(step, result.events, before)
        self._open(result.turns)

    def _open(self, begun: Sequence[TurnStart]) -> None:
        for start in begun:
            self._tell(TurnBegan(self.end.setting.colour(start.state.seat)))
            self.turns.append([])
            self._keep(start.events, start.state)

    def _keep(self, happened: Sequence[Event], before: State) -> None:
        if not self._untold:
            self._before = before
        self._untold += happened

    def _tell(self, following: Event | None) -> None:
        """Tell what has been kept; the turn that follows shows where Ivan could do nothing."""
        if not self._untold:
            return
        happened = [*self._untold, *([] if following is None else [following])]
        told = self._words.events(happened, self.end.setting, self._before)
        self.turns[-1] += told if following is None else told[:-1]
        self._untold.clear()
