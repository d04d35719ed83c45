"""Describe a game in one language: events, decisions, positions, players and winners.

The other modules choose texts and arguments as ``Term`` values, which a narrator translates.
"""

from collections.abc import Iterable, Sequence

from redcathedral.engine.scoring import Score, scores, winners
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event
from redcathedral.text import decisions, events, position, terms
from redcathedral.text.translator import AllOf, Argument, Term, Translator


class Narrator(Translator):
    """Describes a game in one language; seats have the ``names`` of a call, or their colors."""

    def bot(self, name: str) -> str:
        return self.say(terms.bot(name))

    def lines(self, terms: Iterable[Term]) -> list[str]:
        return [self.say(term) for term in terms]

    def events(
        self,
        game_events: Sequence[Event],
        setting: Setting,
        before: State | None = None,
        names: Sequence[Argument] = (),
    ) -> list[str]:
        """Return sentences for events; related events share a sentence.

        With the position ``before`` them, they also say why a card of Ivan's had no effect.
        """
        return self.lines(events.EventNarrator(game_events, setting, before, names).sentences())

    def decision_made(
        self,
        decision: int,
        game_events: Sequence[Event],
        before: State,
        names: Sequence[Argument] = (),
    ) -> list[str]:
        """Return sentences for a decision and its events; some decisions have no event."""
        announcement = self.lines(decisions.announcement(before, decision, names))
        return [*announcement, *self.events(game_events, before.setting, before, names)]

    def suggestion(
        self, trial: Trial, game_events: Sequence[Event], names: Sequence[Argument] = ()
    ) -> list[str]:
        """Return sentences for a suggested decision; for a re-roll also the dice."""
        dice = self.lines(decisions.reroll_dice(trial.before, trial.decision))
        return [*self.decision_made(trial.decision, game_events, trial.before, names), *dice]

    def paragraph(
        self, game_events: Sequence[Event], setting: Setting, names: Sequence[Argument] = ()
    ) -> str:
        return self.join(self.events(game_events, setting, None, names))

    def join(self, sentences: Sequence[str]) -> str:
        return self.text("paragraph.separator").join(sentences)

    def decision(self, trial: Trial) -> str:
        return self.say(decisions.DecisionNarrator(trial).term())

    def consequences(self, trial: Trial, names: Sequence[Argument] = ()) -> list[str]:
        """Return the effects that the text of a legal decision does not mention."""
        further = decisions.further_events(trial.events)
        return self.events(further, trial.before.setting, None, names)

    def player(self, setting: Setting, seat: int, names: Sequence[Argument] = ()) -> str:
        return self.say(position.seat_with_name(setting, seat, names))

    def result(
        self, state: State, names: Sequence[Argument] = (), won: Sequence[int] | None = None
    ) -> str:
        """Name the winners: the seats that have ``won``, else those of the current position."""
        final_scores = scores(state)
        seats = winners(final_scores) if won is None else won
        if not seats:
            return self.text("score.nobody")
        who = [position.seat_with_name(state.setting, seat, names) for seat in seats]
        return self.winners_text(who, final_scores)

    def winners_text(self, who: Sequence[Argument], final_scores: Sequence[Score]) -> str:
        """Name the winners, or say that several share a victory without points."""
        if len(who) > 1 and not any(score.total for score in final_scores):
            return self.text("score.no-score")
        return self.text("score.winners", who=AllOf(tuple(who)))
