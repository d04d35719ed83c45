"""Uploads: a record to continue, and an edition."""

from typing import Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromQuery

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.game_quota import NewGameQuota
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire import lobby
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.features.uploads.service import UploadService
from redcathedral.server.features.uploads.uploads import RECORD
from redcathedral.server.middleware.client_network import address
from redcathedral.server.middleware.device import AnyRequest

EDITION: Final = 128 * 1024


@post("/api/editions", request_max_body_size=EDITION)
async def post_edition(uploads: NamedDependency[UploadService], request: AnyRequest) -> EditionRef:
    """Upload an edition file; the body is its text."""
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        fix = "save the file as UTF-8"
        raise ApiError(400, "bad-edition", "the file is not UTF-8 text", fix) from None
    return await uploads.add_edition(text)


@post("/api/tables/load", request_max_body_size=RECORD)
async def post_record(
    uploads: NamedDependency[UploadService],
    visitor: NamedDependency[Visitor],
    game_quota: NamedDependency[NewGameQuota],
    request: AnyRequest,
    own_dice: FromQuery[bool] = False,
) -> lobby.Summary:
    """Go on with a recorded game, where wanted with dice at the table; the body is the file."""
    game_quota.check(address(request))
    return await uploads.load(await request.body(), visitor, own_dice=own_dice)
