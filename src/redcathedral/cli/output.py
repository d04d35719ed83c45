"""The console, file or pipe that commands write to, whose encoding may lack letters."""

import codecs
import io
import json
import re
import sys
from typing import Final

HANDLER: Final = "redcathedral.lacking"  # of encoding errors
_FOREIGN: Final = re.compile("[^\0-\x7f]+")


def replace_unprintable() -> None:
    """Print a `?` for each letter that standard output or standard error lacks."""
    codecs.register_error(HANDLER, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Return the replacements: a space for a blank, nothing for an invisible character."""
    from redcathedral.box.characters import BLANK, INVISIBLE

    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    instead = (
        " " if BLANK.match(sign) else "" if INVISIBLE.match(sign) else "?" for sign in lacking
    )
    return "".join(instead), error.end


def can_print(signs: str) -> bool:
    try:
        signs.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def ascii_json(text: str) -> str:
    """Return the same JSON in ASCII, which every output can print."""
    return _FOREIGN.sub(lambda found: json.dumps(found[0])[1:-1], text)
