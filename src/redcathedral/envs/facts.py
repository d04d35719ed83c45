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


# A fact in each line: name, word and first bit, bits (x parts x rows), the things that rows and
# parts stand for, highest number, meaning, rule.  In the
# words PLACES and COSTS there is a row for each place, in those of seats one for each seat.
_TABLE: Final = """\
phase | PHASE 0 | 8 | - | 17 | what is due, by `engine.phases` | R3.1
seat | PHASE 8 | 8 | - | 3 | the seat that sees this, by its number at the table | R2.2
mover | PHASE 16 | 8 | - | 3 | whose turn it is, counted from the seat that sees | R3.1
closer | PHASE 24 | 8 | - | 4 | who closed the game, counted from that seat, + 1 | R7.1
window | PHASE 32 | 8 | - | 2 | exchanging: 1 going on, 2 over (`one_moment`) | R3.5
rerolled | PHASE 40 | 8 | - | 1 | the paid re-roll of this turn is used | R3.3
pending | PHASE 48 | 8 | - | 31 | the dice still to be rolled, as bits | R6.11
after | PHASE 56 | 8 | - | 19 | what follows the roll, by `engine.phases` | R6.11
claim | TURN 0 | 8 | - | 36 | the place just claimed, + 1 | R4.3
left | TURN 8 | 8 | - | 255 | deliveries left, or materials to get | R5.1
die | TURN 16 | 8 | - | 5 | the moved die, + 1 | R6.1
space | TURN 24 | 8 | - | 8 | the space where it ended, + 1 | R6.11
taken | TURN 32 | 8 | - | 1 | the resource of the space is taken | R6.5
influenced | TURN 40 | 8 | - | 1 | the influence card is used | R6.6
activated | TURN 48 | 8 | - | 1 | the workshop tile is used | R6.9
action | TURN 56 | 8 | - | 2 | the action of the quadrant's card in progress, + 1 | R6.6
turn | COUNTS 0 | 16 | - | 32767 | turns ended so far, all seats | R7.7
repeats | COUNTS 16 | 16 | - | 32767 | how often the action was carried out | R6.6
cursor | COUNTS 32 | 8 | - | 36 | in set-up and Ivan's turn: which card or space | R8.4
face | FACES 0 | 8 x 5 | die | 6 | what it shows | R6.1
die_space | SPACES 0 | 8 x 5 | die | 8 | the space it stands on, + 1 | R2.7
gives | GIVES 0 | 8 x 8 | space | 8 | the resource its tile gives, + 1 | R2.5
amount | AMOUNTS 0 | 8 x 8 | space | 4 | how much of it for each die | R6.5
supply | SUPPLY 0 | 8 x 6 | material | 127 | pieces in the general supply | R1.3
bank | SUPPLY 48 | 16 | - | 32767 | rubles of the bank; 32767: no end of them | R1.3
available | AVAILABLE 0 | 1 x 36 | place | 1 | may be claimed next | R4.2
built | BUILT 0 | 1 x 36 | place | 1 | completed | R5.3
decorated | DECORATED 0 | 1 x 36 | place | 1 | has an ornament | R5.5
height | HEIGHTS 0 | 8 x 6 | tower | 6 | its cards | R2.8
one_moment | HEIGHTS 48 | 1 | - | 1 | the option `prestige_for_rubles` | R3.5
limited_rubles | HEIGHTS 49 | 1 | - | 1 | the option `limited_rubles` | R1.3
ivan_once | HEIGHTS 50 | 1 | - | 1 | the option `ivan_recognition_tile` | R8.4
leaves_open | HEIGHTS 51 | 1 | - | 1 | the option `final_roll` | R3.5
first_game | HEIGHTS 52 | 1 | - | 1 | the option `first_game` | R2.6
influence | CARDS 0 | 8 x 4 | quadrant | 127 | its card's row, + 1 | R2.6
seat_count | CARDS 32 | 8 | - | 4 | the seats, Ivan's too | R2.1
solo | CARDS 40 | 8 | - | 1 | alone against Ivan | R8.1
ivan_card | IVAN_CARDS 0 | 8 x 5 | position | 5 | Ivan's card there, + 1 | R8.2
ivan_tile | IVAN_TILES 0 | 8 x 5 | position | 127 | its tile's row, + 1 | R8.2
ivan_face_up | IVAN_TILES 40 | 1 x 5 | position | 1 | the tile is face up | R8.4
ivan_stored | IVAN_TILES 48 | 8 | - | 126 | materials on his Inventory card | R8.4
ivan_building | IVAN_TILES 56 | 8 | - | 126 | materials on his Build card | R8.4
ivan_inventory | IVAN_INVENTORY 0 | 4 x 16 | material | 6 | his Inventory card in order, + 1 | R8.4
ivan_build | IVAN_BUILD 0 | 4 x 16 x 6 | material | 6 | his Build card in order, + 1 | R8.4
delivered | PLACES 0 | 8 x 6 | place, material | 127 | pieces that lie on the card | R5.2
card | PLACES 48 | 8 | place | 127 | the cathedral card's row, + 1 | R2.8
tile | PLACES 56 | 8 | place | 127 | the row of the workshop tile on it, + 1 | R2.9
cost | COSTS 0 | 8 x 6 | place, material | 127 | pieces that the card takes | R5.1
recognition | COSTS 48 | 8 | place | 99 | recognition for completing it | R5.3
rubles_given | COSTS 56 | 8 | place | 99 | rubles for completing it | R5.3
materials | GOODS 0 | 8 x 6 | seat, material | 127 | pieces in the inventory | R1.4
rubles | GOODS 48 | 16 | seat | 32767 | its rubles | R1.1
score | SCORE 0 | 16 | seat | 32767 | where the marker stands, laps added | R1.2
banners | SCORE 16 | 8 x 4 | seat, source | 255 | banners that lie there | R4.1
doors | SCORE 48 | 8 | seat | 127 | doors to be placed | R5.5
arches | SCORE 56 | 8 | seat | 127 | arches to be placed | R5.5
workshop | WORKSHOP 0 | 8 x 6 | seat, space | 254 | 0 empty, a tile's row + 1, +129 face down | R4.4
crosses | WORKSHOP 48 | 8 | seat | 127 | crosses to be placed | R5.5
owned | OWNED 0 | 1 x 36 | seat, place | 1 | its banner is on the card | R4.1
own_decorated | OWN_DECORATED 0 | 1 x 36 | seat, place | 1 | its ornament is there | R5.5
locked | OWN_DECORATED 40 | 2 x 6 | seat, space | 3 | the ornament lying on it, + 1 | R2.3
tile_cost | BOARD 0 | 8 x 6 | seat, space | 99 | rubles for a tile face up | R4.4
colour | BOARD 48 | 8 | seat | 4 | its color, + 1; 0: no such seat | R2.2
advanced | BOARD 56 | 8 | seat | 1 | plays the advanced side | R2.3
"""
_SEAT_FACTS: Final = ("GOODS", "SCORE", "WORKSHOP", "OWNED", "OWN_DECORATED", "BOARD")


def _fact(line: str) -> Fact:
    name, position, size, of, high, meaning, rule = line.split(" | ")
    word_name, shift = position.split(" ")
    bits, parts, rows, *_ = *map(int, size.split(" x ")), 1, 1
    word: int = getattr(w, word_name)
    words = 0
    if word_name in _SEAT_FACTS:
        word, rows, words = word + w.SEATS, 4, w.SEAT_WORDS
    elif word_name in ("PLACES", "COSTS"):
        rows, words = 36, 1
    elif rows > 1:
        words = 1
    place = (word, int(shift), bits, parts, rows, words)
    return Fact(name, *place, 0, int(high), of.strip("-"), meaning, rule)


FACTS: Final = tuple(map(_fact, _TABLE.splitlines()))
