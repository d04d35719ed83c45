"""Damaged files give a clear error or a valid game, never a traceback."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from redcathedral.engine.rng import POLICY, Rng
from redcathedral.record import NotationError, RecordError, read, read_decision, replay
from tests.record.games import NAMES, SMALL, SOLO, text

SCRAPS = (
    *("\n", " ", "#", " #", "\t", "\r", "\x00", "\x1b[0m", "\u0663", "\ufeff", "\u2028", "\xe9"),
    *("{", "}", "[", "]", '"', "-1", "99999999999999999999", "1e999", "true", "null", "2.1", "W"),
    *("turn ", "roll ", "score ", "legal ", "state ", "start ", "ivan ", "end\n", "agreed\n"),
    *("stopped cap\n", "seat red\n", "option x y\n", "plan 3-3-3-3\n", "=", "@", "+"),
)


def spoil(whole: str, rng: Rng) -> str:
    """Return a text with one to four changes."""
    for _ in range(1 + rng.below(4)):
        lines = whole.split("\n")
        at, other = rng.below(len(lines)), rng.below(len(lines))
        kind = rng.below(6)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[other])
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            words = lines[at].split(" ")
            words[rng.below(len(words))] = SCRAPS[rng.below(len(SCRAPS))]
            lines[at] = " ".join(words)
        else:
            line = lines[at]
            start = rng.below(len(line) + 1)
            end = start + rng.below(4)
            lines[at] = line[:start] + SCRAPS[rng.below(len(SCRAPS))] + line[end:]
        whole = "\n".join(lines) or SMALL
    return whole


def hold(whole: str) -> None:
    """Check that a text gives a clear error, or a game that can be written and read again."""
    report = replay(whole)
    for problem in report.problems:
        assert str(problem).encode().decode().isprintable() or problem.legal or problem.paths
        assert problem.reason
    if report.record is not None:
        again = read(report.record.text(states=True, legal=True))
        assert again.steps == report.record.steps


@pytest.mark.once
@pytest.mark.parametrize("seed", range(8))
def test_fuzzed_games(seed: int) -> None:
    rng = Rng(seed, POLICY)
    for _ in range(60):
        hold(spoil((SMALL, SOLO)[rng.below(2)], rng))


@pytest.mark.once
@pytest.mark.parametrize("name", NAMES[::4])
def test_fuzzed_conformance_games(name: str) -> None:
    rng = Rng(len(name), POLICY)
    lines = text(name).splitlines(keepends=True)
    for _ in range(12):
        hold(spoil("".join(lines[: 20 + rng.below(100)]), rng))


@pytest.mark.parametrize("cuts", [4, pytest.param(200, marks=pytest.mark.long)])
def test_a_finished_game_cut_anywhere(cuts: int) -> None:
    whole = text("solo-basic-01")
    rng = Rng(1, POLICY)
    for _ in range(cuts):
        hold(whole[: rng.below(len(whole))])


def test_any_bytes(tmp_path: Path) -> None:
    rng = Rng(2, POLICY)
    file = tmp_path / "game.rcg"
    for _ in range(200):
        data = bytearray(SOLO.encode())
        for _ in range(1 + rng.below(3)):
            data[rng.below(len(data))] = rng.below(256)
        file.write_bytes(bytes(data))
        for problem in replay(file).problems:
            assert isinstance(problem, RecordError)
            assert str(problem).encode()


def test_any_text_as_a_decision() -> None:
    rng = Rng(3, POLICY)
    words = (*SCRAPS, "deliver", "die", "trade", "swap", "discard", "ornament", "claim", "white")
    for _ in range(2000):
        line = "no " + " ".join(words[rng.below(len(words))] for _ in range(rng.below(5)))
        with pytest.raises(NotationError) as caught:
            read_decision(line)
        assert str(caught.value).isprintable()
        with suppress(NotationError):
            read_decision(line.removeprefix("no "))
