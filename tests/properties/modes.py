"""The modes of the game and every combination of options that the properties are held against."""

from __future__ import annotations

from dataclasses import dataclass

from redcathedral.box import load_edition
from redcathedral.engine.components import Components
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State

COMPONENTS = Components(load_edition())
TURNS_PER_SEAT = 200


@dataclass(frozen=True)
class Mode:
    """One way to play: seats, sides of the workshop boards, options."""

    name: str
    advanced: tuple[bool, ...]
    solo: bool = False
    first_game: bool = False
    one_moment: bool = False
    limited_rubles: bool = False
    ivan_once: bool = False

    def start(self, shift: int = 0) -> State:
        """The empty table; ``shift`` turns the colours, which decide the workshop's costs."""
        colours = [(seat + shift) % 4 for seat in range(len(self.advanced))]
        return new_state(
            new_setting(
                COMPONENTS,
                colours,
                list(self.advanced),
                self.solo,
                self.first_game,
                self.one_moment,
                self.limited_rubles,
                self.ivan_once,
            )
        )

    @property
    def turns(self) -> int:
        """The cap on turns, all seats together (R7.7)."""
        return TURNS_PER_SEAT * len(self.advanced)


EIGHT = (
    Mode("two-basic", (False, False)),
    Mode("two-advanced", (True, True)),
    Mode("three-basic", (False, False, False)),
    Mode("three-advanced", (True, True, True)),
    Mode("four-basic", (False, False, False, False)),
    Mode("four-advanced", (True, True, True, True)),
    Mode("solo-basic", (False, False), solo=True),
    Mode("solo-advanced", (True, False), solo=True),
)
OTHERS = (
    Mode("two-mixed", (True, False)),
    Mode("three-mixed", (False, True, False)),
    Mode("four-mixed", (True, False, False, True)),
    Mode("two-first-game", (False, False), first_game=True),
    Mode("four-first-game", (True, False, True, False), first_game=True),
    Mode("two-one-moment", (False, False), one_moment=True),
    Mode("three-one-moment", (True, True, True), one_moment=True),
    Mode("two-limited", (False, False), limited_rubles=True),
    Mode("four-limited", (True, True, False, False), limited_rubles=True, one_moment=True),
    Mode("solo-once", (False, False), solo=True, ivan_once=True),
    Mode("solo-all-options", (True, False), True, True, True, True, True),
)
ALL = EIGHT + OTHERS


def streams(seed: int) -> tuple[Rng, Rng]:
    """The generators for dice and policy of one seeded game."""
    return Rng(seed, DICE), Rng(seed, POLICY)
