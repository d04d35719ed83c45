"""The turn order of the next game of the same people."""

from redcathedral.server.core.table.seated_game import SeatedGame


def next_seat_order(seated: SeatedGame) -> tuple[int, ...]:
    """Return the current seats in the next order: the first becomes the last, except with Ivan."""
    count = len(seated.players)
    is_solo = any(player.kind == "ivan" for player in seated.players)
    return tuple(range(count)) if is_solo else (*range(1, count), 0)
