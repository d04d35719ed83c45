"""The sections of an edition file: the name of each, its rows, and the keys of a row."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from redcathedral.box import vocabulary as v

FORMAT_VERSION: Final = 1
BANNERS_PER_PLAYER: Final = 6  # R2.2
HEAD: Final = "edition"  # the section with format, id and name
EDITION_ID: Final = "[a-z0-9][a-z0-9-]{0,59}"
TILE_ID: Final = "[a-z]+(-[a-z]+)*"
Deck: TypeAlias = Literal["bases", "middles", "domes"]
DECKS: Final[tuple[Deck, ...]] = get_args(Deck)  # in the order of ``vocabulary.SECTIONS``
GROUP_LETTERS: Final = ("C", "T", "M", "K")
SENTENCES: Final = "sentences"  # the part of an influence card: sentences, prices and amounts
PlanDeck: TypeAlias = Literal["plans_2", "plans_3", "plans_4"]
PLANS: Final[tuple[PlanDeck, ...]] = get_args(PlanDeck)
BOARD_SECTIONS: Final = ("basic_costs", "advanced_costs", "advanced_ornaments")


@dataclass(frozen=True, slots=True)
class FileSection:
    """The form of a section: its rows, and the keys of each row."""

    name: str
    rule: str
    keys: tuple[str, ...]
    rows: tuple[str, ...] = ()  # ids of required rows
    id_pattern: str = ""  # a regular expression for the ids of other rows; "" allows none
    id_examples: str = ""  # ids that match ``id_pattern``, for an error
    min_rows: int = 0
    parts: tuple[str, ...] = ()  # parts that may have their own mark, in addition to the keys


_ALL: Final = (
    FileSection("materials", "R1.3", ("pieces",), v.MATERIAL_LETTERS),
    FileSection("rubles", "R1.3", ("value",), ("bank",)),
    FileSection("ornaments", "R2.2", ("pieces",), v.ORNAMENTS),
    FileSection("inventory", "R1.4", ("value",), ("slots", "covered", "beside")),
    FileSection("track", "R1.2", ("value",), ("lap",)),
    FileSection(
        "prestige", "R1.2", ("spaces",), id_pattern="[1-9][0-9]?", id_examples="1", min_rows=1
    ),
    FileSection(
        "resource_tiles", "R2.5", ("gives",), id_pattern=TILE_ID, id_examples="wood, green-gem"
    ),
    FileSection(
        "workshop_tiles",
        "R2.9",
        ("gives", "count"),
        id_pattern=TILE_ID + r"\*?",
        id_examples='wood, "wood*", "die-red*"',
    ),
    *(
        FileSection(
            name,
            "R2.8",
            ("cost", "gains"),
            id_pattern=f"{name[0]}[1-9][0-9]?",
            id_examples=f"{name[0]}1",
        )
        for name in DECKS
    ),
    *(
        FileSection(
            name,
            "R2.6",
            ("actions",),
            id_pattern=f"{letter}[1-9][0-9]?",
            id_examples=f"{letter}1",
            min_rows=1,
            parts=(SENTENCES,),
        )
        for name, letter in zip(v.GROUPS, GROUP_LETTERS, strict=True)
    ),
    FileSection("first_game", "R2.6", ("card",), v.GROUPS),
    *(
        FileSection(
            name, "R2.8", (), id_pattern="[0-9]+(-[0-9]+)*", id_examples="3-2-4-3", min_rows=1
        )
        for name in PLANS
    ),
    FileSection("basic_costs", "R4.4", v.WORKSHOP_SPACES, v.COLOURS),
    FileSection("advanced_costs", "R4.5", v.WORKSHOP_SPACES, v.COLOURS),
    FileSection("advanced_ornaments", "R2.3", v.COLOURS, v.COLOURS),
    FileSection("ivan_cards", "R8.2", (), v.IVAN_CARDS),
)
# All sections except the head, in order.
SECTIONS: Final = {section.name: section for section in _ALL}
