"""Plays fixtures, here or elsewhere: the games are the same, and they come in the plan's order."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from redcathedral.arena.pace import Pace, Timed
from redcathedral.arena.pairing import Fixture
from redcathedral.arena.results import Game, Results, ResultsError, Settings
from redcathedral.box import load_edition
from redcathedral.engine import scoring
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_state
from redcathedral.play.dice import SeededDice
from redcathedral.play.match import play_match
from redcathedral.play.series import Maker
from redcathedral.record.header import Header, Options, Seat


@dataclass(frozen=True)
class Played:
    """A game, its number in the plan, and the pace of the bots in its seats."""

    number: int
    game: Game
    paces: tuple[Pace, ...]


Piece = tuple[int, Fixture]
Hire = Callable[[], Callable[[Piece], Played]]
# Who plays: gets what makes a table, and the pieces; gives the games in any order.
Crew = Callable[[Hire, Iterable[Piece]], Generator[Played]]


class Table:
    """Plays one fixture after the other; ``specs`` has the spec of each bot's name."""

    def __init__(self, specs: Mapping[str, str], make: Maker) -> None:
        self.specs = specs
        self.make = make
        self.edition = load_edition()
        self.components = Components(self.edition)

    def __call__(self, piece: Piece) -> Played:
        """Play a game of the plan to its end or to the cap."""
        number, fixture = piece
        seats = tuple(Seat(colour, f"bot:{bot}") for colour, bot in enumerate(fixture.bots))
        header = Header(self.edition.id, seats, options=Options(workshop_side=fixture.side))
        bots = [
            Timed(self.make(self.specs[bot], fixture.seed, seat))
            for seat, bot in enumerate(fixture.bots)
        ]
        state = new_state(header.setting(self.components))
        match = play_match(state, bots, SeededDice(fixture.seed))
        scores = scoring.scores(state)
        game = Game(
            seed=fixture.seed,
            side=fixture.side,
            bots=fixture.bots,
            totals=tuple(score.total for score in scores),
            winners=() if match.capped else tuple(scoring.winners(scores)),
            decisions=match.decisions,
            turns=int(state.turn),
            checksum=match.checksum,
        )
        return Played(number, game, tuple(bot.pace for bot in bots))


def play(fixtures: Iterable[Fixture], hire: Hire, crew: Crew, first: int = 0) -> Generator[Played]:
    """Play fixtures, numbered from ``first``; they come in this order."""
    waiting: dict[int, Played] = {}
    due = first
    with closing(crew(hire, enumerate(fixtures, first))) as playing:
        for played in playing:
            waiting[played.number] = played
            while due in waiting:
                yield waiting.pop(due)
                due += 1


def go_on(
    results: Results, fixtures: Sequence[Fixture], hire: Hire, crew: Crew
) -> Generator[Played]:
    """Play the fixtures that the results lack; each comes when it is written.

    Before games are added to others some of those are played again, every bot once at least that
    plays the same again.  Raises ResultsError when they come out differently: then the program or
    a bot has changed.
    """
    there = len(results.games)
    if there < len(fixtures):
        for number, game in enumerate(_sample(repeatable(results.games, results.settings))):
            again = hire()((number, game.fixture)).game
            if again != game:
                bots = ", ".join(game.bots)
                raise ResultsError(
                    f"{results.path} has games of a program that plays differently, as with seed "
                    f"{game.seed}, {bots}: take that program, or name another folder"
                )
    for played in play(fixtures[there:], hire, crew, there):
        results.append(played.game)
        yield played


def repeatable(games: Iterable[Game], settings: Settings) -> list[Game]:
    """The games that come out the same again: no bot in them thinks by the clock."""
    timed = {bot for bot, spec in settings.bots.items() if re.search(r"[:,]\s*ms\s*=", spec)}
    return [game for game in games if timed.isdisjoint(game.bots)]


def _sample(games: Iterable[Game]) -> Generator[Game]:
    """A few games in which every bot has a seat."""
    seen: set[str] = set()
    for game in games:
        if not seen.issuperset(game.bots):
            seen.update(game.bots)
            yield game
