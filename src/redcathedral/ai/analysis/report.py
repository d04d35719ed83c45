"""What an analysis says, as types and as JSON: ids, notation and amounts, no sentences.

The schema of the JSON is published beside this file, ``analysis.schema.json``.  It is made of these
types:

    python -m tests.ai.analysis.test_schema
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from redcathedral.ai.analysis.error_model import ErrorModel
from redcathedral.ai.analysis.judge import JudgeBudget
from redcathedral.ai.analysis.value import Value, Values
from redcathedral.files import json_text

Ids: TypeAlias = Annotated[
    tuple[int, ...], Meta(description="decisions by number, as the engine has them")
]
TurnTexts: TypeAlias = Annotated[
    str, Meta(description="the same decisions in the record's notation, with / between")
]
Loss: TypeAlias = Annotated[
    float,
    Meta(ge=0, description="of the win: the share, and 1/128 for a prestige of the margin"),
]
Error: TypeAlias = Annotated[
    float,
    Meta(
        ge=0,
        description="half of the 95 % interval of the loss: of the rollouts, and of the doubt "
        "where it is known",
    ),
]
EachSeat: TypeAlias = Annotated[Values, Meta(description="one for each seat, in turn order")]


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play on from the position of a play."""

    ids: Ids
    line: TurnTexts
    value: Annotated[Value, Meta(description="for the seat that decides")]
    loss: Loss
    error: Error


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions between two outcomes of chance: a turn, or its part before or after a re-roll."""

    seat: Annotated[int, Meta(description="who decides: the human also for Ivan (R8.4)")]
    step: Annotated[int, Meta(description="steps of the record before it, set-up included")]
    ids: Ids
    line: TurnTexts
    whole: Annotated[bool, Meta(description="false where the record ends in the middle")]
    values: EachSeat
    best: Annotated[
        tuple[Option, ...], Meta(description="the best ways to play on there, best first")
    ]
    mistake: Loss
    error: Error

    @property
    def is_sure(self) -> bool:
        """Whether it is a mistake beyond its error."""
        return self.mistake > self.error


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice, or Ivan's tiles: what they brought beyond what was expected."""

    line: Annotated[str, Meta(description="the outcome in the record's notation")]
    luck: EachSeat


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn: ``after = before + skill + luck + correction`` for every seat."""

    number: Annotated[int, Meta(description="from 1, all seats counted")]
    seat: int
    decisions: Annotated[int, Meta(description="decisions made before it, all seats counted")]
    before: EachSeat
    after: EachSeat
    skill: Annotated[
        EachSeat,
        Meta(description="by playing what was played, not the best: the mover's mistake, negative"),
    ]
    luck: EachSeat
    correction: Annotated[
        EachSeat,
        Meta(description="by looking further: the best turn found, not the one at first sight"),
    ]
    plays: tuple[Play, ...]
    rolls: tuple[Roll, ...]


class SeatBalance(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat over all turns: ``after = before + own + others + luck + correction``."""

    seat: int
    colour: str
    name: Annotated[str, Meta(description="of who sits there, as the record has it")]
    ivan: bool
    before: Value
    after: Value
    own: Annotated[Value, Meta(description="by one's own mistakes")]
    others: Annotated[Value, Meta(description="by the others' mistakes")]
    luck: Value
    correction: Value
    mistakes: Annotated[
        float, Meta(description="sum of the mistakes of its plays, those within their errors apart")
    ]
    unsure: Annotated[float, Meta(description="sum of those within their errors")]
    plays: Annotated[int, Meta(description="how many plays it decided")]


class Analysis(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A recorded game, turn by turn."""

    format: Literal["redcathedral-analysis"]
    version: Literal[3]
    edition: str
    edition_hash: str
    weights: Annotated[str, Meta(description="start of the sha256 of the network's numbers")]
    budget: Annotated[JudgeBudget, Meta(description="what each judgement cost")] = field(
        name="effort"
    )
    error_model: Annotated[
        ErrorModel | None,
        Meta(
            description="how far off the judge is beyond the chance of its rollouts: it is part of "
            "every error here; null where nobody measured these weights and this effort",
        ),
    ] = field(name="doubt")
    ending: Literal["unfinished", "finished", "capped", "agreed"]
    seats: tuple[SeatBalance, ...]
    turns: tuple[Turn, ...]


def to_json(analysis: Analysis) -> str:
    """The analysis as JSON."""
    return json_text(analysis)


def from_json(text: str) -> Analysis:
    """The analysis of a JSON text; raises msgspec.ValidationError for any other."""
    return msgspec.json.decode(text, type=Analysis)
