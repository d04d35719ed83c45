"""The tables of docs/reference/observation.md: both observations index by index, from the code.

``python tools/observation_reference.py`` writes it; a test compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from redcathedral.envs.facts import FACTS, Fact
from redcathedral.envs.observation import FEATURES, Feature

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "observation.md"

COMPACT = ("words", "bits", "fact", "of", "values", "meaning", "rule")
FULL = ("indices", "feature", "of", "values", "meaning", "rule")


def words_of(fact: Fact) -> str:
    """The words in which a fact stands."""
    if fact.rows == 1:
        return str(fact.word)
    last = fact.word + (fact.rows - 1) * fact.words
    step = f" by {fact.words}" if fact.words > 1 else ""
    return f"{fact.word}..{last}{step}"


def bits_of(fact: Fact) -> str:
    """Its bits in each of these words."""
    last = fact.shift + fact.parts * fact.bits - 1
    where = str(fact.shift) if last == fact.shift else f"{fact.shift}..{last}"
    return f"{where}, {fact.bits} each" if fact.parts > 1 else where


def fact_row(fact: Fact) -> str:
    """A row of the first table."""
    cells = [words_of(fact), bits_of(fact), f"`{fact.name}`", fact.of]
    return row([*cells, f"{fact.low}..{fact.high}", fact.meaning, fact.rule])


def feature_row(feature: Feature) -> str:
    """A row of the second table."""
    first, last = feature.indices.start, feature.indices.stop - 1
    shape = " x ".join(map(str, feature.shape))
    of = f"{feature.of}: {shape}" if feature.of else ("" if feature.size == 1 else shape)
    where = str(first) if first == last else f"{first}..{last}"
    values = f"{feature.low}..{feature.high}"
    return row([where, f"`{feature.name}`", of, values, feature.meaning, feature.rule])


def row(cells: list[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |\n"


def table(head: tuple[str, ...], rows: Iterable[str]) -> str:
    """A table with its head."""
    return row(list(head)) + f"|{'---|' * len(head)}\n" + "".join(rows)


def page(text: str) -> str:
    """The page with the tables as the code has them; raises ValueError where one has no place."""
    for name, made in (
        ("compact", table(COMPACT, map(fact_row, FACTS))),
        ("full", table(FULL, map(feature_row, FEATURES))),
    ):
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        if not end:
            raise ValueError(f"{PAGE.name} has no place for the table {name}")
        text = before + mark + made + end + after
    return text


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
