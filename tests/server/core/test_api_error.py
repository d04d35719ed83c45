"""An API error has the English reason of its code, unless it has a more specific reason."""

from __future__ import annotations

import pickle
from typing import get_args

from redcathedral.record.person_name import MAX_LENGTH, PersonNameError
from redcathedral.server.core.api_error import ApiError, bad_name
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.wire.lobby import ProblemCode


def test_every_code_has_a_reason_and_a_fix() -> None:
    words = narrator_for("en")
    for code in get_args(ProblemCode):
        problem = ApiError(400, code).problem
        assert problem.reason == words.text(f"problem.{code}", line=0, players=0), code
        assert problem.fix == words.text(f"problem.{code}.fix", line=0, players=0), code
        assert problem.reason != problem.fix


def test_specific_reason_and_fix_survive_pickling() -> None:
    refused = ApiError(400, "bad-game", "two seats are red", line=3)
    assert refused.problem.reason == "two seats are red"
    assert refused.problem.fix == "Change the seats, and try again."
    assert pickle.loads(pickle.dumps(refused)).problem == refused.problem


def test_a_refused_name_is_described_by_its_fault() -> None:
    problem = bad_name(PersonNameError("long", at=MAX_LENGTH + 1, limit=MAX_LENGTH)).problem
    assert problem.reason == "This name has 41 characters. That is too many."
    assert problem.fix == "Use up to 40 characters."
