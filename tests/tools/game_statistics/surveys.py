"""Games for the tests of the statistics that nobody has played."""

from __future__ import annotations

import random

from redcathedral.box import load_edition
from redcathedral.lab.arena.survey import SurveyFixture
from tools.game_statistics.survey import SCHEMA, PlacedTile, SurveyGame, SurveySettings

EDITION = load_edition()
GROUPS = sorted({card.group for card in EDITION.influence})


def settings(bot: str = "random", seed: int = 1) -> SurveySettings:
    return SurveySettings(SCHEMA, EDITION.id, EDITION.hash, bot, bot, seed)


def game(fixture: SurveyFixture, drift: random.Random) -> SurveyGame:
    """A game in which nothing depends on anything, the totals apart from the seat included."""
    mode = fixture.mode
    seats = max(mode.players, 2)
    people = [
        tile.id for tile in EDITION.workshop_tiles if mode.players > 2 or not tile.three_or_more
    ]
    totals = tuple(drift.randint(20, 40) for _ in range(seats))
    best = max(totals)
    plan = drift.choice(EDITION.plans[seats])
    zeros = (0,) * seats
    return SurveyGame(
        mode=str(mode),
        seed=fixture.seed,
        totals=totals,
        winners=tuple(seat for seat in range(seats) if totals[seat] == best),
        track=totals,
        goods=zeros,
        towers=tuple((0,) * len(plan) for _ in totals),
        cards=tuple(drift.randint(3, 6) for _ in totals),
        ornaments=zeros,
        tiles=tuple(
            tuple(PlacedTile(drift.choice(people), drift.random() < 0.7) for _ in range(5))
            if seat < mode.players
            else ()
            for seat in range(seats)
        ),
        plan=plan,
        influence=tuple(
            drift.choice([card.id for card in EDITION.influence if card.group == group])
            for group in GROUPS
        ),
        turns=drift.randint(40, 80),
        decisions=drift.randint(200, 300),
        capped=False,
        checksum=fixture.seed,
    )


def games(wanted: SurveySettings, number: int) -> list[SurveyGame]:
    """Return a number of games of each mode."""
    drift = random.Random(7)
    return [game(fixture, drift) for fixture in wanted.fixtures(number)]
