"""Hunting for puzzles: games are searched for turns that are clearly better than all others.

The architect plays against itself.  At the start of each turn the quick judge looks first; where
one turn seems far ahead, those that may come near it, and those that the levels play there, are
rolled out on the same dice, a few times and then so often as is asked for.  Against each of the
others it has to be ahead by 5 points of the win with the lower end of the 95 % interval.  How hard
it is to find is told by who finds it.

Kinds of turns that come too seldom so are searched for in further games by themselves (``aim``);
what is found there is verified in the same way.
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
from redcathedral.ai.analysis.reason import Advantage, reasons
from redcathedral.ai.analysis.sample import Sample, draw_sample
from redcathedral.ai.puzzles.puzzle import (
    CLEAR_LEAD,
    SOLVERS,
    Decisions,
    OtherTurn,
    Puzzle,
    apply_all,
)
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
from redcathedral.lab.arena.survey import SEARCH_NODES, Mode
from redcathedral.lab.puzzle_search.attempts import PlayedTurn, attempts, is_found
from redcathedral.lab.puzzle_search.turn_filter import TurnFilter
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Record
from redcathedral.record.header import Header, Seat
from redcathedral.record.position import to_json
from redcathedral.record.replay import read

SCHEMA: Final = 1  # of the lines
PLAYER_COUNTS_IN_TURN: Final = (2, 3, 2, 4, 2, 1)  # people at a table, 1 against Ivan
FIELD: Final = 12  # the best turns at first sight, and those that the judge has left
PROMISING: Final = 0.05  # of the win: so far ahead a turn has to look
REASON_DIVISOR: Final = (
    4  # of the rollouts there is one part in so many for a look, and for the reasons
)
SCREENING_ROLLOUTS: Final = 24  # rollouts by which the others are chosen that may come near it
OTHERS: Final = 4  # turns that it is compared with, at most
VERIFIED: Final = 1 << 21  # number of the first rollout that verifies
NUMBER: Final = 6  # bytes of a recorded game's own number
SEED_GAP: Final = 1_000_000  # seeds from those of one search to those of another


class SearchJob(NamedTuple):
    """A game to be searched: the number of people, and its seed.

    With a ``record`` it is that one, and the seed its own number; else it is played for this.
    """

    players: int
    seed: int
    record: str = ""

    @property
    def mode(self) -> Mode:
        return Mode(self.players, Random(self.seed).choice(SIDES))


class SearchSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """What all games have in common; ``rollouts`` verify.

    The tables come in turn, so that the games of a shorter search are the first of a longer one.
    """

    weights: str
    rollouts: int
    seed: int

    def hunt(self, place: int) -> SearchJob:
        return SearchJob(
            PLAYER_COUNTS_IN_TURN[place % len(PLAYER_COUNTS_IN_TURN)], self.seed + place
        )

    def aim(self) -> TurnFilter:
        return TurnFilter()


class RareSettings(SearchSettings, frozen=True, forbid_unknown_fields=True):
    """The same of games of two that are searched for some influence actions."""

    wanted: tuple[str, ...]

    def hunt(self, place: int) -> SearchJob:
        return SearchJob(2, self.seed + SEED_GAP + place)

    def aim(self) -> TurnFilter:
        return TurnFilter(actions=self.wanted)


class EasySettings(SearchSettings, frozen=True, forbid_unknown_fields=True):
    """The same of games of two that are searched for turns that a level finds."""

    level: str

    def hunt(self, place: int) -> SearchJob:
        return SearchJob(2, self.seed + 2 * SEED_GAP + place)

    def aim(self) -> TurnFilter:
        return TurnFilter(level=self.level)


class RecordsSettings(SearchSettings, frozen=True, forbid_unknown_fields=True):
    """The same of recorded games: the number of people of each, and a number of its own."""

    games: tuple[tuple[int, int], ...]

    def hunt(self, place: int) -> SearchJob:
        return SearchJob(*self.games[place])


class SearchedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was searched, and what was found in it."""

    players: int
    seed: int
    turns: int
    puzzles: tuple[Puzzle, ...]


def _first_mismatch(
    settings: SearchSettings, lines: Sequence[SearchedGame]
) -> tuple[int, str] | None:
    for place, line in enumerate(lines):
        wanted = settings.hunt(place)
        if (line.players, line.seed) != wanted[:2]:
            return place, f"{wanted.mode}, seed {wanted.seed}"
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
    """A recorded game to be searched; raises RecordError, or ValueError for another edition."""
    record = read(file)
    if record.components.edition.hash != edition.hash:
        raise ValueError(f"it is played with the edition {record.header.edition}")
    text = record.text(comments=False)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:NUMBER])
    return SearchJob(len(record.header.seats), number | 1 << 8 * NUMBER, text)


def make_search_worker(
    weights: str, settings: SearchSettings
) -> Callable[[tuple[int, SearchJob]], tuple[int, SearchedGame]]:
    network = (load(Path(weights)) if weights else packaged()).network()
    search = PuzzleFinder(network, settings.rollouts, settings.aim()).search
    return lambda numbered: (numbered[0], search(numbered[1]))


class _Rolled:
    """The rollouts of a position that verify, drawn as they are asked for."""

    def __init__(self, rollouts: Rollouts, state: State) -> None:
        self._rollouts = rollouts
        self._state = state
        self._drawn: list[list[Prediction]] = []

    def sample(self, count: int) -> Sample:
        while len(self._drawn) < count:
            number = VERIFIED + len(self._drawn)
            self._drawn.append(self._rollouts.run(self._state, number))
        return Sample(self._drawn[:count])


