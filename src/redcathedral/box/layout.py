"""What an edition file looks like: its sections, their rows and keys."""

from typing import Final

from redcathedral.box import vocabulary as v
from redcathedral.box.sections import Section

FORMAT: Final = 1
BANNERS: Final = 6  # of a colour (R2.2)
HEAD: Final = "edition"  # the section with format, id and name
EDITION_ID: Final = "[a-z0-9][a-z0-9-]{0,59}"

MATERIALS_IN_BOX: Final = Section(
    "materials", "R1.3", ("pieces",), tuple(v.LETTERS[: v.MATERIAL_COUNT])
)
RUBLES: Final = Section("rubles", "R1.3", ("value",), ("bank",))
PIECES: Final = Section("ornaments", "R2.2", ("pieces",), v.ORNAMENTS)
INVENTORY: Final = Section("inventory", "R1.4", ("value",), ("slots", "covered", "beside"))
TRACK: Final = Section("track", "R1.2", ("value",), ("lap",))
PRESTIGE: Final = Section("prestige", "R1.2", ("spaces",), ids="[1-9][0-9]?", like="1", least=1)
TILE_ID: Final = "[a-z]+(-[a-z]+)*"
RESOURCE_TILES: Final = Section(
    "resource_tiles", "R2.5", ("gives",), ids=TILE_ID, like="wood, green-gem"
)
WORKSHOP_TILES: Final = Section(
    "workshop_tiles",
    "R2.9",
    ("gives", "count"),
    ids=TILE_ID + r"\*?",
    like='wood, "wood*", "die-red*"',
)
DECKS: Final = tuple(
    Section(name, "R2.8", ("cost", "gains"), ids=f"{name[0]}[1-9][0-9]?", like=f"{name[0]}1")
    for name in (f"{section}s" for section in v.SECTIONS)
)
SENTENCES: Final = "sentences"  # of influence actions, with price and amount
GROUP_LETTERS: Final = ("C", "T", "M", "K")
INFLUENCE: Final = tuple(
    Section(
        name,
        "R2.6",
        ("actions",),
        ids=f"{letter}[1-9][0-9]?",
        like=f"{letter}1",
        least=1,
        parts=(SENTENCES,),
    )
    for name, letter in zip(v.GROUPS, GROUP_LETTERS, strict=True)
)
FIRST_GAME: Final = Section("first_game", "R2.6", ("card",), v.GROUPS)
PLANS: Final = tuple(
    Section(f"plans_{players}", "R2.8", (), ids="[0-9]+(-[0-9]+)*", like="3-2-4-3", least=1)
    for players in (2, 3, 4)
)
BASIC_COSTS: Final = Section("basic_costs", "R4.4", v.WORKSHOP_SPACES, v.COLOURS)
ADVANCED_COSTS: Final = Section("advanced_costs", "R4.5", v.WORKSHOP_SPACES, v.COLOURS)
ADVANCED_ORNAMENTS: Final = Section("advanced_ornaments", "R2.3", v.COLOURS, v.COLOURS)
IVAN: Final = Section("ivan_cards", "R8.2", (), v.IVAN_CARDS)
LAYOUT: Final = (
    MATERIALS_IN_BOX,
    RUBLES,
    PIECES,
    INVENTORY,
    TRACK,
    PRESTIGE,
    RESOURCE_TILES,
    WORKSHOP_TILES,
    *DECKS,
    *INFLUENCE,
    FIRST_GAME,
    *PLANS,
    BASIC_COSTS,
    ADVANCED_COSTS,
    ADVANCED_ORNAMENTS,
    IVAN,
)
