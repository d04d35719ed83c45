"""Plays fixtures, here or elsewhere: the games are the same, and they come in the plan's order."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from redcathedral.lab.arena.games_file import G, GamesFile, ResultsError
from redcathedral.lab.arena.pace import Pace, keep_paces, kept_paces
from redcathedral.play.process_pool import in_order

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


def play(
    fixtures: Iterable[F], hire: Hire[F, G], crew: Crew[F, G], first: int = 0
) -> Generator[PlayedFixture[G]]:
    """Play fixtures, numbered from ``first``; they come in this order."""
    with closing(crew(hire, enumerate(fixtures, first))) as playing:
        yield from in_order(((played.number, played) for played in playing), first)


def complete(
    log: GamesFile[G],
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
