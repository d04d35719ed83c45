"""The published files of a ladder: its results, its packed games, its picture and its ratings."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from redcathedral.ai.bots.levels import LevelRating, Ratings
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.games_file import GAMES_FILE, ResultsError, games_text
from redcathedral.lab.arena.ladder import LADDER_FILE, Ladder, boards
from redcathedral.lab.arena.ladder_games import LADDER_FORMAT, LadderGame
from redcathedral.lab.arena.pairing import LadderSettings
from redcathedral.lab.commands.ladder import PICTURE_FILE, ladder_picture

PACKED_GAMES_FILE: Final = f"{GAMES_FILE}.gz"


def publish_ladder(folder: Path, ladder: Ladder, games: Sequence[LadderGame]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / PACKED_GAMES_FILE, games_text(ladder.settings, games))
    write_text(folder / LADDER_FILE, json_text(ladder))
    write_text(folder / PICTURE_FILE, ladder_picture(ladder))


def check_folder_is_free(folder: Path, settings: LadderSettings) -> None:
    """Raise ResultsError if the folder has another ladder, which would be overwritten."""
    if (folder / LADDER_FILE).exists() and _read_results(folder).settings != settings:
        raise ResultsError(
            f"{folder} holds another ladder, with other bots, players or seeds: name another "
            f"folder, or remove {LADDER_FILE} there"
        )


def read_ladder(folder: Path) -> tuple[Ladder, list[LadderGame]]:
    """Return a ladder and its games, packed or not; raise ResultsError if they do not match."""
    ladder = _read_results(folder)
    packed = folder / PACKED_GAMES_FILE
    settings, games = LADDER_FORMAT.read(packed if packed.exists() else folder / GAMES_FILE)
    game_count = sum(pair.games for board in ladder.boards for pair in board.pairs)
    if (
        settings != ladder.settings
        or game_count != len(games)
        or ladder.boards != boards(settings, games)
    ):
        raise ResultsError(
            f"{folder / LADDER_FILE} is not the result of the games next to it: repeat the "
            "command that made it"
        )
    return ladder, games


def _read_results(folder: Path) -> Ladder:
    path = folder / LADDER_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ladder)
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ResultsError(f"{path} is not a ladder: {error}") from None


def ratings(ladder: Ladder) -> Ratings:
    """Return the ratings in the format of the package's data file."""
    return {
        board.players: {
            standing.bot: LevelRating(standing.rating, standing.low, standing.high)
            for standing in board.standings
        }
        for board in ladder.boards
    }
