"""Plays fixtures, here or elsewhere: the games are the same, and they come in the plan's order."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from redcathedral.arena.log import G, Log, ResultsError, S
from redcathedral.arena.pace import Pace, Timed, keep_paces, kept_paces
from redcathedral.arena.pairing import Fixture
from redcathedral.arena.results import LadderGame
from redcathedral.box import load_edition
from redcathedral.box.options import Options
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_setting
from redcathedral.play.match import seeded_match
from redcathedral.play.series import Maker

F = TypeVar("F")  # a fixture: what is to be played, told by its str


@dataclass(frozen=True)
class PlayedFixture(Generic[G]):
    """A game, its number in the plan, and the pace of the bots in its seats."""

    number: int
    game: G
    paces: tuple[Pace, ...]


Hire: TypeAlias = Callable[[], Callable[[tuple[int, F]], PlayedFixture[G]]]
# Who plays: gets what makes a table, and the numbered fixtures; gives the games in any order.
Crew: TypeAlias = Callable[[Hire[F, G], Iterable[tuple[int, F]]], Generator[PlayedFixture[G]]]


class FixturePlayer:
    """Plays one fixture after the other; ``specs`` has the spec of each bot's name."""

    def __init__(self, specs: Mapping[str, str], make: Maker) -> None:
        self.specs = specs
        self.make = make
        self.components = Components(load_edition())

    def __call__(self, piece: tuple[int, Fixture]) -> PlayedFixture[LadderGame]:
        """Play a game of the plan to its end or to the cap."""
        number, fixture = piece
        seed, names = fixture.seed, fixture.bots
        options = Options(workshop_side=fixture.side)
        setting = new_setting(self.components, list(range(len(names))), options)
        bots = [Timed(self.make(self.specs[bot], seed, seat)) for seat, bot in enumerate(names)]
        match = seeded_match(setting, seed, bots, names, f"{fixture}, {fixture.side}")
        game = LadderGame(
            seed=seed,
            side=fixture.side,
            bots=names,
            totals=match.totals,
            winners=match.winners,
            decisions=match.decisions,
            turns=match.turns,
            checksum=match.checksum,
        )
        return PlayedFixture(number, game, tuple(bot.pace for bot in bots))


def play(
    fixtures: Iterable[F], hire: Hire[F, G], crew: Crew[F, G], first: int = 0
) -> Generator[PlayedFixture[G]]:
    """Play fixtures, numbered from ``first``; they come in this order."""
    waiting: dict[int, PlayedFixture[G]] = {}
    due = first
    with closing(crew(hire, enumerate(fixtures, first))) as playing:
        for played in playing:
            waiting[played.number] = played
            while due in waiting:
                yield waiting.pop(due)
                due += 1


def complete(
    log: Log[S, G],
    fixtures: Sequence[F],
    hire: Hire[F, G],
    crew: Crew[F, G],
    *,
    again: Iterable[int],
    kinds: tuple[int, str],
    names: Callable[[G], Iterable[str]],
    watch: Callable[[Generator[PlayedFixture[G]], int], Iterable[PlayedFixture[G]]],
) -> dict[str, Pace]:
    """Play the fixtures that the log lacks; the paces by bot, which are kept beside the log.

    Of the games there, those at the places ``again`` are played again first.  ``kinds`` is of how
    many kinds the fixtures are, and what one is of; ``names`` has the bots in the seats of a game;
    ``watch`` gets the games as they come, before they are written, and their number.  Raises
    ResultsError when old games come out differently: then the program or a bot has changed.
    """
    there = len(log.games)
    if there > len(fixtures):
        reason = f"{log.path} has {-(-there // kinds[0])} games of a {kinds[1]} already"
        raise ResultsError(f"{reason}: ask for as many --games, or name another folder")
    table = hire()
    for place in again:
        if table((place, fixtures[place])).game != log.games[place]:
            raise ResultsError(
                f"{log.path} has games of a program that plays differently, as with "
                f"{fixtures[place]}: take that program, or name another folder"
            )
    folder = log.path.parent
    paces = kept_paces(folder)
    try:
        with closing(play(fixtures[there:], hire, crew, there)) as playing:
            for played in watch(playing, len(fixtures) - there):
                log.append(played.game)
                for bot, pace in zip(names(played.game), played.paces, strict=False):
                    paces[bot] = paces.get(bot, Pace()) + pace
    finally:
        keep_paces(folder, paces)
    return paces
