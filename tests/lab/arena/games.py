"""Small ladders for the tests."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from redcathedral.ai.bots import make
from redcathedral.box import load_edition
from redcathedral.lab.arena.ladder_games import (
    LADDER_FORMAT,
    SCHEMA,
    LadderGame,
    make_ladder_worker,
    sample_indices,
)
from redcathedral.lab.arena.pairing import LadderSettings
from redcathedral.lab.arena.tournament import play_missing
from redcathedral.play.process_pool import run_jobs


def settings(
    *bots: str, players: tuple[int, ...] = (2,), seed: int = 1, alone: str | None = None
) -> LadderSettings:
    edition = load_edition()
    specs = {bot: bot for bot in bots or ("random", "greedy")}
    return LadderSettings(SCHEMA, edition.id, edition.hash, specs, players, seed, alone)


def game(wanted: LadderSettings, number: int) -> LadderGame:
    """A game of the plan that nobody has played."""
    fixture = list(wanted.fixtures(number + 1))[number]
    totals = tuple(range(len(fixture.bots)))
    return LadderGame(
        fixture.seed, fixture.side, fixture.bots, totals, (totals[-1],), 100, 50, number
    )


def won_by(strength: dict[str, int], number: int) -> LadderGame:
    """A game of the plan that the bot with most strength wins."""
    played = game(THREE, number)
    best = max(strength[bot] for bot in played.bots)
    winners = tuple(seat for seat, bot in enumerate(played.bots) if strength[bot] == best)
    return msgspec.structs.replace(played, winners=winners)


THREE = settings("weak", "fair", "good", players=(2, 3))
GAMES = [won_by({"weak": 0, "fair": number % 5, "good": 2}, number) for number in range(72)]


def run(folder: Path, wanted: LadderSettings, games: int, jobs: int = 1) -> bytes:
    """Play a number of games of each pair, or resume; return the file."""
    fixtures = list(wanted.fixtures(games))
    make_worker = partial(make_ladder_worker, wanted.bots, make)
    with LADDER_FORMAT.resume(folder, wanted) as results:
        play_missing(
            results,
            fixtures,
            make_worker,
            partial(run_jobs, processes=jobs),
            replayed=sample_indices(results.games, wanted),
            group=(1, "ladder"),
            bot_names=lambda game: game.bots,
            progress=lambda playing, _: playing,
        )
        assert len(results.games) == len(fixtures)
        return results.path.read_bytes()
