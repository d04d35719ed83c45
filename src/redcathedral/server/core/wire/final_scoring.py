"""The end of a game: the last round, the payments, the places and the winners."""

from typing import Literal, TypeAlias

from msgspec import Struct

from redcathedral.box.vocabulary import Colour

Reason: TypeAlias = Literal["finished", "agreed", "capped"]
PaymentSource: TypeAlias = Literal["track", "goods", "tower"]
Step: TypeAlias = Literal["prestige", "cards", "ornaments", "shared"]


class LastRound(Struct, frozen=True):
    """The last round: seat ``by`` completed a sixth card first, in ``turn`` (R7.1).

    ``left`` are the seats that have not finished their last turn, in turn order.
    """

    by: Colour
    turn: int
    left: list[Colour]


class SeatScore(Struct, frozen=True):
    """A seat's total prestige, and the values that break ties (R7.6)."""

    colour: Colour
    total: int
    cards: int
    ornaments: int


class Payment(Struct, frozen=True):
    """The prestige that the track, the goods or a tower pays to each seat (R7.2-R7.5)."""

    source: PaymentSource
    tower: int | None
    pays: dict[Colour, int]


class Margin(Struct, frozen=True):
    """The difference between the first place and the next: the step of R7.6, or a shared victory.

    Both places belong to players who did not give up.

    ``over`` is the next place, ``lead`` the prestige between the two, ``most`` the indexes of the
    payments with the greatest difference.
    """

    by: Step
    over: Colour
    lead: int
    most: list[int]


class Over(Struct, frozen=True):
    """The end of the game; a capped game has no winners.

    ``places`` are the seats from the first place on; the ``payments`` are in order and add up to
    each total.  Players in ``gave_up`` have not won, whatever their total is: they have the last
    places.  If all gave up, nobody has won.
    """

    reason: Reason
    winners: list[Colour]
    places: list[Colour]
    gave_up: list[Colour]
    text: str
    payments: list[Payment]
    scores: list[SeatScore]
    decided: Margin | None