class PuzzleFinder:
    """Searches games for puzzles; ``rollouts`` verify each."""

    def __init__(self, network: Network, rollouts: int, aim: TurnFilter) -> None:
        valuer = NetworkEvaluator(network)
        self._components = components_of()
        self._network = network
        self._count = rollouts
        self._aim = aim
        self._search = TurnSearch(valuer)
        self._playing = Rollouts(valuer, SEARCH_NODES, 1)
        self._rollouts = Rollouts(valuer, QUICK.nodes, DEEP.horizon)

    def search(self, hunt: SearchJob) -> SearchedGame:
        starts: list[State] = []  # of turns
        turns = 0
        for state in self._course(hunt):
            turns = int(state.turn)
            if state.phase == TURN and not (state.is_over or state.is_ivan(state.seat)):
                if not starts or turns != starts[-1].turn:
                    starts.append(state.copy())
        looked = self._aim.starts(starts) if starts else []
        found = filter(None, (self._puzzle(hunt, state) for state in looked))
        return SearchedGame(hunt.players, hunt.seed, turns, tuple(found))

    def _course(self, hunt: SearchJob) -> Iterator[State]:
        """The positions of a game one after the other; each may change into the next."""
        if not hunt.record:
            start = new_state(hunt.mode.setting(self._components))
            yield from self._playing.play_turns(start, Rng(hunt.seed, DICE))
            return
        record = read(hunt.record)
        yield from (moment.state for moment in record.moments())
        yield record.walk().state

    def _puzzle(self, hunt: SearchJob, state: State) -> Puzzle | None:
        seat = state.decider
        self._search.forget()
        turns = self._search.best(state, QUICK.find, SEARCH_WIDTH)
        if not self._aim.may_match(state, turns):
            return None
        judged = Judge(self._network, QUICK).candidates(state, QUICK.finalists)
        worths = [one.values[seat].worth for one in judged]
        if len(worths) < 2 or worths[0] - worths[1] < PROMISING:
            return None
        if not self._aim.matches(state, turns, judged[0].ids):
            return None
        field = {one.key: PlayedTurn(one.ids, apply_all(state, one.ids)) for one in judged}
        tried = {name: attempts(name, state) for name in SOLVERS}
        for ways in tried.values():
            field.update((position_key(way.state), way) for way in ways)
        for turn in turns:
            if len(field) >= FIELD:
                break
            field.setdefault(position_key(turn.state), PlayedTurn(tuple(turn.ids()), turn.state))
        best, *others = self._nearest([*field.values()], seat)
        if not self._aim.matches(state, turns, best.ids):
            return None
        goal = _Rolled(self._rollouts, best.state)
        compared = self._compared(goal, others, seat)
        if not compared:
            return None
        return Puzzle(
            players=hunt.players,
            seed=hunt.seed,
            turn=int(state.turn) + 1,
            record=_record(state),
            ids=best.ids,
            value=goal.sample(self._count).values[seat],
            others=tuple(compared),
            reasons=self._reasons(state, best.ids, compared[0].ids),
            found=tuple(name for name in SOLVERS if is_found(tried[name], best.state)),
        )

    def _nearest(self, field: list[PlayedTurn], seat: int) -> list[PlayedTurn]:
        """The turns that look best, best first; half of them drop out at a first look."""
        last = OTHERS + 1
        for first, count in (
            (0, SCREENING_ROLLOUTS // 4),
            (SCREENING_ROLLOUTS // 4, SCREENING_ROLLOUTS),
        ):
            looked = [
                (
                    fmean(
                        draw_sample(count, partial(self._rollouts.run, one.state), first).worths(
                            seat
                        )
                    ),
                    one,
                )
                for one in field
            ]
            looked.sort(key=lambda pair: -pair[0])
            field = [one for _, one in looked[: max(last, len(looked) // 2)]]
        return field[:last]

    def _compared(self, goal: _Rolled, others: list[PlayedTurn], seat: int) -> list[OtherTurn]:
        """The others with how much less they are, least first; none where one is too near.

        Where one will be too near, as it seems after a part of the rollouts, the rest is spared.
        """
        compared: list[OtherTurn] = []
        for other in others:
            rolled = _Rolled(self._rollouts, other.state)
            for count in (self._count // REASON_DIVISOR, self._count // 2, self._count):
                sample = rolled.sample(count)
                more = goal.sample(count).difference(sample)[seat]
                if more.share - more.error * sqrt(count / self._count) <= CLEAR_LEAD:
                    return []
            compared.append(OtherTurn(other.ids, sample.values[seat], more.share, more.error))
        return sorted(compared, key=lambda one: one.less)

    def _reasons(self, state: State, better: Decisions, other: Decisions) -> tuple[Advantage, ...]:
        return tuple(reasons(self._rollouts, state, better, other, self._count // REASON_DIVISOR))


def _record(state: State) -> str:
    """A record that begins with a position; nobody has a name there."""
    setting = state.setting
    edition = setting.components.edition
    colours = [int(colour) for colour in setting.colours]
    ivan = colours.pop() if setting.solo else None
    seats = tuple(Seat(colour) for colour in colours)
    header = Header(edition.id, seats, ivan, setting.options, edition.hash)
    return Record(header, setting.components, to_json(state)).text()
