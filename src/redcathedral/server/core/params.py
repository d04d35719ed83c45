"""Checks parameters of requests: seats and languages."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from redcathedral.box.vocabulary import COLOURS
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.seated_game import Colours
from redcathedral.text import languages

MAX_NUMBER: Final = 2**31
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]  # of a log entry or a chat line


def seats_param(seats: str | None) -> Colours:
    """Return the colours that a page plays: None means all, and `-` means none."""
    if seats is None:
        return None
    colours = tuple(name for name in seats.split(",") if name not in ("", "-"))
    for name in colours:
        if name not in COLOURS:
            fix = "name colours, such as red,blue, or - to watch only"
            raise ApiError(400, "bad-seat", fix=fix)
    return colours


def check_language(name: str) -> None:
    if name not in languages():
        raise ApiError(404, "unknown-language", fix="use one of: " + ", ".join(languages()))
