"""Set-up codes: what was drawn at the start of a game as a short text, and back (R2, R8.2).

A code holds what was drawn, not a seed: it is the same in every program that knows the form, and
every game that began with a set-up has one.  It holds neither names nor colours, nor options other
than ``first_game``.  ``docs/reference/setup-code.md`` has the form.
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
_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O and U
_BASE: Final = len(_SIGNS)
_VALUES: Final = {
    **{sign: value for value, sign in enumerate(_SIGNS)},
    **{sign.lower(): value for value, sign in enumerate(_SIGNS)},
    **dict.fromkeys("IiLl", 1),
    **dict.fromkeys("Oo", 0),
}
_APART: Final = re.compile(r"[\s\u2010-\u2015\u2212-]+")  # what stands between groups
_GROUP: Final = 4
# A code is a multiple of this prime.  No single sign that is changed, and no two that are swapped
# side by side, make another multiple: they change it by less than the prime, times a power of 32.
_PRIME: Final = 1021
_CHECK: Final = _BASE**2  # two signs at the end
_EDITION: Final = _BASE**2  # two signs
_HEAD: Final = 3  # signs before what was drawn
_TAIL: Final = 2
_LONGEST: Final = 1000  # signs; no edition has components for so many


class SetupCodeError(ParseError):
    """Why a set-up code cannot be used; ``players`` are those of a code for others, 1 if solo."""

    def __init__(self, fault: CodeFault, reason: str, fix: str, players: int = 0) -> None:
        super().__init__(reason, fix)
        self.fault: CodeFault = fault
        self.players = players


class DrawnSetup(NamedTuple):
    """What was drawn at a set-up: outcomes in the engine's order, for so many players (1: solo)."""

    players: int
    first_game: bool
    outcomes: tuple[int, ...]


def drawn_setup(record: Record) -> DrawnSetup | None:
    """What was drawn; None for a game that began with a position, or is still being set up."""
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
    """The code of a game's set-up; None for one that began with a position."""
    drawn = drawn_setup(record)
    return None if drawn is None else setup_code(drawn, record.components)


def setup_code(drawn: DrawnSetup, components: Components) -> str:
    """The code of a set-up, in groups; raises ValueError for outcomes that cannot come."""
    state = _first_state(drawn.players, drawn.first_game, components)
    number, size = 0, 1
    for outcome in drawn.outcomes:
        possible = _possible(state)
        number += possible.index(outcome) * size
        size *= len(possible)
        rules.settle(state, outcome)
    head = CODE_FORMAT << 3 | drawn.first_game << 2 | drawn.players - 1
    width = _width(size)
    whole = (head * _EDITION + _edition_mark(components)) * _BASE**width + number
    whole *= _CHECK
    whole += -whole % _PRIME
    signs = _signs(whole, _HEAD + width + _TAIL)
    return "-".join(signs[start : start + _GROUP] for start in range(0, len(signs), _GROUP))


def read_setup_code(text: str, components: Components) -> DrawnSetup:
    """What a code says was drawn; raises SetupCodeError.

    Case, spaces and hyphens do not matter; I and L are read as 1, O as 0.
    """
    values = _values(text)
    whole = 0
    for value in values:
        whole = whole * _BASE + value
    if whole % _PRIME:
        raise _mistyped("its check sum does not fit")
    form, first_game, players = values[0] >> 3, bool(values[0] & 4), (values[0] & 3) + 1
    if form != CODE_FORMAT:
        reason = f"this set-up code has form {form}; here form {CODE_FORMAT} is known"
        raise SetupCodeError("form", reason, "use the version of the program that made it")
    if values[1] * _BASE + values[2] != _edition_mark(components):
        reason = f"this set-up code was not made with the edition {components.edition.id}"
        fix = "choose the edition that it was made with"
        raise SetupCodeError("edition", reason, fix)
    number = whole // _CHECK % _BASE ** (len(values) - _HEAD - _TAIL)
    state = _first_state(players, first_game, components)
    outcomes: list[int] = []
    while state.phase < ROLL:
        possible = _possible(state)
        number, index = divmod(number, len(possible))
        outcomes.append(possible[index])
        rules.settle(state, possible[index])
    drawn = DrawnSetup(players, first_game, tuple(outcomes))
    if _values(setup_code(drawn, components)) != values:
        raise _mistyped("no set-up has it")
    return drawn


def turn_order(code: str) -> list[Colour]:
    """The four colours in an order that a code draws, however it is written: who begins (R2.10)."""
    signs = "".join(_SIGNS[_VALUES[sign]] for sign in code if sign in _VALUES).encode()
    number = int.from_bytes(hashlib.sha256(signs).digest())
    left = [*COLOURS]
    drawn: list[Colour] = []
    while left:
        number, index = divmod(number, len(left))
        drawn.append(left.pop(index))
    return drawn


def _values(text: str) -> list[int]:
    signs = _APART.sub("", text)
    for sign in signs:
        if sign not in _VALUES:
            raise _mistyped(f"{quote(sign)} is none of its signs")
    if not _HEAD + _TAIL < len(signs) <= _LONGEST:
        raise _mistyped(f"it has {len(signs)} signs")
    return [_VALUES[sign] for sign in signs]


def _mistyped(why: str) -> SetupCodeError:
    reason = f"this is no set-up code: {why}"
    return SetupCodeError("mistyped", reason, "compare it sign by sign with the one that was given")


def _first_state(players: int, first_game: bool, components: Components) -> State:
    """The empty table, at which colours do not matter."""
    colours = list(range(max(players, 2)))
    options = Options(first_game=first_game)
    return new_state(new_setting(components, colours, options, solo=players == 1))


def _possible(state: State) -> list[int]:
    return [outcome for outcome, _ in rules.outcomes(state)]


def _edition_mark(components: Components) -> int:
    return int(components.edition.hash.rpartition(":")[2][:8], 16) % _EDITION


def _width(size: int) -> int:
    """How many signs tell that many numbers apart."""
    width = 0
    while _BASE**width < size:
        width += 1
    return width


def _signs(number: int, count: int) -> str:
    result = ""
    for _ in range(count):
        number, value = divmod(number, _BASE)
        result = _SIGNS[value] + result
    return result
