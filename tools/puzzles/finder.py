"""Search games for puzzles: positions in which one turn is clearly better than all others.

The bot ``architect`` plays against itself.  At the start of each turn, the quick judge evaluates
the position.  If one turn seems to be far ahead, rollouts compare it on the same dice with its
rivals: the turns that the judge ranks next, and those that bots play.  The best turn must lead
each rival by 5 points of the win at the lower end of the 95 % interval.  The bots that find the
turn show how difficult the puzzle is.

Separate games are searched for rare kinds of turns (``turn_filter``), and verified in the same way.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

from redcathedral.ai.analysis.judge import DEEP, QUICK, SEARCH_WIDTH, Judge, position_key
from redcathedral.ai.analysis.reason import reasons
from redcathedral.ai.analysis.sample import Sample, draw_sample
from redcathedral.ai.puzzles.puzzle import OtherTurn, Puzzle, apply_all
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import Network, NetworkEvaluator, Prediction
from redcathedral.ai.weights.file import load, packaged
from redcathedral.box import Edition
from redcathedral.box.options import SIDES
from redcathedral.engine.phases import TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.survey import Mode
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Record
from redcathedral.record.header import Header, Seat
from redcathedral.record.position import to_json
from redcathedral.record.replay import read
from tools.puzzles.attempts import SOLVERS, PlayedTurn, attempts, is_found
from tools.puzzles.solution import CLEAR_LEAD
from tools.puzzles.turn_filter import TurnFilter
from tools.rollout_games import SEARCH_NODES, play_turns

SCHEMA: Final = 1  # version of the lines
PLAYER_COUNTS_IN_TURN: Final = (2, 3, 2, 4, 2, 1)  # 1 is against Ivan
MAX_CANDIDATES: Final = 12  # turns that rollouts compare: of the judge, the bots and the network
MIN_LEAD: Final = 0.05  # share of the win, by the quick judge
REASON_DIVISOR: Final = 4  # 1/4 of the rollouts make a first check, and find the reasons
SCREENING_ROLLOUTS: Final = 24  # rollouts of each candidate that select the rivals
MAX_RIVALS: Final = 4  # turns with which the best turn is compared
FIRST_VERIFYING_ROLLOUT: Final = 1 << 21  # beyond the screening rollouts, for independent dice
GAME_NUMBER_BYTES: Final = 6  # of the hash of a recorded game, whose number they are
SEED_GAP: Final = 1_000_000  # between the first seeds of different searches


class SearchJob(NamedTuple):
    """A game to search: a recorded game, whose seed is a hash, or a game to play from its seed."""

    players: int
    seed: int
    record: str = ""

    @property
    def mode(self) -> Mode:
        return Mode(self.players, Random(self.seed).choice(SIDES))


class SearchSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """The settings of all games, and the number of rollouts that verify a turn.

    The numbers of players take turns, so that a longer search begins with the games of a shorter
    one.
    """

    weights: str
    rollouts: int
    seed: int

    def job(self, index: int) -> SearchJob:
        return SearchJob(
            PLAYER_COUNTS_IN_TURN[index % len(PLAYER_COUNTS_IN_TURN)], self.seed + index
        )

    def turn_filter(self) -> TurnFilter:
        return TurnFilter()


class RareSettings(SearchSettings, frozen=True, forbid_unknown_fields=True):
    """A search in games of two players for turns with one of some influence actions."""

    wanted: tuple[str, ...]

    def job(self, index: int) -> SearchJob:
        return SearchJob(2, self.seed + SEED_GAP + index)

    def turn_filter(self) -> TurnFilter:
        return TurnFilter(actions=self.wanted)


class EasySettings(SearchSettings, frozen=True, forbid_unknown_fields=True):
    """A search in games of two players for turns that a level finds."""

    level: str

    def job(self, index: int) -> SearchJob:
        return SearchJob(2, self.seed + 2 * SEED_GAP + index)

    def turn_filter(self) -> TurnFilter:
        return TurnFilter(level=self.level)


class RecordsSettings(SearchSettings, frozen=True, forbid_unknown_fields=True):
    """A search in recorded games; ``games`` has the number of players and the hash of each."""

    games: tuple[tuple[int, int], ...]

    def job(self, index: int) -> SearchJob:
        return SearchJob(*self.games[index])


class SearchedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was searched, and the puzzles in it."""

    players: int
    seed: int
    turns: int
    puzzles: tuple[Puzzle, ...]


