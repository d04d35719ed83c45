"""Whole random games inside the compiled code: every legal decision equally likely."""

from typing import Final

from mypy_extensions import i64

from redcathedral.engine import chance, rules
from redcathedral.engine.checksum import EMPTY, mix
from redcathedral.engine.phases import OVER, ROLL, TURN
from redcathedral.engine.rng import Rng
from redcathedral.engine.setting import HUMAN
from redcathedral.engine.state import NOBODY, State

TURNS_PER_SEAT: Final = 200  # R7.7


class Playout:
    """What one playout came to.

    ``decisions`` were made, ``forced`` of them with one legal decision only; ``capped`` tells
    whether the cap ended the game; ``checksum`` covers all that was played.
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
    """Whether a program ends the game here: the cap is reached, no last round has begun (R7.7)."""
    return state.phase == TURN and state.turn >= turns and state.closer == NOBODY


def playout(state: State, dice: Rng, policies: list[Rng], turns: int) -> Playout:
    """Play a position to its end, or to the cap on ``turns`` of all seats, at random.

    ``policies`` has a stream for each seat; a forced decision draws nothing from it.
    """
    decided: i64 = 0
    forced: i64 = 0
    checksum: i64 = EMPTY
    cap: i64 = turns
    moves = rules.move_buffer()
    policy = policies[HUMAN if state.setting.solo else state.seat]
    while True:
        while state.phase <= ROLL:
            outcome = chance.sample(state, dice)
            checksum = mix(checksum, outcome)
            chance.settle(state, outcome)
        if state.phase == OVER:
            return Playout(decided, forced, False, checksum)
        if state.phase == TURN:
            if state.turn >= cap and state.closer == NOBODY:
                return Playout(decided, forced, True, checksum)
            policy = policies[state.seat]
        count = rules.find_moves(state, moves)
        decided += 1
        decision = moves[0]
        if count == 1:
            forced += 1
        else:
            decision = moves[policy.below(count)]
        checksum = mix(checksum, decision)
        rules.apply(state, decision)
