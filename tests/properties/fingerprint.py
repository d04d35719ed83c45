"""A hash over seeded games in all modes: the legal decisions, the played ones and their results.

``python -m tests.properties.fingerprint 500`` prints the hash of the engine that is importable.
"""

from __future__ import annotations

import hashlib
import sys

from redcathedral.engine import chance, rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.scoring import scores
from tests.properties.fields import fields
from tests.properties.modes import ALL, streams


def fingerprint(games: int) -> str:
    """Hash a number of random games, one mode after the other."""
    digest = hashlib.sha256()
    for seed in range(games):
        mode = ALL[seed % len(ALL)]
        state = mode.start(seed)
        dice, policy = streams(seed)
        while not (state.is_over or is_capped(state, mode.turns)):
            if state.is_chance:
                outcome = chance.sample(state, dice)
                digest.update(b"%d;" % outcome)
                rules.settle(state, outcome)
                continue
            moves = rules.legal(state)
            decision = moves[policy.below(len(moves))]
            digest.update(repr((moves, decision)).encode())
            rules.play(state, decision)
        digest.update(repr(sorted(fields(state).items())).encode())
        for score in scores(state):
            digest.update(b"%d %d %d;" % (score.track, score.goods, score.towers))
    return digest.hexdigest()


if __name__ == "__main__":
    print(rules.__file__.rpartition(".")[2], fingerprint(int(sys.argv[1])))
