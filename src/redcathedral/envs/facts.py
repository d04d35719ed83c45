"""Describe the layout of the compact observation: the position, range and meaning of each number.

``batch.observation`` writes the words, ``envs.observation`` unpacks them with this table, and
``tools/observation_reference.py`` writes the reference documentation from it.
"""

from importlib.resources import files
from typing import Final, NamedTuple

from redcathedral.envs.batch import words as w


class Fact(NamedTuple):
    """One kind of number in the words.

    Number ``part`` of row ``row`` is in word ``word + row * words``: it has ``bits`` bits, from
    bit ``shift + part * bits`` on.  Its range is ``low`` to ``high``.  ``of`` names the things that
    rows and parts stand for, and ``rule`` is the rule about the number.
    """

    name: str
    word: int
    shift: int
    bits: int
    parts: int
    rows: int
    words: int
    low: int
    high: int
    of: str
    meaning: str
    rule: str


# A fact in each line: name, word and first bit, bits (x parts x rows), the things that rows and
# parts stand for, highest number, meaning, rule.  In the words PLACES and COSTS there is a row for
# each place, in those of seats one for each seat.
_TABLE: Final = files("redcathedral.envs").joinpath("observation_facts.txt").read_text("utf-8")
_SEAT_FACTS: Final = ("GOODS", "SCORE", "WORKSHOP", "OWNED", "OWN_DECORATED", "BOARD")


def _fact(line: str) -> Fact:
    name, position, size, of, high, meaning, rule = line.split(" | ")
    word_name, shift = position.split(" ")
    bits, parts, rows, *_ = *map(int, size.split(" x ")), 1, 1
    word: int = getattr(w, word_name)
    words = 0
    if word_name in _SEAT_FACTS:
        word, rows, words = word + w.SEATS, 4, w.SEAT_WORDS
    elif word_name in ("PLACES", "COSTS"):
        rows, words = 36, 1
    elif rows > 1:
        words = 1
    place = (word, int(shift), bits, parts, rows, words)
    return Fact(name, *place, 0, int(high), of.strip("-"), meaning, rule)


FACTS: Final = tuple(map(_fact, _TABLE.splitlines()))
