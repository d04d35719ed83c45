"""Play the games of a plan with an executor, and append them to a file in the plan's order."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from redcathedral.lab.arena.games_file import Game, GamesFile, ResultsError
from redcathedral.lab.arena.thinking_time import (
    ThinkingTime,
    load_thinking_times,
    save_thinking_times,
)
from redcathedral.play.process_pool import Executor, Tracker, in_order

Fixture = TypeVar("Fixture")  # one planned game; its str is for messages


@dataclass(frozen=True)
class PlayedFixture(Generic[Game]):
    """A game with its number in the plan, and the thinking time in each seat."""

    number: int
    game: Game
    thinking_times: tuple[ThinkingTime, ...]


WorkerFactory: TypeAlias = Callable[[], Callable[[tuple[int, Fixture]], PlayedFixture[Game]]]


def play_fixtures(
    fixtures: Iterable[Fixture],
    make_worker: WorkerFactory[Fixture, Game],
    executor: Executor,
    first: int = 0,
) -> Generator[PlayedFixture[Game]]:
    """Play fixtures, and yield the games in the same order, numbered from ``first``."""
    with closing(executor(make_worker, enumerate(fixtures, first))) as playing:
        yield from in_order(((played.number, played) for played in playing), first)


def play_missing(
    games_file: GamesFile[Game],
    fixtures: Sequence[Fixture],
    make_worker: WorkerFactory[Fixture, Game],
    executor: Executor,
    *,
    replayed: Iterable[int],
    group: tuple[int, str],
    bot_names: Callable[[Game], Iterable[str]],
    progress: Tracker,
) -> dict[str, ThinkingTime]:
    """Play the fixtures that the file lacks, and append them; return the thinking time of each bot.

    Thinking times are stored next to the file.  The games with the indices ``replayed`` are played
    first; if a result differs, the program or a bot has changed, and ResultsError is raised.
    ``progress`` wraps the iterator of new games, and gets their number.  ``group`` has the number
    of groups that share the games equally, and their name ("pair"), for an error message.
    """
    stored = len(games_file.games)
    if stored > len(fixtures):
        group_count, group_name = group
        group_games = -(-stored // group_count)
        reason = f"{games_file.path} already has {group_games} games of a {group_name}"
        raise ResultsError(f"{reason}: ask for as many --games, or name another folder")
    play_one = make_worker()
    for index in replayed:
        if play_one((index, fixtures[index])).game != games_file.games[index]:
            raise ResultsError(
                f"{games_file.path} has games of a program that plays differently, as with "
                f"{fixtures[index]}: use that program, or name another folder"
            )
    folder = games_file.path.parent
    thinking_times = load_thinking_times(folder)
    try:
        with closing(play_fixtures(fixtures[stored:], make_worker, executor, stored)) as playing:
            for played in progress(playing, len(fixtures) - stored):
                games_file.append(played.game)
                for bot, thinking_time in zip(
                    bot_names(played.game), played.thinking_times, strict=False
                ):
                    thinking_times[bot] = thinking_times.get(bot, ThinkingTime()) + thinking_time
    finally:
        save_thinking_times(folder, thinking_times)
    return thinking_times
