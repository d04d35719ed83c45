"""What people at a table have written: the lines of its chat, and each seat's own note.

It goes with the game, and with the data of a person.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from redcathedral.server.store.problem import Conflict
from redcathedral.server.store.rows import ChatRow, NoteRow
from redcathedral.server.store.schema import CHAT, GAME, NOTE
from redcathedral.server.store.transaction import Transaction

LINES: Final = 500  # of a game's chat that are kept, the last ones
NOTHING: Final = NoteRow(0, "")


class TalkStore:
    """The part of a store that keeps what people have written."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    # --- chat

    def add_line(self, game: str, at: int, seat: int, text: str) -> int:
        """Keep what a seat says; its number.  Raises Conflict where there is no such game."""
        held = select(GAME.c.id).where(GAME.c.id == game).with_for_update()
        last = select(func.coalesce(func.max(CHAT.c.number), 0)).where(CHAT.c.game == game)
        line = {"game": game, "number": last.scalar_subquery() + 1, "at": at, "seat": seat}
        with self._transaction() as connection:
            connection.execute(held)  # PostgreSQL: other programs say something after that
            said = insert(CHAT).values(**line, text=text).returning(CHAT.c.number)
            number: int = connection.execute(said).scalar_one()
            old = (CHAT.c.game == game, CHAT.c.number <= number - LINES)
            connection.execute(delete(CHAT).where(*old))
        return number

    def chat(self, game: str, since: int = 0) -> list[ChatRow]:
        """What has been said after the line with this number."""
        said = select(CHAT).where(CHAT.c.game == game, CHAT.c.number > since)
        with self._transaction() as connection:
            found = connection.execute(said.order_by(CHAT.c.number)).all()
        return [ChatRow(row.number, row.at, row.seat, row.text) for row in found]

    def chat_of(self, game: str, seats: Collection[int]) -> list[ChatRow]:
        """What these seats have said."""
        return [line for line in self.chat(game) if line.seat in seats]

    def forget_chat(self, game: str, seats: Collection[int]) -> None:
        """Forget what these seats have said."""
        with self._transaction() as connection:
            theirs = (CHAT.c.game == game, CHAT.c.seat.in_(seats))
            connection.execute(delete(CHAT).where(*theirs))

    # --- notes

    def note(self, game: str, seat: int) -> NoteRow:
        """What a seat has noted; number 0 where that is nothing yet."""
        noted = select(NOTE.c.number, NOTE.c.text).where(NOTE.c.game == game, NOTE.c.seat == seat)
        with self._transaction() as connection:
            row = connection.execute(noted).first()
        return NOTHING if row is None else NoteRow(row.number, row.text)

    def write_note(self, game: str, seat: int, known: int, text: str) -> int:
        """Keep a note in place of the one with a known number; the number of the new one.

        Raises Conflict where another was written meanwhile, or there is no such game.
        """
        with self._transaction() as connection:
            if known == 0:
                note = {"game": game, "seat": seat, "number": 1, "text": text}
                connection.execute(insert(NOTE), note)
                return 1
            is_it = (NOTE.c.game == game, NOTE.c.seat == seat, NOTE.c.number == known)
            written = update(NOTE).where(*is_it).values(number=known + 1, text=text)
            if connection.execute(written).rowcount != 1:
                raise Conflict(f"the note of seat {seat} at {game} was written meanwhile")
        return known + 1

    def notes_of(self, game: str, seats: Collection[int]) -> dict[int, str]:
        """What these seats have noted, by seat."""
        noted = select(NOTE.c.seat, NOTE.c.text).where(NOTE.c.game == game, NOTE.c.seat.in_(seats))
        with self._transaction() as connection:
            return {row.seat: row.text for row in connection.execute(noted.order_by(NOTE.c.seat))}

    def forget_notes(self, game: str, seats: Collection[int]) -> None:
        """Forget what these seats have noted."""
        with self._transaction() as connection:
            theirs = (NOTE.c.game == game, NOTE.c.seat.in_(seats))
            connection.execute(delete(NOTE).where(*theirs))
