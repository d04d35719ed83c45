"""Creates the request for a rematch: the same players and options, in the next seat order."""

from redcathedral.record.person_name import PersonNameError, person_name
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.seat_order import next_seat_order
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire.lobby import NewSeat, NewTable


def rematch_of(seated: SeatedGame, edition: str, *, setup: bool) -> NewTable:
    game = seated.game
    if seated.over is None:
        raise ApiError(409, "rematch-early")
    code = game.setup_code if setup else None
    if setup and code is None:
        raise ApiError(409, "rematch-setup")
    seats = [
        NewSeat(
            colour=game.state.setting.colour(seat),
            kind=player.kind,
            name=_valid_name_or_empty(player.name),
            bot=player.bot if player.kind == "bot" else None,
            is_open=seat in seated.open,
        )
        for seat in next_seat_order(seated)
        for player in (seated.players[seat],)
    ]
    return NewTable(
        seats=seats,
        options=game.header.options,
        edition=edition,
        auto_end=seated.auto_end,
        own_dice=game.manual_dice,
        setup=code,
        clock=seated.play_state.wish,
        stand_in=seated.play_state.stand_in if seated.play_state.wish else None,
    )


def _valid_name_or_empty(name: str) -> str:
    try:
        return person_name(name)
    except PersonNameError:
        return ""
