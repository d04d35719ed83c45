"""Games recorded by an independent program: all states and numbers of legal decisions agree."""

from __future__ import annotations

from redcathedral.record import Ending, replay
from tests.record.games import FOLDER, NAMES, games, text


def test_conformance_games_are_complete() -> None:
    assert len(NAMES) == 37
    assert {name.rpartition("-")[0] for name in NAMES} == {
        *(f"{players}p-{side}" for players in (2, 3, 4) for side in ("basic", "advanced")),
        *("solo-basic", "solo-advanced", "mixed", "options", "shared"),
    }


@games
def test_a_game_replays_with_equal_states_and_counts(name: str) -> None:
    report = replay(FOLDER / f"{name}.rcg.gz")
    assert report.problems == []
    assert report.warnings == []
    assert report.is_complete
    lines = text(name).splitlines()
    assert report.turns == sum(line.startswith("turn ") for line in lines)
    assert report.decisions == sum(line.startswith("legal ") for line in lines)
    assert report.record is not None
    is_finished = any(line.startswith("result ") for line in lines)
    assert report.record.ending is (Ending.FINISHED if is_finished else Ending.UNFINISHED)


@games
def test_a_game_is_written_as_it_was_read(name: str) -> None:
    report = replay(text(name), check=False)
    assert report.record is not None
    assert report.record.text(states=True, legal=True) == text(name)
