"""Analyze positions and recorded games: the best turns, mistakes and luck."""

from redcathedral.ai.analysis.hint import hint, why
from redcathedral.ai.analysis.judge import DEEP, QUICK, JudgeBudget
from redcathedral.ai.analysis.report import from_json, to_json
from redcathedral.ai.analysis.review import analyse

__all__ = ["DEEP", "QUICK", "JudgeBudget", "analyse", "from_json", "hint", "to_json", "why"]
