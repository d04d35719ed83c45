"""Positions as canonical JSON."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL, TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.record import Header, PositionError, from_json, read, replay, to_json
from redcathedral.record.position import position_line, position_of, storeys
from redcathedral.record.stepper import Stepper
from redcathedral.record.strict_json import convert
from tests.properties.conservation import check
from tests.properties.fields import fields
from tests.record.games import COMPONENTS, SMALL, few_games, first_turns, states, text


@cache
def header(name: str) -> Header:
    return read(first_turns(name, 0)).header


@pytest.mark.once
@few_games
def test_a_position_round_trips(name: str) -> None:
    """The position read from JSON equals that of the game, except for the number of turns."""
    record = replay(text(name), check=False).record
    assert record is not None
    setting = record.header.setting(COMPONENTS)
    lines = iter(states(name))
    walk = Stepper(record.first_state())
    before = fields(new_state(setting))
    for step in record.steps:
        for opening in walk.advance(step).turns:
            line = next(lines, None)
            if line is None:
                continue
            again = from_json(line, setting)
            assert to_json(again) == line
            check(again)
            own = fields(opening.state)
            mine = fields(again)
            for name_, value in own.items():
                if name_ not in ("turn", "cursor"):
                    assert mine[name_] == value, name_
    assert fields(new_state(setting)) == before


def test_the_storeys_are_those_of_the_position() -> None:
    """The list of games needs only these parts, and not all of a position."""
    for moment in read(SMALL).moments():
        towers = position_of(moment.state).towers
        shown = [[(site.card, site.owner, site.done) for site in tower] for tower in towers]
        assert storeys(moment.state) == shown


def test_only_the_start_of_a_turn_is_a_position() -> None:
    for moment in read(SMALL).moments():
        if moment.state.phase == TURN:
            assert to_json(moment.state) == position_line(position_of(moment.state))
        else:
            with pytest.raises(ValueError, match="snapshot of the start of a turn"):
                to_json(moment.state)


def test_any_moment_after_the_set_up_can_be_viewed() -> None:
    record = read(text("2p-basic-01"))
    for moment in record.moments():
        if moment.state.phase >= ROLL:
            assert position_line(position_of(moment.state))
    end = record.walk().state
    with pytest.raises(PositionError, match="the game is over"):
        from_json(position_line(position_of(end)), record.header.setting(COMPONENTS))


class Change:
    """A change to a position: a path of keys and the new value."""

    def __init__(self, *path: str | int, value: object) -> None:
        self.path = path
        self.value = value

    def __repr__(self) -> str:
        return ".".join(map(str, self.path)) + f"={self.value}"

    def apply(self, position: Any) -> None:
        for key in self.path[:-1]:
            position = position[key]
        position[self.path[-1]] = self.value


TWO = "2p-basic-01"
ADVANCED = "2p-advanced-01"
SOLO = "solo-basic-01"
FIRST = 0  # the first state of a game
LATE = 50


SITE = {"card": "b1", "delivered": {}, "done": False, "ornament": None, "owner": None, "tile": ""}
IVANS = {"build": "", "cards": [], "inventory": ""}


def changed(name: str, number: int, *changes: Change) -> str:
    position = json.loads(states(name)[number])
    for change in changes:
        change.apply(position)
    return json.dumps(position)


def cell(path: str, value: object) -> Change:
    return Change(*(int(key) if key.isdigit() else key for key in path.split("/")), value=value)


@pytest.mark.parametrize(
    ("name", "number", "changes", "path", "reason"),
    [
        # its form
        (TWO, FIRST, [cell("dice", 1)], "$.dice", "the number 1 in place of an object"),
        (TWO, FIRST, [cell("dice", None)], "$.dice", "null in place of an object"),
        (TWO, FIRST, [cell("dice", True)], "$.dice", "true in place of an object"),
        (TWO, FIRST, [cell("dice", [])], "$.dice", "a list in place of an object"),
        (TWO, FIRST, [cell("seats", {})], "$.seats", "an object in place of a list"),
        (TWO, FIRST, [cell("seats", "x")], "$.seats", "the text `x` in place of a list"),
        (TWO, FIRST, [cell("seats", [])], "$.seats", "a list of 0"),
        (TWO, FIRST, [cell("die", 1)], "$", "the key `die` is unknown"),
        (TWO, FIRST, [cell("seats/0/locked/red", "door")], "$.seats[0].locked", "not agree"),
        (TWO, FIRST, [cell("to_move", "gold")], "$.to_move", "the text `gold` is unknown"),
        (TWO, FIRST, [cell("to_move", "\ud800")], "$", "half a surrogate pair"),
        (TWO, FIRST, [cell("dice", {"red": [1, 1]})], "$.dice", "the key white is missing"),
        (TWO, FIRST, [cell("dice/pink", [1, 1])], "$.dice", "the key `pink` is unknown"),
        (TWO, FIRST, [cell("seats/1/locked/red", "nave")], "$.seats[1].locked.red", "`nave`"),
        (
            TWO,
            FIRST,
            [cell("seats/0/locked/red", "door"), cell("seats/0/locked/white1", "nave")],
            "$.seats[0].locked.white1",
            "the text `nave` is unknown",
        ),
        (TWO, FIRST, [cell("seats/0/banners/left", 1)], "$.seats[0].banners", "`left` is unknown"),
        (TWO, FIRST, [cell("seats/0/banners/left", None)], "$.seats[0].banners.left", "null in"),
        (TWO, FIRST, [cell("to_move", "red")], "$.to_move", "`red` is unknown"),
        (TWO, FIRST, [cell("to_move", 1)], "$.to_move", "the number 1 in place of a text"),
        (TWO, FIRST, [cell("final_round", 1)], "$.final_round", "the number 1 in place"),
        # the market
        (TWO, FIRST, [cell("dice/red", [7, 1])], "$.dice.red[0]", "the number 7 cannot be"),
        (TWO, FIRST, [cell("dice/red", [1, 0])], "$.dice.red[1]", "the number 0 cannot be"),
        (TWO, FIRST, [cell("dice/red", [True, 1])], "$.dice.red[0]", "true in place of a whole"),
        (TWO, FIRST, [cell("dice/red", [1])], "$.dice.red", "a list of 1"),
        (
            TWO,
            FIRST,
            [cell(f"dice/{die}", [1, 5]) for die in ("red", "blue", "green", "white")],
            "$.dice",
            "4 dice stand on space 5",
        ),
        (TWO, FIRST, [cell("resources/0", "wood")], "$.resources", "wood is named twice"),
        (TWO, FIRST, [cell("resources/0", "wod")], "$.resources[0]", "`wod` is unknown"),
        (TWO, FIRST, [cell("influence/1", "M1")], "$.influence", "twice"),
        (TWO, FIRST, [cell("influence/1", "T3")], "$.influence", "not the cards of a first game"),
        ("3p-advanced-03", 0, [cell("influence/0", "C2")], "$.influence", "two cards of one group"),
        # the cathedral
        (TWO, FIRST, [cell("towers/3", [])], "$.towers[3]", "a list of 0"),
        (TWO, FIRST, [cell("towers/3", None)], "$.towers[3]", "null in place of a list"),
        (TWO, FIRST, [cell("towers", [[SITE], [SITE]])], "$.towers", "towers of 1-1 are no"),
        (TWO, FIRST, [cell("towers/0", [{}])], "$.towers[0][0]", "the key card is missing"),
        (TWO, FIRST, [cell("towers/0/0/card", "b6")], "$.towers[1][0].card", "twice"),
        (TWO, FIRST, [cell("towers/0/0/card", "m1")], "$.towers[0][0].card", "m1 is a middle"),
        (TWO, FIRST, [cell("towers/0/1/card", "d2")], "$.towers[0][1].card", "d2 is a dome"),
        (TWO, FIRST, [cell("towers/0/2/card", "b2")], "$.towers[0][2].card", "b2 is a base"),
        (TWO, FIRST, [cell("towers/0/0/tile", None)], "$.towers[0][0].tile", "null in place of"),
        (TWO, FIRST, [cell("towers/0/0/tile", "wood*")], "$", "1 workshop tiles wood* are"),
        (TWO, FIRST, [cell("towers/0/0/done", True)], "$.towers[0][0].owner", "null, but a player"),
        (TWO, FIRST, [cell("towers/0/0/ornament", "red")], "$.towers[0][0].owner", "null, but"),
        (TWO, FIRST, [cell("towers/0/0/delivered", {"W": 1})], "$.towers[0][0].delivered.W", "1"),
        (TWO, FIRST, [cell("towers/0/0/owner", "red")], "$.towers[0][0].owner", "`red` is unknown"),
        (TWO, FIRST, [cell("towers/0/0/owner", "green")], "$.towers[0][0].tile", "a claimed card"),
        (
            TWO,
            FIRST,
            [cell("towers/0/1/owner", "green"), cell("towers/0/1/tile", None)],
            "$.towers[0][1].owner",
            "a banner above a card without one",
        ),
        (
            TWO,
            1,
            [cell("towers/3/0/delivered", {"W": 3})],
            "$.towers[3][0].delivered",
            "3 W delivered, but the card needs",
        ),
        (
            TWO,
            1,
            [cell("towers/3/0/delivered", {"S": 1, "B": 1, "G": 1})],
            "$.towers[3][0].delivered",
            "all materials are there",
        ),
        (TWO, 1, [cell("towers/3/0/ornament", "green")], "$.towers[3][0].ornament", "unfinished"),
        (
            TWO,
            1,
            [cell("towers/3/0/done", True), cell("towers/3/0/delivered", {"W": 1})],
            "$.towers[3][0].delivered",
            "materials on a completed card",
        ),
        # the seats
        (TWO, FIRST, [cell("seats/0/colour", "yellow")], "$.seats[0].colour", "the header has"),
        (TWO, FIRST, [cell("seats/0/score", -1)], "$.seats[0].score", "the number -1 cannot be"),
        (TWO, FIRST, [cell("seats/0/rubles", 10**30)], "$.seats[0].rubles", "cannot be"),
        (TWO, FIRST, [cell("seats/0/rubles", 1.5)], "$.seats[0].rubles", "the number 1.5"),
        (
            TWO,
            FIRST,
            [cell("seats/0/rubles", "3")],
            "$.seats[0].rubles",
            "the text `3` in place of",
        ),
        (TWO, FIRST, [cell("seats/0/rubles", [3])], "$.seats[0].rubles", "a list in place of"),
        (TWO, FIRST, [cell("seats/0/rubles", {})], "$.seats[0].rubles", "an object in place of"),
        (TWO, FIRST, [cell("seats/0/banners/beside", 1)], "$.seats[0].banners", "5 banners here"),
        (TWO, FIRST, [cell("seats/0/banners/inventory", 5)], "$.seats[0].banners.inventory", "5"),
        (TWO, FIRST, [cell("seats/0/materials", {"W": 7})], "$.seats[0].materials", "but 6 slots"),
        (TWO, FIRST, [cell("seats/0/materials", {"R": 1})], "$.seats[0].materials", "`R`"),
        (TWO, FIRST, [cell("seats/0/ornaments/arch", 1)], "$.seats[0].ornaments.arch", "1 here"),
        (TWO, FIRST, [cell("seats/0/workshop/red", ["wood", "up"])], "$.seats[0].workshop", "1"),
        (
            TWO,
            FIRST,
            [cell("seats/0/workshop/red", ["x", "up"])],
            "$.seats[0].workshop.red[0]",
            "x",
        ),
        (TWO, FIRST, [cell("seats/0/workshop/red", ["wood", 1])], "$.seats[0].workshop.red[1]", ""),
        (
            TWO,
            FIRST,
            [cell("seats/0/workshop/white2", ["wood", "over"])],
            "$.seats[0].workshop.white2[1]",
            "the text `over` is unknown",
        ),
        (TWO, FIRST, [cell("seats/0/workshop", None)], "$.seats[0].workshop", "null in place of"),
        (ADVANCED, FIRST, [cell("seats/0/banners/white1", 1)], "$.seats[0].banners.white1", "1"),
        (ADVANCED, FIRST, [cell("seats/0/locked", {})], "$.seats[0].locked", "not agree"),
        (ADVANCED, FIRST, [cell("seats/0/locked/red", "arch")], "$.seats[0].locked", "not agree"),
        (
            ADVANCED,
            FIRST,
            [cell("seats/0/workshop/white1", ["wood", "up"])],
            "$.seats[0].workshop.white1",
            "a tile and a banner on one space",
        ),
        ("options-01", FIRST, [cell("seats/0/rubles", 71)], "$.seats[0].rubles", "71"),
        (
            "options-01",
            FIRST,
            [cell("seats/0/rubles", 40), cell("seats/1/rubles", 31)],
            "$.seats",
            "the players have 71 rubles",
        ),
        (TWO, FIRST, [cell("supply/W", 21)], "$.supply", "W: 21 here and 0 elsewhere"),
        (TWO, LATE, [cell("final_round", True)], "$.final_round", "does not agree"),
        # Ivan
        (TWO, FIRST, [cell("ivan", {})], "$.ivan", "the key build is missing"),
        (TWO, FIRST, [cell("ivan", IVANS)], "$.ivan", "the header has no `ivan` line"),
        (SOLO, FIRST, [cell("ivan", None)], "$.ivan", "a solo game needs Ivan's cards"),
        (SOLO, FIRST, [cell("ivan/build", "X")], "$.ivan.build", "`X` is unknown"),
        (SOLO, FIRST, [cell("ivan/build", "WW")], "$.supply", "W: 20 here and 2 elsewhere"),
        (SOLO, FIRST, [cell("ivan/inventory", "BB")], "$.supply", "B: 20 here and 2 elsewhere"),
        (SOLO, FIRST, [cell("ivan/cards/0/0", "build")], "$.ivan.cards", "a card twice"),
        (SOLO, FIRST, [cell("ivan/cards/0/1", "die-blue*")], "$.ivan.cards", "a tile twice"),
        (SOLO, FIRST, [cell("ivan/cards/0/1", "wood*")], "$.ivan.cards[0][1]", "`wood*`"),
        (SOLO, FIRST, [cell("ivan/cards/0/2", 1)], "$.ivan.cards[0][2]", "1"),
        (SOLO, FIRST, [cell("seats/1/workshop", {})], "$.seats[1].workshop", "Ivan has no"),
        (SOLO, FIRST, [cell("seats/1/materials", {"W": 1})], "$.seats[1].materials", "`W`"),
        (SOLO, FIRST, [cell("seats/1/locked", {"red": "arch"})], "$.seats[1].locked", "`red`"),
        (SOLO, FIRST, [cell("seats/1/rubles", 1)], "$.seats[1].rubles", "1"),
        (SOLO, FIRST, [cell("seats/1/banners/left", 7)], "$.seats[1].banners.left", "7"),
        (
            SOLO,
            FIRST,
            [cell("towers/1/0/delivered", {"W": 4})],
            "$.towers[1][0].delivered",
            "all materials are there",
        ),
    ],
    ids=str,
)
def test_rejects_impossible_positions(
    name: str, number: int, changes: list[Change], path: str, reason: str
) -> None:
    with pytest.raises(PositionError) as caught:
        from_json(changed(name, number, *changes), header(name).setting(COMPONENTS))
    assert caught.value.place == path
    assert reason in caught.value.reason
    assert caught.value.fix


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"dice":NaN}', "NaN is not a number"),
        ('{"dice":1,"dice":2}', "the key `dice` is repeated"),
        ('{"dice":' + "9" * 5000 + "}", "cannot be read"),
        ("[" * 501, "501 opening brackets"),
        ("[" * 400, "not JSON"),
        ("[" * 400 + "]" * 400, "a list in place of an object"),
        ("{}", "the key dice is missing"),
        ('"\\ud800"', "half a surrogate pair is not a text"),
    ],
    ids=range(10),
)
def test_rejects_json_that_is_not_a_position(line: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        from_json(line, header(TWO).setting(COMPONENTS))
    assert reason in caught.value.reason


def test_error_has_the_path_of_the_wrong_value() -> None:
    with pytest.raises(PositionError, match="the text `2` in place of a whole number") as caught:
        convert({"a": {"x": 1}, "b": {"x": 1, "y": "2"}}, dict[str, dict[str, int]])
    assert caught.value.place == "$.b.y"


def test_rejects_a_key_in_an_empty_object() -> None:
    line = changed(SOLO, FIRST, cell("seats/1/materials", {"W": 1}))
    with pytest.raises(PositionError, match="leave it empty"):
        from_json(line, header(SOLO).setting(COMPONENTS))


def play_on(state: State, seed: int) -> None:
    """Play at random to the end, or for a while; no pieces are lost."""
    dice = Rng(seed, DICE)
    Stepper(state).start()
    rules.roll(state, dice)
    while not state.is_over and state.turn < 40:
        moves = rules.legal(state)
        rules.play(state, moves[dice.below(len(moves))])
        rules.roll(state, dice)
    check(state)


@pytest.mark.once
@few_games
def test_an_invented_position_is_rejected_or_playable(name: str) -> None:
    """After random changes to real positions, an accepted position is consistent."""
    setting = header(name).setting(COMPONENTS)
    rng = Rng(7, DICE)
    lines = states(name)
    accepted = 0
    for seed in range(60):
        position = json.loads(lines[rng.below(len(lines))])
        spoil(position, rng)
        try:
            state = from_json(json.dumps(position), setting)
        except PositionError:
            continue
        check(state)
        accepted += 1
        if accepted < 4:
            play_on(state, seed)


def spoil(node: Any, rng: Rng) -> None:
    """Change a value somewhere deep inside."""
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    key = keys[rng.below(len(keys))]
    value = node[key]
    if isinstance(value, (dict, list)) and value:
        spoil(value, rng)
    elif isinstance(value, bool):
        node[key] = not value
    elif isinstance(value, int):
        node[key] = value + [1, -1, 3][rng.below(3)]
    else:
        other = keys[rng.below(len(keys))]
        node[key], node[other] = node[other], value
