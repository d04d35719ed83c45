"""The layer's front door: one language, asked for sentences about the game."""

from collections.abc import Iterable, Sequence

from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event
from redcathedral.record.notation import place_text
from redcathedral.words import decisions, events, position, terms
from redcathedral.words.message import AllOf, Messages, Term


class Words(Messages):
    """What happens, may happen and lies on the table, in one language.

    ``names`` are those of the people and bots at the seats.
    """

    def bot(self, name: str) -> str:
        """What a bot or level is called; without a text of its own as it is registered."""
        known = f"bot.name.{name}"
        return self.text(known) if self.has(known) else name.capitalize()

    def _lines(self, values: Iterable[Term]) -> list[str]:
        return [self.say(value) for value in values]

    # --- what happened

    def events(
        self, told: Sequence[Event], setting: Setting, before: State | None = None
    ) -> list[str]:
        """Events as sentences; what belongs together is one of them.

        The position before them says why a card of Ivan's found nothing to do.
        """
        return self._lines(events.tell(told, setting, before))

    def told(self, decision: int, told: Sequence[Event], before: State) -> list[str]:
        """What came of a decision; also of one that by itself changes nothing yet."""
        opening = self._lines(decisions.opening(before, decision))
        return [*opening, *self.events(told, before.setting, before)]

    def progress(self, decision: int, after: State) -> list[str]:
        """After a delivery: what its card still needs, and how many deliveries are left."""
        return self._lines(decisions.progress(after, decision))

    def paragraph(self, told: Sequence[Event], setting: Setting) -> str:
        """Events as one paragraph."""
        return self.join(self.events(told, setting))

    def join(self, sentences: Sequence[str]) -> str:
        """Whole sentences one after the other."""
        return self.text("paragraph.separator").join(sentences)

    # --- what may be done

    def decision(self, trial: Trial) -> str:
        """What a legal decision means here, with its costs and gains."""
        return self.say(decisions.meaning(trial))

    def claim(self, decisions_: Sequence[int], state: State) -> str:
        """What the claims of one card mean, with all places a banner may come from."""
        return self.say(decisions.claiming(state, decisions_))

    def effect(self, trial: Trial) -> list[str]:
        """What a legal decision would bring about beyond that, up to the next chance."""
        return self.events(decisions.consequences(trial.events), trial.before.setting)

    def kind(self, decision_word: str) -> str:
        """The heading of a kind of decisions: the first word of their notation."""
        return self.text(f"kind.{decision_word}")

    # --- what lies on the table

    def player(self, setting: Setting, seat: int, names: Sequence[str] = ()) -> str:
        """A seat by colour, with the name of whoever sits there."""
        return self.say(position.named(setting, seat, names))

    def turn(self, state: State, names: Sequence[str] = ()) -> str:
        """Whose turn it is."""
        return self.say(position.turn(state, names))

    def position(self, state: State, names: Sequence[str] = ()) -> list[str]:
        """The whole position, a line for each thing; the seat to move first, then in turn order."""
        count = int(state.setting.seat_count)
        seats = [(state.seat + ahead) % count for ahead in range(count)]
        return [
            self.turn(state, names),
            *self.market(state),
            *self.cathedral(state),
            *(line for seat in seats for line in self.seat(state, seat, names)),
            *self.supply(state),
        ]

    def market(self, state: State) -> list[str]:
        """The market board."""
        return self._lines(position.market(state))

    def cathedral(self, state: State) -> list[str]:
        """The cathedral."""
        return self._lines(position.cathedral(state))

    def place(self, state: State, place: int) -> list[str]:
        """One cathedral card, with its mark."""
        return self._lines(position.explained(state, place))

    def places(self, state: State) -> dict[str, int]:
        """The cathedral's places by their address, such as 2.1."""
        return {place_text(place): place for place in position.places(state)}

    def seat(self, state: State, seat: int, names: Sequence[str] = ()) -> list[str]:
        """A player's board, or Ivan's cards."""
        return self._lines(position.seat(state, seat, names))

    def brief(self, state: State, seat: int) -> str:
        """Score and purse of a seat in one line."""
        return self.say(position.brief(state, seat))

    def supply(self, state: State) -> list[str]:
        """The general supply."""
        return self._lines(position.supply(state))

    # --- how it ended, or would end now

    def score(self, state: State, names: Sequence[str] = ()) -> list[str]:
        """Each seat's prestige by source as the position stands."""
        setting = state.setting
        return self._lines(
            terms.final_score(setting, position.named(setting, seat, names), score)
            for seat, score in enumerate(scores(state))
        )

    def result(self, state: State, names: Sequence[str] = ()) -> str:
        """Who wins as the position stands."""
        won = tuple(position.named(state.setting, seat, names) for seat in winners(scores(state)))
        return self.text("score.winners", who=AllOf(won))
