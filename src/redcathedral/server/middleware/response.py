"""Convert a feature's ``Reply`` to Litestar's response."""

from typing import Any

from litestar import Response

from redcathedral.server.core.route import Reply


def response(reply: Reply, status: int) -> Response[Any]:
    """Return the response, with this status unless the reply has its own."""
    return Response(
        reply.content,
        media_type=reply.media_type,
        headers=dict(reply.headers),
        status_code=reply.status or status,
    )
