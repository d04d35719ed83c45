"""Describe the layout of the compact observation: the position, range and meaning of each number.

``batch.observation`` writes the words, ``envs.observation`` unpacks them with this table, and
``tools/observation_reference.py`` writes the reference documentation from it.
"""

from typing import Final, NamedTuple

from redcathedral.envs.batch import words as w


class Fact(NamedTuple):
    """One kind of number in the words.

    Number ``part`` of row ``row`` is in word ``word + row * words``: it has ``bits`` bits, from
    bit ``shift + part * bits`` on.  Its range is ``low`` to ``high``.  ``of`` names the things that
    rows and parts stand for, and ``rule`` is the rule about the number.
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


def _fact(
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
    """Return a fact with a number for each place, or for each place and material."""
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
    """Return a fact with a number for each seat, or for each seat and each of some things."""
    of = f"seat, {of}" if of else "seat"
    return Fact(
        name, w.SEATS + word, shift, bits, parts, 4, w.SEAT_WORDS, 0, high, of, meaning, rule
    )


FACTS: Final[tuple[Fact, ...]] = (
    _fact("phase", w.PHASE, 0, 17, "what is due, by `engine.phases`", "R3.1"),
    _fact("seat", w.PHASE, 8, 3, "the seat that sees this, by its number at the table", "R2.2"),
    _fact("mover", w.PHASE, 16, 3, "whose turn it is, counted from the seat that sees", "R3.1"),
    _fact("closer", w.PHASE, 24, 4, "who closed the game, counted from that seat, + 1", "R7.1"),
    _fact("window", w.PHASE, 32, 2, "exchanging: 1 going on, 2 over (`one_moment`)", "R3.5"),
    _fact("rerolled", w.PHASE, 40, 1, "the paid re-roll of this turn is used", "R3.3"),
    _fact("pending", w.PHASE, 48, 31, "the dice still to be rolled, as bits", "R6.11"),
    _fact("after", w.PHASE, 56, 19, "what follows the roll, by `engine.phases`", "R6.11"),
    _fact("claim", w.TURN, 0, 36, "the place just claimed, + 1", "R4.3"),
    _fact("left", w.TURN, 8, 255, "deliveries left, or materials to get", "R5.1"),
    _fact("die", w.TURN, 16, 5, "the moved die, + 1", "R6.1"),
    _fact("space", w.TURN, 24, 8, "the space where it ended, + 1", "R6.11"),
    _fact("taken", w.TURN, 32, 1, "the resource of the space is taken", "R6.5"),
    _fact("influenced", w.TURN, 40, 1, "the influence card is used", "R6.6"),
    _fact("activated", w.TURN, 48, 1, "the workshop tile is used", "R6.9"),
    _fact("action", w.TURN, 56, 2, "the action of the quadrant's card in progress, + 1", "R6.6"),
    _fact("turn", w.COUNTS, 0, 32767, "turns ended so far, all seats", "R7.7", bits=16),
    _fact("repeats", w.COUNTS, 16, 32767, "how often the action was carried out", "R6.6", bits=16),
    _fact("cursor", w.COUNTS, 32, 36, "in set-up and Ivan's turn: which card or space", "R8.4"),
    _each("face", w.FACES, 0, 5, 6, "die", "what it shows", "R6.1"),
    _each("die_space", w.SPACES, 0, 5, 8, "die", "the space it stands on, + 1", "R2.7"),
    _each("gives", w.GIVES, 0, 8, 8, "space", "the resource its tile gives, + 1", "R2.5"),
    _each("amount", w.AMOUNTS, 0, 8, 4, "space", "how much of it for each die", "R6.5"),
    _each("supply", w.SUPPLY, 0, 6, 127, "material", "pieces in the general supply", "R1.3"),
    _fact(
        "bank", w.SUPPLY, 48, 32767, "rubles of the bank; 32767: no end of them", "R1.3", bits=16
    ),
    _each("available", w.AVAILABLE, 0, 36, 1, "place", "may be claimed next", "R4.2", bits=1),
    _each("built", w.BUILT, 0, 36, 1, "place", "completed", "R5.3", bits=1),
    _each("decorated", w.DECORATED, 0, 36, 1, "place", "has an ornament", "R5.5", bits=1),
    _each("height", w.HEIGHTS, 0, 6, 6, "tower", "its cards", "R2.8"),
    _fact("one_moment", w.HEIGHTS, 48, 1, "the option `prestige_for_rubles`", "R3.5", bits=1),
    _fact("limited_rubles", w.HEIGHTS, 49, 1, "the option `limited_rubles`", "R1.3", bits=1),
    _fact("ivan_once", w.HEIGHTS, 50, 1, "the option `ivan_recognition_tile`", "R8.4", bits=1),
    _fact("leaves_open", w.HEIGHTS, 51, 1, "the option `final_roll`", "R3.5", bits=1),
    _fact("first_game", w.HEIGHTS, 52, 1, "the option `first_game`", "R2.6", bits=1),
    _each("influence", w.CARDS, 0, 4, 127, "quadrant", "its card's row, + 1", "R2.6"),
    _fact("seat_count", w.CARDS, 32, 4, "the seats, Ivan's too", "R2.1"),
    _fact("solo", w.CARDS, 40, 1, "alone against Ivan", "R8.1"),
    _each("ivan_card", w.IVAN_CARDS, 0, 5, 5, "position", "Ivan's card there, + 1", "R8.2"),
    _each("ivan_tile", w.IVAN_TILES, 0, 5, 127, "position", "its tile's row, + 1", "R8.2"),
    _each(
        "ivan_face_up", w.IVAN_TILES, 40, 5, 1, "position", "the tile is face up", "R8.4", bits=1
    ),
    _fact("ivan_stored", w.IVAN_TILES, 48, 126, "materials on his Inventory card", "R8.4"),
    _fact("ivan_building", w.IVAN_TILES, 56, 126, "materials on his Build card", "R8.4"),
    Fact(
        "ivan_inventory",
        w.IVAN_INVENTORY,
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
        w.IVAN_BUILD,
        0,
        4,
        16,
        w.IVAN_BUILD_WORDS,
        1,
        0,
        6,
        "material",
        "those on his Build card in order, + 1",
        "R8.4",
    ),
    _place("delivered", w.PLACES, 0, 6, 127, "pieces that lie on the card", "R5.2"),
    _place("card", w.PLACES, 48, 1, 127, "the cathedral card's row, + 1", "R2.8"),
    _place("tile", w.PLACES, 56, 1, 127, "the row of the workshop tile on it, + 1", "R2.9"),
    _place("cost", w.COSTS, 0, 6, 127, "pieces that the card takes", "R5.1"),
    _place("recognition", w.COSTS, 48, 1, 99, "recognition for completing it", "R5.3"),
    _place("rubles_given", w.COSTS, 56, 1, 99, "rubles for completing it", "R5.3"),
    _seat("materials", w.GOODS, 0, 6, 127, "material", "pieces in the inventory", "R1.4"),
    _seat("rubles", w.GOODS, 48, 1, 32767, "", "its rubles", "R1.1", bits=16),
    _seat(
        "score", w.SCORE, 0, 1, 32767, "", "where the marker stands, laps added", "R1.2", bits=16
    ),
    _seat("banners", w.SCORE, 16, 4, 255, "source", "banners that lie there", "R4.1"),
    _seat("doors", w.SCORE, 48, 1, 127, "", "doors to be placed", "R5.5"),
    _seat("arches", w.SCORE, 56, 1, 127, "", "arches to be placed", "R5.5"),
    _seat(
        "workshop",
        w.WORKSHOP,
        0,
        6,
        254,
        "space",
        "0 empty, a tile's row + 1, + 129 face down",
        "R4.4",
    ),
    _seat("crosses", w.WORKSHOP, 48, 1, 127, "", "crosses to be placed", "R5.5"),
    _seat("owned", w.OWNED, 0, 36, 1, "place", "its banner is on the card", "R4.1", bits=1),
    _seat("own_decorated", w.OWN_DECORATED, 0, 36, 1, "place", "its ornament is there", "R5.5", 1),
    _seat(
        "locked",
        w.OWN_DECORATED,
        40,
        6,
        3,
        "space",
        "the ornament lying on it, + 1",
        "R2.3",
        bits=2,
    ),
    _seat("tile_cost", w.BOARD, 0, 6, 99, "space", "rubles for a tile face up", "R4.4"),
    _seat("colour", w.BOARD, 48, 1, 4, "", "its color, + 1; 0: no such seat", "R2.2"),
    _seat("advanced", w.BOARD, 56, 1, 1, "", "plays the advanced side", "R2.3"),
)
