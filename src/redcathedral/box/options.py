"""The named options of a game: where the rulebooks leave room, and tables argue.

This is the one place that lists them.  Headers, messages, dialogs and command lines are made from
it; only the rule that an option changes asks for it by name.
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
    """The named options of a game, each at its default where nothing else is said.

    ``workshop_side`` (R2.2) is that of the table, ``sides`` has the colours that differ from it.
    ``first_game``: R2.6, ``prestige_for_rubles`` and ``final_roll``: R3.5, ``limited_rubles``:
    R1.3, ``ivan_recognition_tile``: R8.4.  Raises ValueError for a value an option does not have.
    """

    workshop_side: BoardSide = "basic"
    sides: dict[Colour, BoardSide] = field(default_factory=dict)
    first_game: bool = False
    prestige_for_rubles: Literal["any_moment", "one_moment"] = "any_moment"
    limited_rubles: bool = False
    ivan_recognition_tile: Literal["per_die", "once"] = "per_die"
    final_roll: Literal["ends_turn", "leaves_open"] = "ends_turn"

    def __post_init__(self) -> None:
        given = [(name, getattr(self, name)) for name in CHOICES]
        for name, value in [*given, *(("workshop_side", side) for side in self.sides.values())]:
            if (type(value), value) not in [(type(known), known) for known in CHOICES[name]]:
                known = ", ".join(map(value_text, CHOICES[name]))
                raise ValueError(f"{value!r} is no value of {name}; take one of: {known}")
        for colour in self.sides:
            if colour not in COLOURS:
                raise ValueError(f"{colour!r} is no colour; take one of: {', '.join(COLOURS)}")

    def side(self, colour: int) -> BoardSide:
        """The workshop side of a colour (R2.2)."""
        return self.sides.get(COLOURS[colour], self.workshop_side)

    @property
    def number(self) -> int:
        """A number for the values of all options; ``sides`` is not in it."""
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


# The options by name and their values, the default first.
CHOICES: Final = _choices()
SOLO_ONLY: Final = frozenset({"ivan_recognition_tile"})  # mean something against Ivan alone


def value_text(value: OptionValue) -> str:
    """A value as it is written in a header and on the command line."""
    return str(value).lower() if isinstance(value, bool) else value
