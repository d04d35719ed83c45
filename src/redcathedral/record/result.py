"""The end of a record: `score` and `result` lines (R7.2-R7.6)."""

from __future__ import annotations

from typing import Final

from redcathedral.engine import scoring
from redcathedral.engine.state import State

SCORE_KEYS: Final = ("track", "goods", "towers", "total", "cards", "ornaments")


def score_lines(state: State) -> list[str]:
    """A line a seat, as the position stands."""
    result = []
    for seat, score in enumerate(scoring.scores(state)):
        numbers = (
            score.track,
            score.goods,
            score.towers,
            score.total,
            score.cards,
            score.ornaments,
        )
        parts = [f"{key}={number}" for key, number in zip(SCORE_KEYS, numbers, strict=True)]
        result.append(" ".join(["score", state.setting.colour(seat), *parts]))
    return result


def result_line(state: State) -> str:
    """The winner, or all who share the victory."""
    winners = scoring.winners(scoring.scores(state))
    return " ".join(["result", *(state.setting.colour(seat) for seat in winners)])
