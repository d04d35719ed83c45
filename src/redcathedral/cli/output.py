"""Handle standard output and standard error that cannot encode some letters."""

import codecs
import io
import json
import re
import sys
from typing import Final

ERROR_HANDLER: Final = "redcathedral.unprintable"
_NON_ASCII: Final = re.compile("[^\0-\x7f]+")


def replace_unprintable() -> None:
    """Print a `?` for each letter that standard output or standard error cannot encode."""
    codecs.register_error(ERROR_HANDLER, _replacement)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERROR_HANDLER)


def _replacement(error: UnicodeError) -> tuple[str, int]:
    """Replace a blank by a space, and remove an invisible character."""
    from redcathedral.box.characters import BLANK, INVISIBLE

    if not isinstance(error, UnicodeEncodeError):
        raise error
    replacements = (
        " " if BLANK.match(letter) else "" if INVISIBLE.match(letter) else "?"
        for letter in error.object[error.start : error.end]
    )
    return "".join(replacements), error.end


def can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def ascii_json(text: str) -> str:
    """Return the same JSON in ASCII, which every output can print."""
    return _NON_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], text)
