"""Positions made by hand, such as the last turn of a game, and records that start from them."""

from __future__ import annotations

from redcathedral.engine.phases import TURN
from redcathedral.record import Header, Record, Seat, read_decision, to_json
from tests.engine.table import Table


def last_turn() -> Table:
    """Blue has six cards and has closed the game; red has the last turn, and one wood.

    It completes either dome: that of tower 1, which stays blue's, or that of tower 3, which is
    then red's and no longer shared.
    """
    table = Table("red", "blue", towers={1: "b1 m1 d6", 3: "b3 m3 d3"})
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "2.3", "3.1")
    for place, space in (("3.2", "red"), ("4.1", "blue"), ("4.2", "green"), ("4.3", "yellow")):
        table.claimed("red", place, banner="beside" if place == "3.2" else "inventory", on=space)
    table.completed("red", "3.2", "4.1", "4.2", "4.3")
    table.claimed("red", "1.3", "WGE").claimed("red", "3.3", "GG")
    table.has("red", "W", rubles=0, score=4).has("blue", rubles=2, score=5).turn("red")
    assert table.state.completed(1) == 6
    table.state.closer = 1
    return table


def at_market() -> Table:
    """Red is to move, with some rubles and prestige; every die shows 1 and stands alone."""
    table = Table("red", "blue").has("red", "WB", rubles=6, score=20)
    return table.has("blue", rubles=4, score=18).turn("red")


def record_of(table: Table, *steps: str | int) -> Record:
    """A record that begins with a table's position; decisions in words, outcomes as numbers."""
    colours = [int(colour) for colour in table.state.setting.colours]
    is_solo = table.state.setting.solo
    header = Header(
        edition=table.edition.id,
        seats=tuple(Seat(colour) for colour in (colours[:1] if is_solo else colours)),
        ivan=colours[1] if is_solo else None,
    )
    record = Record(header, table.components, start=to_json(table.state))
    record.steps += [read_decision(step) if isinstance(step, str) else step for step in steps]
    return record


def last_turns(record: Record, count: int) -> Record:
    """The last turns of a finished game, as a record that begins with the position before them."""
    wanted = int(record.walk().state.turn) - count + 1
    for moment in record.moments():
        state = moment.state
        if state.phase == TURN and state.turn == wanted:
            start, steps = to_json(state), record.steps[moment.step :]
            return Record(record.header, record.components, start, steps, record.ending)
    raise AssertionError("the game has fewer turns")
