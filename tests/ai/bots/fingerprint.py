"""One hash of short seeded games of each bot: its decisions and the final positions.

``python -m tests.ai.bots.fingerprint`` prints it for whichever engine is importable.
"""

from __future__ import annotations

import hashlib
from itertools import product

from redcathedral.ai.bots import make, names
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.engine import rules
from redcathedral.play.bot import Bot
from redcathedral.play.dice import Dice
from redcathedral.play.match import play_match
from tests.properties.fields import fields
from tests.properties.modes import EIGHT, Mode

MODES = (EIGHT[1], EIGHT[2], EIGHT[7])  # two advanced, three basic, alone with Ivan
TURNS = 2  # of each seat, at the start and again later
LATER = 20  # turns that the greedy bot plays for each seat before the later start
# Budgets for a fast turn, even without compiled modules. The master still searches replies.
SMALL = {"master": "nodes=1500"}


def small(name: str) -> str:
    """The spec of a bot, or of a level's bot, with a small budget and its other options."""
    bot, _, given = bot_spec(name).partition(":")
    options = [word for word in given.split(",") if word and not word.startswith("nodes=1500")]
    if bot in SMALL:
        options.insert(0, SMALL[bot])
    return f"{bot}:{','.join(options)}" if options else bot


def fingerprint() -> str:
    """Hash a few turns of every bot against itself, early and late in a game."""
    digest = hashlib.sha256()
    specs = sorted({small(name) for name in names()})
    for seed, mode in enumerate(MODES):
        late = mode.start(seed)
        play_match(late, bots("greedy", mode, seed), Dice(seed), LATER)
        for spec, (start, turns) in product(specs, ((mode.start(seed), 0), (late, LATER))):
            match = play_match(start.copy(), bots(spec, mode, seed), Dice(seed), turns + TURNS)
            result = (spec, mode.name, match.steps, sorted(fields(match.state).items()))
            digest.update(repr(result).encode())
    return digest.hexdigest()


def bots(spec: str, mode: Mode, seed: int) -> list[Bot]:
    """A bot on each seat."""
    return [make(spec, seed, seat) for seat in range(len(mode.advanced))]


if __name__ == "__main__":
    print(rules.__file__.rpartition(".")[2], fingerprint())
