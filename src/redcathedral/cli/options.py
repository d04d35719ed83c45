"""The named options of a game on the command line: ``--option NAME=VALUE``."""

from collections.abc import Sequence
from typing import Final

from redcathedral.box.options import Options
from redcathedral.box.quoting import quote
from redcathedral.record.header import OPTIONS, HeaderError, with_option

OPTIONS_HELP: Final = "A named option: " + ", ".join(
    f"{name}={' or '.join(values)}" for name, values in OPTIONS.items()
)


def named_options(side: str | None, first_game: bool, given: Sequence[str]) -> Options:
    """The options of ``NAME=VALUE`` and of the flags that stand for two of them.

    Raises HeaderError for a text of another form and for unknown names and values.
    """
    result = Options()
    for text in given:
        name, separator, value = text.partition("=")
        if not separator:
            fix = "write NAME=VALUE, such as first_game=true"
            raise HeaderError(f"{quote(text)} is no option", fix)
        result = with_option(result, name.strip(), value.strip())
    if side is not None:
        result = with_option(result, "workshop_side", side)
    return with_option(result, "first_game", "true") if first_game else result
