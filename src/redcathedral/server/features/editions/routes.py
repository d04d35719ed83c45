"""The editions as data."""

from litestar import delete, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.params import language
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.wire.edition import Box, edition_message
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@get("/api/editions/{key:str}")
async def get_edition(
    repository: NamedDependency[GameRepository],
    key: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> Box:
    words = narrator_for(language(lang))
    row, edition = await repository.thread.do(repository.editions.find, key)
    return edition_message(edition, row.head.key, words)


@delete("/api/editions/{key:str}")
async def delete_edition(repository: NamedDependency[GameRepository], key: FromPath[str]) -> None:
    await repository.thread.do(repository.editions.remove, key)
