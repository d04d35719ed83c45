"""Define the positions of the words in the compact observation, and special values in them."""

from typing import Final

# Literals, because mypyc folds a sum only if all its parts are in one module.

# The turn.
PHASE: Final = 0  # phase, seat, mover, closer, window, rerolled, pending, after
TURN: Final = 1  # claim, left, die, space, taken, influenced, activated, action
COUNTS: Final = 2  # turn and repeats, 16 bits each; cursor
# The market and the supply.
FACES: Final = 3  # of the five dice
SPACES: Final = 4  # of the five dice
GIVES: Final = 5  # the resource of the tile on each space
AMOUNTS: Final = 6  # the amount of this resource
SUPPLY: Final = 7  # a pile; then the bank, 16 bits
# The cathedral.
AVAILABLE: Final = 8
BUILT: Final = 9
DECORATED: Final = 10
# Fixed at set-up.
HEIGHTS: Final = 11  # of the six towers; then the options
CARDS: Final = 12  # influence cards of the quadrants; then seats, solo
IVAN_CARDS: Final = 13
# Ivan.
IVAN_TILES: Final = 14  # kinds; face up; materials on his Inventory and Build cards
IVAN_INVENTORY: Final = 15  # 16 materials, 4 bits each
IVAN_BUILD: Final = 16  # 6 words of the same
IVAN_BUILD_WORDS: Final = 6
# The places, one word each.
PLACES: Final = 22  # a pile of the delivered materials; the card; the workshop tile on it
COSTS: Final = 58  # a pile of the materials that the card needs; its recognition and rubles
# The seats, one after the other.
SEATS: Final = 94
SEAT_WORDS: Final = 6
GOODS: Final = 0  # a pile; then rubles, 16 bits
SCORE: Final = 1  # 16 bits; then banners of each source, doors, arches
WORKSHOP: Final = 2  # the six spaces; then crosses
OWNED: Final = 3
OWN_DECORATED: Final = 4  # from bit 40 on: the ornaments on workshop spaces, 2 bits each
BOARD: Final = 5  # the cost of a face-up tile on each space; then the color, the side
WORDS: Final = 118

FACE_DOWN: Final = 128  # added to the number of a face-down workshop tile
# The rubles in the bank of a game without the option limited_rubles (R1.3).
UNLIMITED_BANK: Final = 32767
