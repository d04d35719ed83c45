"""A game between bots, from set-up or a given position to its end or the cap (R7.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from redcathedral.engine import rules
from redcathedral.engine.checksum import EMPTY, mix
from redcathedral.engine.playout import TURNS_PER_SEAT, decider, is_capped
from redcathedral.engine.state import State
from redcathedral.play.bot import Bot
from redcathedral.play.dice import Dice


class BotError(RuntimeError):
    """A bot decided something that is not legal: who, what, and in which game."""

    def __str__(self) -> str:
        return "; ".join([super().__str__(), *getattr(self, "__notes__", ())])


@contextmanager
def at(place: str) -> Iterator[None]:
    """Where a bot failed, told with its error: errors of bots are of any kind."""
    try:
        yield
    except Exception as error:
        error.add_note(place)
        raise


@dataclass
class Match:
    """What bots have played: the position reached and the way to it.

    ``steps`` are decision ids and chance outcomes in order, as a record has them; ``forced``
    counts the decisions with one legal choice; ``capped`` tells that the cap ended the game.
    """

    state: State
    steps: list[int]
    decisions: int = 0
    forced: int = 0
    capped: bool = False
    checksum: int = EMPTY


def play_match(
    state: State, bots: Sequence[Bot], dice: Dice, turns_per_seat: int = TURNS_PER_SEAT
) -> Match:
    """Play a position to its end with a bot for each seat, in turn order (one in a solo game).

    The position itself moves on.  Raises BotError when a bot's decision is not legal.
    """
    match = Match(state, [])
    cap = turns_per_seat * int(state.setting.seat_count)
    while not state.is_over:
        if state.is_chance:
            step = dice.draw(state)
            rules.settle(state, step)
        elif is_capped(state, cap):
            match.capped = True
            break
        else:
            moves = rules.legal(state)
            step = moves[0]
            match.decisions += 1
            if len(moves) == 1:
                match.forced += 1
            else:
                bot = bots[decider(state)]
                with at(f"turn {state.turn + 1}, seat {decider(state) + 1}"):
                    step = bot.choose(state.copy())  # this one stays as it is, whatever a bot does
                    if step not in moves:
                        raise BotError(f"{bot!r} decided {step}; legal were {moves}")
            rules.apply(state, step)
        match.steps.append(step)
        match.checksum = int(mix(match.checksum, step))
    return match
