"""Help for who plays with the box."""

import asyncio

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from redcathedral.server.host.cardboard import checked_position, pad_score
from redcathedral.server.host.library import Library
from redcathedral.server.http.texts import language
from redcathedral.server.table.table_message import words_in
from redcathedral.server.wire.cardboard import CheckedPosition, PadScore, PositionWish, ScorePad
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@post("/api/cardboard/position", status_code=200)
async def post_position(
    library: NamedDependency[Library],
    data: JSONBody[PositionWish],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> CheckedPosition:
    words = words_in(language(lang))
    row, edition = await library.thread.do(library.editions.find, data.edition)
    return await asyncio.to_thread(
        checked_position, data, row.head, edition, library.opponents, words
    )


@post("/api/cardboard/score", status_code=200)
async def post_score(
    library: NamedDependency[Library],
    data: JSONBody[ScorePad],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> PadScore:
    words = words_in(language(lang))
    _, edition = await library.thread.do(library.editions.find, data.edition)
    return await asyncio.to_thread(pad_score, data, edition, library.opponents, words)
