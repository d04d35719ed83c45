"""The compact observation, fact by fact: in which bits of which words it stands, and what it means.

The reference is made of this, and who unpacks the words asks it; ``batch.observation`` writes them.
"""

from typing import Final, NamedTuple

from redcathedral.envs.batch import observation as o


class Fact(NamedTuple):
    """One kind of number in the words.

    Number ``part`` of row ``row`` stands in word ``word + row * words``, ``bits`` bits of it from
    bit ``shift + part * bits`` on.  ``low`` and ``high`` are what it can be; ``rule`` is where the
    rules tell of it.  ``of`` names what rows and parts count.
    """

    name: str
    word: int
    shift: int
    bits: int
    parts: int
    rows: int
    words: int
    low: int
    high: int
    of: str
    meaning: str
    rule: str


def _one(
    name: str, word: int, shift: int, high: int, meaning: str, rule: str, bits: int = 8
) -> Fact:
    return Fact(name, word, shift, bits, 1, 1, 0, 0, high, "", meaning, rule)


def _each(
    name: str,
    word: int,
    shift: int,
    parts: int,
    high: int,
    of: str,
    meaning: str,
    rule: str,
    bits: int = 8,
) -> Fact:
    return Fact(name, word, shift, bits, parts, 1, 0, 0, high, of, meaning, rule)


def _place(
    name: str, word: int, shift: int, parts: int, high: int, meaning: str, rule: str
) -> Fact:
    """A number, or one for each material, of each place."""
    of = "place" if parts == 1 else "place, material"
    return Fact(name, word, shift, 8, parts, 36, 1, 0, high, of, meaning, rule)


def _seat(
    name: str,
    word: int,
    shift: int,
    parts: int,
    high: int,
    of: str,
    meaning: str,
    rule: str,
    bits: int = 8,
) -> Fact:
    """A number, or one for each of some things, of each seat."""
    of = f"seat, {of}" if of else "seat"
    return Fact(
        name, o.SEATS + word, shift, bits, parts, 4, o.SEAT_WORDS, 0, high, of, meaning, rule
    )


