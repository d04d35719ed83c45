"""How texts are written is checked, also in files of users: registers, typography, numbers."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from redcathedral.text.translator import Translator
from tests.text.test_texts import calls, reads_sources
from tools.text_samples import sentences
from tools.text_style import check_numbers, check_style

ROOT = Path(__file__).parents[2]
WRONG = {
    "other-register": ("cs", "Vyber kartu."),
    "quotation-marks": ("en", "the player's turn"),
    "spaces": ("fr", "Quelle carte ?"),
    "english": ("pl", "wybierz kartę from the market"),
    "minus": ("de", "Vorsprung: -2"),
}


@pytest.mark.parametrize("rule", WRONG)
def test_each_rule_finds_its_mistake(rule: str) -> None:
    language, text = WRONG[rule]
    (problem,) = check_style({"lay.lot": text}, language)
    assert problem.startswith("lay.lot: ")
    assert f"({rule})" in problem


def test_a_number_that_is_printed_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "{n} {what}"
    translator = Translator("en")
    monkeypatch.setattr(translator, "_texts", {**translator._texts, "twice": text})
    (problem,) = check_numbers({"twice": text}, translator)
    assert "number-twice" in problem


def test_every_number_and_case_is_read() -> None:
    translator = Translator("pl")
    node = translator._texts["amount.brick"]
    read = list(sentences(translator, "amount.brick", node))
    assert {"1 cegła", "2 cegły", "5 cegieł", "22 cegły"} <= set(read)


def test_a_file_of_a_user_is_reported_with_place_id_and_rule(tmp_path: Path) -> None:
    file = tmp_path / "cs.json"
    texts = {"language": "Čeština", "web.your-turn": "{who}, vyber kartu."}
    file.write_text(json.dumps(texts, indent=1, ensure_ascii=False), "utf-8")
    ran = subprocess.run(
        [sys.executable, "tools/locales.py", "check", file],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.startswith(f"{file}:3: web.your-turn: ")
    assert "(other-register)" in ran.stdout


@reads_sources
def test_choices_are_joined_with_or() -> None:
    """A plain tuple of words would be joined with "and" in some languages."""
    for _, call in calls():
        for argument in call.keywords:
            function = argument.value.func if isinstance(argument.value, ast.Call) else None
            assert getattr(function, "attr", "") != "words", ast.unparse(call)
