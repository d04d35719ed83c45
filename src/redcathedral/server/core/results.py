"""The results of the players in several games."""

from collections import defaultdict
from collections.abc import Iterable

from redcathedral.server.core.wire.lobby import ResultRow, Summary


def result_rows(games: Iterable[Summary]) -> list[ResultRow]:
    """Return the results of each name in the games that are over, the best first."""
    played: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        for seat, total in zip(game.seats, game.totals, strict=False):
            if seat.kind != "ivan":
                winners = len(game.winners) if seat.colour in game.winners else 0
                played[seat.called].append((winners, total))
    rows = [_row(name, results) for name, results in played.items()]
    return sorted(rows, key=lambda row: (-row.points, row.games, -row.prestige, row.name))


def _row(name: str, results: list[tuple[int, int]]) -> ResultRow:
    victories = [winners for winners, _ in results if winners]
    won, points = victories.count(1), round(sum(1 / winners for winners in victories), 2)
    prestige = sum(total for _, total in results)
    return ResultRow(name, len(results), won, len(victories) - won, points, prestige)
