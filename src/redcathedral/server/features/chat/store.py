"""Stores the chat lines and the notes of games."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from redcathedral.server.core.store.bans import banned_from
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import Rights
from redcathedral.server.core.store.schema import GAME
from redcathedral.server.core.store.seats import holders_of
from redcathedral.server.core.store.transaction import StorePart
from redcathedral.server.features.chat.schema import CHAT, NOTE

MAX_CHAT_LINES: Final = 500  # the last lines of a game's chat are stored
MAX_EARLIER_GAMES: Final = 10  # earlier games whose chat is read
NO_REMOVAL: Final = 0  # the number of the last removal, if nothing was removed from a chat


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A line in the chat of a game; ``number`` grows with every line."""

    number: int
    at: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class EarlierChat:
    """The chat of an earlier game, ``back`` games ago, and the rights to that game."""

    back: int
    rights: Rights
    lines: list[ChatRow]


@dataclass(frozen=True, slots=True)
class NoteRow:
    """The private note of a seat, and the number of times that it was saved."""

    number: int
    text: str


EMPTY_NOTE: Final = NoteRow(0, "")


class ChatStore(StorePart):
    """The part of a store for chat lines and notes."""

    # --- chat

    def add_line(self, game: str, at: int, seat: int, text: str) -> int:
        """Store a line and return its number; raises Conflict if the game does not exist."""
        line = {"game": game, "at": at, "seat": seat, "text": text}
        with self._transaction() as connection:
            number = _next_number(connection, game)
            connection.execute(insert(CHAT), {**line, "number": number})
            condition = (CHAT.c.game == game, CHAT.c.number <= number - MAX_CHAT_LINES)
            connection.execute(delete(CHAT).where(*condition))
        return number

    def chat(self, game: str, since: int = 0) -> list[ChatRow]:
        query = select(CHAT).where(CHAT.c.game == game, CHAT.c.number > since)
        rows = self._rows(query.order_by(CHAT.c.number))
        return [ChatRow(row.number, row.at, row.seat, row.text) for row in rows]

    def chat_of(self, game: str, seats: Collection[int]) -> list[ChatRow]:
        return [line for line in self.chat(game) if line.seat in seats]

    def new_lines(self, game: str, since: int, forgotten: int) -> tuple[int, list[ChatRow]]:
        """Return the number of the last removal, and the new lines: all after a removal."""
        with self._transaction() as connection:
            query = select(GAME.c.forgotten).where(GAME.c.id == game)
            last: int = connection.execute(query).scalar() or NO_REMOVAL
        return last, self.chat(game, since if last == forgotten else 0)

    def earlier(self, game: str) -> list[EarlierChat]:
        rows: list[EarlierChat] = []
        left = MAX_CHAT_LINES
        with self._transaction() as connection:
            for back in range(1, MAX_EARLIER_GAMES + 1):
                before = select(GAME.c.id, GAME.c.access).where(GAME.c.rematch == game)
                row = connection.execute(before).first()
                if row is None or not left:
                    break
                game = row.id
                query = select(CHAT).where(CHAT.c.game == game).order_by(CHAT.c.number.desc())
                lines = connection.execute(query.limit(left)).all()
                left -= len(lines)
                holders = holders_of(connection, [game])[game]
                rights = Rights(row.access, holders, banned_from(connection, game))
                chat = [ChatRow(row.number, row.at, row.seat, row.text) for row in lines[::-1]]
                rows.append(EarlierChat(back, rights, chat))
        return rows[::-1]

    def forget_chat(self, game: str, seats: Collection[int]) -> None:
        with self._transaction() as connection:
            theirs = (CHAT.c.game == game, CHAT.c.seat.in_(seats))
            if connection.execute(delete(CHAT).where(*theirs)).rowcount > 0:
                number = _next_number(connection, game)
                condition = GAME.c.id == game
                connection.execute(update(GAME).where(condition).values(forgotten=number))

    # --- notes

    def note(self, game: str, seat: int) -> NoteRow:
        query = select(NOTE.c.number, NOTE.c.text).where(NOTE.c.game == game, NOTE.c.seat == seat)
        rows = self._rows(query)
        return NoteRow(rows[0].number, rows[0].text) if rows else EMPTY_NOTE

    def write_note(self, game: str, seat: int, known: int, text: str) -> int:
        """Replace note number ``known``; raises Conflict if it has changed or the game is gone."""
        with self._transaction() as connection:
            if known == 0:
                note = {"game": game, "seat": seat, "number": 1, "text": text}
                connection.execute(insert(NOTE), note)
                return 1
            condition = (NOTE.c.game == game, NOTE.c.seat == seat, NOTE.c.number == known)
            statement = update(NOTE).where(*condition).values(number=known + 1, text=text)
            if connection.execute(statement).rowcount != 1:
                raise Conflict(f"the note of seat {seat} at {game} was written meanwhile")
        return known + 1

    def forget_notes(self, game: str, seats: Collection[int]) -> None:
        self._run(delete(NOTE).where(NOTE.c.game == game, NOTE.c.seat.in_(seats)))


def _next_number(connection: Connection, game: str) -> int:
    """Take a new number in the order of commits; raises Conflict if there is no such game."""
    statement = update(GAME).where(GAME.c.id == game).values(said=GAME.c.said + 1)
    number: int | None = connection.execute(statement.returning(GAME.c.said)).scalar()
    if number is None:
        raise Conflict(f"there is no game {game}")
    return number
