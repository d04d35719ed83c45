"""Each check of an edition: a changed row, and the line, rule and words of the problem."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from redcathedral.box import EditionError, Problem, load_edition, parse_edition
from tests.box.cases import CASES, CODES, Case

K1 = '"endless pay 3R for 1*"'
BY_NAME = {case.name: case for case in CASES}


def changed(text: str, case: Case) -> str:
    """Return the edition with the case's change, in the first place that is not a comment."""
    start = text.index("[edition]")
    assert case.old in text[start:], case.old
    return text[:start] + text[start:].replace(case.old, case.new, 1)


def problems_of(text: str, own: Path) -> tuple[Problem, ...]:
    own.write_text(text, encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        load_edition(own)
    assert caught.value.file == str(own)
    return caught.value.problems


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reports_each_kind_of_problem(case: Case, good: str, own: Path) -> None:
    text = changed(good, case)
    problems = problems_of(text, own)
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.startswith(case.where)]
    line = len(lines) if case.where == "last" else starts[-1 if "twice" in case.name else 0]
    found = [
        problem
        for problem in problems
        if (problem.line, problem.place) == (line, case.place)
        and case.words in f"{problem.reason} | {problem.fix}"
    ]
    assert found, [str(problem) for problem in problems]
    assert found[0].rule == case.rule
    assert (found[0].code, found[0].values) == CODES.get(case.name, ("", {}))
    assert re.fullmatch(r"R[0-9]+\.[0-9]+|format", found[0].rule)
    assert found[0].fix
    assert not found[0].fix.endswith(".")


def test_a_section_that_is_a_number(own: Path) -> None:
    places = {problem.place: problem for problem in problems_of("bases = 3", own)}
    assert places["bases"].reason == "this is not a section"
    assert places["bases"].line == 1


def test_every_problem_at_once_in_line_order(good: str, own: Path) -> None:
    text = good
    for name in ("letter", "gap grows", "number is true", "first game unknown", "endless swap"):
        text = changed(text, BY_NAME[name])
    problems = problems_of(text, own)
    assert [problem.place for problem in problems] == [
        "materials.W",
        "prestige.8",
        "bases.b1",
        "teamsters.T3",
    ]
    assert list(problems) == sorted(problems)


def test_two_problems_of_one_row(good: str, own: Path) -> None:
    text = good.replace('b1  = { cost = "WWB",  gains = "2+ 2R"', 'b1  = { cost = "X", gains = "?"')
    assert [problem.place for problem in problems_of(text, own)] == ["bases.b1"] * 2


def test_tiles_enough_for_every_player_count(good: str, own: Path) -> None:
    few = good
    for thing in ("wood", "brick", "stone"):
        few = re.sub(rf'("{thing}" .*count = )2', r"\g<1>1", few)
    few = few.replace('"ruble"        = {', '"rubles*"        = {')
    (problem,) = problems_of(few, own)
    assert problem.rule == "R2.9"
    assert "11 tiles without a * for the 12 cards of a plan for 2 players" in problem.reason
    fewer = re.sub(r'"(gold|green-gem\*|purple-gem\*)" .*\n', "", few)
    assert [p.reason.split(" of a")[0] for p in problems_of(fewer, own)] == [
        "10 tiles without a * for the 12 cards",
        "22 tiles for the 24 cards",
    ]


@pytest.mark.parametrize(
    ("row", "deck", "words"),
    [
        ("b", "bases", "5 bases, but a plan needs 6"),
        ("d", "domes", "5 domes"),
        ("m", "middles", ""),
    ],
)
def test_decks_fit_the_plans(row: str, deck: str, words: str, good: str, own: Path) -> None:
    text = re.sub(rf"^{row}([6-9]|1[0-9]) .*\n", "", good, flags=re.MULTILINE)
    (problem,) = problems_of(text, own)
    assert (problem.place, problem.rule) == (deck, "R2.8")
    assert words in problem.reason
    assert problem.line == text.splitlines().index(f"[{deck}]") + 1


def test_materials_for_cards_and_ornaments(good: str, own: Path) -> None:
    one_gold = good.replace("G = { pieces = 15", "G = { pieces = 1")
    places = {problem.place for problem in problems_of(one_gold, own)}
    assert places == {"middles.m20", "domes.d3", "domes.d10"}
    no_gold = problems_of(good.replace("G = { pieces = 15", "G = { pieces = 0"), own)
    assert no_gold[0].place == "materials.G"
    assert no_gold[0].rule == "R5.5"
    assert "no gold for the cross" in no_gold[0].reason


def test_a_broken_section_is_reported_once(good: str, own: Path) -> None:
    text = good.replace("b1  = {", "b01 = {")
    (problem,) = problems_of(text, own)
    assert problem.place == "bases.b01"


def test_rows_of_sub_tables_have_their_line(good: str, own: Path) -> None:
    row = 'b1  = { cost = "WWB",  gains = "2+ 2R",  mark = "reconstructed" }\n'
    text = good.replace(row, "") + '\n[bases.b1]\ncost = "X"\ngains = "2R"\nmark = "likely"\n'
    (problem,) = problems_of(text, own)
    assert problem.line == text.splitlines().index("[bases.b1]") + 1
    dotted = good.replace(row, 'b1.cost = "X"\nb1.gains = "2R"\nb1.mark = "likely"\n')
    (problem,) = problems_of(dotted, own)
    assert problem.line == dotted.splitlines().index('b1.cost = "X"') + 1


def test_allowed_endless_actions(good: str, own: Path) -> None:
    """An action that uses something up may be endless (R6.6)."""
    for action in (
        "endless buy 1 of any for 0R",
        "endless trade 2 same for 1 other",
        "endless trade 4 same for 2 any",
        "endless trade 1 and 1R for 1 other",
        "endless pay 3R for 1*",
        "endless give 3 different for 1*",
        "once pay 0R for 1*",
        "once trade 1 and 0R for 1 other",
        "once   deliver 3  for 0R",
    ):
        own.write_text(good.replace(K1, f'"{action}"'))
        assert load_edition(own).influence[9].actions[1].endless == action.startswith("endless")


def test_own_id_rejects_other_numbers_under_a_packaged_id(good: str) -> None:
    """Old games with such an edition can still be read, but new games reject it."""
    changed = good.replace('gives = "2W"', 'gives = "3W"')
    assert parse_edition(changed).hash != load_edition().hash
    with pytest.raises(EditionError) as caught:
        parse_edition(changed, own_id=True)
    (problem,) = caught.value.problems
    assert problem.place == "edition.id"
    assert changed.splitlines()[problem.line - 1].startswith("id = ")
    assert parse_edition(good, own_id=True) == load_edition()
    own = changed.replace('id = "reconstructed-2020"', 'id = "my-box"')
    assert parse_edition(own, own_id=True).id == "my-box"
