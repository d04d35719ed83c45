"""The chats and notes of all tables."""

from functools import partial
from weakref import WeakValueDictionary

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.chat.store import MAX_EARLIER_GAMES, ChatStore
from redcathedral.server.features.chat.table_chat import TableChat
from redcathedral.server.features.chat.text import MAX_NOTE_LENGTH, plain_note
from redcathedral.server.features.chat.wire import NewSeatNote, SeatNote


class ChatService:
    """Makes the chat of each table; its other methods raise ApiError and StoreError."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = tables.thread
        self.store = ChatStore(self._thread.store.transaction)
        self._chats: WeakValueDictionary[str, TableChat] = WeakValueDictionary()

    def at(self, table: Actor) -> TableChat:
        chat = TableChat(table, self._thread, self.store)
        self._chats[table.id] = chat
        return chat

    async def note(self, id: str, visitor: Visitor, colour: str) -> SeatNote:
        seat = await self._own_seat(id, visitor, colour)
        row = await self._thread.do(self.store.note, id, seat)
        return SeatNote(row.number, row.text)

    async def write_note(
        self, id: str, visitor: Visitor, colour: str, note: NewSeatNote
    ) -> SeatNote:
        seat = await self._own_seat(id, visitor, colour)
        text = plain_note(note.text)
        if len(text) > MAX_NOTE_LENGTH:
            raise ApiError(400, "note-long")
        try:
            number = await self._thread.do(self.store.write_note, id, seat, note.number, text)
        except Conflict:
            raise ApiError(409, "note-changed") from None
        return SeatNote(number, text)

    async def _own_seat(self, id: str, visitor: Visitor, colour: str) -> int:
        seats = (await self._tables.visit(id, visitor)).seats_of(visitor, (colour,))
        if not seats:
            raise ApiError(403, "not-seated")
        return min(seats)

    async def forget(self, id: str, seats: frozenset[int]) -> None:
        """Delete the chat lines and notes of these seats, also from the chats of later games."""
        await self._thread.do(self.store.forget_chat, id, seats)
        await self._thread.do(self.store.forget_notes, id, seats)
        actor, chat = self._tables.in_memory(id), self._chats.get(id)
        if actor is not None and chat is not None:
            actor.queue(partial(chat.forget, seats))
        game = id
        for _ in range(MAX_EARLIER_GAMES):
            after = await self._thread.do(self._thread.store.rematch, game)
            if after is None:
                break
            game = after
            actor, chat = self._tables.in_memory(game), self._chats.get(game)
            if actor is not None and chat is not None:
                actor.queue(chat.forget_earlier)
