"""The layer's front door: one language, asked for sentences about the game.

What lies on the table is told by ``position`` as terms, for ``Words.lines`` to say.
"""

from collections.abc import Iterable, Sequence

from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event
from redcathedral.text import decisions, events, position, terms
from redcathedral.text.translator import AllOf, Argument, Term, Translator


class Narrator(Translator):
    """What happens, may happen and lies on the table, in one language.

    ``names`` are those of the people and bots at the seats.
    """

    def bot(self, name: str) -> str:
        return self.say(terms.bot(name))

    def lines(self, terms: Iterable[Term]) -> list[str]:
        return [self.say(term) for term in terms]

    # --- what happened

    def events(
        self,
        told: Sequence[Event],
        setting: Setting,
        before: State | None = None,
        names: Sequence[Argument] = (),
    ) -> list[str]:
        """Events as sentences; what belongs together is one of them.

        The position before them says why a card of Ivan's found nothing to do; ``names`` are what
        the seats are called, without them by their colours.
        """
        return self.lines(events.EventNarrator(told, setting, before, names).sentences())

    def told(
        self, decision: int, told: Sequence[Event], before: State, names: Sequence[Argument] = ()
    ) -> list[str]:
        """What came of a decision; also of one that by itself changes nothing yet."""
        opening = self.lines(decisions.opening(before, decision, names))
        return [*opening, *self.events(told, before.setting, before, names)]

    def paragraph(
        self, told: Sequence[Event], setting: Setting, names: Sequence[Argument] = ()
    ) -> str:
        return self.join(self.events(told, setting, None, names))

    def join(self, sentences: Sequence[str]) -> str:
        return self.text("paragraph.separator").join(sentences)

    # --- what may be done

    def decision(self, trial: Trial) -> str:
        return self.say(decisions.Meaning(trial).term())

    def effect(self, trial: Trial, names: Sequence[Argument] = ()) -> list[str]:
        """What a legal decision would bring about beyond that, up to the next chance."""
        told = decisions.consequences(trial.events)
        return self.events(told, trial.before.setting, None, names)

    # --- who plays, and who wins

    def player(self, setting: Setting, seat: int, names: Sequence[Argument] = ()) -> str:
        return self.say(position.seat_with_name(setting, seat, names))

    def result(
        self, state: State, names: Sequence[Argument] = (), won: Sequence[int] | None = None
    ) -> str:
        """Name the winners: the seats that have ``won``, else those of the current position."""
        seats = winners(scores(state)) if won is None else won
        if not seats:
            return self.text("score.nobody")
        who = tuple(position.seat_with_name(state.setting, seat, names) for seat in seats)
        return self.text("score.winners", who=AllOf(who))
