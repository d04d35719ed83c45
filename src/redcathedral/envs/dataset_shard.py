"""The files of a shard of a data set: games are played, told as records, and seen as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from redcathedral.ai.bots import make
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import packaged
from redcathedral.box.options import Options
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_state
from redcathedral.envs.batch.observation import WORDS, decider, seen
from redcathedral.envs.manifest import RECORDS, ShardCounts
from redcathedral.extras import needs
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.survey import SurveyFixture
from redcathedral.play.match import Match, play_seeded_match
from redcathedral.play.seating import make_header
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.header import BOT

if TYPE_CHECKING:
    Arrow: TypeAlias = Any  # pyarrow, which has no types

GAMES_TABLE: Final = "games.parquet"
POSITIONS_TABLE: Final = "positions.parquet"
LEVEL: Final = 9  # of zstd
GROUP: Final = 10_000  # positions that are read at a time
SHARE_DIGITS: Final = 5
MARGIN_DIGITS: Final = 3


@dataclass(frozen=True)
class ShardFiles:
    """The files of a shard by name, and how much there is in them."""

    files: dict[str, bytes]
    counts: ShardCounts


@dataclass(frozen=True)
class _Position:
    game: int
    decision_index: int
    turn: int
    seat: int
    decision: int
    legal: list[int]
    share: float
    ahead: float
    won: float
    margin: int


def _arrow(module: str) -> Arrow:
    try:
        with needs("research"):
            return import_module(module)
    except ImportError as error:
        raise ResultsError(f"a data set needs Arrow: {error}") from None


def arrow_version() -> str:
    """The release of Arrow that writes the tables.  Raises ResultsError where there is none."""
    return str(_arrow("pyarrow").__version__)


def games_schema() -> Arrow:
    """The columns of the games."""
    pa = _arrow("pyarrow")
    return pa.schema(
        [
            ("game", pa.int32()),
            ("seed", pa.int64()),
            ("mode", pa.string()),
            ("players", pa.int8()),
            ("solo", pa.bool_()),
            ("side", pa.string()),
            ("decisions", pa.int16()),
            ("turns", pa.int16()),
            ("capped", pa.bool_()),
            ("totals", pa.list_(pa.int16())),
            ("winners", pa.list_(pa.int8())),
            ("record", pa.string()),
        ]
    )


def positions_schema() -> Arrow:
    """The columns of the positions."""
    pa = _arrow("pyarrow")
    return pa.schema(
        [
            ("game", pa.int32()),
            ("index", pa.int16()),
            ("turn", pa.int16()),
            ("seat", pa.int8()),
            ("decision", pa.int16()),
            ("legal", pa.list_(pa.int16())),
            ("observation", pa.list_(pa.int64(), WORDS)),
            ("share", pa.float32()),
            ("ahead", pa.float32()),
            ("won", pa.float32()),
            ("margin", pa.int16()),
        ]
    )


def make_shard_worker(bot: str, spec: str) -> Callable[[Mapping[int, SurveyFixture]], ShardFiles]:
    """What makes a shard of games, given by their numbers, with a bot in all seats."""
    components = components_of()
    valuer = NetworkEvaluator(packaged().network())

    def shard(fixtures: Mapping[int, SurveyFixture]) -> ShardFiles:
        files: dict[str, bytes] = {}
        games: list[dict[str, object]] = []
        positions: list[_Position] = []
        words = bytearray()
        for number, fixture in fixtures.items():
            record, match = _played(bot, spec, fixture, components)
            name = f"{RECORDS}{number:06}.rcg"
            files[name] = record.text().encode()
            games.append(_game(number, fixture, match, name))
            positions += _positions(number, record, match, valuer, words)
        counts = ShardCounts(
            len(games),
            len(positions),
            sum(len(position.legal) == 1 for position in positions),
            sum(bool(game["capped"]) for game in games),
        )
        pa = _arrow("pyarrow")
        files[GAMES_TABLE] = _parquet(pa.Table.from_pylist(games, games_schema()))
        files[POSITIONS_TABLE] = _parquet(_table(positions, bytes(words)))
        return ShardFiles(files, counts)

    return shard


def _played(
    bot: str, spec: str, fixture: SurveyFixture, components: Components
) -> tuple[Record, Match]:
    mode, seed = fixture
    colours = range(mode.players + mode.is_solo)
    names = [BOT + bot] * mode.players
    options = Options(workshop_side=mode.side)
    header = make_header(components.edition, colours, mode.is_solo, names, options)
    bots = [make(spec, seed, seat) for seat in range(mode.players)]
    match = play_seeded_match(
        header.setting(components), seed, bots, [bot] * mode.players, f"seed {seed}, {mode}"
    )
    ending = Ending.CAPPED if match.capped else Ending.FINISHED
    return Record(header, components, steps=match.steps, ending=ending), match


def _game(number: int, fixture: SurveyFixture, match: Match, record: str) -> dict[str, object]:
    mode, seed = fixture
    return {
        "game": number,
        "seed": seed,
        "mode": str(mode),
        "players": mode.players,
        "solo": mode.is_solo,
        "side": mode.side,
        "decisions": match.decisions,
        "turns": match.turns,
        "capped": match.capped,
        "totals": list(match.totals),
        "winners": list(match.winners),
        "record": record,
    }


def _positions(
    number: int, record: Record, match: Match, valuer: NetworkEvaluator, words: bytearray
) -> list[_Position]:
    """Each decision of a game; what its seat saw is put to the end of ``words``."""
    state = new_state(record.header.setting(record.components))
    totals, winners = match.totals, match.winners or range(len(match.totals))
    result: list[_Position] = []
    for step in match.steps:
        if state.is_chance:
            rules.settle(state, step)
            continue
        seat = int(decider(state))
        words += memoryview(seen(state, seat))
        outlook = valuer.predictions(state)[seat]
        others = max(total for other, total in enumerate(totals) if other != seat)
        result.append(
            _Position(
                number,
                len(result),
                int(state.turn),
                seat,
                step,
                rules.legal(state),
                round(outlook.share, SHARE_DIGITS),
                round(outlook.margin, MARGIN_DIGITS),
                1 / len(winners) if seat in winners else 0.0,
                totals[seat] - others,
            )
        )
        rules.apply(state, step)
    return result


def _table(positions: list[_Position], words: bytes) -> Arrow:
    pa = _arrow("pyarrow")
    schema = positions_schema()
    flat = pa.Array.from_buffers(pa.int64(), len(words) // 8, [None, pa.py_buffer(words)])
    columns = {
        "observation": pa.FixedSizeListArray.from_arrays(flat, WORDS),
        "index": [position.decision_index for position in positions],
    }
    for name in schema.names:
        if name not in columns:
            columns[name] = [getattr(position, name) for position in positions]
    return pa.table({name: columns[name] for name in schema.names}, schema)


def _parquet(table: Arrow) -> bytes:
    """A table as a file: without times, and with nothing of the machine."""
    buffer = _arrow("pyarrow").BufferOutputStream()
    _arrow("pyarrow.parquet").write_table(
        table, buffer, row_group_size=GROUP, compression="zstd", compression_level=LEVEL
    )
    data: bytes = buffer.getvalue().to_pybytes()
    return data
