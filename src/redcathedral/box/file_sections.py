"""The sections of an edition file: the name of each, its rows, and the keys of a row."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Literal, TypeAlias, get_args

import msgspec

FORMAT_VERSION: Final = 1
BANNERS_PER_PLAYER: Final = 6  # R2.2
HEAD: Final = "edition"  # the section with format, id and name
EDITION_ID: Final = "[a-z0-9][a-z0-9-]{0,59}"
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


_FILE: Final = files("redcathedral.box").joinpath("file_sections.toml")
# All sections except the head, in order.
SECTIONS: Final = {
    name: msgspec.convert({"name": name, **section}, FileSection)
    for name, section in msgspec.toml.decode(_FILE.read_text("utf-8")).items()
}
