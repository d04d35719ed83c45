"""An independent list of the decisions in the notation of records, in the order of their ids."""

from __future__ import annotations

from itertools import combinations, permutations

LETTERS = "WBSGEP"
SPACES = ("red", "blue", "green", "yellow", "white1", "white2")
DICE = ("white", "red", "blue", "green", "yellow")
PLACES = [f"{tower}.{level}" for tower in range(1, 7) for level in range(1, 7)]
GEMS = ("-", "E", "P", "EE", "PP", "EP")
SOURCES = ("inventory", "beside", "white1", "white2")

DECISIONS: list[str] = [
    "end",
    "stop",
    "pay",
    "influence 1",
    "influence 2",
    *(f"take {units}" for units in range(1, 13)),
    *(f"activate {space}" for space in SPACES),
    *(f"die {die} +{extra}" for die in DICE for extra in range(8)),
    *(f"tile {space} {side}" for space in SPACES for side in ("up", "down")),
    *(f"sell {kind}" for kind in LETTERS),
    *(f"buy {kind}" for kind in LETTERS),
    *(f"trade {given} {got}" for given, got in permutations(LETTERS, 2)),
    *(f"give {kind}" for kind in LETTERS),
    *(f"get {kind}" for kind in LETTERS),
    *(f"discard {''.join(three)}" for three in combinations(LETTERS, 3)),
    *(f"swap {one} {other}" for one, other in combinations(range(1, 9), 2)),
    "prestige rubles",
    *(f"prestige reroll {space}" for space in range(1, 9)),
    *(f"deliver {kind} {place}" for place in PLACES for kind in LETTERS),
    *(f"ornament {place} {gems}" for place in PLACES for gems in GEMS),
    *(f"claim {place} {source}" for place in PLACES for source in SOURCES),
    *(f"ivan claim {place}" for place in PLACES),
    *(f"ivan ornament {place}" for place in PLACES),
]
IDS: dict[str, int] = {text: number for number, text in enumerate(DECISIONS)}
