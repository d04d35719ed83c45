"""Read and write the header of a record: the edition, options and seats of a game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace as replace_struct

from redcathedral.box.characters import is_allowed_in_name
from redcathedral.box.options import CHOICES, Options, value_text
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.box.vocabulary import COLOUR_COUNT, COLOURS
from redcathedral.engine.components import Components
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_setting

VERSION: Final = "1"  # version of the record format
RULES: Final = 1  # the version of the rulings
BOT: Final = "bot:"  # the prefix of the text of a seat with a bot
KEYS: Final = ("edition", "rules", "option", "seat", "ivan")
# The options and their values as written in a header, the default first.
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: tuple(map(value_text, values)) for name, values in CHOICES.items()}
)


class HeaderError(ParseError):
    """A header is not possible for any game."""


def with_option(options: Options, name: str, value: str) -> Options:
    """Return options with one option set; name and value are in the format of a header.

    ``workshop_side.blue`` sets the side of one seat.  Raises HeaderError if either is unknown.
    """
    name, _, seat = name.casefold().partition(".")
    value = value.casefold()
    if name not in OPTIONS:
        names = [*OPTIONS, "workshop_side.COLOUR"]
        raise HeaderError(f"{quote(name)} is not an option", did_you_mean(name, names))
    if value not in OPTIONS[name]:
        fix = did_you_mean(value, OPTIONS[name])
        raise HeaderError(f"{quote(value)} is not a value of {name}", fix)
    choice = CHOICES[name][OPTIONS[name].index(value)]
    if not seat:
        return replace_struct(options, **{name: choice})
    if name != "workshop_side" or seat not in COLOURS:
        fix = "only workshop_side is chosen by seat, such as workshop_side.blue"
        raise HeaderError(f"{quote(f'{name}.{seat}')} is not an option", fix)
    return replace_struct(options, sides={**options.sides, seat: choice})


def option_lines(options: Options, seats: Sequence[int]) -> list[str]:
    """Return a line for each option with another value than the default, for these seats."""
    result = []
    for name, values in CHOICES.items():
        value = getattr(options, name)
        if value != values[0]:
            result.append(f"option {name} {value_text(value)}")
        if name == "workshop_side":
            result += [
                f"option {name}.{COLOURS[seat]} {options.side(seat)}"
                for seat in seats
                if options.side(seat) != options.workshop_side
            ]
    return result


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its color, and a text, such as the name of a person or ``bot:greedy``."""

    colour: int
    text: str = ""

    @property
    def bot(self) -> str | None:
        """The name of the bot in this seat; None for a person."""
        return self.text.removeprefix(BOT) if self.text.startswith(BOT) else None


@dataclass(frozen=True, slots=True)
class Header:
    """The edition, options and seats of a game.

    ``seats`` are in turn order.  In a solo game only the human has a seat, and ``ivan`` is Ivan's
    color (R8.1).  ``extra`` holds lines with unknown keys.  Raises HeaderError for a header that
    is not possible for any game.
    """

    edition: str
    seats: tuple[Seat, ...]
    ivan: int | None = None
    options: Options = field(default_factory=Options)
    edition_hash: str | None = None
    extra: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        colours = self.colours
        if self.ivan is not None and len(self.seats) != 1:
            reason = f"a solo game has one seat and Ivan's, here are {len(self.seats)} and Ivan's"
            raise HeaderError(reason, "keep one `seat` line, or remove the `ivan` line")
        if not 2 <= len(colours) <= COLOUR_COUNT:
            fix = "write 2 to 4 `seat` lines, or one and an `ivan` line"
            raise HeaderError(f"a game cannot have {len(colours)} seat(s)", fix)
        for colour in colours:
            if colours.count(colour) > 1:
                fix = "give each seat its own color: " + ", ".join(COLOURS)
                raise HeaderError(f"{COLOURS[colour]} is taken twice", fix)
        for name in self.options.sides:
            colour = COLOURS.index(name)
            if colour not in [seat.colour for seat in self.seats]:
                problem = "nobody sits there"
                if colour == self.ivan:
                    problem = "Ivan has no workshop board"
                reason = f"workshop_side.{name}: {problem}"
                raise HeaderError(reason, "name the color of a seat")
        words = (self.edition, "-" if self.edition_hash is None else self.edition_hash)
        texts = [seat.text for seat in self.seats]
        if not all(word.isprintable() and re.fullmatch(r"[^\s#]\S*", word) for word in words):
            raise HeaderError(
                f"{quote(' '.join(words))} is not an edition", "write its id in one word"
            )
        for text in (*texts, *self.extra):
            is_clean = _is_seat_text(text) if text in texts else len(text.splitlines()) == 1
            if text != text.strip() or not is_clean or re.search(r"(^|\s)#", text):
                fix = "write one line of printable text, without blanks around it and without ` #`"
                raise HeaderError(f"{quote(text)} cannot stand in a header", fix)

    @property
    def colours(self) -> list[int]:
        """The colors in turn order, Ivan's last."""
        return [seat.colour for seat in self.seats] + ([] if self.ivan is None else [self.ivan])

    def setting(self, components: Components) -> Setting:
        """Return the setting of a game before its set-up."""
        return new_setting(components, self.colours, self.options, solo=self.ivan is not None)

    def lines(self) -> list[str]:
        """Return the lines of the header in a file."""
        edition = f"edition {self.edition} {self.edition_hash or ''}".rstrip()
        result = [f"redcathedral-record {VERSION}", edition]
        result += option_lines(self.options, self.colours)
        result += [f"seat {COLOURS[seat.colour]} {seat.text}".rstrip() for seat in self.seats]
        if self.ivan is not None:
            result.append(f"ivan {COLOURS[self.ivan]}")
        return [*result, *self.extra]


