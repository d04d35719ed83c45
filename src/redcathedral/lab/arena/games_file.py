"""Read and append to a file of games in JSON lines: a line of settings, then a line for each game.

The games are in the order of their plan, whatever the number of processes and interruptions.  If
the last line has no newline, the program stopped while it wrote the line, and the game is played
again.  Any other damage is an error, and the file is not changed.
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

GAMES_FILE: Final = "games.jsonl"


class ResultsError(ValueError):
    """A file of results cannot be used; the message names the file and the line, and a fix."""


class CommonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first fields of all settings: the version of the file format, and the edition."""

    schema: int
    edition: str
    edition_hash: str


Settings = TypeVar("Settings", bound=CommonSettings)
Game = TypeVar("Game", bound=msgspec.Struct)
Line = TypeVar("Line", bound=msgspec.Struct)


class GamesFile(Generic[Game]):
    """A file of games that is open for appending."""

    def __init__(self, path: Path, file: BufferedRandom, games: list[Game]) -> None:
        self.path = path
        self.games = games
        self._file = file

    def append(self, game: Game) -> None:
        self._file.write(_encode_line(game))
        self._file.flush()
        self.games.append(game)


@dataclass(frozen=True)
class GamesFileFormat(Generic[Settings, Game]):
    """The format of a file: the types of its lines, its version, and a check against the plan.

    ``first_mismatch`` compares the games with the plan that the settings describe.  It returns the
    index of the first different game and a description of the planned one, or None.
    """

    settings: type[Settings]
    game: type[Game]
    schema: int
    first_mismatch: Callable[[Settings, Sequence[Game]], tuple[int, str] | None]

    @contextmanager
    def resume(self, folder: Path, settings: Settings) -> Iterator[GamesFile[Game]]:
        """Open or create the file of games in a folder, with a lock.

        Raises ResultsError if it has other settings, is damaged, locked or cannot be written.
        """
        path = folder / GAMES_FILE
        with ExitStack() as stack:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.touch()
                lock_error = ResultsError(f"{path} is being written by another process")
                stack.enter_context(lock_folder(folder, lock_error))
                file = stack.enter_context(path.open("r+b"))
            except OSError as error:
                reason = f"{path} cannot be written: {error.strerror}"
                raise ResultsError(f"{reason}; name another folder") from None
            data = file.read()
            complete_lines = data[: data.rfind(b"\n") + 1]
            games: list[Game] = []
            if complete_lines:
                stored_settings, games = self._parse(path, complete_lines)
            if games:
                _check_settings(path, settings, stored_settings)
                _truncate(file, len(complete_lines))
            else:
                _truncate(file, 0)
                file.write(_encode_line(settings))
                file.flush()
            yield GamesFile(path, file, games)

    def read(self, path: Path) -> tuple[Settings, list[Game]]:
        """Return the settings and games of a complete file, even gzipped.  Raises ResultsError."""
        try:
            data = path.read_bytes()
            if data.startswith(b"\x1f\x8b"):
                data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ResultsError(f"{path} cannot be read: {reason}") from None
        if not data.endswith(b"\n"):
            raise ResultsError(f"{path}: the last line is cut off; the file is incomplete")
        return self._parse(path, data)

    def _parse(self, path: Path, data: bytes) -> tuple[Settings, list[Game]]:
        settings_line, *game_lines = data.split(b"\n")[:-1]
        settings = _decode(path, 1, settings_line, self.settings)
        if settings.schema != self.schema:
            versions = f"{settings.schema}, this program reads {self.schema}"
            raise ResultsError(f"{path} has format version {versions}")
        games = [
            _decode(path, number, line, self.game) for number, line in enumerate(game_lines, 2)
        ]
        if (mismatch := self.first_mismatch(settings, games)) is not None:
            index, planned = mismatch
            raise _damaged_line_error(path, index + 2, f"the plan has another game here, {planned}")
        return settings, games


def games_text(settings: CommonSettings, games: Iterable[msgspec.Struct]) -> str:
    return b"".join([_encode_line(settings), *map(_encode_line, games)]).decode()


def _encode_line(line: msgspec.Struct) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _decode(path: Path, number: int, line: bytes, line_type: type[Line]) -> Line:
    try:
        return msgspec.json.decode(line, type=line_type)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged_line_error(path, number, str(error)) from None


def _damaged_line_error(path: Path, number: int, reason: str) -> ResultsError:
    fix = f"cut the file off before this line to keep the {max(number - 2, 0)} games above it"
    return ResultsError(f"{path}:{number} is damaged: {reason}; {fix}, or name another folder")


def _check_settings(path: Path, requested: CommonSettings, stored: CommonSettings) -> None:
    stored_texts, requested_texts = (
        [
            f"{name} {msgspec.json.encode(getattr(settings, name)).decode()}"
            for name in settings.__struct_fields__
        ]
        for settings in (stored, requested)
    )
    if stored_texts != requested_texts:
        stored_text = "; ".join(text for text in stored_texts if text not in requested_texts)
        requested_text = "; ".join(text for text in requested_texts if text not in stored_texts)
        raise ResultsError(
            f"{path} was begun with {stored_text}, not with {requested_text}: repeat those, "
            "or name another folder"
        )


def _truncate(file: BufferedRandom, size: int) -> None:
    file.truncate(size)
    file.seek(size)
