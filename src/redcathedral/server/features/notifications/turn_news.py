"""Store notices when a turn begins, for its player, and when a game ends, for all players."""

from functools import partial

from redcathedral.server.core.store.rows import RowEffect
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.features.notifications.notices import GAME_OVER, News, add_notices


class TurnNews(TableFeature):
    """Writes the notices of a table in the transactions of its actions."""

    def effect(self, before: SeatedGame, after: SeatedGame) -> RowEffect | None:
        news = turn_news(before, after)
        return None if news is None else partial(add_notices, news)


def turn_news(before: SeatedGame, after: SeatedGame) -> News | None:
    people = frozenset(after.people)
    if after.over is not None:
        return None if before.over is not None else News(GAME_OVER, tuple(after.people), people)
    turn = _turn(after)
    if turn is None or turn == _turn(before):
        return None
    number, seat = turn
    return News(str(number), (seat,), people)


def _turn(seated: SeatedGame) -> tuple[int, int] | None:
    """Return the number of the turn and the seat that decides, None if that is no person's seat."""
    game = seated.game
    if game.is_over or game.seat not in seated.active:
        return None
    return int(game.state.turn) + 1, game.seat
