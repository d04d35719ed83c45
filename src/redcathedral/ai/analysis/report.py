"""The result of an analysis, as types and as JSON.

The schema of the JSON is in ``analysis.schema.json`` next to this file.  To make it:

    python -m tests.ai.analysis.test_schema
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from redcathedral.ai.analysis.error_model import ErrorModel
from redcathedral.ai.analysis.judge import JudgeBudget
from redcathedral.ai.analysis.value import Value, Values
from redcathedral.files import json_text

Ids: TypeAlias = Annotated[tuple[int, ...], Meta(description="ids of decisions in the engine")]
TurnTexts: TypeAlias = Annotated[
    str, Meta(description="the same decisions in the record's notation, separated by /")
]
Loss: TypeAlias = Annotated[
    float, Meta(ge=0, description="share of the win, plus 1/128 for each prestige of the margin")
]
Error: TypeAlias = Annotated[
    float,
    Meta(
        ge=0,
        description="half of the 95 % interval of the loss: the sampling error, and the doubt "
        "if it is known",
    ),
]
EachSeat: TypeAlias = Annotated[Values, Meta(description="one for each seat, in turn order")]


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that could have been played instead."""

    ids: Ids
    line: TurnTexts
    value: Annotated[Value, Meta(description="for the seat that decides")]
    loss: Loss
    error: Error


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions between two chance outcomes: a turn, or its part before or after a re-roll."""

    seat: Annotated[
        int, Meta(description="the seat that decides; for Ivan's choices the human's (R8.4)")
    ]
    step: Annotated[
        int, Meta(description="number of steps before it in the record, with the set-up")
    ]
    ids: Ids
    line: TurnTexts
    whole: Annotated[bool, Meta(description="false if the record ends in the middle of it")]
    values: EachSeat
    best: Annotated[
        tuple[Option, ...], Meta(description="the best turns in that position, best first")
    ]
    mistake: Loss
    error: Error

    @property
    def is_sure(self) -> bool:
        """Whether the mistake is larger than its error."""
        return self.mistake > self.error


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll of dice or a deal of Ivan's tiles, and its effect on each expected result."""

    line: Annotated[str, Meta(description="the outcome in the record's notation")]
    luck: EachSeat


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn; for every seat, ``after = before + skill + luck + correction``."""

    number: Annotated[int, Meta(description="from 1, all seats counted")]
    seat: int
    decisions: Annotated[int, Meta(description="decisions made before it, all seats counted")]
    before: EachSeat
    after: EachSeat
    skill: Annotated[EachSeat, Meta(description="effect of playing this turn instead of the best")]
    luck: EachSeat
    correction: Annotated[
        EachSeat,
        Meta(description="advantage of the best turn found over the turn of a quick search"),
    ]
    plays: tuple[Play, ...]
    rolls: tuple[Roll, ...]


class SeatBalance(Struct, frozen=True, forbid_unknown_fields=True):
    """The sums of a seat over all turns: ``after = before + own + others + luck + correction``."""

    seat: int
    colour: str
    name: Annotated[str, Meta(description="name of the player in the record")]
    ivan: bool
    before: Value
    after: Value
    own: Annotated[Value, Meta(description="effect of this seat's mistakes")]
    others: Annotated[Value, Meta(description="effect of the others' mistakes")]
    luck: Value
    correction: Value
    mistakes: Annotated[
        float, Meta(description="sum of its mistakes that are larger than their errors")
    ]
    unsure: Annotated[float, Meta(description="sum of its mistakes within their errors")]
    plays: Annotated[int, Meta(description="number of plays it decided")]


class Analysis(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A recorded game, turn by turn."""

    format: Literal["redcathedral-analysis"]
    version: Literal[3]
    edition: str
    edition_hash: str
    weights: Annotated[str, Meta(description="start of the sha256 of the network's numbers")]
    budget: Annotated[JudgeBudget, Meta(description="search and rollouts for each evaluation")] = (
        field(name="effort")
    )
    error_model: Annotated[
        ErrorModel | None,
        Meta(
            description="the measured error of the judge beyond sampling, included in every error "
            "here; null if it was not measured for these weights and this effort"
        ),
    ] = field(name="doubt")
    ending: Literal["unfinished", "finished", "capped", "agreed"]
    seats: tuple[SeatBalance, ...]
    turns: tuple[Turn, ...]


def to_json(analysis: Analysis) -> str:
    """Return the analysis as JSON."""
    return json_text(analysis)


def from_json(text: str) -> Analysis:
    """Read an analysis from JSON; raises msgspec.ValidationError if the text is not one."""
    return msgspec.json.decode(text, type=Analysis)
