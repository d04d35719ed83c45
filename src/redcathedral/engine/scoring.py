"""Scoring (R7.2-R7.7): the track, remaining goods, the towers, and the winners."""

from typing import Final

from mypy_extensions import i64

from redcathedral.box.vocabulary import LEVEL_COUNT, TOWER_COUNT
from redcathedral.engine import track
from redcathedral.engine.bits import TOWER_MASK, count
from redcathedral.engine.cells import BUILT, DECORATED
from redcathedral.engine.state import State

GOODS_PRICE: Final = 5  # materials and rubles for 1 prestige (R7.3)
CARD_VALUE: Final = 2  # R7.4
ORNAMENT_VALUE: Final = 1  # R7.4
SECOND_SHARE: Final = 3  # with two players, the second gets a third of the value (R7.5)


class Score:
    """A seat's prestige by source, and its cards and ornaments, which break ties (R7.2-R7.6)."""

    def __init__(
        self, track: int, goods: int, towers: list[int], cards: int, ornaments: int
    ) -> None:
        self.track = track
        self.goods = goods
        self.by_tower = towers
        self.cards = cards
        self.ornaments = ornaments

    def __repr__(self) -> str:
        return (
            f"Score(total={self.total}, track={self.track}, goods={self.goods}, "
            f"by_tower={self.by_tower}, cards={self.cards}, ornaments={self.ornaments})"
        )

    def __reduce__(self) -> "tuple[type[Score], tuple[int, int, list[int], int, int]]":
        return Score, (self.track, self.goods, self.by_tower, self.cards, self.ornaments)

    @property
    def towers(self) -> int:
        """Prestige from all towers."""
        return sum(self.by_tower)

    @property
    def total(self) -> int:
        """Total prestige."""
        return self.track + self.goods + self.towers


def scores(state: State) -> list[Score]:
    """Return the score of each seat if the game ended now (R7.2-R7.5)."""
    prestige_by_tower = [tower_prestige(state, tower) for tower in range(TOWER_COUNT)]
    result: list[Score] = []
    for seat in range(state.setting.seat_count):
        goods = state.stored(seat) + state.rubles(seat)
        result.append(
            Score(
                track.prestige(state.setting.components, state.score(seat)),
                goods // GOODS_PRICE,  # Ivan has none (R8.1, R8.6)
                [prestige[seat] for prestige in prestige_by_tower],
                state.completed(seat),
                state.decorated(seat),
            )
        )
    return result


def winners(scores: list[Score]) -> list[int]:
    """Return the seats that win or share the victory (R7.6)."""
    best = max([(score.total, score.cards, score.ornaments) for score in scores])
    return [
        seat
        for seat, score in enumerate(scores)
        if (score.total, score.cards, score.ornaments) == best
    ]


def winners_at_cap(scores: list[Score]) -> list[int]:
    """Return the winner of a game that the cap ended (R7.7): the leader by R7.6, none if tied."""
    leaders = winners(scores)
    return leaders if len(leaders) == 1 else []


def tower_value(state: State, tower: i64) -> i64:
    """Return the value of a tower: 2 for each completed card, 1 for each ornament (R7.4)."""
    cells = state.cells
    cards = count(cells[BUILT] >> tower * LEVEL_COUNT & TOWER_MASK)
    ornaments = count(cells[DECORATED] >> tower * LEVEL_COUNT & TOWER_MASK)
    return cards * CARD_VALUE + ornaments * ORNAMENT_VALUE


def tower_shares(state: State, tower: i64) -> list[int]:
    """Return the completed cards plus the ornaments of each seat in a tower (R7.4)."""
    cells = state.cells
    shares: list[int] = []
    seat: i64
    for seat in range(state.setting.seat_count):
        completed = state.owned(seat) & cells[BUILT]
        shares.append(
            count(completed >> tower * LEVEL_COUNT & TOWER_MASK)
            + count(state.decorated_places(seat) >> tower * LEVEL_COUNT & TOWER_MASK)
        )
    return shares


def tower_prestige(state: State, tower: i64) -> list[int]:
    """Return the prestige of each seat for a tower (R7.4; for two players and solo R7.5)."""
    value = tower_value(state, tower)
    shares = tower_shares(state, tower)
    if len(shares) == 2:
        return _prestige_of_two(value, shares)
    return _prestige_of_more(value, shares)


def _prestige_of_two(value: int, shares: list[int]) -> list[int]:
    result = [0, 0]
    if shares[0] == shares[1]:
        return result
    first = 0 if shares[0] > shares[1] else 1
    result[first] = value
    if shares[1 - first] > 0:
        result[1 - first] = value // SECOND_SHARE
    return result


def _prestige_of_more(value: int, shares: list[int]) -> list[int]:
    """Pay the first the value, the second half, the third a quarter; ties share their places."""
    result = [0] * len(shares)
    for seat, share in enumerate(shares):
        if share == 0:
            continue
        ahead = len([other for other in shares if other > share])
        tied = len([other for other in shares if other == share])
        places = [value >> place for place in range(ahead, ahead + tied)]
        result[seat] = sum(places) // tied
    return result
