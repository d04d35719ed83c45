"""Games as a file: a line with the settings, then a line a game, only appended to.

The games stand in the order of their plan, so the file is the same however often it was stopped
and whoever played.  A last line without an end was cut off in the middle of writing: it is played
again.  Whatever else does not fit is told and left as it is.
"""

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedRandom
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from redcathedral.files import lock_folder

GAMES: Final = "games.jsonl"


class ResultsError(ValueError):
    """Results that cannot be used: which file and line, why, and the way out."""


class CommonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all settings begin with: the form of the lines, and the edition played with."""

    schema: int
    edition: str
    edition_hash: str


S = TypeVar("S", bound=CommonSettings)
G = TypeVar("G", bound=msgspec.Struct)
Entry = TypeVar("Entry", bound=msgspec.Struct)


class GamesFile(Generic[G]):
    """The games in a file that is open for more."""

    def __init__(self, path: Path, file: BufferedRandom, games: list[G]) -> None:
        self.path = path
        self.games = games
        self._file = file

    def append(self, game: G) -> None:
        """Write one more game; it is out of this process's hands on return."""
        self._file.write(_line(game))
        self._file.flush()
        self.games.append(game)


@dataclass(frozen=True)
class GamesFileFormat(Generic[S, G]):
    """What a file holds: the types of its lines, the form's number, and the plan.

    ``first_mismatch`` returns the index of the first game that differs from the plan of the
    settings, and the game that the plan has there; None if there is no such game.
    """

    settings: type[S]
    game: type[G]
    schema: int
    first_mismatch: Callable[[S, Sequence[G]], tuple[int, str] | None]

    @contextmanager
    def resume(self, folder: Path, settings: S) -> Iterator[GamesFile[G]]:
        """Open the games in a folder, as they are or new, for this process alone.

        Raises ResultsError when they were begun with other settings, are damaged, are being written
        by another process, or cannot be written.
        """
        path = folder / GAMES
        with ExitStack() as stack:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.touch()
                refusal = ResultsError(f"{path} is being written by another process")
                stack.enter_context(lock_folder(folder, refusal))
                file = stack.enter_context(path.open("r+b"))
            except OSError as error:
                reason = f"{path} cannot be written: {error.strerror}"
                raise ResultsError(f"{reason}; name another folder") from None
            data = file.read()
            whole = data[: data.rfind(b"\n") + 1]
            games: list[G] = []
            if whole:
                found, games = self._parse(path, whole)
            if games:
                _compare(path, settings, found)
                _cut(file, len(whole))
            else:
                _cut(file, 0)
                file.write(_line(settings))
                file.flush()
            yield GamesFile(path, file, games)

    def read(self, path: Path) -> tuple[S, list[G]]:
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
        return self._parse(path, data)

    def _parse(self, path: Path, data: bytes) -> tuple[S, list[G]]:
        first, *rest = data.split(b"\n")[:-1]
        settings = _decode(path, 1, first, self.settings)
        if settings.schema != self.schema:
            forms = f"{settings.schema}, this program reads {self.schema}"
            raise ResultsError(f"{path} is of form {forms}")
        games = [_decode(path, number, line, self.game) for number, line in enumerate(rest, 2)]
        first_mismatch = self.first_mismatch(settings, games)
        if first_mismatch is not None:
            place, wanted = first_mismatch
            raise _damaged(path, place + 2, f"the plan has another game here, {wanted}")
        return settings, games


def text(settings: CommonSettings, games: Iterable[msgspec.Struct]) -> str:
    return b"".join([_line(settings), *map(_line, games)]).decode()


def _line(entry: msgspec.Struct) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


def _decode(path: Path, number: int, line: bytes, kind: type[Entry]) -> Entry:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(path, number, str(error)) from None


def _damaged(path: Path, number: int, reason: str) -> ResultsError:
    fix = f"cut the file off before this line to keep the {max(number - 2, 0)} games above it"
    return ResultsError(f"{path}:{number} is damaged: {reason}; {fix}, or name another folder")


def _compare(path: Path, wanted: CommonSettings, found: CommonSettings) -> None:
    theirs, ours = (
        [
            f"{name} {msgspec.json.encode(getattr(settings, name)).decode()}"
            for name in settings.__struct_fields__
        ]
        for settings in (found, wanted)
    )
    if theirs != ours:
        begun = "; ".join(told for told in theirs if told not in ours)
        asked = "; ".join(told for told in ours if told not in theirs)
        raise ResultsError(
            f"{path} was begun with {begun}, not with {asked}: repeat those, or name another folder"
        )


def _cut(file: BufferedRandom, size: int) -> None:
    file.truncate(size)
    file.seek(size)
