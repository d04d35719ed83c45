"""What the seats of a table are called."""

from collections.abc import Sequence

from redcathedral.engine.setting import Setting
from redcathedral.server.core.table.seated_game import SeatedGame, SeatedPlayer
from redcathedral.text.names import SeatName, TablePlayer, seat_names


def called(seated: SeatedGame) -> tuple[SeatName, ...]:
    return seat_names(sitters(seated))


def sitters(seated: SeatedGame) -> list[TablePlayer]:
    return _sitters(seated.game.state.setting, seated.players)


def all_called(setting: Setting, players: Sequence[SeatedPlayer]) -> tuple[SeatName, ...]:
    return seat_names(_sitters(setting, players))


def _sitters(setting: Setting, players: Sequence[SeatedPlayer]) -> list[TablePlayer]:
    return [
        TablePlayer(setting.colour(seat), player.name, player.bot, player.kind == "ivan")
        for seat, player in enumerate(players)
    ]
