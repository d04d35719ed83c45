"""Play whole random games in compiled code; each legal decision is equally likely."""

from typing import Final

from mypy_extensions import i64

from redcathedral.engine import chance, rules
from redcathedral.engine.checksum import EMPTY_CHECKSUM, mix
from redcathedral.engine.phases import OVER, ROLL, TURN
from redcathedral.engine.rng import Rng
from redcathedral.engine.setting import HUMAN
from redcathedral.engine.state import NOBODY, State

TURNS_PER_SEAT: Final = 200  # the usual cap on turns per seat (R7.7)


class Playout:
    """The result of a random game.

    ``decisions`` is the number of decisions; ``forced`` of them had only one legal choice.
    ``capped`` says whether the cap on turns ended the game.  ``checksum`` covers all decisions and
    chance outcomes.
    """

    def __init__(self, decisions: int, forced: int, capped: bool, checksum: int) -> None:
        self.decisions = decisions
        self.forced = forced
        self.capped = capped
        self.checksum = checksum

    def __repr__(self) -> str:
        return (
            f"Playout(decisions={self.decisions}, forced={self.forced}, capped={self.capped}, "
            f"checksum={self.checksum})"
        )

    def __reduce__(self) -> "tuple[type[Playout], tuple[int, int, bool, int]]":
        return Playout, (self.decisions, self.forced, self.capped, self.checksum)


def is_capped(state: State, turns: int) -> bool:
    """Return whether the game reaches its cap on turns (R7.7), unless its last round has begun."""
    return state.phase == TURN and state.turn >= turns and state.closer == NOBODY


def playout(state: State, dice: Rng, policies: list[Rng], turns: int) -> Playout:
    """Play a position at random to its end, or to a cap on the total number of turns.

    ``dice`` draws chance outcomes; ``policies`` has a generator for the decisions of each seat,
    which is not used for forced decisions.
    """
    decision_count: i64 = 0
    forced_count: i64 = 0
    checksum: i64 = EMPTY_CHECKSUM
    cap: i64 = turns
    moves = rules.move_buffer()
    policy = policies[HUMAN if state.setting.solo else state.seat]
    while True:
        while state.phase <= ROLL:
            outcome = chance.sample(state, dice)
            checksum = mix(checksum, outcome)
            chance.settle(state, outcome)
        if state.phase == OVER:
            return Playout(decision_count, forced_count, False, checksum)
        if state.phase == TURN:
            if state.turn >= cap and state.closer == NOBODY:
                return Playout(decision_count, forced_count, True, checksum)
            policy = policies[state.seat]
        count = rules.find_moves(state, moves)
        decision_count += 1
        decision = moves[0]
        if count == 1:
            forced_count += 1
        else:
            decision = moves[policy.below(count)]
        checksum = mix(checksum, decision)
        rules.apply(state, decision)
