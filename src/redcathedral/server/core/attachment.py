"""Answers that a browser saves as a file."""

import re

from redcathedral.server.core.route import Reply


def attachment(text: str, name: str, suffix: str, media_type: str) -> Reply:
    """Return a file whose name has the letters and digits of ``name``."""
    file = f"redcathedral-{re.sub(r'[^A-Za-z0-9-]', '', name)}.{suffix}"
    return Reply(text, media_type, {"content-disposition": f'attachment; filename="{file}"'})
