"""The components of the game: editions as data files, and the vocabulary of those files."""

from redcathedral.box.edition import (
    MARKS,
    Action,
    Card,
    Edition,
    InfluenceCard,
    ResourceTile,
    WorkshopTile,
)
from redcathedral.box.loader import edition_text, load_edition, parse_edition
from redcathedral.box.problem import EditionError, Problem
from redcathedral.box.source import editions

__all__ = [
    "MARKS", "Action", "Card", "Edition", "EditionError", "InfluenceCard", "Problem",
    "ResourceTile", "WorkshopTile", "edition_text", "editions", "load_edition", "parse_edition"
]  # fmt: skip
