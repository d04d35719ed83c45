"""Tell a game as a story: the costly mistakes, and the luck of each seat."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from redcathedral.ai.analysis.report import Play, Turn
from redcathedral.ai.analysis.value import ZERO, Value

MIN_MISTAKE: Final = 0.03  # share of the win; smaller mistakes are not listed


class Mistake(NamedTuple):
    """A play that was worse than the best turn; ``decisions`` were made before it."""

    turn: Turn
    play: Play
    decisions: int


class SeatStory(NamedTuple):
    """The number of costly mistakes of a seat that decided, and its luck in the whole game."""

    seat: int
    mistakes: int
    luck: Value

    @property
    def has_clear_luck(self) -> bool:
        """Whether the luck is larger than its error."""
        return abs(self.luck.share) >= max(MIN_MISTAKE, self.luck.error)


class Story(NamedTuple):
    """The seats that decided, and all costly mistakes, the greatest first."""

    seats: tuple[SeatStory, ...]
    mistakes: tuple[Mistake, ...]


def is_costly(play: Play) -> bool:
    """Return whether a play was a mistake that is listed: not small, and beyond its error."""
    return play.mistake >= MIN_MISTAKE and play.is_sure


def story_of(turns: Sequence[Turn]) -> Story:
    """Tell the story of analyzed turns."""
    mistakes = sorted(_mistakes(turns), key=lambda mistake: -mistake.play.mistake)
    deciding = sorted({play.seat for turn in turns for play in turn.plays})
    counts = Counter(mistake.play.seat for mistake in mistakes)
    seats = (
        SeatStory(seat, counts[seat], sum((turn.luck[seat] for turn in turns), start=ZERO))
        for seat in deciding
    )
    return Story(tuple(seats), tuple(mistakes))


def _mistakes(turns: Iterable[Turn]) -> Iterable[Mistake]:
    for turn in turns:
        decisions = turn.decisions
        for play in turn.plays:
            if is_costly(play):
                yield Mistake(turn, play, decisions)
            decisions += len(play.ids)
