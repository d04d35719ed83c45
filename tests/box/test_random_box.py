"""Random boxes are valid, keep the printed numbers, and can have any plausible component."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from redcathedral.box import vocabulary as v
from redcathedral.box.entered_box import EnteredBox
from redcathedral.box.entered_edition import EnteredEdition, edition_of
from redcathedral.box.entries import entered_box
from redcathedral.envs.random_edition import RULED_CARD, SENTENCES, random_box, random_edition

INVENTED = (Path(__file__).parent / "invented" / "invented.toml").read_text(encoding="utf-8")
SEEDS = range(40)
SUPPORT = range(3000)  # enough boxes for every component of two others
Item = tuple[Any, ...]
some_seeds = pytest.mark.parametrize(
    "seeds", [SEEDS[:8], pytest.param(SEEDS, marks=pytest.mark.slow)], ids=["few", "all"]
)


@cache
def drawn(seed: int) -> EnteredEdition:
    return edition_of(random_box(seed))


@some_seeds
def test_boxes_are_valid_and_different(seeds: range) -> None:
    for seed in seeds:
        assert drawn(seed).problems == drawn(seed).notes == []
        assert drawn(seed).unread == set()
    assert len({edition.hash for seed in seeds if (edition := drawn(seed).edition)}) == len(seeds)


def test_the_same_seed_gives_the_same_box() -> None:
    assert random_box(3) == random_box(3)
    assert random_edition(3) == drawn(3).edition


def printed(tables: dict[str, dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield section, row and part of each printed number, except those of influence cards."""
    for section, rows in tables.items():
        for name, row in rows.items():
            if section == "edition" or "actions" in row:
                continue
            parts = [part for part in row if part not in ("mark", "marks")]
            marks = dict.fromkeys(parts, row["mark"]) | row.get("marks", {})
            yield from ((section, name, part) for part in parts if marks[part] == "printed")


@some_seeds
def test_printed_numbers_are_kept(good: str, seeds: range) -> None:
    packaged = tomllib.loads(good)
    places = list(printed(packaged))
    assert {section for section, _, _ in places} == {
        *("materials", "ornaments", "inventory", "track", "resource_tiles", "workshop_tiles"),
        *("basic_costs", "advanced_costs", "advanced_ornaments"),
    }
    for seed in seeds:
        tables = tomllib.loads(drawn(seed).text)
        for section, row, part in places:
            assert tables[section][row][part] == packaged[section][row][part]
        assert tables["ivan_cards"].keys() == packaged["ivan_cards"].keys()
        assert RULED_CARD in random_box(seed).cards["middles"]  # the example of R5.3


def test_half_of_the_boxes_have_only_printed_sentences() -> None:
    known = {row[:3] for rows in SENTENCES.values() for row in rows}
    kept = 0
    for seed in SEEDS:
        cards = [card for guild in random_box(seed).influence.values() for card in guild]
        found = {(act.effect, act.price, act.amount) for card in cards for act in card.actions}
        assert all(
            any(
                effect == name and abs(price - cost) <= 1 and 0 <= amount - least <= 2
                for name, cost, least in known
            )
            for effect, price, amount in found
        )
        kept += found <= known
    assert len(SEEDS) / 4 < kept < 3 * len(SEEDS) / 4


def test_the_numbers_are_plausible() -> None:
    for seed in SEEDS:
        box = random_box(seed)
        assert [len(cards) for cards in box.cards.values()] == [10, 20, 10]
        for card in [card for cards in box.cards.values() for card in cards]:
            assert 3 <= len(card.cost) <= 4
            assert 3 <= 2 * card.recognition + card.rubles <= 26
            assert card.rubles <= 5
        for players, plans in enumerate(box.plans.values(), 2):
            assert {(len(heights), sum(heights)) for heights in plans} == {
                (players + 2, 6 * players)
            }
            assert 2 <= min(map(min, plans)) <= max(map(max, plans)) <= v.LEVEL_COUNT
        assert sum(tile.count for tile in box.tiles if not tile.many) == 16
        assert sum(tile.count for tile in box.tiles if tile.many) == 12
        assert {tile.amount for tile in box.tiles} <= set(range(5))
        assert {space for board in box.boards.values() for space in board.basic.values()} <= {
            *range(5)
        }
        gaps = [second - first for first, second in pairwise([0, *box.prestige])]
        assert gaps == sorted(gaps, reverse=True)
        assert (gaps[0], gaps[-3:], len(gaps)) == (5, [1, 1, 1], 40)
        assert gaps[14] > 1  # R9.10
        assert box.rubles in range(60, 91, 2)


def items(box: EnteredBox) -> Iterator[Item]:
    """Yield the parts of a box that the generator draws separately."""
    for deck, cards in box.cards.items():
        for card in cards:
            yield deck, "".join(sorted(card.cost)), card.recognition, card.rubles
    for guild, influence in box.influence.items():
        yield guild, "first game", *(card.first_game for card in influence)
        for entry in influence:
            for act in entry.actions:
                kinds = "".join(sorted(act.materials))
                yield guild, act.effect, kinds, act.price, act.amount, act.endless
            yield guild, "pair", *sorted(act.effect for act in entry.actions)
    for section, plans in box.plans.items():
        for heights in plans:
            yield section, *heights
    for tile in box.tiles:
        yield "tile", tile.gives, tile.die, tile.amount if tile.gives else 0, tile.many
    yield "dice", sum(tile.count for tile in box.tiles if tile.die and not tile.many)
    yield from (("resource", *pair) for pair in box.resources.items())
    for colour, board in box.boards.items():
        yield from (("cost", colour, *pair) for pair in board.basic.items())
        yield "ornaments", colour, *(board.ornaments[space] for space in v.COLOURS)
    yield "prestige", *box.prestige
    yield "rubles", box.rubles


@pytest.mark.slow
def test_the_components_of_two_boxes_can_be_drawn(good: str) -> None:
    """Advanced costs are printed, so the generator never draws the others of the invented box."""
    packaged = good.replace('mark = "reconstructed"', 'mark = "printed"').replace(
        'mark = "likely"', 'mark = "printed"'
    )
    boxes = [entered_box(text) for text in (packaged, INVENTED)]
    assert [len(edition_of(box).unread) for box in boxes] == [0, 0]
    missing = {item for box in boxes for item in items(box)}
    for seed in SUPPORT:
        missing.difference_update(items(random_box(seed)))
    assert missing == set()
