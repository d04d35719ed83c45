"""The lobby: information about the server, the list of games, and the tables themselves."""

from contextlib import suppress
from typing import Annotated

from msgspec import Meta

from redcathedral import __version__
from redcathedral.ai.bots import levels
from redcathedral.box.options import CHOICES, SOLO_ONLY
from redcathedral.compiled import engine_build
from redcathedral.play.lessons import LESSONS, load_lesson
from redcathedral.server.core.listener import Listener
from redcathedral.server.core.params import MAX_NUMBER, Number, seats_param
from redcathedral.server.core.route import Client, Reply, Socket, delete, get, post, websocket
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table_socket import serve_table
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire import lobby
from redcathedral.server.core.wire.protocol import Past, Table
from redcathedral.text import languages
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.rule_citations import ELEMENT_RULES


class LobbyFeature(ServerFeature):
    """The routes for the server's information, the list of games, and tables."""

    @get("/api/server")
    async def get_server_info(self, visitor: Visitor) -> lobby.ServerInfo:
        ratings = levels.ratings()
        with suppress(StoreError):
            await self.thread.do(self.repository.editions.load)
        return lobby.ServerInfo(
            version=__version__,
            engine="compiled" if engine_build() == "compiled" else "pure",
            languages=[
                lobby.Language(name, narrator_for(name).text("language")) for name in languages()
            ],
            editions=self.repository.editions.references(),
            edition=self.repository.editions.default_key,
            levels=[
                lobby.LevelInfo(name, levels.strengths(name, ratings)) for name in levels.LEVELS
            ],
            bots=self.repository.opponents.additional,
            bot=next(iter(levels.LEVELS)),
            options=[
                lobby.Choice(name, list(values), name in SOLO_ONLY)
                for name, values in CHOICES.items()
                if name != "workshop_side"
            ],
            lessons=[lobby.LessonInfo(name, len(load_lesson(name).steps)) for name in LESSONS],
            rules=dict(ELEMENT_RULES),
            is_local=visitor.is_local,
            is_club=self.context.is_club,
            in_browser=self.context.in_browser,
        )

    @get("/api/tables")
    async def get_tables(
        self,
        visitor: Visitor,
        which: lobby.GameKind = "running",
        before: str | None = None,
        lang: str = DEFAULT_LANGUAGE,
    ) -> lobby.GamePage:
        """Return 50 visible games, the last changed first; ``before`` is from the previous page."""
        return await self.thread.read(self.repository.games, visitor, which, before, lang)

    @post("/api/tables")
    async def post_table(
        self, visitor: Visitor, client: Client, data: lobby.NewTable
    ) -> lobby.Summary:
        await self.context.game_quota.check(client.network)
        return await self.tables.open(data, visitor)

    @get("/api/tables/{table_id}")
    async def get_table(
        self, table_id: str, visitor: Visitor, lang: str = DEFAULT_LANGUAGE, seat: str | None = None
    ) -> Table:
        actor = await self.tables.visit(table_id, visitor)
        return actor.table(lang, visitor, seats_param(seat))

    @get("/api/tables/{table_id}/summary")
    async def get_summary(
        self, table_id: str, visitor: Visitor, lang: str = DEFAULT_LANGUAGE
    ) -> lobby.Summary:
        await self.tables.visit(table_id, visitor)
        return await self.tables.summary(table_id, visitor, lang)

    @get("/api/tables/{table_id}/past")
    async def get_past(
        self,
        table_id: str,
        visitor: Visitor,
        lang: str = DEFAULT_LANGUAGE,
        since: Number = 0,
        until: Number = MAX_NUMBER,
    ) -> list[Past]:
        """Return the table before each of the last 100 decisions between two log entries."""
        actor = await self.tables.visit(table_id, visitor)
        return actor.messages.past(lang, since, until)

    @post("/api/tables/{table_id}/branch")
    async def post_branch(
        self, table_id: str, visitor: Visitor, client: Client, data: lobby.Branch
    ) -> lobby.Summary:
        """Begin a new game that continues a table from an entry of its log."""
        await self.context.game_quota.check(client.network)
        return await self.tables.branch(table_id, data.log, visitor)

    @get("/api/tables/{table_id}/record", media_type="text/plain")
    async def get_record(
        self, table_id: str, visitor: Visitor, names: bool = False, bare: bool = False
    ) -> Reply:
        """Return the game's record as a file; ``names`` includes the names of people.

        A ``bare`` record has no comments or unknown header lines, which people may have written.
        """
        seated = (await self.tables.visit(table_id, visitor)).seated
        text = seated.bare_record_text() if bare else seated.record(names=names).text()
        return Reply.attachment(text, table_id, "rcg", "text/plain")

    @delete("/api/tables/{table_id}")
    async def delete_table(self, table_id: str, visitor: Visitor) -> None:
        """Remove a game, as its host, unless other devices hold seats."""
        await self.tables.remove(table_id, visitor)

    @websocket("/api/tables/{table_id}/live")
    async def serve_page(
        self,
        socket: Socket,
        table_id: str,
        visitor: Visitor,
        lang: str = DEFAULT_LANGUAGE,
        seat: str | None = None,
        since: Annotated[int, Meta(ge=-1, le=MAX_NUMBER)] = -1,
        chat_since: Number = 0,
        changes: bool = False,
    ) -> None:
        """Serve a page with version ``since`` of the table and the chat up to ``chat_since``.

        With ``changes``, the page receives only changes after the first table.
        """
        seats = seats_param(seat)
        versions = {"chat": chat_since}
        listener = Listener(lang, seats, since, visitor, versions, takes_changes=changes)
        await serve_table(socket, self.context, table_id, listener)
