"""Play a game between bots, from its set-up or a position, to its end or the cap (R7.7)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import SupportsIndex

from redcathedral.box.quoting import shorten
from redcathedral.engine import rules, scoring
from redcathedral.engine.checksum import EMPTY_CHECKSUM, mix
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.playout import TURNS_PER_SEAT, is_capped
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.play.bot import Bot, failure_text
from redcathedral.play.dice import Dice
from redcathedral.record.notation import decision_text, decisions_text


class BotError(RuntimeError):
    """A bot failed or chose an illegal decision; the message names the bot and the game."""

    def __str__(self) -> str:
        return "; ".join([super().__str__(), *getattr(self, "__notes__", ())])


@contextmanager
def adding_place(place: str) -> Iterator[None]:
    """Add a place, such as the turn, to a BotError raised inside."""
    try:
        yield
    except BotError as error:
        error.add_note(place)
        raise


def decide(bot: Bot, state: State, name: str = "") -> int:
    """Return a bot's decision; the bot is not called if only one decision is legal.

    The bot gets a copy of the position.  Raises BotError if the bot raises an error or its decision
    is not legal; the message begins with ``name``, or with the name of the bot's class.
    """
    legal = rules.legal(state)
    return legal[0] if len(legal) == 1 else _call_bot(bot, state, legal, name)


def _call_bot(bot: Bot, state: State, legal: list[int], name: str) -> int:
    name = name or type(bot).__name__
    try:
        decision: object = bot.choose(state.copy())
    except Exception as error:
        raise BotError(f"{name} failed: {failure_text(error)}") from error
    # Integers of other libraries, such as numpy, are accepted.
    number = int(decision) if isinstance(decision, int | SupportsIndex) else -1
    if number not in legal:
        is_id = 0 <= number < DECISION_COUNT
        illegal_text = decision_text(number) if is_id else shorten(repr(decision))
        reason = f"{name} decided {illegal_text}, which is not legal"
        raise BotError(f"{reason}; legal were {decisions_text(legal)}")
    return number


@dataclass
class Match:
    """The result of a game between bots: the last position, and the steps that led to it.

    ``steps`` are decision ids and chance outcomes, as in a record; ``forced`` is the number of
    decisions without a choice; ``capped`` is true if the cap on turns ended the game (R7.7).
    """

    state: State
    steps: list[int]
    decisions: int = 0
    forced: int = 0
    capped: bool = False
    checksum: int = EMPTY_CHECKSUM

    @property
    def turns(self) -> int:
        """The number of turns that have ended."""
        return int(self.state.turn)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total score of each seat in the last position, Ivan's last."""
        return tuple(score.total for score in scoring.scores(self.state))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won or shared the victory (R7.6); at the cap see ``winners_at_cap``."""
        scores = scoring.scores(self.state)
        return tuple(scoring.winners_at_cap(scores) if self.capped else scoring.winners(scores))

    def share(self, seat: int) -> float:
        """Return a seat's share of the win: 1 for a winner, divided among several."""
        winners = self.winners
        return 1 / len(winners) if seat in winners else 0.0


def play_seeded_match(
    setting: Setting, seed: int, bots: Sequence[Bot], names: Sequence[str], place: str
) -> Match:
    """Play a game from its set-up with seeded dice; a BotError names the bots and ``place``."""
    with adding_place(place):
        return play_match(new_state(setting), bots, Dice(seed), names=names)


def play_match(
    state: State,
    bots: Sequence[Bot],
    dice: Dice,
    turns_per_seat: int = TURNS_PER_SEAT,
    names: Sequence[str] = (),
) -> Match:
    """Play a position to its end with a bot for each seat, in turn order (one in a solo game).

    ``state`` itself changes.  Raises BotError if a bot fails or its decision is not legal; the
    message has the bot's name in ``names``, which has a name for each seat.
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
                seat = state.decider
                with adding_place(f"turn {state.turn + 1}, seat {seat + 1}"):
                    step = _call_bot(bots[seat], state, moves, names[seat] if names else "")
            rules.apply(state, step)
        match.steps.append(step)
        match.checksum = int(mix(match.checksum, step))
    return match
