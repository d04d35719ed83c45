"""A game in a form that can be sent to another process."""

from typing import NamedTuple

from redcathedral.box import Edition
from redcathedral.play.game import Game
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Record
from redcathedral.record.header import Header


class SentGame(NamedTuple):
    """The parts of a game to send; the other process makes the components of the edition."""

    edition: Edition
    header: Header
    start: str | None
    steps: tuple[int, ...]

    def record(self) -> Record:
        return Record(self.header, components_of(self.edition), self.start, list(self.steps))


def to_sent_game(game: Game) -> SentGame:
    record = game.record
    return SentGame(game.edition, record.header, record.start, tuple(record.steps))
