"""The results of an analysis: the first pass at all turns, and the turns judged precisely."""

import hashlib
from itertools import takewhile
from typing import NamedTuple

import msgspec

from redcathedral.ai.analysis.judge import DEEP, FIRST_PASS
from redcathedral.ai.analysis.report import Analysis, Turn
from redcathedral.ai.analysis.review import ANALYSIS_VERSION, build_analysis, turn_ends
from redcathedral.ai.weights import file as weights_file
from redcathedral.record.game_record import Record


class StoredTurn(msgspec.Struct, frozen=True):
    """An analyzed turn; ``mark`` is the hash of all steps of the game up to its end."""

    mark: str
    turn: Turn


class Results(NamedTuple):
    """The analyzed turns of a game by number, from 0; ``hashes`` has the marks of all turns."""

    hashes: list[str]
    first: dict[int, Turn]
    done: dict[int, Turn]

    @property
    def version(self) -> int:
        return len(self.first) + len(self.done)

    def turns(self) -> list[Turn]:
        """Return the most precise result of each turn, up to the first turn without one."""
        results = {**self.first, **self.done}
        return [results[n] for n in takewhile(results.__contains__, range(len(self.hashes)))]

    def analysis(self, record: Record) -> Analysis:
        budget = DEEP if len(self.done) == len(self.hashes) else FIRST_PASS
        return build_analysis(record, tuple(self.turns()), budget, weights_file.packaged())

    def pure_analysis(self, record: Record) -> Analysis:
        """Return the precise analysis once it is complete, and before that the first pass."""
        analysis = self.analysis(record)
        return analysis if analysis.budget == DEEP else self._replace(done={}).analysis(record)


def stored_results(first: list[str], done: list[str], record: Record) -> Results:
    """Return the stored turns that match the game."""
    hashes = _turn_hashes(record)
    numbers = {mark: number for number, mark in enumerate(hashes)}

    def matching(rows: list[str]) -> dict[int, Turn]:
        stored = (msgspec.json.decode(row, type=StoredTurn) for row in rows)
        return {numbers[one.mark]: one.turn for one in stored if one.mark in numbers}

    return Results(hashes, matching(first), matching(done))


def key_of(record: Record) -> str:
    """Return a hash of everything that a precise analysis depends on, except the steps."""
    budget = msgspec.json.encode(DEEP).decode()
    analyser = f"{ANALYSIS_VERSION} {weights_file.fingerprint(weights_file.packaged())} {budget}\n"
    start = "\n".join([*record.header.lines(), record.start or ""])
    return hashlib.sha256((analyser + start).encode()).hexdigest()


def _turn_hashes(record: Record) -> list[str]:
    """Return for each turn a hash of all steps up to its end."""
    hashes = []
    step_hash = hashlib.sha256()
    start = 0
    for end in turn_ends(record):
        step_hash.update("".join(f"{step} " for step in record.steps[start:end]).encode())
        hashes.append(step_hash.hexdigest()[:16])
        start = end
    return hashes
