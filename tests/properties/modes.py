"""The modes of the game and the combinations of options for which properties are tested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from redcathedral.box import load_edition
from redcathedral.box.options import CHOICES
from redcathedral.engine.components import Components
from redcathedral.engine.playout import TURNS_PER_SEAT
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State
from tests.sides import sided

ONE_MOMENT = {"prestige_for_rubles": "one_moment"}
LIMITED = {"limited_rubles": True}
OPEN = {"final_roll": "leaves_open"}
EVERYTHING = {name: values[1] for name, values in CHOICES.items() if name != "workshop_side"}
COMPONENTS = Components(load_edition())


@dataclass(frozen=True)
class Mode:
    """A way to play: seats, sides of the workshop boards, options."""

    name: str
    advanced: tuple[bool, ...]
    solo: bool = False
    options: Mapping[str, bool | str] = field(default_factory=dict)

    def start(self, shift: int = 0, components: Components = COMPONENTS) -> State:
        """Return a game before set-up; ``shift`` rotates the colors, which affect costs."""
        colours = [(seat + shift) % 4 for seat in range(len(self.advanced))]
        options = sided(colours, self.advanced, **self.options)
        return new_state(new_setting(components, colours, options, self.solo))

    @property
    def turns(self) -> int:
        """Return the cap on turns of all seats (R7.7)."""
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
    Mode("two-first-game", (False, False), options={"first_game": True}),
    Mode("four-first-game", (True, False, True, False), options={"first_game": True}),
    Mode("two-one-moment", (False, False), options=ONE_MOMENT),
    Mode("three-one-moment", (True, True, True), options=ONE_MOMENT),
    Mode("two-limited", (False, False), options=LIMITED),
    Mode("four-limited", (True, True, False, False), options={**LIMITED, **ONE_MOMENT}),
    Mode("two-open", (False, True), options=OPEN),
    Mode("solo-once", (False, False), solo=True, options={"ivan_recognition_tile": "once"}),
    Mode("solo-all-options", (True, False), solo=True, options=EVERYTHING),
)
ALL = EIGHT + OTHERS


def streams(seed: int) -> tuple[Rng, Rng]:
    """Return the generators of dice and policy for a seeded game."""
    return Rng(seed, DICE), Rng(seed, POLICY)
