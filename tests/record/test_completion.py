"""Positions that people enter: derived parts are filled in, and inconsistencies are reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from redcathedral.box.vocabulary import ORNAMENTS
from redcathedral.engine.rng import DICE, Rng
from redcathedral.record import Position, complete_position, from_json, position_of, to_json
from redcathedral.record.position import Banners, position_line
from tests.properties.conservation import check
from tests.record.games import COMPONENTS, few_games, states
from tests.record.test_position import ADVANCED, FIRST, SOLO, TWO, header, spoil


def position(line: str) -> Position:
    return msgspec.json.decode(line, type=Position)


@few_games
def test_derived_parts_can_be_left_out(name: str) -> None:
    setting = header(name).setting(COMPONENTS)
    for line in states(name):
        whole = position(line)
        seats = [
            replace(
                seat,
                locked={},
                ornaments=dict.fromkeys(ORNAMENTS, 7),
                banners=seat.banners if seat.banners.left is msgspec.UNSET else Banners(left=1),
            )
            for seat in whole.seats
        ]
        entered = replace(whole, supply={}, final_round=not whole.final_round, seats=seats)
        layout = complete_position(entered, setting)
        assert layout.problems == []
        assert layout.state is not None
        assert position_line(position_of(layout.state)) == line


def test_a_card_with_all_its_materials_is_completed() -> None:
    """R5.3; Ivan's cards take materials of any kind (R8.4)."""
    setting = header(SOLO).setting(COMPONENTS)
    whole = position(states(SOLO)[FIRST])
    tower = next(at for at, tower in enumerate(whole.towers) if tower[0].owner is not None)
    whole.towers[tower][0].delivered["P"] = sum(
        COMPONENTS.edition.cards[
            [card.id for card in COMPONENTS.edition.cards].index(whole.towers[tower][0].card)
        ].cost
    )
    layout = complete_position(whole, setting)
    assert layout.problems == []
    assert layout.state is not None
    assert position_of(layout.state).towers[tower][0].done


def test_reports_too_many_materials_on_ivans_card() -> None:
    setting = header(SOLO).setting(COMPONENTS)
    whole = position(states(SOLO)[FIRST])
    tower = next(at for at, tower in enumerate(whole.towers) if tower[0].owner is not None)
    whole.towers[tower][0].delivered.update({"W": 3, "B": 2})
    layout = complete_position(whole, setting)
    assert [each.code for each in layout.problems] == ["delivered"]
    assert layout.problems[0].values["kind"] < 0  # of any kind


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"inventory": "WWWWW"}, "ivan-inventory"),
        ({"inventory": "WB"}, "ivan-inventory"),
        ({"inventory": "WWWW"}, None),
        ({"row": [True, False, True, True, True]}, "ivan-row"),
        ({"row": [False, False, True, True, True]}, None),
        ({"row": [False] * 5}, None),
    ],
)
def test_reports_unreachable_positions_of_ivan(change: dict[str, Any], code: str | None) -> None:
    """R8.4: he uses the leftmost face-up tile, and stores at most four of one kind."""
    whole = position(states(SOLO)[FIRST])
    ivan = whole.ivan
    assert ivan is not None
    row = change.pop("row", [face_up for _, _, face_up in ivan.cards])
    cards = [(card, tile, up) for (card, tile, _), up in zip(ivan.cards, row, strict=True)]
    changed = replace(whole, ivan=replace(ivan, cards=cards, **change))
    layout = complete_position(changed, header(SOLO).setting(COMPONENTS))
    assert [each.code for each in layout.problems] == ([code] if code else [])


def test_a_tile_takes_the_place_of_a_banner_on_a_white_space() -> None:
    """R4.5; the banner is then one of those in the inventory, or has been used."""
    setting = header(ADVANCED).setting(COMPONENTS)
    whole = position(states(ADVANCED)[FIRST])
    (colour, other) = (seat.colour for seat in whole.seats[:2])
    site = whole.towers[0][0]
    assert site.tile is not None
    assert whole.seats[0].workshop is not None
    whole.seats[0].workshop["white1"] = (site.tile, "up")
    whole.towers[0][0] = replace(site, owner=colour)
    layout = complete_position(whole, setting)
    assert layout.problems == []
    assert layout.state is not None
    banners = position_of(layout.state).seats[0].banners
    assert (banners.inventory, banners.white1, banners.white2) == (4, False, True)
    # without any on the white spaces, though there is no other place for them
    bare = replace(whole.seats[1], banners=Banners(inventory=0, white1=False, white2=False))
    layout = complete_position(
        replace(whole, seats=[whole.seats[0], bare, *whole.seats[2:]]), setting
    )
    assert layout.state is not None
    banners = position_of(layout.state).seats[1].banners
    assert (other, banners.inventory, banners.white1) == (other, 4, True)


