"""Read and write set-up codes: short texts with the cards, tiles and dice of a set-up (R2, R8.2).

A code contains the drawn outcomes instead of a seed, so that any program that knows the format can
read it, and every set-up has a code.  A code contains no names or colors, and no options except
``first_game``.  ``docs/reference/setup-code.md`` describes the format.
"""

import hashlib
import re
from typing import Final, Literal, NamedTuple, TypeAlias

from redcathedral.box.options import Options
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import quote
from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.phases import ROLL
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State
from redcathedral.record.game_record import Record

CodeFault: TypeAlias = Literal["mistyped", "form", "edition", "players"]

CODE_FORMAT: Final = 1
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O and U
_BASE: Final = len(_ALPHABET)
_VALUES: Final = {
    **{character: value for value, character in enumerate(_ALPHABET)},
    **{character.lower(): value for value, character in enumerate(_ALPHABET)},
    **dict.fromkeys("IiLl", 1),
    **dict.fromkeys("Oo", 0),
}
_SEPARATORS: Final = re.compile(r"[\s\u2010-\u2015\u2212-]+")  # between groups
_GROUP_LENGTH: Final = 4
# A code is a multiple of this prime.  One changed character, or two swapped neighbors, never give
# another multiple: the difference is a number below the prime, times a power of 32.
_PRIME: Final = 1021
_CHECK_VALUES: Final = _BASE**2  # for a check sum of two characters
_EDITION_VALUES: Final = _BASE**2  # for an edition mark of two characters
_HEADER_LENGTH: Final = 3  # characters before the outcomes
_CHECK_LENGTH: Final = 2  # characters after the outcomes
_MAX_CHARACTERS: Final = 1000  # more than for any edition


class SetupCodeError(ParseError):
    """A set-up code cannot be used; ``players`` is the code's number if it differs (1: solo)."""

    def __init__(self, fault: CodeFault, reason: str, fix: str, players: int = 0) -> None:
        super().__init__(reason, fix)
        self.fault: CodeFault = fault
        self.players = players


class DrawnSetup(NamedTuple):
    """The outcomes of a set-up, in the order of the engine; ``players`` is 1 for a solo game."""

    players: int
    first_game: bool
    outcomes: tuple[int, ...]


def setup_of(record: Record) -> DrawnSetup | None:
    """Return the set-up of a record, or None if it began with a position or is not complete."""
    if record.start is not None:
        return None
    header = record.header
    state = record.first_state()
    count = 0
    while state.phase < ROLL:
        if count == len(record.steps):
            return None
        rules.settle(state, record.steps[count])
        count += 1
    return DrawnSetup(len(header.seats), header.options.first_game, tuple(record.steps[:count]))


def setup_code_of(record: Record) -> str | None:
    """Return the set-up code of a record; None if it began with a position."""
    setup = setup_of(record)
    return None if setup is None else setup_code(setup, record.components)


def setup_code(setup: DrawnSetup, components: Components) -> str:
    """Return the code of a set-up, in groups; raises ValueError for impossible outcomes."""
    state = first_state(setup.players, setup.first_game, components)
    number, size = 0, 1
    for outcome in setup.outcomes:
        possible = _possible_outcomes(state)
        number += possible.index(outcome) * size
        size *= len(possible)
        rules.settle(state, outcome)
    header = CODE_FORMAT << 3 | setup.first_game << 2 | setup.players - 1
    width = _width(size)
    value = (header * _EDITION_VALUES + _edition_mark(components)) * _BASE**width + number
    value *= _CHECK_VALUES
    value += -value % _PRIME
    characters = _characters(value, _HEADER_LENGTH + width + _CHECK_LENGTH)
    return "-".join(
        characters[start : start + _GROUP_LENGTH]
        for start in range(0, len(characters), _GROUP_LENGTH)
    )


def read_setup_code(text: str, components: Components) -> DrawnSetup:
    """Return the set-up of a code; raises SetupCodeError.

    Case, spaces and hyphens are ignored; I and L are read as 1, O as 0.
    """
    values = _values(text)
    code_value = 0
    for value in values:
        code_value = code_value * _BASE + value
    if code_value % _PRIME:
        raise _mistyped_error("its check sum does not fit")
    form, first_game, players = values[0] >> 3, bool(values[0] & 4), (values[0] & 3) + 1
    if form != CODE_FORMAT:
        reason = f"this set-up code has format {form}, not format {CODE_FORMAT}"
        raise SetupCodeError("form", reason, "use the version of the program that made it")
    if values[1] * _BASE + values[2] != _edition_mark(components):
        reason = f"this set-up code was not made with the edition {components.edition.id}"
        raise SetupCodeError("edition", reason, "choose the edition with which it was made")
    number = code_value // _CHECK_VALUES % _BASE ** (len(values) - _HEADER_LENGTH - _CHECK_LENGTH)
    state = first_state(players, first_game, components)
    outcomes: list[int] = []
    while state.phase < ROLL:
        possible = _possible_outcomes(state)
        number, index = divmod(number, len(possible))
        outcomes.append(possible[index])
        rules.settle(state, possible[index])
    setup = DrawnSetup(players, first_game, tuple(outcomes))
    if _values(setup_code(setup, components)) != values:
        raise _mistyped_error("no set-up has it")
    return setup


def turn_order(code: str) -> list[Colour]:
    """Return the four colors in the order of a code (R2.10), whatever its case and hyphens."""
    characters = "".join(
        _ALPHABET[_VALUES[character]] for character in code if character in _VALUES
    ).encode()
    number = int.from_bytes(hashlib.sha256(characters).digest())
    remaining = [*COLOURS]
    order: list[Colour] = []
    while remaining:
        number, index = divmod(number, len(remaining))
        order.append(remaining.pop(index))
    return order


def _values(text: str) -> list[int]:
    characters = _SEPARATORS.sub("", text)
    for character in characters:
        if character not in _VALUES:
            raise _mistyped_error(f"{quote(character)} is not a character of a code")
    if not _HEADER_LENGTH + _CHECK_LENGTH < len(characters) <= _MAX_CHARACTERS:
        raise _mistyped_error(f"it has {len(characters)} characters")
    return [_VALUES[character] for character in characters]


def _mistyped_error(cause: str) -> SetupCodeError:
    reason = f"this is not a set-up code: {cause}"
    return SetupCodeError(
        "mistyped", reason, "compare it with the original, character by character"
    )


def first_state(players: int, first_game: bool, components: Components) -> State:
    """Return a position before the set-up; colors do not matter."""
    colours = list(range(max(players, 2)))
    options = Options(first_game=first_game)
    return new_state(new_setting(components, colours, options, solo=players == 1))


def _possible_outcomes(state: State) -> list[int]:
    return [outcome for outcome, _ in rules.outcomes(state)]


def _edition_mark(components: Components) -> int:
    return int(components.edition.hash.rpartition(":")[2][:8], 16) % _EDITION_VALUES


def _width(size: int) -> int:
    """Return the number of characters that can encode ``size`` different numbers."""
    width = 0
    while _BASE**width < size:
        width += 1
    return width


def _characters(number: int, count: int) -> str:
    result = ""
    for _ in range(count):
        number, value = divmod(number, _BASE)
        result = _ALPHABET[value] + result
    return result
