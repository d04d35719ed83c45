"""Make the files of a shard: play its games, and write them as records and tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeAlias

from redcathedral.ai.bots import make
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import packaged
from redcathedral.box.options import Options
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_state
from redcathedral.envs.batch.observation import decider, seen
from redcathedral.envs.batch.words import WORDS
from redcathedral.extras import needs
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.survey import SurveyFixture
from redcathedral.play.match import Match, play_seeded_match
from redcathedral.play.seating import make_header
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.header import BOT
from tools.dataset.manifest import RECORDS_FOLDER, ShardCounts

Arrow: TypeAlias = Any  # pyarrow, which has no types

GAMES_TABLE: Final = "games.parquet"
POSITIONS_TABLE: Final = "positions.parquet"
COMPRESSION_LEVEL: Final = 9  # zstd
ROW_GROUP_SIZE: Final = 10_000  # positions in a row group of the table
SHARE_DIGITS: Final = 5
MARGIN_DIGITS: Final = 3


@dataclass(frozen=True)
class ShardFiles:
    """The files of a shard by name, and their counts."""

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
    """Return the release of Arrow that writes the tables.  Raises ResultsError without Arrow."""
    return str(_arrow("pyarrow").__version__)


def games_schema() -> Arrow:
    """Return the columns of the table of games."""
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
    """Return the columns of the table of positions."""
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
    """Return a function that makes a shard of numbered games with a bot in all seats."""
    components = components_of()
    evaluator = NetworkEvaluator(packaged().network())

    def make_shard(fixtures: Mapping[int, SurveyFixture]) -> ShardFiles:
        files: dict[str, bytes] = {}
        games: list[dict[str, object]] = []
        positions: list[_Position] = []
        words = bytearray()
        for number, fixture in fixtures.items():
            record, match = _play(bot, spec, fixture, components)
            name = f"{RECORDS_FOLDER}{number:06}.rcg"
            files[name] = record.text().encode()
            games.append(_game_row(number, fixture, match, name))
            positions += _position_rows(number, record, match, evaluator, words)
        counts = ShardCounts(
            len(games),
            len(positions),
            sum(len(position.legal) == 1 for position in positions),
            sum(bool(game["capped"]) for game in games),
        )
        pa = _arrow("pyarrow")
        files[GAMES_TABLE] = _to_parquet(pa.Table.from_pylist(games, games_schema()))
        files[POSITIONS_TABLE] = _to_parquet(_positions_table(positions, bytes(words)))
        return ShardFiles(files, counts)

    return make_shard


def _play(
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


def _game_row(number: int, fixture: SurveyFixture, match: Match, record: str) -> dict[str, object]:
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


def _position_rows(
    number: int, record: Record, match: Match, evaluator: NetworkEvaluator, words: bytearray
) -> list[_Position]:
    """Return a row for each decision of a game; append its observation to ``words``."""
    state = new_state(record.header.setting(record.components))
    totals = match.totals
    result: list[_Position] = []
    for step in match.steps:
        if state.is_chance:
            rules.settle(state, step)
            continue
        seat = int(decider(state))
        words += memoryview(seen(state, seat))
        prediction = evaluator.predictions(state)[seat]
        best_other = max(total for other, total in enumerate(totals) if other != seat)
        result.append(
            _Position(
                number,
                len(result),
                int(state.turn),
                seat,
                step,
                rules.legal(state),
                round(prediction.share, SHARE_DIGITS),
                round(prediction.margin, MARGIN_DIGITS),
                match.share(seat),
                totals[seat] - best_other,
            )
        )
        rules.apply(state, step)
    return result


def _positions_table(positions: list[_Position], words: bytes) -> Arrow:
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


def _to_parquet(table: Arrow) -> bytes:
    """Return a table as the bytes of a Parquet file; they depend only on the table."""
    buffer = _arrow("pyarrow").BufferOutputStream()
    _arrow("pyarrow.parquet").write_table(
        table,
        buffer,
        row_group_size=ROW_GROUP_SIZE,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
    )
    data: bytes = buffer.getvalue().to_pybytes()
    return data
