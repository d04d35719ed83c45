"""The chat lines and notes of games in the database."""

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, delete, insert, select, update

from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import Rights
from redcathedral.server.features.chat import store
from redcathedral.server.sql.bans import banned_from
from redcathedral.server.sql.schema import GAME, METADATA, game_column, seat_column
from redcathedral.server.sql.seats import holders_of
from redcathedral.server.sql.transaction import StorePart

CHAT: Final = sa.Table(
    "chat",
    METADATA,
    game_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

NOTE: Final = sa.Table(
    "note",
    METADATA,
    game_column(),
    seat_column(),
    sa.Column("number", sa.Integer, nullable=False),  # how often it was written
    sa.Column("text", sa.Text, nullable=False),
)


class SqlChatStore(StorePart, store.ChatStore):
    """Stores chat lines and notes in the database."""

    def add_line(self, game: str, at: int, seat: int, text: str) -> int:
        line = {"game": game, "at": at, "seat": seat, "text": text}
        with self._transaction() as connection:
            number = _next_number(connection, game)
            connection.execute(insert(CHAT), {**line, "number": number})
            condition = (CHAT.c.game == game, CHAT.c.number <= number - store.MAX_CHAT_LINES)
            connection.execute(delete(CHAT).where(*condition))
        return number

    def chat(self, game: str, since: int = 0) -> list[store.ChatRow]:
        query = select(CHAT).where(CHAT.c.game == game, CHAT.c.number > since)
        rows = self._rows(query.order_by(CHAT.c.number))
        return [store.ChatRow(row.number, row.at, row.seat, row.text) for row in rows]

    def new_lines(self, game: str, since: int, forgotten: int) -> tuple[int, list[store.ChatRow]]:
        with self._reads() as connection:
            query = select(GAME.c.forgotten).where(GAME.c.id == game)
            last: int = connection.execute(query).scalar() or store.NO_REMOVAL
        return last, self.chat(game, since if last == forgotten else 0)

    def earlier(self, game: str) -> list[store.EarlierChat]:
        chats: list[store.EarlierChat] = []
        remaining_lines = store.MAX_CHAT_LINES
        with self._reads() as connection:
            for back in range(1, store.MAX_EARLIER_GAMES + 1):
                before = select(GAME.c.id, GAME.c.access).where(GAME.c.rematch == game)
                row = connection.execute(before).first()
                if row is None or not remaining_lines:
                    break
                game = row.id
                query = select(CHAT).where(CHAT.c.game == game).order_by(CHAT.c.number.desc())
                lines = connection.execute(query.limit(remaining_lines)).all()
                remaining_lines -= len(lines)
                holders = holders_of(connection, [game])[game]
                rights = Rights(row.access, holders, banned_from(connection, game))
                chat = [
                    store.ChatRow(row.number, row.at, row.seat, row.text) for row in lines[::-1]
                ]
                chats.append(store.EarlierChat(back, rights, chat))
        return chats[::-1]

    def forget_chat(self, game: str, seats: Collection[int]) -> None:
        with self._transaction() as connection:
            condition = (CHAT.c.game == game, CHAT.c.seat.in_(seats))
            if connection.execute(delete(CHAT).where(*condition)).rowcount > 0:
                number = _next_number(connection, game)
                connection.execute(update(GAME).where(GAME.c.id == game).values(forgotten=number))

    def note(self, game: str, seat: int) -> store.NoteRow:
        query = select(NOTE.c.number, NOTE.c.text).where(NOTE.c.game == game, NOTE.c.seat == seat)
        rows = self._rows(query)
        return store.NoteRow(rows[0].number, rows[0].text) if rows else store.NoteRow(0, "")

    def write_note(self, game: str, seat: int, number: int, text: str) -> int:
        with self._transaction() as connection:
            if number == 0:
                note = {"game": game, "seat": seat, "number": 1, "text": text}
                connection.execute(insert(NOTE), note)
                return 1
            condition = (NOTE.c.game == game, NOTE.c.seat == seat, NOTE.c.number == number)
            statement = update(NOTE).where(*condition).values(number=number + 1, text=text)
            if connection.execute(statement).rowcount != 1:
                raise Conflict(f"the note of seat {seat} at {game} was written meanwhile")
        return number + 1

    def forget_notes(self, game: str, seats: Collection[int]) -> None:
        self._run(delete(NOTE).where(NOTE.c.game == game, NOTE.c.seat.in_(seats)))


def _next_number(connection: Connection, game: str) -> int:
    """Return the number of the next line; raises Conflict if there is no such game."""
    statement = update(GAME).where(GAME.c.id == game).values(said=GAME.c.said + 1)
    number: int | None = connection.execute(statement.returning(GAME.c.said)).scalar()
    if number is None:
        raise Conflict(f"there is no game {game}")
    return number
