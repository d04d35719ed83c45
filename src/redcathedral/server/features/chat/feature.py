"""The chats of tables, and a private note for each seat."""

from collections.abc import Mapping
from functools import partial
from weakref import WeakValueDictionary

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import get, put
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.chat.store import MAX_EARLIER_GAMES, ChatStore
from redcathedral.server.features.chat.table_chat import TableChat
from redcathedral.server.features.chat.text import MAX_NOTE_LENGTH, plain_note
from redcathedral.server.features.chat.wire import NewSeatNote, SeatNote


class ChatFeature(ServerFeature):
    """The chats and notes of all tables."""

    table_feature = TableChat

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        self._store = context.thread.store.part(ChatStore)
        self._chats: WeakValueDictionary[str, TableChat] = WeakValueDictionary()

    def at_table(self, table: Actor) -> TableChat:
        chat = self._chats[table.id] = TableChat(table, self.thread, self._store)
        return chat

    @get("/api/tables/{table_id}/note")
    async def get_note(self, table_id: str, seat: str, visitor: Visitor) -> SeatNote:
        """Return the note of a seat to a holder of the seat."""
        seat_index = await self._held_seat(table_id, seat, visitor)
        row = await self.thread.do(self._store.note, table_id, seat_index)
        return SeatNote(row.number, row.text)

    @put("/api/tables/{table_id}/note")
    async def put_note(
        self, table_id: str, seat: str, visitor: Visitor, data: NewSeatNote
    ) -> SeatNote:
        seat_index = await self._held_seat(table_id, seat, visitor)
        text = plain_note(data.text)
        if len(text) > MAX_NOTE_LENGTH:
            raise ApiError(400, "note-long")
        write = partial(self._store.write_note, table_id, seat_index, data.number, text)
        try:
            return SeatNote(await self.thread.do(write), text)
        except Conflict:
            raise ApiError(409, "note-changed") from None

    async def _held_seat(self, table_id: str, colour: str, visitor: Visitor) -> int:
        seats = (await self.tables.visit(table_id, visitor)).seats_of(visitor, (colour,))
        if not seats:
            raise ApiError(403, "not-seated")
        return min(seats)

    async def forget_seats(self, table: str, seats: frozenset[int]) -> None:
        """Delete the chat lines and notes of these seats."""
        await self.thread.do(self._store.forget_notes, table, seats)
        await self.remove_texts(table, seats)

    async def remove_texts(self, table: str, seats: frozenset[int]) -> None:
        """Delete the chat lines of these seats, also from the chats of rematches."""
        await self.thread.do(self._store.forget_chat, table, seats)
        cluster = self.repository.cluster
        cluster.announce(table, TableChat.news)
        if (actor := self.tables.in_memory(table)) and (chat := self._chats.get(table)):
            actor.queue(partial(chat.forget, seats))
        for _ in range(MAX_EARLIER_GAMES):
            rematch = await self.thread.do(self.thread.store.rematch, table)
            if rematch is None:
                break
            table = rematch
            cluster.announce(table, TableChat.news)
            if (actor := self.tables.in_memory(table)) and (chat := self._chats.get(table)):
                actor.queue(chat.forget_earlier)

    def texts_of(self, table: str, seat: int) -> Mapping[str, object]:
        rows = [row for row in self._store.chat(table) if row.seat == seat]
        lines = [{"at": row.at, "text": row.text} for row in rows]
        note = self._store.note(table, seat).text
        return {"said": lines, "note": note} if lines or note else {}
