"""Checks a published ladder: its games by playing them again, its scores by playing others."""

import random
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Final

import msgspec

from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.games_file import GAMES, ResultsError, text
from redcathedral.lab.arena.ladder import LADDER, Board, Ladder, Pair, boards, read_ladder
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT, LadderGame
from redcathedral.lab.arena.pairing import LadderSettings

REPLAYS: Final = 200
LIMIT: Final = 4.0  # standard errors; by chance one score in 15,000 differs by more
PACKED: Final = f"{GAMES}.gz"


class Comparison(msgspec.Struct, frozen=True):
    """The score of a pair as published and in new games, and how many standard errors apart."""

    players: int
    bots: tuple[str, str]
    published: float
    new: float
    games: int
    errors: float

    @property
    def is_far(self) -> bool:
        return self.errors > LIMIT


class LadderReport(msgspec.Struct, frozen=True):
    """What a check found: how many games were played again, which differ, and the scores."""

    replayed: int
    different: list[LadderGame]
    comparisons: list[Comparison]

    @property
    def is_good(self) -> bool:
        return not self.different and not any(entry.is_far for entry in self.comparisons)


def publish(folder: Path, ladder: Ladder, games: Sequence[LadderGame]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / PACKED, text(ladder.settings, games))
    write_text(folder / LADDER, json_text(ladder))


def check_free(folder: Path, settings: LadderSettings) -> None:
    """Raise ResultsError where another ladder is published: games that cannot be had again."""
    if (folder / LADDER).exists() and read_ladder(folder / LADDER).settings != settings:
        raise ResultsError(
            f"{folder} holds another ladder, of other bots, players or seeds: name another folder, "
            f"or remove {LADDER} there"
        )


def published(folder: Path) -> tuple[Ladder, list[LadderGame]]:
    """A published ladder and its games; raises ResultsError where they do not belong together."""
    ladder = read_ladder(folder / LADDER)
    packed = folder / PACKED
    settings, games = LADDER_FORMAT.read(packed if packed.exists() else folder / GAMES)
    told = sum(pair.games for board in ladder.boards for pair in board.pairs)
    if (
        settings != ladder.settings
        or told != len(games)
        or ladder.boards != boards(settings, games)
    ):
        raise ResultsError(
            f"{folder / LADDER} does not follow from the games beside it: publish both anew"
        )
    return ladder, games


def sample(games: Sequence[LadderGame], seed: int, number: int = REPLAYS) -> list[LadderGame]:
    chosen = random.Random(seed).sample(range(len(games)), min(number, len(games)))
    return [games[place] for place in sorted(chosen)]


def changes(old: LadderSettings, new: LadderSettings) -> list[str]:
    """What is another bot or edition under the same name."""
    found = [
        f"{bot} was {old.bots[bot]} and is {spec}"
        for bot, spec in new.bots.items()
        if spec != old.bots[bot]
    ]
    if old.edition_hash != new.edition_hash:
        found.append(f"edition {old.edition} was {old.edition_hash} and is {new.edition_hash}")
    return found


def compare(old: Sequence[Board], new: Sequence[Board]) -> list[Comparison]:
    known = {(board.players, pair.bots): pair for board in old for pair in board.pairs}
    return [
        _compared(board.players, known[board.players, pair.bots], pair)
        for board in new
        for pair in board.pairs
    ]


def _compared(players: int, old: Pair, new: Pair) -> Comparison:
    """The difference in standard errors is that of two scores of the same strength."""
    share = (old.score * old.games + new.score * new.games) / (old.games + new.games)
    variance = share * (1 - share) * (1 / old.games + 1 / new.games)
    errors = abs(old.score - new.score) / sqrt(variance) if variance > 0 else 0.0
    return Comparison(players, new.bots, old.score, new.score, new.games, round(errors, 2))
