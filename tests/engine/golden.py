"""A hash over whole seeded games in all modes; changes inside the engine must not change it.

It covers the legal decisions, the chosen ones, the events and the end of each game, but not the
representation of a position.  ``python -m tests.engine.golden`` prints the hash of the engine that
is importable.
"""

from __future__ import annotations

import hashlib
import sys

from redcathedral.engine import chance, rules
from redcathedral.engine.scoring import scores
from redcathedral.engine.state import JournalEntry
from tests.properties.modes import ALL, streams

GAMES = 81 * len(ALL)  # 1,620 games: 2 to 4 players and solo, both sides, every option


def events_text(journal: list[JournalEntry]) -> str:
    """Return the events of a journal as text."""
    notes = [f"Event({n.kind}, {n.seat}, {n.a}, {n.b}, {n.c})" for n in journal]
    return f"[{', '.join(notes)}]"


def golden(games: int = GAMES, first: int = 0) -> str:
    """Hash a number of random games from a seed on, one mode after the other."""
    digest = hashlib.sha256()
    for seed in range(first, first + games):
        mode = ALL[seed % len(ALL)]
        state = mode.start(seed)
        dice, policy = streams(seed)
        while not state.is_over and (state.turn < mode.turns or state.closer >= 0):
            state.journal = []
            if state.is_chance:
                outcome = chance.sample(state, dice)
                digest.update(b"%d;" % outcome)
                rules.settle(state, outcome)
            else:
                moves = rules.legal(state)
                decision = moves[policy.below(len(moves))]
                digest.update(repr((moves, decision)).encode())
                rules.play(state, decision)
            digest.update(events_text(state.journal).encode())
        for score in scores(state):
            digest.update(repr((score, state.turn)).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(rules.__file__.rpartition(".")[2], golden(*map(int, sys.argv[1:])))
