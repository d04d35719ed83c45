"""The modes of the game, and the games of a survey, which plays all modes in turn."""

from typing import Final, NamedTuple

from redcathedral.box.options import SIDES, BoardSide, Options
from redcathedral.engine.components import Components
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_setting


class Mode(NamedTuple):
    """A mode of the game: the number of players (1: against Ivan) and the side of the workshops."""

    players: int
    side: BoardSide

    def __str__(self) -> str:
        return f"{'solo' if self.is_solo else self.players}-{self.side}"

    @property
    def is_solo(self) -> bool:
        """Whether the game is against Ivan (R8.1)."""
        return self.players == 1

    def setting(self, components: Components) -> Setting:
        colours = list(range(self.players + self.is_solo))
        return new_setting(components, colours, Options(workshop_side=self.side), self.is_solo)


PLAYER_COUNTS: Final = (2, 3, 4, 1)  # 1 is against Ivan
MODES: Final = tuple(Mode(players, side) for players in PLAYER_COUNTS for side in SIDES)


class SurveyFixture(NamedTuple):
    """One game: its mode and seed."""

    mode: Mode
    seed: int

    def __str__(self) -> str:
        return f"{self.mode}, seed {self.seed}"
