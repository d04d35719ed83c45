"""The seats that a page says it plays."""

from redcathedral.box.vocabulary import COLOURS
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.seated_game import Colours


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
