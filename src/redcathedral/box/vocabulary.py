"""The numbers and names of materials, dice, colors, spaces and sections.

The engine uses the numbers; records and messages use the names.  The order of each list is part of
the format of records (``docs/reference/record.md``) and never changes.  Numbers printed on
components are not here; they are in the edition files.
"""

from typing import Final, Literal, TypeAlias, get_args

# Materials (R1.1), in the record's order W B S G E P.
WOOD: Final = 0
BRICK: Final = 1
STONE: Final = 2
GOLD: Final = 3
GREEN_GEM: Final = 4
PURPLE_GEM: Final = 5
MATERIAL_COUNT: Final = 6
# The two resources that are not materials (R1.1); a resource is 0..7.
RUBLE: Final = 6
RECOGNITION: Final = 7
RESOURCE_COUNT: Final = 8

Material: TypeAlias = Literal["W", "B", "S", "G", "E", "P"]
Resource: TypeAlias = Literal[
    "wood", "brick", "stone", "gold", "green-gem", "purple-gem", "ruble", "recognition"
]
RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
MATERIALS: Final = RESOURCES[:MATERIAL_COUNT]
MATERIAL_LETTERS: Final[tuple[Material, ...]] = get_args(Material)
LETTERS: Final = (*MATERIAL_LETTERS, "R", "+")

# Player colors (R2.2), also of the four colored workshop spaces.
RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
COLOUR_COUNT: Final = 4
Colour: TypeAlias = Literal["red", "blue", "green", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

# Dice (R2.7): the white one first; the number of a colored die is 1 + color.
WHITE_DIE: Final = 0
DIE_COUNT: Final = 5
Die: TypeAlias = Literal["white", "red", "blue", "green", "yellow"]
DICE: Final[tuple[Die, ...]] = get_args(Die)

# Workshop spaces (R4.3): the four colors, then the two white spaces.
WHITE_1: Final = 4
WHITE_2: Final = 5
WORKSHOP_COUNT: Final = 6
WorkshopSpace: TypeAlias = Literal["red", "blue", "green", "yellow", "white1", "white2"]
WORKSHOP_SPACES: Final[tuple[WorkshopSpace, ...]] = get_args(WorkshopSpace)

# The market (R2.1): eight spaces in the direction of the arrows, two in each quadrant.
SPACE_COUNT: Final = 8
QUADRANT_COUNT: Final = 4
DIE_FACES: Final = 6
SPACE_LIMIT: Final = 3  # the most dice on a space (R6.3)

# Sections of the cathedral (R2.8).  The ornament of a section has the same number (R5.5): a base
# holds a door, a middle section an arch, a dome a cross.
BASE: Final = 0
MIDDLE: Final = 1
DOME: Final = 2
SECTION_COUNT: Final = 3
SECTIONS: Final = ("base", "middle", "dome")
DOOR: Final = 0
ARCH: Final = 1
CROSS: Final = 2
OrnamentKind: TypeAlias = Literal["door", "arch", "cross"]
ORNAMENTS: Final[tuple[OrnamentKind, ...]] = get_args(OrnamentKind)
ORNAMENT_MATERIAL: Final = (WOOD, STONE, GOLD)  # R5.5

# Places of cathedral cards: ``tower * LEVEL_COUNT + level``, both counted from 0.
TOWER_COUNT: Final = 6
LEVEL_COUNT: Final = 6
PLACE_COUNT: Final = 36

# Places on the board from which a banner is taken (R4.1, R2.3).
INVENTORY: Final = 0
BESIDE: Final = 1
BANNER_WHITE_1: Final = 2
BANNER_WHITE_2: Final = 3
BANNER_SOURCE_COUNT: Final = 4
BannerSource: TypeAlias = Literal["inventory", "beside", "white1", "white2"]
BANNER_SOURCES: Final[tuple[BannerSource, ...]] = get_args(BannerSource)

# Sets of gems for an ornament (R5.5), and the number of green and of purple gems in each.
GemSet: TypeAlias = Literal["-", "E", "P", "EE", "PP", "EP"]
GEM_SETS: Final[tuple[GemSet, ...]] = get_args(GemSet)
GEM_SET_COUNT: Final = 6
GEM_SET_GREEN: Final = (0, 1, 0, 2, 0, 1)
GEM_SET_PURPLE: Final = (0, 0, 1, 0, 2, 1)

# Groups of influence cards (R2.6).
CRAFTSMEN: Final = 0
TEAMSTERS: Final = 1
MERCHANTS: Final = 2
CLERGY: Final = 3
Guild: TypeAlias = Literal["craftsmen", "teamsters", "merchants", "clergy"]
GROUPS: Final[tuple[Guild, ...]] = get_args(Guild)

START_RUBLES: Final = (3, 4, 4, 5)  # in turn order (R2.10)

# Ivan's five cards (R8.2).
IVAN_RECOGNITION_CARD: Final = 0
IVAN_INVENTORY_CARD: Final = 1
IVAN_TRANSPORT_CARD: Final = 2
IVAN_CLAIM_CARD: Final = 3
IVAN_BUILD_CARD: Final = 4
IVAN_ROW: Final = 5  # positions in Ivan's row; each has a card (R8.2)
IvanCard: TypeAlias = Literal["recognition", "inventory", "transport", "claim", "build"]
IVAN_CARDS: Final[tuple[IvanCard, ...]] = get_args(IvanCard)