def _first_mismatch(
    settings: SearchSettings, lines: Sequence[SearchedGame]
) -> tuple[int, str] | None:
    for index, line in enumerate(lines):
        job = settings.job(index)
        if (line.players, line.seed) != job[:2]:
            return index, f"{job.mode}, seed {job.seed}"
    return None


SEARCH_FORMAT: Final = games_file.GamesFileFormat(
    SearchSettings, SearchedGame, SCHEMA, _first_mismatch
)
RARE_SEARCH_FORMAT: Final = games_file.GamesFileFormat(
    RareSettings, SearchedGame, SCHEMA, _first_mismatch
)
RECORDS_SEARCH_FORMAT: Final = games_file.GamesFileFormat(
    RecordsSettings, SearchedGame, SCHEMA, _first_mismatch
)
EASY_SEARCH_FORMAT: Final = games_file.GamesFileFormat(
    EasySettings, SearchedGame, SCHEMA, _first_mismatch
)


def job_from_record(file: Path, edition: Edition) -> SearchJob:
    """Return the job for a recorded game; raise RecordError, or ValueError for another edition."""
    record = read(file)
    if record.components.edition.hash != edition.hash:
        raise ValueError(f"it is played with the edition {record.header.edition}")
    text = record.text(comments=False)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:GAME_NUMBER_BYTES])
    return SearchJob(len(record.header.seats), number | 1 << 8 * GAME_NUMBER_BYTES, text)


def make_search_worker(
    weights: str, settings: SearchSettings
) -> Callable[[tuple[int, SearchJob]], tuple[int, SearchedGame]]:
    network = (load(Path(weights)) if weights else packaged()).network()
    search = PuzzleFinder(network, settings.rollouts, settings.turn_filter()).search
    return lambda numbered_job: (numbered_job[0], search(numbered_job[1]))


class _VerifyingRollouts:
    """The verifying rollouts of a position, which run when they are needed."""

    def __init__(self, rollouts: Rollouts, state: State) -> None:
        self._rollouts = rollouts
        self._state = state
        self._results: list[list[Prediction]] = []

    def sample(self, count: int) -> Sample:
        while len(self._results) < count:
            number = FIRST_VERIFYING_ROLLOUT + len(self._results)
            self._results.append(self._rollouts.run(self._state, number))
        return Sample(self._results[:count])


