"""Journal entries of the engine, converted to types."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from redcathedral.box import load_edition
from redcathedral.engine import events
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import JournalEntry
from redcathedral.record.event import Event, Gained, collected_events, event_of, events_of

COMPONENTS = Components(load_edition())
KINDS = range(events.EVENT_COUNT)


def test_every_kind_of_event_has_its_own_type() -> None:
    setting = new_setting(COMPONENTS, [2, 0])
    all_events = events_of([JournalEntry(kind, 0, 1, 2, 1) for kind in KINDS], setting)
    assert {type(event) for event in all_events} == set(get_args(Event))
    assert {event.seat for event in all_events} == {"green"}


def test_the_events_of_changes_are_collected() -> None:
    state = new_state(new_setting(COMPONENTS, [0, 1]))
    with collected_events(state) as collected:
        assert state.journal == []
        state.journal.append(JournalEntry(events.CLAIMED, 0, 6, 1, 0))
    assert [type(event).__name__ for event in collected] == ["Claimed"]
    assert state.journal is None


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_goes_over_the_wire_and_back(kind: int) -> None:
    happened = event_of(JournalEntry(kind, 0, 1, 2, 1), new_setting(COMPONENTS, [2, 0]))
    assert msgspec.json.decode(msgspec.json.encode(happened), type=Event) == happened


@pytest.mark.parametrize(
    ("numbers", "sent"),
    [
        ((events.CLAIMED, 0, 6, 1, 0), "claimed seat=red place=2.1 source=beside"),
        ((events.CLAIMED, 1, 6, 0, 0), "claimed seat=blue place=2.1"),  # Ivan's has no source
        ((events.DIE_MOVED, 0, 2, 7, 0), "die-moved seat=red die=blue from=8 to=1"),
        ((events.REPRIMANDED, 0, 0, 3, 1), "reprimanded seat=red place=1.1 cause=1.2 amount=3"),
        ((events.ORNAMENT_SET, 0, 1, 0, 1), "ornament-set seat=red place=1.2 ornament=door gems=E"),
        ((events.TILES_SWAPPED, 0, 1, 6, 0), "tiles-swapped seat=red first=2 second=7"),
        ((events.IVAN_ACTED, 1, 4, 0, 1), "ivan-acted seat=blue card=build number=1 die=red"),
    ],
)
def test_what_an_event_is_on_the_wire(numbers: tuple[int, int, int, int, int], sent: str) -> None:
    setting = new_setting(COMPONENTS, [0, 1], solo=True)
    kind, *fields = msgspec.to_builtins(event_of(JournalEntry(*numbers), setting)).items()
    assert " ".join([kind[1], *(f"{name}={value}" for name, value in fields)]) == sent


def test_rejects_an_unknown_kind() -> None:
    setting = new_setting(COMPONENTS, [0, 1])
    with pytest.raises(ValueError, match=f"no event of kind {events.EVENT_COUNT}"):
        event_of(JournalEntry(events.EVENT_COUNT, 0, 0, 0, 0), setting)


def test_event_has_a_readable_repr() -> None:
    assert repr(Gained("red", "ruble", 2)) == "Gained(seat='red', resource='ruble', amount=2)"
