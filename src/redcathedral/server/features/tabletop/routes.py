"""Help for who plays with the box."""

import asyncio

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.params import language
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.tabletop.tabletop import checked_position, pad_score
from redcathedral.server.features.tabletop.wire import (
    CheckedPosition,
    PadScore,
    PositionWish,
    ScorePad,
)
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@post("/api/tabletop/position", status_code=200)
async def post_position(
    repository: NamedDependency[GameRepository],
    data: JSONBody[PositionWish],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> CheckedPosition:
    words = narrator_for(language(lang))
    row, edition = await repository.thread.do(repository.editions.find, data.edition)
    return await asyncio.to_thread(
        checked_position, data, row.head, edition, repository.opponents, words
    )


@post("/api/tabletop/score", status_code=200)
async def post_score(
    repository: NamedDependency[GameRepository],
    data: JSONBody[ScorePad],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> PadScore:
    words = narrator_for(language(lang))
    _, edition = await repository.thread.do(repository.editions.find, data.edition)
    return await asyncio.to_thread(pad_score, data, edition, repository.opponents, words)
