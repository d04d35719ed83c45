"""Answers that a browser saves as a file."""

import re

from redcathedral.server.core.route import Reply


def attachment(text: str, table_id: str, suffix: str, media_type: str) -> Reply:
    name = f"redcathedral-{re.sub(r'[^A-Za-z0-9]', '', table_id)}.{suffix}"
    return Reply(text, media_type, {"content-disposition": f'attachment; filename="{name}"'})
