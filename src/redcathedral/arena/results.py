"""The games of a ladder as a file: a line with the settings, then a line a game, only appended to.

The games stand in the order of the plan, so the file is the same however often it was stopped and
whoever played.  A last line without an end was cut off in the middle of writing: it is played
again.  Whatever else does not fit is told and left as it is.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedRandom
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from redcathedral.arena.pairing import Fixture, Plan

SCHEMA: Final = 1  # of the lines, and of what is made from them
GAMES: Final = "games.jsonl"


class ResultsError(ValueError):
    """Results that cannot be used: which file and line, why, and the way out."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the games of a ladder have in common, apart from their number.

    ``bots`` has the spec of each name; a level's spec is that of its bot.
    """

    schema: int
    edition: str
    edition_hash: str
    bots: dict[str, str]
    players: tuple[int, ...]
    seed: int
    alone: str | None = None

    @property
    def plan(self) -> Plan:
        """The games to play."""
        return Plan(tuple(self.bots), self.players, self.seed, self.alone)


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game: bots and totals by seat, the first player first.

    A game that the cap ended has no winners (R7.7).
    """

    seed: int
    side: str
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    turns: int
    checksum: int

    def __post_init__(self) -> None:
        seats = range(len(self.bots))
        if len(self.totals) != len(seats) or not set(self.winners) <= set(seats):
            raise ValueError("a total for each bot, and winners among the seats, are wanted")

    @property
    def fixture(self) -> Fixture:
        """What was to be played."""
        return Fixture(self.seed, self.bots)

    def shares(self) -> dict[str, float]:
        """What each bot won of the game: a shared win is split, one without winners by all."""
        winners = self.winners or range(len(self.bots))
        shares = dict.fromkeys(self.bots, 0.0)
        for seat in winners:
            shares[self.bots[seat]] += 1 / len(winners)
        return shares


Entry = TypeVar("Entry", Settings, Game)


class Results:
    """The results of a ladder in a folder, open for more."""

    def __init__(
        self, path: Path, file: BufferedRandom, settings: Settings, games: list[Game]
    ) -> None:
        self.path = path
        self.settings = settings
        self.games = games
        self._file = file

    def append(self, game: Game) -> None:
        """Write one more game; it is out of this process's hands on return."""
        self._file.write(_line(game))
        self._file.flush()
        self.games.append(game)


@contextmanager
def resume(folder: Path, settings: Settings) -> Iterator[Results]:
    """Open the results in a folder, as they are or new, for this process alone.

    Raises ResultsError when they were begun with other settings, are damaged, are being written by
    another process, or cannot be written.
    """
    path = folder / GAMES
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch()
        opened = path.open("r+b")
    except OSError as error:
        reason = f"{path} cannot be written: {error.strerror}"
        raise ResultsError(f"{reason}; name another folder") from None
    with opened as file:
        _lock(file, path)
        data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        games: list[Game] = []
        if whole:
            found, games = _parse(path, whole)
        if games:
            _compare(path, settings, found)
            _cut(file, len(whole))
        else:
            _cut(file, 0)
            file.write(_line(settings))
            file.flush()
        yield Results(path, file, settings, games)


def read(path: Path) -> tuple[Settings, list[Game]]:
    """Settings and games of a finished file, gzipped or not.  Raises ResultsError."""
    try:
        data = path.read_bytes()
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ResultsError(f"{path} cannot be read: {reason}") from None
    if not data.endswith(b"\n"):
        raise ResultsError(f"{path}: the last line is cut off; the file is not whole")
    return _parse(path, data)


def text(settings: Settings, games: Iterable[Game]) -> str:
    """What a file with these games holds."""
    return b"".join([_line(settings), *map(_line, games)]).decode()


def _line(entry: Settings | Game) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


def _parse(path: Path, data: bytes) -> tuple[Settings, list[Game]]:
    first, *rest = data.split(b"\n")[:-1]
    settings = _decode(path, 1, first, Settings)
    if settings.schema != SCHEMA:
        raise ResultsError(f"{path} is of form {settings.schema}, this program reads {SCHEMA}")
    games = [_decode(path, number, line, Game) for number, line in enumerate(rest, 2)]
    _follow(path, settings.plan, games)
    return settings, games


def _decode(path: Path, number: int, line: bytes, kind: type[Entry]) -> Entry:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(path, number, str(error)) from None


def _follow(path: Path, plan: Plan, games: Sequence[Game]) -> None:
    """Refuse games that are not those of the plan, in its order."""
    fixtures = islice(plan.fixtures(len(games) + 1), len(games))
    for number, (game, fixture) in enumerate(zip(games, fixtures, strict=True), 2):
        if game.fixture != fixture or game.side != fixture.side:
            wanted = f"{', '.join(fixture.bots)} with seed {fixture.seed}, {fixture.side}"
            raise _damaged(path, number, f"the plan has another game here, {wanted}")


def _damaged(path: Path, number: int, reason: str) -> ResultsError:
    fix = f"cut the file off before this line to keep the {max(number - 2, 0)} games above it"
    return ResultsError(f"{path}:{number} is damaged: {reason}; {fix}, or name another folder")


def _compare(path: Path, wanted: Settings, found: Settings) -> None:
    """Refuse to go on with other settings."""
    fields = [
        field
        for field in Settings.__struct_fields__
        if _shown(wanted, field) != _shown(found, field)
    ]
    if fields:
        theirs = "; ".join(f"{field} {_shown(found, field)}" for field in fields)
        ours = "; ".join(f"{field} {_shown(wanted, field)}" for field in fields)
        raise ResultsError(
            f"{path} was begun with {theirs}, not with {ours}: repeat those, or name another folder"
        )


def _shown(settings: Settings, field: str) -> str:
    return msgspec.json.encode(getattr(settings, field)).decode()


def _cut(file: BufferedRandom, size: int) -> None:
    """Let the file end here, and go on here."""
    file.truncate(size)
    file.seek(size)


def _lock(file: BufferedRandom, path: Path) -> None:
    """Keep others off; the system ends it with this process.  Windows goes without."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsError(f"{path} is being written by another process") from None
