"""The same deal for several games: a code gives the set-up and the n-th roll of each die.

``docs/reference/deals.md`` describes the code of a deal, its dice, and the short text of a game.
"""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from datetime import date
from hashlib import sha256
from typing import Final

from redcathedral.box import Edition
from redcathedral.box.vocabulary import DICE
from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.play.manual_dice import is_in_play
from redcathedral.play.seed import SEED_BITS
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.header import BOT
from redcathedral.record.outcome import dice_due

IVAN: Final = "ivan"  # the opponent of a solo game, and the stream of his tiles
_CODE: Final = re.compile(r"([a-z]+)~(?:(\d{4}-\d\d-\d\d)|([0-9A-Z]+)~[0-9a-f]{16})", re.ASCII)


def _hash(*parts: object) -> int:
    return int(sha256(" ".join(map(str, parts)).encode()).hexdigest(), 16)


def _new_game(opponent: str, edition: Edition, setup: str | None, seed: int | None) -> Game:
    names = [""] if opponent == IVAN else ["", f"{BOT}{opponent}"]
    solo, players = opponent == IVAN, len(names)
    return Game(players, solo=solo, names=names, edition=edition, setup=setup, seed=seed)


def new_code(opponent: str, edition: Edition) -> str:
    """Return the code of a random deal."""
    setup = _new_game(opponent, edition, None, None).setup_code or ""
    return f"{opponent}~{setup.replace('-', '')}~{secrets.token_hex(8)}"


class Deal:
    """The deal of a code; ``day`` is set for a deal of the day, ``record`` ends with the set-up.

    Raises ValueError for an incomplete code, and SetupCodeError for another edition.
    """

    def __init__(self, code: str, edition: Edition) -> None:
        match = _CODE.fullmatch(code)
        if match is None:
            raise ValueError("the link is incomplete, or was changed")
        self.code = code
        self.opponent, day, setup = match.groups()
        self.day = None if day is None else date.fromisoformat(day)
        seed = _hash(code) % (1 << SEED_BITS)
        self.record = _new_game(self.opponent, edition, setup, seed).record

    def has_start_of(self, record: Record) -> bool:
        """Return whether a record begins as this deal; names may differ."""
        own, other = self.record.header, record.header
        start = record.steps[: len(self.record.steps)] if record.start is None else []
        is_alike = (own.colours, own.options) == (other.colours, other.options)
        return is_alike and start == self.record.steps

    def wrong_line(self, record: Record) -> int | None:
        """Return the line of the first roll in a file that is not the roll of this deal."""
        dice = DealDice(self.code)
        for moment in record.moments():
            if is_in_play(moment.state) and dice.draw(moment.state) != moment.taken:
                return moment.line
        return None

    def read_game(self, text: str) -> Record:
        """Return the finished game of a short text; raises ValueError."""
        dice, record, state = DealDice(self.code), self.record, self.record.walk().state
        try:
            places = iter(urlsafe_b64decode(f"{text}==").decode())
            while not state.is_over:
                if state.is_chance:
                    step = dice.draw(state)
                    rules.settle(state, step)
                else:
                    step = rules.legal(state)[ord(next(places))]
                    rules.apply(state, step)
                record.steps.append(step)
        except (LookupError, StopIteration) as error:
            raise ValueError("the text of the game is incomplete, or of another deal") from error
        record.ending = Ending.FINISHED
        return record


class DealDice:
    """The streams of a deal: the next outcome of each die, and of Ivan's tiles."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._counts: Counter[str] = Counter()

    def draw(self, state: State) -> int:
        """Return the next outcome in a position in which a roll or a deal of tiles is due."""
        stream = DICE[dice_due(state)[0]] if state.phase == ROLL else IVAN
        self._counts[stream] += 1
        possible = [outcome for outcome, _ in rules.outcomes(state)]
        return possible[_hash(self._code, stream, self._counts[stream]) % len(possible)]


def dealt_steps(code: str, game: Game, decision: int) -> list[int]:
    """Return a legal decision and the outcomes that follow it in a game of a deal."""
    state = game.state.copy()
    rules.apply(state, decision)
    steps = [decision]
    dice = DealDice(code)
    for moment in game.record.moments() if state.is_chance else ():
        if is_in_play(moment.state):
            dice.draw(moment.state)
    while state.is_chance:
        steps.append(dice.draw(state))
        rules.settle(state, steps[-1])
    return steps


def bot_seed(code: str, seat: int) -> int:
    """Return the seed of a bot, so that equal games have equal bots."""
    return _hash(code, "bot", seat) % (1 << 32)


def game_text(record: Record) -> str:
    """Return a finished game of a deal as a short text: its decisions without the outcomes."""
    places = [
        rules.legal(moment.state).index(moment.taken)
        for moment in record.moments()
        if not moment.state.is_chance
    ]
    return urlsafe_b64encode("".join(map(chr, places)).encode()).decode().rstrip("=")
