"""Play a random game, let a bot decide, and print the results, which are the same everywhere.

``make release`` runs this file in the environment of each wheel and in Pyodide.
"""

from __future__ import annotations

import hashlib
import json

from redcathedral import Game
from redcathedral.ai.bots import make
from redcathedral.compiled import engine_build
from redcathedral.play.dice import Dice
from redcathedral.play.match import decide, play_match
from redcathedral.record import decision_text

if __name__ == "__main__":
    position = Game(players=2, seed=1).state
    decision = decide(make("master", 1, 0), position.copy())
    match = play_match(position, [make("random", 1, seat) for seat in range(2)], Dice(1))
    print(
        json.dumps(
            {
                "engine": engine_build(),
                "game": hashlib.sha256(repr(match.steps).encode()).hexdigest(),
                "totals": match.totals,
                "master": decision_text(decision),
            }
        )
    )
