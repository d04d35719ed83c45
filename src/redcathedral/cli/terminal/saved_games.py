"""The saved games: a file a game in the user's data folder, written after every decision.

A running game is ``unfinished-NAME.rcg``; when it is over, or put aside, it becomes ``NAME.rcg``.
A game with an edition from a file has a copy of that file beside it, ``NAME.toml``.
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
    """Where one game is saved, held by this program until it is over or left."""

    def __init__(self, folder: Path, name: str, lock: FileLock | None) -> None:
        self._folder = folder
        self._name = name
        self._lock = lock

    @property
    def path(self) -> Path:
        return self._folder / f"{UNFINISHED}{self._name}.rcg"

    @property
    def edition(self) -> Path:
        """Where a copy of the edition's file lies, if it came from a file."""
        return self._folder / f"{self._name}.toml"

    @property
    def when(self) -> datetime:
        return datetime.fromtimestamp(self.path.stat().st_mtime).astimezone()

    def keep_edition(self, file: Path) -> None:
        if file != self.edition:
            shutil.copyfile(file, self.edition)

    def finish(self) -> Path:
        """The game is over or put aside: it is not offered again; where it lies now."""
        path = self._folder / f"{self._name}.rcg"
        self.path.replace(path)
        self.leave()
        return path

    def leave(self) -> None:
        if self._lock is not None:
            Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()
            self._lock = None


class SavedGames:
    """The folder with the saved games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games"

    def new(self, seats: list[str]) -> SavedGame:
        """A place for a new game, named after the time and its colours; raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        start = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{'-'.join(seats)}"
        names = chain([start], (f"{start}-{number}" for number in count(2)))
        free = (name for name in names if not any(self.folder.glob(f"*{name}.rcg")))
        return next(saved for saved in map(self._hold, free) if saved is not None)

    def unfinished(self) -> Iterator[SavedGame]:
        """The running games that no other program holds, the latest first."""
        files = self.folder.glob(f"{UNFINISHED}*.rcg")
        try:
            found = sorted(((path.stat().st_mtime, path) for path in files), reverse=True)
        except OSError:
            return
        for _, path in found:
            if saved := self._hold(path.stem.removeprefix(UNFINISHED)):
                yield saved

    def _hold(self, name: str) -> SavedGame | None:
        """Hold a game for this program alone; None when another one does."""
        lock = FileLock(self.folder / f".{name}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            return None
        except OSError:  # a folder that can only be read
            return SavedGame(self.folder, name, None)
        return SavedGame(self.folder, name, lock)
