"""What the seats of a table are called."""

from redcathedral.server.table.seated_game import SeatedGame
from redcathedral.words import Argument
from redcathedral.words.names import told_apart


def called(seated: SeatedGame) -> tuple[Argument, ...]:
    """Each seat by the name of whoever sits there; those of one name apart."""
    people = [player.name for player in seated.players]
    bots = [player.bot for player in seated.players]
    return told_apart(seated.game.state.setting, people, bots)
