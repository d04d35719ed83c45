"""Write the tables of docs/reference/observation.md, which describe both observations.

Run ``python tools/observation_reference.py``.  A test checks that the page is up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from redcathedral.envs.facts import FACTS, Fact
from redcathedral.envs.observation import FEATURES, Feature
from tools.generated_parts import table, with_parts

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "observation.md"

COMPACT_HEADINGS = ("words", "bits", "fact", "of", "values", "meaning", "rule")
FULL_HEADINGS = ("indices", "feature", "of", "values", "meaning", "rule")


def words_of(fact: Fact) -> str:
    """Return the numbers of the words that contain a fact."""
    if fact.rows == 1:
        return str(fact.word)
    last = fact.word + (fact.rows - 1) * fact.words
    step = f" by {fact.words}" if fact.words > 1 else ""
    return f"{fact.word}..{last}{step}"


def bits_of(fact: Fact) -> str:
    """Return the bits of a fact in each of these words."""
    last = fact.shift + fact.parts * fact.bits - 1
    position = str(fact.shift) if last == fact.shift else f"{fact.shift}..{last}"
    return f"{position}, {fact.bits} each" if fact.parts > 1 else position


def fact_row(fact: Fact) -> list[str]:
    """Return the row of a fact in the table of the compact observation."""
    cells = [words_of(fact), bits_of(fact), f"`{fact.name}`", fact.of]
    return [*cells, f"{fact.low}..{fact.high}", fact.meaning, fact.rule]


def feature_row(feature: Feature) -> list[str]:
    """Return the row of a feature in the table of the full observation."""
    first, last = feature.indices.start, feature.indices.stop - 1
    shape = " x ".join(map(str, feature.shape))
    owner = f"{feature.of}: {shape}" if feature.of else ("" if feature.size == 1 else shape)
    indices = str(first) if first == last else f"{first}..{last}"
    values = f"{feature.low}..{feature.high}"
    return [indices, f"`{feature.name}`", owner, values, feature.meaning, feature.rule]


def page(text: str) -> str:
    """Return the page with current tables."""
    parts = {
        "compact": table(COMPACT_HEADINGS, map(fact_row, FACTS)),
        "full": table(FULL_HEADINGS, map(feature_row, FEATURES)),
    }
    return with_parts(text, parts, PAGE)


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
