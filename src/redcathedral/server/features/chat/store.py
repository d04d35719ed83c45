"""The stored chat lines and notes of games."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Protocol

from redcathedral.server.core.store.rows import Rights

MAX_CHAT_LINES: Final = 500  # stored lines of a game; older ones are deleted
MAX_EARLIER_GAMES: Final = 10  # before a rematch, whose chats it shows
NO_REMOVAL: Final = 0  # the number of the last removal in a chat without removals


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


class ChatStore(Protocol):
    """The part of a store for chat lines and notes."""

    def add_line(self, game: str, at: int, seat: int, text: str) -> int:
        """Store a line and return its number; raises Conflict if the game does not exist."""

    def chat(self, game: str, since: int = 0) -> list[ChatRow]: ...

    def new_lines(self, game: str, since: int, forgotten: int) -> tuple[int, list[ChatRow]]:
        """Return the number of the last removal, and the new lines; after a removal all lines."""

    def earlier(self, game: str) -> list[EarlierChat]:
        """Return the chats of the games before a rematch, the oldest first."""

    def forget_chat(self, game: str, seats: Collection[int]) -> None: ...

    def note(self, game: str, seat: int) -> NoteRow: ...

    def write_note(self, game: str, seat: int, number: int, text: str) -> int:
        """Replace the note with this number, and return the new number; raises Conflict."""

    def forget_notes(self, game: str, seats: Collection[int]) -> None: ...