def _is_seat_text(text: str) -> bool:
    return all(
        character.isprintable() or (character != "\t" and is_allowed_in_name(text, index))
        for index, character in enumerate(text)
    )


class HeaderReader:
    """Reads the lines of a header one by one; ``header`` returns the result."""

    def __init__(self) -> None:
        self._edition: list[str] | None = None
        self._options = Options()
        self._option_names: set[str] = set()
        self._seats: list[Seat] = []
        self._ivan: int | None = None
        self._rules: int | None = None
        self._extra: list[str] = []

    def feed(self, words: list[str], text: str) -> None:
        """Read a line; raises ParseError."""
        match words[0].casefold():
            case "edition":
                if self._edition is not None:
                    raise ParseError("a second `edition` line", "keep one")
                if not 2 <= len(words) <= 3:
                    fix = "write the edition's id and, if you like, its hash"
                    raise ParseError("an edition has an id and at most a hash", fix)
                self._edition = words[1:]
            case "rules":
                if self._rules is not None:
                    raise ParseError("a second `rules` line", "keep one")
                if words[1:] != [str(RULES)]:
                    fix = f"write `rules {RULES}`, or use a program that knows these"
                    raise ParseError(f"the rulings known here are version {RULES}", fix)
                self._rules = RULES
            case "option":
                self._option(words)
            case "seat":
                colour = self._colour(words)
                if self._ivan is not None:
                    raise ParseError("a seat after Ivan's", "in a solo game `ivan` is the last one")
                parts = text.split(maxsplit=2)
                self._seats.append(
                    Seat(colour, parts[2].replace("\t", " ") if len(parts) > 2 else "")
                )
            case "ivan":
                if self._ivan is not None or len(words) != 2:
                    raise ParseError(
                        "not one color for Ivan", "write one line, such as `ivan blue`"
                    )
                self._ivan = self._colour(words)
            case _:
                self._extra.append(text)

    def _option(self, words: list[str]) -> None:
        if len(words) != 3:
            fix = "write a name and a value, such as `option workshop_side advanced`"
            raise ParseError(f"an option has a name and a value, not {len(words) - 1} words", fix)
        if words[1].casefold() in self._option_names:
            raise ParseError("this option is repeated", "keep one of the lines")
        self._options = with_option(self._options, words[1], words[2])
        self._option_names.add(words[1].casefold())

    def _colour(self, words: list[str]) -> int:
        name = words[1].casefold() if len(words) > 1 else ""
        if name not in COLOURS:
            raise ParseError(f"{quote(name)} is not a color", did_you_mean(name, COLOURS))
        colour = COLOURS.index(name)
        if colour in [seat.colour for seat in self._seats]:
            raise ParseError(f"{name} is taken twice", "give each seat its own color")
        return colour

    def header(self) -> Header:
        """Return the header of the lines read; raises ParseError if something is missing."""
        if self._edition is None:
            fix = "write it after the first line: `edition reconstructed-2020`"
            raise ParseError("the header has no `edition` line", fix)
        name, *rest = self._edition
        return Header(
            edition=name,
            seats=tuple(self._seats),
            ivan=self._ivan,
            options=self._options,
            edition_hash=rest[0] if rest else None,
            extra=tuple(self._extra),
        )
