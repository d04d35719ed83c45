"""The options of a game: variants for questions that the rulebooks leave open.

This module is the only list of options.  Record headers, messages, dialogs and command lines are
generated from it; an option is named elsewhere only in the rule that it changes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args, get_type_hints

from msgspec import Struct, field

from redcathedral.box.vocabulary import COLOURS, Colour

BoardSide: TypeAlias = Literal["basic", "advanced"]
OptionValue: TypeAlias = str | bool

BASIC: Final = "basic"
ADVANCED: Final = "advanced"
SIDES: Final[tuple[BoardSide, ...]] = (BASIC, ADVANCED)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game.

    ``workshop_side`` (R2.2) is the side of all boards, except for the colors in ``sides``.  The
    other options: ``first_game`` R2.6, ``prestige_for_rubles`` and ``final_roll`` R3.5,
    ``limited_rubles`` R1.3, ``ivan_recognition_tile`` R8.4.  Raises ValueError.
    """

    workshop_side: BoardSide = "basic"
    sides: dict[Colour, BoardSide] = field(default_factory=dict)
    first_game: bool = False
    prestige_for_rubles: Literal["any_moment", "one_moment"] = "any_moment"
    limited_rubles: bool = False
    ivan_recognition_tile: Literal["per_die", "once"] = "per_die"
    final_roll: Literal["ends_turn", "leaves_open"] = "ends_turn"

    def __post_init__(self) -> None:
        values = [(name, getattr(self, name)) for name in CHOICES]
        for name, value in [*values, *(("workshop_side", side) for side in self.sides.values())]:
            if (type(value), value) not in [(type(choice), choice) for choice in CHOICES[name]]:
                choices = ", ".join(map(value_text, CHOICES[name]))
                raise ValueError(f"{value!r} is not a value of {name}; take one of: {choices}")
        for colour in self.sides:
            if colour not in COLOURS:
                raise ValueError(f"{colour!r} is not a color; take one of: {', '.join(COLOURS)}")

    def side(self, colour: int) -> BoardSide:
        """Return the workshop side of a color (R2.2)."""
        return self.sides.get(COLOURS[colour], self.workshop_side)

    @property
    def number(self) -> int:
        """A number that encodes the values of all options except ``sides``."""
        result = 0
        for name, values in CHOICES.items():
            result = result * len(values) + values.index(getattr(self, name))
        return result


def _choices() -> Mapping[str, tuple[OptionValue, ...]]:
    types = get_type_hints(Options)
    del types["sides"]
    return MappingProxyType(
        {name: (False, True) if kind is bool else get_args(kind) for name, kind in types.items()}
    )


# The values of each option, the default first.
CHOICES: Final = _choices()
# Options without effect in a game without Ivan.
SOLO_ONLY: Final = frozenset({"ivan_recognition_tile"})


def value_text(value: OptionValue) -> str:
    """Return a value as text, as in a record header and on the command line."""
    return str(value).lower() if isinstance(value, bool) else value
