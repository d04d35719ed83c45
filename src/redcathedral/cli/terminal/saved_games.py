"""Save games in the user's data folder, one file for each game.

The file of a game in progress is ``unfinished-NAME.rcg``; when the game is over, or the player
declines to resume it, the file is renamed to ``NAME.rcg``.  If the edition of the game came from a
file, a copy of that file is ``NAME.toml``.
"""

import shutil
from collections.abc import Iterator
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

UNFINISHED: Final = "unfinished-"


class SavedGame:
    """The file of one game, locked by this program until ``finish`` or ``release``."""

    def __init__(self, folder: Path, name: str, lock: FileLock | None) -> None:
        self._folder = folder
        self._name = name
        self._lock = lock

    @property
    def path(self) -> Path:
        return self._folder / f"{UNFINISHED}{self._name}.rcg"

    @property
    def edition(self) -> Path:
        """The path of the copy of the edition."""
        return self._folder / f"{self._name}.toml"

    @property
    def when(self) -> datetime:
        return datetime.fromtimestamp(self.path.stat().st_mtime).astimezone()

    def copy_edition(self, file: Path) -> None:
        if file != self.edition:
            shutil.copyfile(file, self.edition)

    def finish(self) -> Path:
        """Rename the file, so that the game will not be resumed; return the new path."""
        path = self._folder / f"{self._name}.rcg"
        self.path.replace(path)
        self.release()
        return path

    def release(self) -> None:
        if self._lock is not None:
            Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()
            self._lock = None


class SavedGames:
    """The folder with the saved games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games"

    def new(self, seats: list[str]) -> SavedGame:
        """Return a file for a new game, named after the time and the colors; raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        start = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{'-'.join(seats)}"
        names = chain([start], (f"{start}-{number}" for number in count(2)))
        free = (name for name in names if not any(self.folder.glob(f"*{name}.rcg")))
        return next(saved for saved in map(self._lock, free) if saved is not None)

    def unfinished(self) -> Iterator[SavedGame]:
        """Yield the games in progress that no other program has locked, the latest first."""
        files = self.folder.glob(f"{UNFINISHED}*.rcg")
        try:
            newest_first = sorted(((path.stat().st_mtime, path) for path in files), reverse=True)
        except OSError:
            return
        for _, path in newest_first:
            if saved := self._lock(path.stem.removeprefix(UNFINISHED)):
                yield saved

    def _lock(self, name: str) -> SavedGame | None:
        """Lock a game for this program; return None if another program has locked it."""
        lock = FileLock(self.folder / f".{name}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            return None
        except OSError:  # a read-only folder
            return SavedGame(self.folder, name, None)
        return SavedGame(self.folder, name, lock)
