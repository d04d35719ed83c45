"""The hash of an edition depends only on its numbers, not on marks, comments, names or order."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from redcathedral.box import Edition, load_edition
from redcathedral.box.edition import fingerprint

HASH = "sha256:4249e63056a57838507aba20f0a545b7c95f02da447146313a2503b961979118"


def loaded(text: str, own: Path) -> Edition:
    own.write_text(text, encoding="utf-8")
    return load_edition(own)


def test_the_hash_of_the_packaged_edition() -> None:
    """Changed numbers make another edition: give it a new id, then set its hash here."""
    assert load_edition().hash == HASH
    assert fingerprint(load_edition()) == HASH


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r"#[^\n\"]*\n", "\n"),
        (r'mark = "\w+"', 'mark = "likely"'),
        (r", marks = \{[^}]*\}", ""),
        (r'(?m)^id = ".*"', 'id = "my-box"'),
        (r'(?m)^name = ".*"', 'name = "My box"'),
        (r" +", "  "),
        (r'cost = "WWB",  gains = "2\+ 2R"', 'gains = "02+2R", cost = "BWW"'),
        (r"1 of WBS", "1 of SBW"),
        (r"1 of any", "1 of WBSGEP"),
        (r'gives = "2W"', 'gives = "2 W"'),
    ],
)
def test_hash_ignores_names_and_marks(pattern: str, new: str, good: str, own: Path) -> None:
    text = re.sub(pattern, new, good)
    assert text != good
    assert loaded(text, own).hash == HASH


def test_the_order_of_rows_and_sections_does_not_matter(good: str, own: Path) -> None:
    rng = random.Random(1)
    sections = [
        [line for line in part.splitlines() if line and not line.startswith("#")]
        for part in re.split(r"(?m)^(?=\[)", good)[1:]
    ]
    for _ in range(5):
        for section in sections:
            rows = section[1:]
            rng.shuffle(rows)
            section[1:] = rows
        rng.shuffle(sections)
        edition = loaded("\n".join(line for section in sections for line in section), own)
        assert edition.hash == HASH
        # Equal hashes mean equal games from equal seeds: the order in memory is the same too.
        assert replace(edition, marks={}) == replace(load_edition(), marks={})


def test_hash_ignores_how_prestige_rows_are_split(good: str, own: Path) -> None:
    text = good.replace("spaces = [5, 9]", "spaces = [5]").replace(
        "3  = { spaces = [13", '2 = { spaces = [9], mark = "likely" }\n3  = { spaces = [13'
    )
    assert loaded(text, own).hash == HASH


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("W = { pieces = 20", "W = { pieces = 21"),
        ("value = 70", "value = 71"),
        ("slots   = { value = 10", "slots   = { value = 9"),
        ("spaces = [5, 9]", "spaces = [4, 9]"),
        ('gives = "2W"', 'gives = "3W"'),
        ("wood        = {", "timber      = {"),
        ('"1W", count = 2', '"1W", count = 3'),
        ('"1G", count', '"2G", count'),
        ('cost = "WWB"', 'cost = "WBB"'),
        ('"3+",', '"4+",'),
        ('"2+ 2R"', '"2+ 3R"'),
        ("b10 = {", "b11 = {"),
        ("for 1R", "for 2R"),
        ("endless buy", "once buy"),
        ("deliver 2", "deliver 3"),
        ("2+ with", "3+ with"),
        ('card = "C1"', 'card = "C2"'),
        ("3-3-3-3", "3-3-2-4"),
        ("yellow = { red = 2", "yellow = { red = 1"),
        ("yellow = { red = 3", "yellow = { red = 2"),
        ('red = "door", blue = "arch"', 'red = "arch", blue = "door"'),
    ],
)
def test_hash_changes_with_each_number(old: str, new: str, good: str, own: Path) -> None:
    start = good.index("[edition]")
    text = good[:start] + good[start:].replace(old, new, 1)
    assert text != good
    assert loaded(text, own).hash != HASH


def test_hash_depends_on_the_order_of_actions(good: str, own: Path) -> None:
    """Records refer to the two actions of a card by number."""
    one, two = '"once gain 1+"', '"endless pay 3R for 1*"'
    assert loaded(good.replace(f"{one}, {two}", f"{two}, {one}"), own).hash != HASH
