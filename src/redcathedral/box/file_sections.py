"""The sections of an edition file: their names, rows and keys."""

from dataclasses import dataclass
from typing import Final

from redcathedral.box import vocabulary as v

FORMAT: Final = 1
BANNERS: Final = 6  # of a colour (R2.2)
HEAD: Final = "edition"  # the section with format, id and name
EDITION_ID: Final = "[a-z0-9][a-z0-9-]{0,59}"
TILE_ID: Final = "[a-z]+(-[a-z]+)*"
DECKS: Final = tuple(f"{section}s" for section in v.SECTIONS)
GROUP_LETTERS: Final = ("C", "T", "M", "K")
SENTENCES: Final = "sentences"  # of influence actions, with price and amount
PLANS: Final = ("plans_2", "plans_3", "plans_4")


@dataclass(frozen=True, slots=True)
class FileSection:
    """What one section of the file looks like: which rows, and which keys a row has."""

    name: str
    rule: str
    keys: tuple[str, ...]
    rows: tuple[str, ...] = ()  # rows that must be there
    ids: str = ""  # an expression for the ids of further rows; none when empty
    like: str = ""  # how such ids look, in words
    least: int = 0  # rows at least
    parts: tuple[str, ...] = ()  # what may have a mark of its own besides the keys


_ALL: Final = (
    FileSection("materials", "R1.3", ("pieces",), v.MATERIAL_LETTERS),
    FileSection("rubles", "R1.3", ("value",), ("bank",)),
    FileSection("ornaments", "R2.2", ("pieces",), v.ORNAMENTS),
    FileSection("inventory", "R1.4", ("value",), ("slots", "covered", "beside")),
    FileSection("track", "R1.2", ("value",), ("lap",)),
    FileSection("prestige", "R1.2", ("spaces",), ids="[1-9][0-9]?", like="1", least=1),
    FileSection("resource_tiles", "R2.5", ("gives",), ids=TILE_ID, like="wood, green-gem"),
    FileSection(
        "workshop_tiles",
        "R2.9",
        ("gives", "count"),
        ids=TILE_ID + r"\*?",
        like='wood, "wood*", "die-red*"',
    ),
    *(
        FileSection(
            name, "R2.8", ("cost", "gains"), ids=f"{name[0]}[1-9][0-9]?", like=f"{name[0]}1"
        )
        for name in DECKS
    ),
    *(
        FileSection(
            name,
            "R2.6",
            ("actions",),
            ids=f"{letter}[1-9][0-9]?",
            like=f"{letter}1",
            least=1,
            parts=(SENTENCES,),
        )
        for name, letter in zip(v.GROUPS, GROUP_LETTERS, strict=True)
    ),
    FileSection("first_game", "R2.6", ("card",), v.GROUPS),
    *(
        FileSection(name, "R2.8", (), ids="[0-9]+(-[0-9]+)*", like="3-2-4-3", least=1)
        for name in PLANS
    ),
    FileSection("basic_costs", "R4.4", v.WORKSHOP_SPACES, v.COLOURS),
    FileSection("advanced_costs", "R4.5", v.WORKSHOP_SPACES, v.COLOURS),
    FileSection("advanced_ornaments", "R2.3", v.COLOURS, v.COLOURS),
    FileSection("ivan_cards", "R8.2", (), v.IVAN_CARDS),
)
SECTIONS: Final = {section.name: section for section in _ALL}  # all but the head, in order
