"""Plays fixtures, here or elsewhere: the games are the same, and they come in the plan's order."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from redcathedral.lab.arena.games_file import G, GamesFile, ResultsError
from redcathedral.lab.arena.thinking_time import (
    ThinkingTime,
    load_thinking_times,
    save_thinking_times,
)
from redcathedral.play.process_pool import in_order

F = TypeVar("F")  # a fixture: what is to be played, told by its str


@dataclass(frozen=True)
class PlayedFixture(Generic[G]):
    """A game, its number in the plan, and the pace of the bots in its seats."""

    number: int
    game: G
    thinking_times: tuple[ThinkingTime, ...]


WorkerFactory: TypeAlias = Callable[[], Callable[[tuple[int, F]], PlayedFixture[G]]]
# Who plays: gets what makes a table, and the numbered fixtures; gives the games in any order.
Executor: TypeAlias = Callable[
    [WorkerFactory[F, G], Iterable[tuple[int, F]]], Generator[PlayedFixture[G]]
]


def play(
    fixtures: Iterable[F], hire: WorkerFactory[F, G], executor: Executor[F, G], first: int = 0
) -> Generator[PlayedFixture[G]]:
    """Play fixtures, numbered from ``first``; they come in this order."""
    with closing(executor(hire, enumerate(fixtures, first))) as playing:
        yield from in_order(((played.number, played) for played in playing), first)


def complete(
    log: GamesFile[G],
    fixtures: Sequence[F],
    hire: WorkerFactory[F, G],
    executor: Executor[F, G],
    *,
    again: Iterable[int],
    kinds: tuple[int, str],
    names: Callable[[G], Iterable[str]],
    watch: Callable[[Generator[PlayedFixture[G]], int], Iterable[PlayedFixture[G]]],
) -> dict[str, ThinkingTime]:
    """Play the fixtures that the log lacks; return the thinking times by bot.

    They are stored next to the log.

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
    thinking_times = load_thinking_times(folder)
    try:
        with closing(play(fixtures[there:], hire, executor, there)) as playing:
            for played in watch(playing, len(fixtures) - there):
                log.append(played.game)
                for bot, thinking_time in zip(
                    names(played.game), played.thinking_times, strict=False
                ):
                    thinking_times[bot] = thinking_times.get(bot, ThinkingTime()) + thinking_time
    finally:
        save_thinking_times(folder, thinking_times)
    return thinking_times
