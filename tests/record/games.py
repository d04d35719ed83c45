"""Games for the tests of records."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import pytest

from redcathedral.box import load_edition
from redcathedral.engine.components import Components
from redcathedral.record import Ending, RecordError, read, replay

FOLDER = Path(__file__).parents[1] / "conformance"
NAMES = sorted(path.name.removesuffix(".rcg.gz") for path in FOLDER.glob("*.rcg.gz"))
COMPONENTS = Components(load_edition())


def is_first(name: str) -> bool:
    """Return whether the game is the first of its mode."""
    return name.endswith("-01")


def is_for_both_engines(name: str) -> bool:
    """Return whether the game is the first of its mode, and cheap enough to be interpreted.

    The games called 4p have up to 150 turns; shared-01 is a shorter game of four players.
    """
    return is_first(name) and not name.startswith("4p")


def marks(name: str, others: pytest.MarkDecorator) -> list[pytest.MarkDecorator]:
    """Return the marks of a game; ``others`` is for later games without options."""
    if is_for_both_engines(name):
        return []
    return [pytest.mark.once if is_first(name) or "options" in name else others]


# All on one engine, the first of most modes on both.
games = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks(name, pytest.mark.once)) for name in NAMES]
)
# The first of most modes on both engines, the other first games and those with options on one;
# make test-full has the others.
few_games = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks(name, pytest.mark.long)) for name in NAMES]
)

HEAD = """\
redcathedral-record 1
edition reconstructed-2020
option first_game true
seat green Ana
seat yellow bot:greedy
"""
SETUP = """\
plan 3-2-4-3
cards 1 b7 m20 d6
cards 2 b6 d3
cards 3 b10 m7 m17 d7
cards 4 b8 m5 d1
tiles 1 stone die-green recognition
tiles 2 ruble die-blue
tiles 3 brick brick recognition die-white
tiles 4 stone ruble gold
resources gold purple-gem ruble wood green-gem stone brick recognition
influence M1 T1 C1 K1
dice green=6@8 blue=4@1 yellow=6@2 red=3@3 white=3@4
"""
PLAY = """\
turn green
claim 4.1 beside
tile red up
end
turn yellow
die yellow +0
take 2
influence 1
end
roll green=5 yellow=3
turn green
deliver S 4.1
end
"""
SMALL = HEAD + SETUP + PLAY

SOLO_HEAD = """\
redcathedral-record 1
edition reconstructed-2020
option first_game true
seat red Ana
ivan green
"""
SOLO_SETUP = """\
plan 2-4-4-2
cards 1 b8 d4
cards 2 b9 m4 m3 d7
cards 3 b2 m20 m5 d2
cards 4 b5 d6
tiles 1 brick recognition
tiles 2 stone ruble ruble die-yellow
tiles 3 stone wood die-green gold
tiles 4 brick die-red
resources wood stone gold purple-gem ruble brick green-gem recognition
influence T1 M1 K1 C1
dice blue=5@8 white=3@1 green=6@2 red=6@3 yellow=2@4
ivan-cards claim inventory recognition build transport
ivan-tiles die-red* die-yellow* die-white* die-blue* die-green*
ivan-start 2.1
"""
SOLO_PLAY = """\
turn red
die green +0
take 2
end
roll blue=6 green=4
turn green
# Ivan: card claim, die red
roll white=5 red=4
ivan claim 4.1
# Ivan claims 4.1
"""
SOLO = SOLO_HEAD + SOLO_SETUP + SOLO_PLAY


@cache
def text(name: str) -> str:
    """Return the text of a conformance game."""
    return gzip.decompress((FOLDER / f"{name}.rcg.gz").read_bytes()).decode()


def first_turns(name: str, count: int) -> str:
    """Return the text of a game with only this number of turns; 0 is the set-up alone."""
    return "\nturn ".join(text(name).split("\nturn ")[: count + 1]) + "\n"


def states(name: str) -> list[str]:
    """Return the JSON of all states of a game."""
    return [line[6:] for line in text(name).splitlines() if line.startswith("state ")]


def with_line(whole: str, old: str, *new: str) -> str:
    """Return a text in which a line is replaced by no line, one or several lines."""
    lines = whole.splitlines()
    at = lines.index(old)
    return "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n"


def problem(whole: str) -> RecordError:
    report = replay(whole)
    assert len(report.problems) == 1, report.problems
    return report.problems[0]


def finished() -> str:
    return text("2p-basic-01")


def agreed(whole: str) -> str:
    record = read(whole)
    record.ending = Ending.AGREED
    return record.text()
