"""Calculate the rewards of all environments, in four schemes.

Each seat gets a reward when a game ends.  If the cap on turns ends it (R7.7), the current position
counts: the leader has won, and a tie has no winner.  In the potential-based scheme, every step also
has a reward (``potential``).
"""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from redcathedral.ai.value.standings import MAX_SEATS, final_margin, prestige_totals, rank_key
from redcathedral.engine import scoring
from redcathedral.engine.state import State

WIN: Final = 0
MARGIN: Final = 1
RANK: Final = 2
POTENTIAL: Final = 3
SCHEMES: Final = ("win", "margin", "rank", "potential")

MARGIN_POINTS: Final = 50.0  # prestige ahead for a reward of 1 in the scheme ``margin``
PENALTY: Final = -1.0  # for an illegal action that ends the game


def result(state: State, scheme: i64, at_cap: bool = False) -> vec[float]:
    """Return the rewards of a game that has ended for each seat, for interpreted code."""
    out = vec[float]([0.0] * int(state.setting.seat_count))
    write_result(state, scheme, out, 0, at_cap)
    return out


def potentials(state: State) -> vec[float]:
    """Return the potential of each seat, for interpreted code."""
    out = vec[float]([0.0] * int(state.setting.seat_count))
    write_potentials(state, out, 0)
    return out


def write_result(
    state: State, scheme: i64, out: vec[float], start: i64, at_cap: bool = False
) -> None:
    """Write the rewards of a game that has ended for each seat; ``at_cap`` by the cap on turns.

    ``WIN`` and ``POTENTIAL``: 1 for the winner, and -1 divided equally among the others; a shared
    victory is divided among the winners; without a winner all get 0.  ``RANK``: 1 for the first
    place to -1 for the last in equal steps; tied seats get the mean of their places.  These rewards
    add up to 0.  ``MARGIN``: the prestige ahead of the best other seat, in units of
    ``MARGIN_POINTS``.
    """
    totals = prestige_totals(state)
    seats = state.setting.seat_count
    others = float(seats - 1)
    is_won = not at_cap or len(scoring.winners_at_cap(scoring.scores(state))) > 0
    seat: i64
    other: i64
    for seat in range(seats):
        if scheme == MARGIN:
            out[start + seat] = float(final_margin(state, seat, totals)) / MARGIN_POINTS
            continue
        own = rank_key(state, totals, seat)
        ahead: i64 = 0
        tied: i64 = 1
        for other in range(seats):
            if other != seat:
                theirs = rank_key(state, totals, other)
                if theirs > own:
                    ahead += 1
                elif theirs == own:
                    tied += 1
        if scheme == RANK:
            out[start + seat] = 1.0 - float(2 * ahead + tied - 1) / others
        elif not is_won:
            out[start + seat] = 0.0
        elif ahead > 0:
            out[start + seat] = -1.0 / others
        else:
            out[start + seat] = (float(seats) / float(tied) - 1.0) / others


def potential(state: State, seat: i64, totals: vec[i64]) -> float:
    """Return the potential of a position for a seat: its current margin.

    The reward of a step is ``discount * next - this``, plus the reward of the result at the end.
    The potential of a game that has ended is 0.  Such rewards do not change the best policy.
    """
    return float(final_margin(state, seat, totals)) / MARGIN_POINTS


def write_potentials(state: State, out: vec[float], start: i64) -> None:
    """Write the potential of each seat."""
    totals = prestige_totals(state)
    seat: i64
    for seat in range(state.setting.seat_count):
        out[start + seat] = potential(state, seat, totals)


def write_totals(state: State, out: vec[i64], start: i64) -> None:
    """Write the total prestige of each seat in the current position."""
    totals = prestige_totals(state)
    seat: i64
    for seat in range(state.setting.seat_count):
        out[start + seat] = totals[MAX_SEATS + seat]


@final
class Rewards:
    """The rewards of the last step of some games: one for each seat, game after game.

    A step consists of all decisions since ``begin_step``, also if it ends a game and the next one
    starts.  ``discount`` is that of a step in the potential-based scheme.
    """

    def __init__(self, games: int, seats: int, scheme: int, discount: float) -> None:
        self.seats: i64 = seats
        self.scheme: i64 = scheme
        self.discount = discount
        self.rewards = vec[float]([0.0] * (games * seats))
        self.potentials = vec[float]([0.0] * (games * seats))
        self._first_potentials = vec[float]([0.0] * (games * seats))  # when the step began
        self._is_new = vec[u8]([0] * games)  # 1: no step has begun in this game

    def __reduce__(self) -> "tuple[Callable[..., Rewards], tuple[object, ...]]":
        sizes = (len(self._is_new), int(self.seats), int(self.scheme), self.discount)
        return _between_steps, (*sizes, list(self.potentials))

    def clear(self, i: i64) -> None:
        """Set the rewards of a game to 0."""
        place: i64
        for place in range(i * self.seats, i * self.seats + self.seats):
            self.rewards[place] = 0.0

    def start_game(self, i: i64, state: State) -> None:
        """Start a game; its row keeps the rewards of the step that ended the game before."""
        self._is_new[i] = 1
        if self.scheme == POTENTIAL:
            write_potentials(state, self.potentials, i * self.seats)

    def begin_step(self, i: i64) -> None:
        """Begin a step of a game."""
        self._is_new[i] = 0
        if self.scheme == POTENTIAL:
            place: i64
            for place in range(i * self.seats, i * self.seats + self.seats):
                self._first_potentials[place] = self.potentials[place]

    def write_step(self, i: i64, state: State) -> None:
        """Write the rewards of a step to a position in which the game continues."""
        if self.scheme != POTENTIAL:
            return
        potentials = self.potentials
        first = i * self.seats
        write_potentials(state, potentials, first)
        if self._is_new[i] == 0:
            place: i64
            for place in range(first, first + self.seats):
                gain = self.discount * potentials[place] - self._first_potentials[place]
                self.rewards[place] = gain

    def end_game(self, i: i64, state: State, at_cap: bool) -> None:
        """Write the rewards of a step that ended a game, ``at_cap`` by the cap on turns."""
        write_result(state, self.scheme, self.rewards, i * self.seats, at_cap)
        self._subtract_first_potentials(i)

    def forfeit(self, i: i64, seat: i64) -> None:
        """Write the rewards of a step in which an illegal action of a seat ended the game."""
        self.clear(i)
        self._subtract_first_potentials(i)
        self.rewards[i * self.seats + seat] += PENALTY

    def _subtract_first_potentials(self, i: i64) -> None:
        """Complete the rewards of a step that ended a game: its last potential is 0."""
        if self.scheme == POTENTIAL:
            place: i64
            for place in range(i * self.seats, i * self.seats + self.seats):
                self.rewards[place] -= self._first_potentials[place]


def _between_steps(
    games: int, seats: int, scheme: int, discount: float, potentials: list[float]
) -> Rewards:
    rewards = Rewards(games, seats, scheme, discount)
    place: i64
    for place in range(len(potentials)):
        rewards.potentials[place] = potentials[place]
    return rewards
