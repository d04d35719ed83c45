"""What the seats of a table are called."""

from collections.abc import Sequence

from redcathedral.engine.setting import Setting
from redcathedral.server.table.seated_game import SeatedGame, SeatedPlayer
from redcathedral.words.names import SeatName, Sitter, seat_names


def called(seated: SeatedGame) -> tuple[SeatName, ...]:
    """Return the name of each seat."""
    return seat_names(sitters(seated))


def sitters(seated: SeatedGame) -> list[Sitter]:
    """Return the players at a table."""
    return _sitters(seated.game.state.setting, seated.players)


def all_called(setting: Setting, players: Sequence[SeatedPlayer]) -> tuple[SeatName, ...]:
    """Return the names of the seats for players and a setting."""
    return seat_names(_sitters(setting, players))


def _sitters(setting: Setting, players: Sequence[SeatedPlayer]) -> list[Sitter]:
    return [
        Sitter(setting.colour(seat), player.name, player.bot, player.kind == "ivan")
        for seat, player in enumerate(players)
    ]