def test_never_more_banners_than_are_left() -> None:
    setting = header(ADVANCED).setting(COMPONENTS)
    whole = position(states(ADVANCED)[FIRST])
    colour = whole.seats[0].colour
    for tower in range(3):
        for level, site in enumerate(whole.towers[tower]):
            whole.towers[tower][level] = replace(site, owner=colour)
    layout = complete_position(whole, setting)
    assert layout.state is not None
    banners = position_of(layout.state).seats[0].banners
    assert (banners.inventory, banners.white1, banners.white2) == (0, False, False)


def crowd(whole: Position) -> None:
    whole.dice.update(dict.fromkeys(whole.dice, (1, 3)))


def gap(whole: Position) -> None:
    """The card keeps its materials, but loses its ornament, as it is not completed any more."""
    site = whole.towers[0][1]
    whole.towers[0][1] = replace(site, owner="green", ornament="green", delivered={"W": 5})


def no_tile(whole: Position) -> None:
    whole.towers[1][0] = replace(whole.towers[1][0], tile=None)


def too_full(whole: Position) -> None:
    whole.seats[0] = replace(whole.seats[0], materials={"W": 7})


def unearned(whole: Position) -> None:
    assert whole.seats[1].workshop is not None
    whole.seats[1].workshop["red"] = ("die-white", "up")


def below_nothing(whole: Position) -> None:
    whole.seats[0] = replace(whole.seats[0], score=-1)


def another_card(whole: Position) -> None:
    group = whole.influence[0][0]
    whole.influence[0] = next(
        card.id
        for card in COMPONENTS.edition.influence
        if card.id[0] == group and card.id not in whole.influence
    )


def many_of_a_kind(whole: Position) -> None:
    for tower in whole.towers:
        for level, site in enumerate(tower):
            tower[level] = replace(site, tile="die-white")


def too_much(whole: Position) -> Position:
    assert whole.ivan is not None
    return replace(whole, ivan=replace(whole.ivan, build="P" * 11))


def rich(whole: Position) -> None:
    whole.seats[:] = [replace(seat, rubles=70) for seat in whole.seats]


def doors(whole: Position) -> None:
    """Place two doors of a player who has one."""
    for tower in whole.towers[:2]:
        tower[0] = replace(tower[0], owner="green", done=True, ornament="green", tile=None)


def all_claimed(whole: Position) -> None:
    for tower in whole.towers:
        tower[:] = [replace(site, owner="green", done=True, tile=None) for site in tower]


@pytest.mark.parametrize(
    ("name", "edit", "problems"),
    [
        (TWO, crowd, ["$.dice crowd"]),
        (
            TWO,
            gap,
            [
                "$.towers[0][1].owner gap",
                "$.towers[0][1].delivered delivered",
                "$.seats[0].workshop workshop",
            ],
        ),
        (TWO, no_tile, ["$.towers[1][0].tile tile"]),
        (TWO, too_full, ["$.seats[0].materials slots"]),
        (TWO, unearned, ["$.seats[1].workshop workshop", "$ tiles"]),
        (TWO, below_nothing, ["$.seats[0].score number"]),
        (TWO, another_card, ["$.influence first-game"]),
        (TWO, many_of_a_kind, ["$ tiles"]),
        (SOLO, too_much, ["$.supply supply"]),
        ("options-01", rich, ["$.seats bank"]),
        (TWO, doors, ["$.seats[0].workshop workshop", "$.seats[0].ornaments.door ornaments"]),
        (
            TWO,
            all_claimed,
            ["$.seats[0].banners banners", "$.seats[0].workshop workshop", "$.to_move over"],
        ),
    ],
)
def test_reports_every_inconsistency(
    name: str, edit: Callable[[Position], Position | None], problems: list[str]
) -> None:
    whole = position(states(name)[FIRST])
    layout = complete_position(edit(whole) or whole, header(name).setting(COMPONENTS))
    assert [f"{problem.place} {problem.code}" for problem in layout.problems] == problems
    assert (layout.state is None) == (edit is below_nothing)


@pytest.mark.once
@few_games
def test_a_position_without_problems_is_playable(name: str) -> None:
    """After random changes, a position without problems is consistent and can be read again."""
    setting = header(name).setting(COMPONENTS)
    rng = Rng(11, DICE)
    lines = states(name)
    sound = 0
    for _ in range(60):
        changed: Any = json.loads(lines[rng.below(len(lines))])
        spoil(changed, rng)
        try:
            whole = msgspec.convert(changed, Position)
        except msgspec.ValidationError:
            continue
        layout = complete_position(whole, setting)
        if layout.problems:
            continue
        assert layout.state is not None
        check(layout.state)
        assert to_json(from_json(to_json(layout.state), setting)) == to_json(layout.state)
        sound += 1
    assert sound > 3
