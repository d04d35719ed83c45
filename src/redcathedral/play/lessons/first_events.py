"""Rules to explain when their event first happens in a game with first-game cards (R2.6)."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from redcathedral.record.event import Event

RULE_OF_EVENT: Final = MappingProxyType(
    {
        "claimed": "R4.2",
        "tile-placed": "R4.4",
        "ornament-freed": "R4.5",
        "delivered": "R5.2",
        "completed": "R5.3",
        "reprimanded": "R5.4",
        "ornament-set": "R5.5",
        "die-moved": "R6.4",
        "tiles-swapped": "R6.7",
        "tile-activated": "R6.9",
        "die-rolled": "R6.11",
        "prestige-gained": "R1.2",
        "prestige-lost": "R3.2",
        "closed": "R7.1",
        "ivan-acted": "R8.4",
        "die-blocked": "R8.4",
        "ivan-dealt": "R8.5",
    }
)


def explained_kinds(events: Iterable[Event]) -> list[str]:
    """Return the kinds of events that have an explanation, each once, in order."""
    kinds = dict.fromkeys(str(event.__struct_config__.tag) for event in events)
    return [kind for kind in kinds if kind in RULE_OF_EVENT]
