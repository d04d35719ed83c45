"""Answers that a browser saves as a file."""

import re

from litestar import Response


def attached(text: str, table_id: str, kind: str, media: str) -> Response[str]:
    name = f"redcathedral-{re.sub(r'[^A-Za-z0-9]', '', table_id)}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=media, headers=headers)
