"""Where a state keeps what lies on the table: offsets into its vector of cells, the engine's own.

``cells[FACE + die]``, ``cells[DELIVERED + place]``, ``cells[SEATS + seat * SEAT_SIZE + SCORE]``.
Sets of places, spaces or positions are bits (``engine.bits``), materials piles (``engine.pile``).
Others ask ``State`` by name.
"""

from typing import Final

# mypyc writes a sum as a number only if all of it stands in one module, so counts are numbers here.

# The market board and the general supply.
FACE: Final = 0  # + die
SPACE: Final = FACE + 5  # + die: 0..7, or -1
DICE_COUNT: Final = SPACE + 5  # + space: dice on it
FULL: Final = DICE_COUNT + 8  # the spaces with as many dice as there may be (R6.3)
RESOURCE_TILE: Final = FULL + 1  # + space: or -1
SUPPLY: Final = RESOURCE_TILE + 8  # a pile
BANK: Final = SUPPLY + 1  # rubles

# The cathedral.
AVAILABLE: Final = BANK + 1  # places of the cards that may be claimed next (R4.2)
BUILT: Final = AVAILABLE + 1  # places of the completed cards
DECORATED: Final = BUILT + 1  # places of the cards with an ornament
DELIVERED: Final = DECORATED + 1  # + place: a pile
TILE: Final = DELIVERED + 36  # + place: kind of workshop tile, or -1

# Ivan's row.
IVAN_TILE: Final = TILE + 36  # + position: kind of die tile, or -1
IVAN_FACE_UP: Final = IVAN_TILE + 5  # positions whose tile is to be used

# The seats, one after the other.
SEATS: Final = IVAN_FACE_UP + 1
MATERIALS: Final = 0  # in the inventory: a pile
STORED: Final = 1  # their number
RUBLES: Final = 2
SCORE: Final = 3
BANNERS: Final = 4  # + banner source: inventory, beside, white1, white2
ORNAMENTS: Final = BANNERS + 4  # + door, arch, cross: to be placed
WORKSHOP: Final = ORNAMENTS + 3  # + space: 0 empty, kind + 1 up, -(kind + 1) down
OWNED: Final = WORKSHOP + 6  # places with a banner of the seat
OWN_DECORATED: Final = OWNED + 1  # places with an ornament of the seat
SEAT_SIZE: Final = OWN_DECORATED + 1

# The window for exchanging prestige under the option `one_moment` (R3.5).
WINDOW_UNUSED: Final = 0
WINDOW_OPEN: Final = 1
WINDOW_CLOSED: Final = 2
