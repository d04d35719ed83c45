"""Kinds of events: the results of decisions and chance outcomes.

A decision is a player's choice; its events are what then happens by the rules.  The comment of each
kind lists its numbers ``a``, ``b`` and ``c`` in a ``JournalEntry``.
"""

from typing import Final

TURN_BEGAN: Final = 0  # seat
CLAIMED: Final = 1  # place, banner source
TILE_PLACED: Final = 2  # workshop space, tile kind, 1 face up or 0 face down
ORNAMENT_FREED: Final = 3  # workshop space, ornament (R4.5)
ORNAMENT_LOST: Final = 4  # workshop space, ornament (R4.5)
DELIVERED: Final = 5  # place, material
COMPLETED: Final = 6  # place
REPRIMANDED: Final = 7  # place of the unfinished card, recognition lost, place completed (R5.4)
ORNAMENT_SET: Final = 8  # place, ornament, gems
CLOSED: Final = 9  # the seat is the first to complete a sixth card (R7.1)
DIE_MOVED: Final = 10  # die, space left, space reached
DIE_BLOCKED: Final = 11  # die, its space (Ivan, R8.4)
DIE_ROLLED: Final = 12  # die, face
GAINED: Final = 13  # resource, amount
PAID: Final = 14  # resource, amount; returned to the supply
PRESTIGE_GAINED: Final = 15  # prestige, spaces moved
PRESTIGE_LOST: Final = 16  # prestige, spaces moved
TILES_SWAPPED: Final = 17  # two market spaces
TILE_ACTIVATED: Final = 18  # workshop space, tile kind
TILE_DISCARDED: Final = 19  # tile kind, place (Ivan)
IVAN_ACTED: Final = 20  # card, position in the row, die
IVAN_STORED: Final = 21  # material, amount
IVAN_TRANSPORTED: Final = 22  # amount
IVAN_DEALT: Final = 23  # all of his tiles are face up again
GAME_ENDED: Final = 24
EVENT_COUNT: Final = 25
