"""The state of a table in addition to its game: clock, pause, substitutes and proposals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from redcathedral.server.core.table import actions
from redcathedral.server.core.table.clock import Clock, TurnKey
from redcathedral.server.core.wire.play_state import ClockSettings, QuestionKind, SubstituteReason

DEFAULT_SUBSTITUTE: Final = "craftsman"  # for absent players at a table that names no bot


@dataclass(frozen=True)
class Substitute:
    """The bot that plays for a person, and why."""

    bot: str
    why: SubstituteReason

    @property
    def is_final(self) -> bool:
        return self.why == "gave-up"


@dataclass(frozen=True)
class Proposal:
    """A question of a seat to the others, with the seats that agree; ``number`` identifies it."""

    what: QuestionKind
    seat: int
    agreed: frozenset[int]
    about: int | None = None
    count: int = 0
    number: int = 0


@dataclass(frozen=True)
class PlayState:
    """Clock, pause, substitutes and proposals.

    With ``is_held`` the clock waits for a player to connect.  ``paused_at`` is the table's version
    at the start or end of the last pause, ``declined`` the number of the last declined question.
    """

    stand_in: str = DEFAULT_SUBSTITUTE
    clock: Clock | None = None
    is_held: bool = True
    is_paused: bool = False
    paused_at: int = 0
    declined: int = 0
    stand_ins: Mapping[int, Substitute] = field(default_factory=dict)
    stood_in: frozenset[int] = frozenset()  # seats for which a bot has played at any time
    questions: tuple[Proposal, ...] = ()

    @property
    def gave_up(self) -> frozenset[int]:
        return frozenset(seat for seat, bot in self.stand_ins.items() if bot.is_final)

    @property
    def wish(self) -> ClockSettings | None:
        return None if self.clock is None else self.clock.wish

    def question(self, what: QuestionKind) -> Proposal | None:
        return next((question for question in self.questions if question.what == what), None)

    def after(self, action: actions.PlayStateAction, seats: int, version: int) -> "PlayState":
        """Return the state after an action, except the clock's time; ``version`` is the new one."""
        match action:
            case actions.PlaySettingsChanged(wish, stand_in):
                clock = None if wish is None else Clock.full(wish, seats)
                return replace(self, stand_in=stand_in, clock=clock)
            case actions.ClockStarted():
                return replace(self, is_held=False)
            case actions.ClockStopped(counted):
                clock = self.clock
                if clock is not None and not counted:
                    clock = clock.without_current_run()
                return replace(self, is_held=True, clock=clock)
            case actions.Asked(what, seat, agreed, about, count):
                question = Proposal(what, seat, frozenset(agreed), about, count, version)
                return replace(self.without(what), questions=(*self._others(what), question))
            case actions.Answered(what, agreeing_seats, agreed):
                return self._answered(what, agreeing_seats, agreed)
            case actions.Paused(paused):
                return replace(self.without("pause"), is_paused=paused, paused_at=version)
            case actions.Substituted(seat, bot, why):
                return replace(
                    self,
                    stand_ins={**self.stand_ins, seat: Substitute(bot, why)},
                    stood_in=self.stood_in | {seat},
                    questions=tuple(
                        replace(question, agreed=question.agreed - {seat})
                        for question in self.questions
                        if seat not in (question.seat, question.about)
                    ),
                )
            case actions.Returned(seat):
                stand_ins = {at: bot for at, bot in self.stand_ins.items() if at != seat}
                clock = None if self.clock is None else self.clock.with_return_time(seat)
                return replace(self, stand_ins=stand_ins, clock=clock)

    def with_time_at(
        self, turn: TurnKey | None, at: int, *, is_waiting: bool, completes: bool
    ) -> "PlayState":
        """Return the state at a time; the clock is stopped while the game waits for a roll."""
        if self.clock is None:
            return self
        runs = not (is_waiting or self.is_held or self.is_paused)
        due = self.clock.turn if is_waiting else turn
        return replace(self, clock=self.clock.at_turn(due, at, runs=runs, completes=completes))

    def _answered(self, what: QuestionKind, seats: Iterable[int], agreed: bool) -> "PlayState":
        question = self.question(what)
        if question is None:
            return self
        if not agreed:
            return replace(self.without(what), declined=question.number)
        updated = replace(question, agreed=question.agreed | {*seats})
        return replace(self, questions=(*self._others(what), updated))

    def _others(self, what: QuestionKind) -> tuple[Proposal, ...]:
        return tuple(question for question in self.questions if question.what != what)

    def without(self, what: QuestionKind) -> "PlayState":
        return replace(self, questions=self._others(what))
