"""Compare a published ladder with replayed games, with the current bots and with new scores."""

import random
from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec

from redcathedral.lab.arena.ladder import LadderBoard, Pair
from redcathedral.lab.arena.ladder_games import LadderGame
from redcathedral.lab.arena.pairing import LadderSettings

REPLAYS: Final = 200
MAX_STANDARD_ERRORS: Final = 4.0  # at random, only 1 score in 15,000 differs by more


class Comparison(msgspec.Struct, frozen=True):
    """The published and the new score of a pair, and their distance in standard errors."""

    players: int
    bots: tuple[str, str]
    published: float
    new: float
    games: int
    errors: float

    @property
    def is_significant(self) -> bool:
        return self.errors > MAX_STANDARD_ERRORS


class LadderReport(msgspec.Struct, frozen=True):
    """The result of a check: the number of replayed games, the different ones, and the scores."""

    replayed: int
    different: list[LadderGame]
    comparisons: list[Comparison]

    @property
    def passes(self) -> bool:
        return not self.different and not any(entry.is_significant for entry in self.comparisons)


def sample_games(games: Sequence[LadderGame], seed: int, number: int = REPLAYS) -> list[LadderGame]:
    chosen = random.Random(seed).sample(range(len(games)), min(number, len(games)))
    return [games[index] for index in sorted(chosen)]


def changed_settings(old: LadderSettings, new: LadderSettings) -> list[str]:
    """Describe the bots and editions that have changed under the same name."""
    changed = [
        f"{bot} was {old.bots[bot]} and is {spec}"
        for bot, spec in new.bots.items()
        if spec != old.bots[bot]
    ]
    if old.edition_hash != new.edition_hash:
        changed.append(f"edition {old.edition} was {old.edition_hash} and is {new.edition_hash}")
    return changed


def compare_boards(old: Sequence[LadderBoard], new: Sequence[LadderBoard]) -> list[Comparison]:
    old_pairs = {(board.players, pair.bots): pair for board in old for pair in board.pairs}
    return [
        _comparison(board.players, old_pairs[board.players, pair.bots], pair)
        for board in new
        for pair in board.pairs
    ]


def _comparison(players: int, old: Pair, new: Pair) -> Comparison:
    """Compare two scores with the standard error that two equally strong bots would have."""
    share = (old.score * old.games + new.score * new.games) / (old.games + new.games)
    variance = share * (1 - share) * (1 / old.games + 1 / new.games)
    errors = abs(old.score - new.score) / sqrt(variance) if variance > 0 else 0.0
    return Comparison(players, new.bots, old.score, new.score, new.games, round(errors, 2))
