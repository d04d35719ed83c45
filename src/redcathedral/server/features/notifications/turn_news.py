"""Whom an action concerns: the seat whose turn has come, all people at the end."""

from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.features.notifications.notices import OVER, News


def telling(before: SeatedGame, after: SeatedGame) -> News | None:
    people = frozenset(after.people)
    if after.over is not None:
        return None if before.over is not None else News(OVER, tuple(after.people), people)
    turn = _turn(after)
    if turn is None or turn == _turn(before):
        return None
    number, seat = turn
    return News(str(number), (seat,), people)


def _turn(seated: SeatedGame) -> tuple[int, int] | None:
    """The number of the turn and the seat that decides in it, where that is a person's."""
    game = seated.game
    if game.is_over or game.seat not in seated.active:
        return None
    return int(game.state.turn) + 1, game.seat
