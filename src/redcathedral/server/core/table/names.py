"""The names of the seats of a table, as texts show them."""

from collections.abc import Sequence

from redcathedral.engine.setting import Setting
from redcathedral.server.core.table.seated_game import SeatedGame, SeatedPlayer
from redcathedral.text.names import SeatName, TablePlayer, seat_names


def table_seat_names(seated: SeatedGame) -> tuple[SeatName, ...]:
    return seat_names(table_players(seated.game.state.setting, seated.players))


def table_players(setting: Setting, players: Sequence[SeatedPlayer]) -> list[TablePlayer]:
    return [
        TablePlayer(setting.colour(seat), player.name, player.bot, player.kind == "ivan")
        for seat, player in enumerate(players)
    ]
