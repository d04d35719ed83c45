"""Exports the games of a person as a zip file."""

import asyncio
from collections.abc import Sequence

from redcathedral.ai.bots import levels
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.stored_table import LoadedTable
from redcathedral.server.features.my_games.my_games import (
    PersonGame,
    WrittenTexts,
    archive,
    written_by,
)


class GameExport:
    """Makes the zip file of a person; ``texts`` reads what people wrote at tables."""

    def __init__(self, repository: GameRepository, texts: WrittenTexts) -> None:
        self._repository = repository
        self._texts = texts

    async def archive(self, games: Sequence[PersonGame]) -> bytes:
        """Return the zip file; a game that cannot be rebuilt is only in its list."""
        repository = self._repository
        tables: list[LoadedTable] = []
        for game in games:
            try:
                tables.append(await repository.find(game.game.id))
            except ApiError:
                continue  # the list has it
        packaged = repository.editions.packaged
        written = await repository.thread.do(written_by, self._texts, games)
        return await asyncio.to_thread(archive, games, tables, packaged, levels.ratings(), written)
