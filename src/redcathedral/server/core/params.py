"""Checks parameters of requests: seats and languages."""

from redcathedral.box.vocabulary import COLOURS
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.seated_game import Colours
from redcathedral.text import languages


def seats_param(seats: str | None) -> Colours:
    """The colours that a page plays: all where it does not say, none for `-`."""
    if seats is None:
        return None
    colours = tuple(name for name in seats.split(",") if name not in ("", "-"))
    for name in colours:
        if name not in COLOURS:
            fix = "name colours, such as red,blue, or - to watch only"
            raise ApiError(400, "bad-seat", fix=fix)
    return colours


def language(name: str) -> str:
    """A language there are texts in; raises ApiError."""
    if name not in languages():
        fix = "take one of: " + ", ".join(languages())
        raise ApiError(404, "unknown-language", fix=fix)
    return name
