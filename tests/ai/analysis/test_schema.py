"""The published schema of an analysis is that of the types.

It is written by

python -m tests.ai.analysis.test_schema
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

import redcathedral.ai.analysis
from redcathedral.ai.analysis import analyse, from_json, to_json
from redcathedral.ai.analysis.report import Analysis
from redcathedral.ai.analysis.value import rounded
from redcathedral.record import read
from tests.ai.analysis.weights import LITTLE, tiny
from tests.record.games import SMALL

SCHEMA = "analysis.schema.json"
FILE = Path(__file__).parents[3] / "src" / "redcathedral" / "ai" / "analysis" / SCHEMA


def schema() -> str:
    """The JSON schema of an analysis, as it is published."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "redcathedral-analysis 3",
    }
    return json.dumps(head | msgspec.json.schema(Analysis), indent=1) + "\n"


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(read(SMALL), budget=LITTLE, weights=tiny())


def test_the_published_schema_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == schema()
    package = files("redcathedral.ai.analysis")
    assert package.joinpath(SCHEMA).read_text(encoding="utf-8") == schema()


def test_everything_has_a_description() -> None:
    """A program's author learns from the schema alone what a number is."""
    types = json.loads(schema())["$defs"]
    assert set(types) == {
        "Analysis",
        "ErrorModel",
        "JudgeBudget",
        "Option",
        "Play",
        "Roll",
        "SeatBalance",
        "Turn",
        "Value",
    }
    for one in types.values():
        assert one["description"]
        assert one["additionalProperties"] is False
        assert set(one["required"]) == set(one["properties"])


def test_json_there_and_back(analysis: Analysis) -> None:
    text = to_json(analysis)
    assert text.endswith("}\n")
    assert from_json(text) == analysis
    assert (
        json.loads(text)["turns"][0]["plays"][0]["line"] == "claim 4.1 beside / tile red up / end"
    )


def test_what_is_no_analysis_is_refused(analysis: Analysis) -> None:
    whole = json.loads(to_json(analysis))
    wrong = [
        {**whole, "format": "other"},
        {**whole, "version": 1},
        {**whole, "more": 1},
        {**whole, "turns": [{"number": 1}]},
        {key: value for key, value in whole.items() if key != "version"},
    ]
    for one in wrong:
        with pytest.raises(msgspec.ValidationError):
            from_json(json.dumps(one))


def test_no_number_is_longer_than_it_is_exact(analysis: Analysis) -> None:
    """Shares have five digits, margins three; sums of them too."""
    numbers = [
        value
        for turn in analysis.turns
        for values in (turn.before, turn.after, turn.skill, turn.luck, turn.correction)
        for value in values
    ]
    assert all(round(value.share, 5) == value.share for value in numbers)
    assert all(round(value.margin, 3) == value.margin for value in numbers)
    assert str(rounded(-1e-7, -1e-7)) == "Value(share=0.0, margin=0.0, error=0.0, margin_error=0.0)"


if __name__ == "__main__":
    assert redcathedral.ai.analysis.__file__
    FILE.write_text(schema(), encoding="utf-8")
