"""What the seats of a table are called."""

from collections.abc import Sequence

from redcathedral.engine.setting import Setting
from redcathedral.server.table.seated_game import SeatedGame, SeatedPlayer
from redcathedral.words.names import SeatName, Sitter, seat_names


def called(seated: SeatedGame) -> tuple[SeatName, ...]:
    """What each seat is called."""
    return seat_names(sitters(seated))


def sitters(seated: SeatedGame) -> list[Sitter]:
    """Who sits at a table."""
    return _sitters(seated.game.state.setting, seated.players)


def all_called(setting: Setting, players: Sequence[SeatedPlayer]) -> tuple[SeatName, ...]:
    """What the seats of players who sit down at a setting are called."""
    return seat_names(_sitters(setting, players))


def _sitters(setting: Setting, players: Sequence[SeatedPlayer]) -> list[Sitter]:
    return [
        Sitter(setting.colour(seat), player.name, player.bot, player.kind == "ivan")
        for seat, player in enumerate(players)
    ]
