"""The phases of a position: which decision or chance outcome is due, or the end of the game."""

from typing import Final

# Phases up to ROLL are chance nodes; OVER is the end of the game; the others are decisions.
CHOOSE_PLAN: Final = 0
DRAW_CARD: Final = 1
DRAW_TILE: Final = 2
DRAW_RESOURCE: Final = 3
DRAW_INFLUENCE: Final = 4
DRAW_DIE: Final = 5
DRAW_IVAN_CARD: Final = 6
DRAW_IVAN_TILE: Final = 7
ROLL: Final = 8
TURN: Final = 9  # the start of a turn: choose the basic action (R3.1)
PLACE_TILE: Final = 10  # after `claim` (R4.3)
BUILDING: Final = 11  # after a first delivery (R5.1)
MARKET: Final = 12  # after the die has moved (R6.4)
EFFECT: Final = 13  # inside an influence action (R6.6)
DONE: Final = 14  # the basic action is complete; only ``end`` and optional actions remain
CHOOSE_CLAIM: Final = 15  # the human chooses a card for Ivan (R8.4)
CHOOSE_ORNAMENT: Final = 16  # the human chooses a card for Ivan's ornament (R8.5)
OVER: Final = 17

# Values of ``State.after``, in addition to phases.
AFTER_END_TURN: Final = 18  # the turn ends (R6.11)
AFTER_IVAN: Final = 19  # Ivan carries out his card (R8.4)
