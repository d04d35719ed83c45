"""Offsets into ``State.cells``, the vector of all pieces on the table.

Examples: ``cells[FACE + die]``, ``cells[DELIVERED + place]``, and for a seat
``cells[SEATS + seat * SEAT_SIZE + SCORE]``.  Sets of places, spaces or positions are bits
(``engine.bits``), materials are piles (``engine.pile``).  Only the engine uses the offsets; other
code calls the methods of ``State``.
"""

from typing import Final

# mypyc folds constants only within a module, so the sizes are written as literals here.

# The market board and the general supply.
FACE: Final = 0  # + die
SPACE: Final = FACE + 5  # + die: 0..7, or -1
DICE_COUNT: Final = SPACE + 5  # + space
FULL: Final = DICE_COUNT + 8  # the set of full spaces (R6.3)
RESOURCE_TILE: Final = FULL + 1  # + space: or -1
SUPPLY: Final = RESOURCE_TILE + 8  # a pile
BANK: Final = SUPPLY + 1  # rubles

# The cathedral.
AVAILABLE: Final = BANK + 1  # places of the cards that can be claimed (R4.2)
BUILT: Final = AVAILABLE + 1  # places of the completed cards
DECORATED: Final = BUILT + 1  # places of the cards with an ornament
DELIVERED: Final = DECORATED + 1  # + place: a pile
TILE: Final = DELIVERED + 36  # + place: kind of workshop tile, or -1

# Ivan's row.
IVAN_TILE: Final = TILE + 36  # + position: kind of die tile, or -1
IVAN_FACE_UP: Final = IVAN_TILE + 5  # the set of positions whose tile is face up

# The seats in order; the following offsets are within a seat.
SEATS: Final = IVAN_FACE_UP + 1
MATERIALS: Final = 0  # in the inventory: a pile
STORED: Final = 1  # the number of all materials
RUBLES: Final = 2
SCORE: Final = 3
BANNERS: Final = 4  # + banner source: inventory, beside, white1, white2
ORNAMENTS: Final = BANNERS + 4  # + door, arch, cross: not placed yet
WORKSHOP: Final = ORNAMENTS + 3  # + space: 0 empty, kind + 1 face up, -(kind + 1) face down
OWNED: Final = WORKSHOP + 6  # places with a banner of the seat
OWN_DECORATED: Final = OWNED + 1  # places with an ornament of the seat
SEAT_SIZE: Final = OWN_DECORATED + 1

# Values of ``State.window``: with the option ``one_moment``, prestige can be exchanged only at one
# moment of a turn, as often as the player likes (R3.5).
WINDOW_UNUSED: Final = 0
WINDOW_OPEN: Final = 1
WINDOW_CLOSED: Final = 2
