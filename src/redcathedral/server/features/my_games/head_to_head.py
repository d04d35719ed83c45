"""The results of the games that the same people played together."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from redcathedral.server.core.results import result_rows
from redcathedral.server.core.wire.lobby import Summary
from redcathedral.server.features.my_games.wire import SamePeople

LAST_GAMES: Final = 5


def results_together(games: Iterable[Summary]) -> list[SamePeople]:
    """Return the results of each group of people, the last group first.

    With a bot, the same people are another group.  Games count if they have a winner, did not begin
    with a record, and all people have names.
    """
    groups: defaultdict[frozenset[str], list[Summary]] = defaultdict(list)
    for game in games:
        people = [seat.name for seat in game.seats if seat.kind == "person"]
        if game.winners and not game.was_loaded and len(people) > 1 and all(people):
            groups[names_at(game)].append(game)
    return [
        SamePeople(result_rows(group), [*map(_winners, group[:LAST_GAMES])], group[0].id)
        for group in groups.values()
    ]


def names_at(game: Summary) -> frozenset[str]:
    return frozenset(seat.called for seat in game.seats)


def _winners(game: Summary) -> list[str]:
    return [seat.called for seat in game.seats if seat.colour in game.winners]
