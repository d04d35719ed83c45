"""Which rule says what a decision may be, or what a thing on the table is for."""

from types import MappingProxyType
from typing import Final

# By the first word of a decision; a roll that is paid with prestige is one of its own.
DECISIONS: Final = MappingProxyType(
    {
        "claim": "R4.2",
        "tile": "R4.4",
        "deliver": "R5.1",
        "ornament": "R5.5",
        "die": "R6.1",
        "take": "R6.5",
        "influence": "R6.6",
        "sell": "R6.7",
        "buy": "R6.7",
        "trade": "R6.7",
        "give": "R6.7",
        "get": "R6.7",
        "swap": "R6.7",
        "discard": "R6.7",
        "pay": "R6.7",
        "stop": "R6.6",
        "activate": "R6.9",
        "prestige": "R3.2",
        "reroll": "R3.3",
        "end": "R3.1",
        "ivan": "R8.4",
    }
)
# By the kind of an element of the table.
THINGS: Final = MappingProxyType(
    {
        "die": "R6.1",
        "space": "R6.5",
        "tile": "R6.5",
        "influence": "R6.6",
        "card": "R5.3",
        "workshop": "R4.4",
        "side": "R4.4",
        "slot": "R1.4",
        "supply": "R1.3",
        "ornament": "R5.5",
        "banner": "R4.1",
        "seat": "R1.2",
        "marker": "R1.2",
        "ivan": "R8.4",
    }
)