FACTS: Final[tuple[Fact, ...]] = (
    _one("phase", o.PHASE, 0, 17, "what is due, by `engine.phases`", "R3.1"),
    _one("seat", o.PHASE, 8, 3, "the seat that sees this, by its number at the table", "R2.2"),
    _one("mover", o.PHASE, 16, 3, "whose turn it is, counted from the seat that sees", "R3.1"),
    _one("closer", o.PHASE, 24, 4, "who closed the game, counted from that seat, + 1", "R7.1"),
    _one("window", o.PHASE, 32, 2, "exchanging: 1 going on, 2 over (`one_moment`)", "R3.5"),
    _one("rerolled", o.PHASE, 40, 1, "the paid re-roll of this turn is used", "R3.3"),
    _one("pending", o.PHASE, 48, 31, "the dice still to be rolled, as bits", "R6.11"),
    _one("after", o.PHASE, 56, 19, "what follows the roll, by `engine.phases`", "R6.11"),
    _one("claim", o.TURN, 0, 36, "the place just claimed, + 1", "R4.3"),
    _one("left", o.TURN, 8, 255, "deliveries left, or materials to get", "R5.1"),
    _one("die", o.TURN, 16, 5, "the moved die, + 1", "R6.1"),
    _one("space", o.TURN, 24, 8, "the space where it ended, + 1", "R6.11"),
    _one("taken", o.TURN, 32, 1, "the resource of the space is taken", "R6.5"),
    _one("influenced", o.TURN, 40, 1, "the influence card is used", "R6.6"),
    _one("activated", o.TURN, 48, 1, "the workshop tile is used", "R6.9"),
    _one("action", o.TURN, 56, 2, "the action of the quadrant's card in progress, + 1", "R6.6"),
    _one("turn", o.COUNTS, 0, 32767, "turns ended so far, all seats", "R7.7", bits=16),
    _one("repeats", o.COUNTS, 16, 32767, "how often the action was carried out", "R6.6", bits=16),
    _one("cursor", o.COUNTS, 32, 36, "in set-up and Ivan's turn: which card or space", "R8.4"),
    _each("face", o.FACES, 0, 5, 6, "die", "what it shows", "R6.1"),
    _each("die_space", o.SPACES, 0, 5, 8, "die", "the space it stands on, + 1", "R2.7"),
    _each("gives", o.GIVES, 0, 8, 8, "space", "the resource its tile gives, + 1", "R2.5"),
    _each("amount", o.AMOUNTS, 0, 8, 4, "space", "how much of it for each die", "R6.5"),
    _each("supply", o.SUPPLY, 0, 6, 127, "material", "pieces in the general supply", "R1.3"),
    _one("bank", o.SUPPLY, 48, 32767, "rubles of the bank; 32767: no end of them", "R1.3", bits=16),
    _each("available", o.AVAILABLE, 0, 36, 1, "place", "may be claimed next", "R4.2", bits=1),
    _each("built", o.BUILT, 0, 36, 1, "place", "completed", "R5.3", bits=1),
    _each("decorated", o.DECORATED, 0, 36, 1, "place", "has an ornament", "R5.5", bits=1),
    _each("height", o.HEIGHTS, 0, 6, 6, "tower", "its cards", "R2.8"),
    _one("one_moment", o.HEIGHTS, 48, 1, "the option `prestige_for_rubles`", "R3.5", bits=1),
    _one("limited_rubles", o.HEIGHTS, 49, 1, "the option `limited_rubles`", "R1.3", bits=1),
    _one("ivan_once", o.HEIGHTS, 50, 1, "the option `ivan_recognition_tile`", "R8.4", bits=1),
    _one("leaves_open", o.HEIGHTS, 51, 1, "the option `final_roll`", "R3.5", bits=1),
    _one("first_game", o.HEIGHTS, 52, 1, "the option `first_game`", "R2.6", bits=1),
    _each("influence", o.CARDS, 0, 4, 127, "quadrant", "its card's row, + 1", "R2.6"),
    _one("seat_count", o.CARDS, 32, 4, "the seats, Ivan's too", "R2.1"),
    _one("solo", o.CARDS, 40, 1, "alone against Ivan", "R8.1"),
    _each("ivan_card", o.IVAN_CARDS, 0, 5, 5, "position", "Ivan's card there, + 1", "R8.2"),
    _each("ivan_tile", o.IVAN_TILES, 0, 5, 127, "position", "its tile's row, + 1", "R8.2"),
    _each(
        "ivan_face_up", o.IVAN_TILES, 40, 5, 1, "position", "the tile is face up", "R8.4", bits=1
    ),
    _one("ivan_stored", o.IVAN_TILES, 48, 126, "materials on his Inventory card", "R8.4"),
    _one("ivan_building", o.IVAN_TILES, 56, 126, "materials on his Build card", "R8.4"),
    Fact(
        "ivan_inventory",
        o.IVAN_INVENTORY,
        0,
        4,
        16,
        1,
        0,
        0,
        6,
        "material",
        "those on his Inventory card in order, + 1",
        "R8.4",
    ),
    Fact(
        "ivan_build",
        o.IVAN_BUILD,
        0,
        4,
        16,
        o.IVAN_BUILD_WORDS,
        1,
        0,
        6,
        "material",
        "those on his Build card in order, + 1",
        "R8.4",
    ),
    _place("delivered", o.PLACES, 0, 6, 127, "pieces that lie on the card", "R5.2"),
    _place("card", o.PLACES, 48, 1, 127, "the cathedral card's row, + 1", "R2.8"),
    _place("tile", o.PLACES, 56, 1, 127, "the row of the workshop tile on it, + 1", "R2.9"),
    _place("cost", o.COSTS, 0, 6, 127, "pieces that the card takes", "R5.1"),
    _place("recognition", o.COSTS, 48, 1, 99, "recognition for completing it", "R5.3"),
    _place("rubles_given", o.COSTS, 56, 1, 99, "rubles for completing it", "R5.3"),
    _seat("materials", o.GOODS, 0, 6, 127, "material", "pieces in the inventory", "R1.4"),
    _seat("rubles", o.GOODS, 48, 1, 32767, "", "its rubles", "R1.1", bits=16),
    _seat(
        "score", o.SCORE, 0, 1, 32767, "", "where the marker stands, laps added", "R1.2", bits=16
    ),
    _seat("banners", o.SCORE, 16, 4, 255, "source", "banners that lie there", "R4.1"),
    _seat("doors", o.SCORE, 48, 1, 127, "", "doors to be placed", "R5.5"),
    _seat("arches", o.SCORE, 56, 1, 127, "", "arches to be placed", "R5.5"),
    _seat(
        "workshop",
        o.WORKSHOP,
        0,
        6,
        254,
        "space",
        "0 empty, a tile's row + 1, + 129 face down",
        "R4.4",
    ),
    _seat("crosses", o.WORKSHOP, 48, 1, 127, "", "crosses to be placed", "R5.5"),
    _seat("owned", o.OWNED, 0, 36, 1, "place", "its banner is on the card", "R4.1", bits=1),
    _seat(
        "own_decorated", o.OWN_DECORATED, 0, 36, 1, "place", "its ornament stands there", "R5.5", 1
    ),
    _seat(
        "locked",
        o.OWN_DECORATED,
        40,
        6,
        3,
        "space",
        "the ornament lying on it, + 1",
        "R2.3",
        bits=2,
    ),
    _seat("tile_cost", o.BOARD, 0, 6, 99, "space", "rubles for a tile face up", "R4.4"),
    _seat("colour", o.BOARD, 48, 1, 4, "", "its colour, + 1; 0: no such seat", "R2.2"),
    _seat("advanced", o.BOARD, 56, 1, 1, "", "plays the advanced side", "R2.3"),
)
