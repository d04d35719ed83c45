"""Write a game as a story: a headline, and each costly mistake with the better turn."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from redcathedral.ai.analysis.story import Mistake, SeatStory, Story
from redcathedral.ai.analysis.value import SHARE_PER_PRESTIGE
from redcathedral.engine.phases import TURN
from redcathedral.record.event import Event
from redcathedral.text.narrator import Narrator
from redcathedral.text.transcript import Transcript
from redcathedral.text.translator import Argument, Term

GREATEST_COUNT: Final = 3  # mistakes that a story shows
WHOLE_WIN: Final = 100  # percent; more luck than this is not counted


class StoryNarrator:
    """Writes a story in a language; ``names`` are the names of all seats.

    ``readers`` are the seats of the reader: one seat is addressed directly.  Only
    a precise analysis ``has_luck``: the errors of a rough one are too large.
    """

    def __init__(
        self,
        narrator: Narrator,
        transcript: Transcript,
        story: Story,
        names: Sequence[Argument],
        readers: Collection[int] = (),
        *,
        has_luck: bool,
    ) -> None:
        self._narrator = narrator
        self._transcript = transcript
        self._story = story
        self._names = names
        self._readers = readers
        self._has_luck = has_luck
        self._reader = next(iter(readers)) if len(readers) == 1 else None

    def headline(self) -> str:
        """Return the number of costly mistakes and the luck, of the reader first."""
        text = self._narrator.text
        seats = sorted(self._story.seats, key=lambda seat: seat.seat != self._reader)
        counts = tuple(self._count(seat) for seat in seats)
        is_addressed = bool(seats) and seats[0].seat == self._reader
        mistakes = text("story.reader" if is_addressed else "story.mistakes", counts=counts)
        luck = self._luck(seats[:1] if is_addressed else seats)
        return f"{mistakes} {luck}" if self._has_luck else mistakes

    def lines(self, seats: Collection[int], show: str = "") -> Iterator[str]:
        """Yield the headline and the greatest mistakes; ``show`` shows a position by its number."""
        yield self.headline()
        mistakes = [one for one in self._story.mistakes if one.play.seat in seats]
        for mistake in mistakes[:GREATEST_COUNT]:
            yield ""
            yield self.title(mistake)
            yield self.played(mistake)
            yield self.better(mistake)
            if show:
                yield f"{show} {mistake.decisions}"

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes of the readers, then those of others, the greatest first."""
        return sorted(self._story.mistakes, key=lambda one: one.play.seat not in self._readers)

    def title(self, mistake: Mistake) -> str:
        return self._narrator.text(
            "story.mistake",
            number=mistake.turn.number,
            who=self._names[mistake.play.seat],
            lost=self._lost(mistake),
        )

    def played(self, mistake: Mistake) -> str:
        return self._turn("story.played", mistake, mistake.play.ids)

    def better(self, mistake: Mistake) -> str:
        return self._turn("story.better", mistake, mistake.play.best[0].ids)

    def gains(self, mistake: Mistake) -> list[Event]:
        return self._transcript.alternative_events(mistake.play.step, mistake.play.best[0].ids)

    def task(self, mistake: Mistake) -> str:
        return self._narrator.join((self.played(mistake), self._narrator.text("story.task")))

    def is_task(self, mistake: Mistake) -> bool:
        """Return whether a mistake can be a task: it began at the start of a turn."""
        return self._transcript.positions[mistake.play.step].phase == TURN

    def _turn(self, id: str, mistake: Mistake, ids: Sequence[int]) -> str:
        sentences = self._transcript.alternative(mistake.play.step, ids, self._names)
        return self._narrator.text(id, turn=self._narrator.join(sentences))

    def _count(self, seat: SeatStory) -> Term:
        if seat.seat == self._reader:
            return Term("story.reader-count", n=seat.mistakes)
        return Term("story.count", who=self._names[seat.seat], n=seat.mistakes)

    def _luck(self, seats: Sequence[SeatStory]) -> str:
        clear = [seat for seat in seats if seat.has_clear_luck]
        if not clear:
            return self._narrator.text("story.even-luck")
        if clear[0].seat == self._reader:
            share = clear[0].luck.share
            percent = min(round(100 * abs(share)), WHOLE_WIN)
            return self._narrator.text(f"story.luck.{'gave' if share > 0 else 'cost'}", n=percent)
        decimal = self._narrator.decimal
        gains = [(one.seat, decimal(100 * one.luck.share, "+0;-0")) for one in clear]
        terms = (Term("analysis.gain", who=self._names[seat], gain=gain) for seat, gain in gains)
        return self._narrator.text("analysis.luck", seats=tuple(terms))

    def _lost(self, mistake: Mistake) -> Term:
        """Return the loss as a share of the win, or as prestige if that is the greater part."""
        play = mistake.play
        loss = play.best[0].value - play.values[play.seat]
        if loss.share < loss.margin * SHARE_PER_PRESTIGE:
            return Term("amount.prestige", n=round(loss.margin))
        return Term("story.share", share=self._narrator.decimal(100 * loss.share, "0"))