class PuzzleFinder:
    """Searches games for puzzles, and verifies each with ``rollouts`` rollouts."""

    def __init__(self, network: Network, rollouts: int, turn_filter: TurnFilter) -> None:
        evaluator = NetworkEvaluator(network)
        self._components = components_of()
        self._network = network
        self._count = rollouts
        self._turn_filter = turn_filter
        self._search = TurnSearch(evaluator)
        self._playing = Rollouts(evaluator, SEARCH_NODES, 1)
        self._rollouts = Rollouts(evaluator, QUICK.nodes, DEEP.horizon)

    def search(self, job: SearchJob) -> SearchedGame:
        starts: list[State] = []  # positions at the starts of turns
        turns = 0
        for state in self._positions(job):
            turns = int(state.turn)
            if state.phase == TURN and not (state.is_over or state.is_ivan(state.seat)):
                if not starts or turns != starts[-1].turn:
                    starts.append(state.copy())
        positions = self._turn_filter.candidate_positions(starts) if starts else []
        min_lead = 0.0 if job.record and len(starts) == 1 else MIN_LEAD  # a recorded position
        puzzles = filter(None, (self._puzzle(job, state, min_lead) for state in positions))
        return SearchedGame(job.players, job.seed, turns, tuple(puzzles))

    def _positions(self, job: SearchJob) -> Iterator[State]:
        """Yield the positions of a game; the generator may reuse a yielded state for the next."""
        if not job.record:
            start = new_state(job.mode.setting(self._components))
            yield from play_turns(self._playing, start, Rng(job.seed, DICE))
            return
        record = read(job.record)
        yield from (moment.state for moment in record.moments())
        yield record.walk().state

    def _puzzle(self, job: SearchJob, state: State, min_lead: float) -> Puzzle | None:
        seat = state.decider
        self._search.forget()
        turns = self._search.best(state, QUICK.find, SEARCH_WIDTH)
        if not self._turn_filter.may_match(state, turns):
            return None
        judged = Judge(self._network, QUICK).candidates(state, QUICK.finalists)
        worths = [candidate.values[seat].worth for candidate in judged]
        if len(worths) < 2 or worths[0] - worths[1] < min_lead:
            return None
        if not self._turn_filter.matches(state, turns, judged[0].ids):
            return None
        candidates = {
            candidate.key: PlayedTurn(candidate.ids, apply_all(state, candidate.ids))
            for candidate in judged
        }
        attempts_by_bot = {name: attempts(name, state) for name in SOLVERS}
        for played_turns in attempts_by_bot.values():
            candidates.update((position_key(played.state), played) for played in played_turns)
        for turn in turns:
            if len(candidates) >= MAX_CANDIDATES:
                break
            candidates.setdefault(
                position_key(turn.state), PlayedTurn(tuple(turn.ids()), turn.state)
            )
        best, *others = self._best_by_rollouts([*candidates.values()], seat)
        if not self._turn_filter.matches(state, turns, best.ids):
            return None
        best_rollouts = _VerifyingRollouts(self._rollouts, best.state)
        compared = self._clear_rivals(best_rollouts, others, seat)
        if not compared:
            return None
        return Puzzle(
            players=job.players,
            seed=job.seed,
            turn=int(state.turn) + 1,
            record=_record(state),
            ids=best.ids,
            value=best_rollouts.sample(self._count).values[seat],
            others=tuple(compared),
            reasons=tuple(
                reasons(
                    self._rollouts, state, best.ids, compared[0].ids, self._count // REASON_DIVISOR
                )
            ),
            found=tuple(name for name in SOLVERS if is_found(attempts_by_bot[name], best.state)),
        )

    def _best_by_rollouts(self, candidates: list[PlayedTurn], seat: int) -> list[PlayedTurn]:
        """Return the best candidates by rollouts, best first; each of two rounds drops half."""
        first_round = SCREENING_ROLLOUTS // 4
        size = MAX_RIVALS + 1
        for first, count in ((0, first_round), (first_round, SCREENING_ROLLOUTS)):
            samples = [
                draw_sample(count, partial(self._rollouts.run, turn.state), first)
                for turn in candidates
            ]
            worths = [fmean(sample.worths(seat)) for sample in samples]
            order = sorted(range(len(worths)), key=lambda index: -worths[index])
            candidates = [candidates[index] for index in order[: max(size, len(order) // 2)]]
        return candidates[:size]

    def _clear_rivals(
        self, best_rollouts: _VerifyingRollouts, others: list[PlayedTurn], seat: int
    ) -> list[OtherTurn]:
        """Return the rivals compared with the best turn, nearest first, or [] if one is too near.

        If some of the rollouts show that a rival is probably too near, the others are skipped.
        """
        compared: list[OtherTurn] = []
        for other in others:
            rollouts = _VerifyingRollouts(self._rollouts, other.state)
            for count in (self._count // REASON_DIVISOR, self._count // 2, self._count):
                sample = rollouts.sample(count)
                lead = best_rollouts.sample(count).difference(sample)[seat]
                if lead.share - lead.error * sqrt(count / self._count) <= CLEAR_LEAD:
                    return []
            compared.append(OtherTurn(other.ids, sample.values[seat], lead.share, lead.error))
        return sorted(compared, key=lambda rival: rival.less)


def _record(state: State) -> str:
    """Return a record that begins with a position and has no names."""
    setting = state.setting
    edition = setting.components.edition
    colours = [int(colour) for colour in setting.colours]
    ivan = colours.pop() if setting.solo else None
    seats = tuple(Seat(colour) for colour in colours)
    header = Header(edition.id, seats, ivan, setting.options, edition.hash)
    return Record(header, setting.components, to_json(state)).text()
