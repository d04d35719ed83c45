"""Where a state keeps what: offsets into its vectors, the engine's own.

``seats[seat * SEAT_SIZE + SCORE]``, ``cathedral[place * PLACE_SIZE + OWNER]``,
``market[FACE + die]``.  Others ask ``State`` by name.
"""

from __future__ import annotations

from typing import Final

from redcathedral.box import vocabulary
from redcathedral.box.vocabulary import RUBLE

# Fields of a seat.
RUBLES: Final = RUBLE  # after the six materials
SCORE: Final = 7
INVENTORY_BANNERS: Final = 8  # + banner source: inventory, beside, white1, white2
ORNAMENTS: Final = 12  # + door, arch, cross: available to set up
WORKSHOP: Final = 15  # + space: 0 empty, kind + 1 face up, -(kind + 1) face down
STORED: Final = 21  # materials in the inventory, all kinds
CLAIMED: Final = 22  # banners on cards
COMPLETED: Final = 23  # cards completed
SET_UP: Final = 24  # ornaments set up
SITES: Final = 25  # + n: unfinished cards in ascending order of place, UNFINISHED of them
UNFINISHED: Final = 31
SEAT_SIZE: Final = 32

# Fields of a place of the cathedral.
OWNER: Final = 0  # seat with its banner here, or -1
BUILT: Final = 1  # 1 when completed
DECORATION: Final = 2  # seat whose ornament stands here, or -1
TILE_HERE: Final = 3  # kind of workshop tile, or -1
DELIVERED: Final = 4  # + material
MISSING: Final = 10  # materials still to be delivered, all kinds
PLACE_SIZE: Final = 11

# The market board.
FACE: Final = 0  # + die
SPACE: Final = 5  # + die: 0..7
CROWD: Final = 10  # + space: dice on it
RESOURCE_TILE: Final = 18  # + space
MARKET_SIZE: Final = 26

# Ivan's row (R8.2): card, die tile and its side for each of five positions.
IVAN_CARD: Final = 0
IVAN_DIE: Final = 5
IVAN_FACE_UP: Final = 10
IVAN_SIZE: Final = 15
IVAN_ROW: Final = vocabulary.IVAN_ROW

# The window for exchanging prestige under the option `one_moment` (R3.5).
WINDOW_UNUSED: Final = 0
WINDOW_OPEN: Final = 1
WINDOW_CLOSED: Final = 2
