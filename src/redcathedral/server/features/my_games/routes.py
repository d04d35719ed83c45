"""The games of a person on a device: the list, what they come to, a copy of all, their end."""

from typing import Annotated, Final

from litestar import Response, delete, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from redcathedral.ai.bots.levels import ratings
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.params import language
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.my_games.export import GameExport
from redcathedral.server.features.my_games.my_games import (
    PersonGame,
    names_in,
    page_of,
    played_by,
    statistics,
)
from redcathedral.server.features.my_games.personal_data import PersonalData
from redcathedral.server.features.my_games.wire import MyGames, MyName, MyStatistics, Which
from redcathedral.server.middleware.device import NO_COOKIE
from redcathedral.text.catalog import DEFAULT_LANGUAGE

PAGES: Final = 10_000


async def _played(
    repository: GameRepository, visitor: Visitor, name: str, lang: str = DEFAULT_LANGUAGE
) -> list[PersonGame]:
    return played_by(
        name, await repository.thread.read(repository.games_of, visitor, language(lang))
    )


@get("/api/mine")
async def get_mine(
    repository: NamedDependency[GameRepository], visitor: NamedDependency[Visitor]
) -> list[MyName]:
    games = await repository.thread.read(repository.games_of, visitor)
    return names_in(games)


@get("/api/mine/games")
async def get_my_games(
    repository: NamedDependency[GameRepository],
    visitor: NamedDependency[Visitor],
    name: FromQuery[str] = "",
    which: FromQuery[Which] = "all",
    number: Annotated[int, QueryParameter(name="page", ge=1, le=PAGES)] = 1,
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> MyGames:
    return page_of(await _played(repository, visitor, name, lang), which, number)


@get("/api/mine/statistics")
async def get_my_statistics(
    repository: NamedDependency[GameRepository],
    visitor: NamedDependency[Visitor],
    name: FromQuery[str] = "",
) -> MyStatistics:
    played = await _played(repository, visitor, name)
    return statistics(played, repository.editions.packaged, ratings())


@get("/api/mine/export", media_type="application/zip")
async def get_my_export(
    export: NamedDependency[GameExport],
    repository: NamedDependency[GameRepository],
    visitor: NamedDependency[Visitor],
    name: FromQuery[str] = "",
) -> Response[bytes]:
    """All of it as a file: the list and the statistics as JSON, and the record of each game."""
    data = await export.archive(await _played(repository, visitor, name))
    headers = {"content-disposition": 'attachment; filename="redcathedral-games.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


@delete("/api/mine", status_code=204)
async def delete_mine(
    personal_data: NamedDependency[PersonalData],
    visitor: NamedDependency[Visitor],
    name: FromQuery[str | None] = None,
) -> Response[None]:
    """Forget a name on this device; without one the device, by whatever names."""
    await personal_data.forget(name, visitor)
    headers = {"set-cookie": NO_COOKIE} if name is None else {}
    return Response(None, status_code=204, headers=headers)
