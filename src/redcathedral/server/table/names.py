"""What the seats of a table are called."""

from collections.abc import Sequence

from redcathedral.engine.setting import Setting
from redcathedral.server.table.seated_game import SeatedGame, SeatedPlayer
from redcathedral.words import Argument
from redcathedral.words.names import told_apart


def called(seated: SeatedGame) -> tuple[Argument, ...]:
    """Each seat by the name of whoever sits there; those of one name apart."""
    return all_called(seated.game.state.setting, seated.players)


def all_called(setting: Setting, players: Sequence[SeatedPlayer]) -> tuple[Argument, ...]:
    """The same of players who sit down at a setting."""
    people = [player.name for player in players]
    return told_apart(setting, people, [player.bot for player in players])
