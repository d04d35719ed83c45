"""Rebuilds a table from its stored actions, and makes its entry in the list of games."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct, structs

from redcathedral.box import Edition
from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.play.game import Game
from redcathedral.record.header import Header
from redcathedral.record.position import storeys
from redcathedral.record.replay import read
from redcathedral.server.core.store.rows import GameRow, StoredGame, TableStanding
from redcathedral.server.core.table.actions import decode
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.seated_game import LegalFilter, SeatedGame, players
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import GameFacts, Summary, SummarySeat, SummaryStorey
from redcathedral.server.core.wire.protocol import SeatKind
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.names import TablePlayer, seat_names
from redcathedral.text.translator import without_isolation

LoadedTable: TypeAlias = tuple[GameRow, SeatedGame]


def start(
    base: str,
    edition: Edition,
    names: Sequence[str] = (),
    legal_filter: LegalFilter | None = None,
    seed: int | None = None,
) -> SeatedGame:
    """Return a table before its stored actions; raises ValueError for an unreadable base."""
    game = Game(record=read(base, edition), seed=seed, manual_dice=True)
    game.set_manual_dice(False)  # actions may turn them on
    return SeatedGame(game, players(game.header, names), legal_filter=legal_filter)


def rebuild(
    stored: StoredGame, edition: Edition, legal_filter: LegalFilter | None, seed: int | None
) -> LoadedTable:
    seated = start(stored.base, edition, stored.row.names, legal_filter, seed)
    for action, at in zip(stored.actions, stored.times, strict=True):
        seated.apply(decode(action), at)
    return stored.row, seated


class PrestigeSources(Struct, frozen=True, array_like=True):
    """A seat's final prestige by its source (R7.2-R7.5)."""

    track: int
    goods: int
    towers: int


class GamePreview(GameFacts, frozen=True):
    """Data for the list of games: ``filled`` has the bots that took open seats.

    After the end, ``sources`` has the prestige of each seat.
    """

    sources: list[PrestigeSources]
    filled: dict[Colour, str]


decode_preview: Final = msgspec.json.Decoder(GamePreview).decode


def table_standing(seated: SeatedGame) -> TableStanding:
    game = seated.game
    state = game.state
    setting = state.setting
    scores = game.scores() if seated.over else []
    play_state = seated.play_state
    preview = GamePreview(
        was_loaded=seated.was_loaded,
        is_hinted=game.is_hinted,
        is_unrolled=seated.is_unrolled,
        had_own_dice=seated.had_own_dice,
        options=game.header.options,
        towers=[[SummaryStorey(*storey) for storey in tower] for tower in storeys(state)],
        totals=[score.total for score in scores],
        winners=[setting.colour(seat) for seat in seated.winners],
        sources=[
            PrestigeSources(score.track, score.goods, sum(score.by_tower)) for score in scores
        ],
        open=[setting.colour(seat) for seat in sorted(seated.open)],
        filled={
            setting.colour(seat): player.bot
            for seat, (player, seats) in enumerate(
                zip(seated.players, game.header.seats, strict=False)
            )
            if player.bot is not None and seats.bot is None
        },
        clock=play_state.wish,
        stood_in=[setting.colour(seat) for seat in sorted(play_state.stood_in)],
        stand_ins=[setting.colour(seat) for seat in sorted(play_state.stand_ins)],
        needs_person=seated.needs_person,
        gave_up=[setting.colour(seat) for seat in sorted(play_state.gave_up)],
    )
    text = msgspec.json.encode(preview).decode()
    clock = play_state.clock
    deadline = clock.deadline if clock is not None and clock.counts_days else None
    to_move = setting.colour(state.decider)
    turn = int(state.turn) + 1
    return TableStanding(turn, to_move, seated.over, text, deadline, len(seated.open))


class StoredSeat(Struct, frozen=True):
    """A seat in the stored list of games."""

    colour: Colour
    kind: SeatKind
    bot: str | None = None


stored_seats: Final = msgspec.json.Decoder(list[StoredSeat]).decode


def seats_text(header: Header) -> str:
    seats = zip(header.colours, players(header), strict=True)
    stored = [StoredSeat(COLOURS[colour], player.kind, player.bot) for colour, player in seats]
    return msgspec.json.encode(stored).decode()


def summary(row: GameRow, visitor: Visitor, language: str = DEFAULT_LANGUAGE) -> Summary:
    """Return a table's entry in the list of games; raises ValueError for unreadable data."""
    standing = row.standing
    preview = decode_preview(standing.picture)
    seats = listed_seats(row.seats, row.names, preview.filled, language)
    people = [index for index, seat in enumerate(seats) if seat.kind == "person"]
    own_colours = [seats[index].colour for index in sorted(visitor.seats(row.rights, people))]
    fields = {
        "id": row.id,
        "created": time_text(row.created),
        "changed": time_text(row.changed),
        "number": row.version,
        "turn": standing.turn,
        "to_move": standing.to_move,
        "over": standing.over,
        **structs.asdict(preview),
        "seats": seats,
        "edition": row.edition,
        "access": row.rights.access,
        "yours": [colour for colour in own_colours if colour not in preview.open],
        "is_host": visitor.is_host(row.rights),
        "may_remove": visitor.may_remove(row.rights),
    }
    return msgspec.convert(fields, Summary)


def listed_seats(
    stored: str, names: Sequence[str], filled: Mapping[Colour, str], language: str
) -> list[SummarySeat]:
    players_of_seats: list[TablePlayer] = []
    for seat, name in zip(stored_seats(stored), [*names, *[""] * len(COLOURS)], strict=False):
        bot = filled.get(seat.colour, seat.bot)
        players_of_seats.append(
            TablePlayer(seat.colour, "" if bot else name, bot, seat.kind == "ivan")
        )
    return summary_seats(players_of_seats, language)


def summary_seats(players_of_seats: Sequence[TablePlayer], language: str) -> list[SummarySeat]:
    unique_names = map(narrator_for(language).say, seat_names(players_of_seats))
    return [
        SummarySeat(player.colour, player.name, without_isolation(name), _kind(player), player.bot)
        for player, name in zip(players_of_seats, unique_names, strict=True)
    ]


def _kind(player: TablePlayer) -> SeatKind:
    if player.is_ivan:
        return "ivan"
    return "person" if player.bot is None else "bot"


def time_text(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
