"""The editions of the game as data for the page, and the deletion of uploaded ones."""

from redcathedral.box.source import EditionSections, Source
from redcathedral.server.core.route import Reply, delete, get
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.wire.edition import Box, edition_message
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class EditionsFeature(ServerFeature):
    """The editions that games can use."""

    @get("/api/editions/{key}")
    async def get_edition(self, key: str, lang: str = DEFAULT_LANGUAGE) -> Box:
        texts = narrator_for(lang)
        row, edition = await self.thread.do(self.repository.editions.find, key)
        return edition_message(edition, row.head.key, texts)

    @get("/api/editions/{key}/file", media_type="application/toml; charset=utf-8")
    async def get_edition_file(self, key: str) -> Reply:
        row, edition = await self.thread.do(self.repository.editions.find, key)
        return Reply.attachment(row.text, edition.id, "toml", "application/toml; charset=utf-8")

    @get("/api/editions/{key}/json")
    async def get_edition_json(self, key: str) -> EditionSections:
        """Return the tables of the edition file."""
        row, edition = await self.thread.do(self.repository.editions.find, key)
        return Source(edition.id, row.text).valid_tables

    @delete("/api/editions/{key}")
    async def delete_edition(self, key: str) -> None:
        """Remove an uploaded edition that no game uses."""
        await self.thread.do(self.repository.editions.remove, key)
