"""Names of the seats: no two seats at a table have names that look alike.

Names are compared as the reader sees them: in the reader's language, without regard to capitals,
invisible characters and forms of letters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from redcathedral.box.characters import comparison_key, has_visible_character
from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.record.header import Header
from redcathedral.record.person_name import PersonNameError
from redcathedral.text import terms
from redcathedral.text.catalogue import DEFAULT_LANGUAGE, load, stamp
from redcathedral.text.message import Argument, Messages, Term, Worded

_BOT: Final = "bot.name."
TABLES: Final = 1024  # with cached names, each in one language


@dataclass(frozen=True, slots=True)
class Sitter:
    """The player at a seat: a person, a bot by its registered name, or Ivan."""

    colour: Colour
    name: str = ""
    bot: str | None = None
    is_ivan: bool = False


def sitters_of(header: Header) -> list[Sitter]:
    """Return the players of a recorded game, in turn order, Ivan last."""
    seated = [
        Sitter(COLOURS[seat.colour], "" if seat.bot else seat.text, seat.bot)
        for seat in header.seats
    ]
    if header.ivan is None:
        return seated
    return [*seated, Sitter(COLOURS[header.ivan], is_ivan=True)]


@dataclass(frozen=True, slots=True)
class SeatName(Worded):
    """The name of a seat of a table; ``sitters`` are all players at the table."""

    sitters: tuple[Sitter, ...]
    seat: int

    def argument(self, messages: Messages) -> Argument:
        """Return the name, with the color of the seat if the name is ambiguous."""
        language = messages.language
        return _names(self.sitters, language, stamp(language))[self.seat]


def seat_names(sitters: Sequence[Sitter]) -> tuple[SeatName, ...]:
    return tuple(SeatName(tuple(sitters), seat) for seat in range(len(sitters)))


def plain_names(sitters: Sequence[Sitter]) -> list[Argument]:
    """Return the name of each player, or the color of the seat, or Ivan; names may look alike.

    Several bots of one kind have numbers, whatever their options.
    """
    kinds = [_kind(sitter) for sitter in sitters]
    return [
        _numbered(kind, kinds[:seat].count(kind) + 1, kinds.count(kind))
        if kind is not None
        else sitter.name
        if _is_named(sitter)
        else _unnamed(sitter)
        for seat, (sitter, kind) in enumerate(zip(sitters, kinds, strict=True))
    ]


def given_names(sitters: Sequence[Sitter]) -> list[Argument]:
    """Return the same names for a list that also names the colors, empty if there is no name."""
    return [
        name if sitter.bot is not None or _is_named(sitter) else ""
        for name, sitter in zip(plain_names(sitters), sitters, strict=True)
    ]


def _kind(sitter: Sitter) -> str | None:
    return None if sitter.bot is None else sitter.bot.partition(":")[0]


def _is_named(sitter: Sitter) -> bool:
    """Return whether a person has a visible name; old records can have invisible ones."""
    return not sitter.is_ivan and has_visible_character(sitter.name)


def _numbered(bot: str, number: int, count: int) -> Argument:
    name = terms.bot(bot)
    return name if count == 1 else Term("bot.numbered", name=name, n=number)


def _unnamed(sitter: Sitter) -> Term:
    return Term("player.ivan" if sitter.is_ivan else f"player.{sitter.colour}")


def _with_colour(name: Argument, sitter: Sitter) -> Term:
    return Term("player-alike", name=name, who=Term(f"player.{sitter.colour}"))


def name_problem(messages: Messages, error: PersonNameError) -> tuple[str, str]:
    reason = messages.text(
        "problem.bad-name", fault=error.fault, character=error.character, at=error.at
    )
    return reason, messages.text("problem.bad-name.fix", fault=error.fault, limit=error.limit)


@lru_cache(TABLES)
def _names(sitters: tuple[Sitter, ...], language: str, when: int) -> tuple[Argument, ...]:
    """Return the name of each seat in a language, with its texts at a stamp.

    The color is added to names, never to a color or to Ivan.  Then no two are alike: a name that
    looks like another name with its color also gets its own color.
    """
    messages, names = Messages(language), plain_names(sitters)
    longer = [_with_colour(*pair) for pair in zip(names, sitters, strict=True)]
    keys = [comparison_key(messages.say(name)) for name in names]
    longer_keys = [comparison_key(messages.say(name)) for name in longer]
    words, bots = _taken(language, when)
    result = []
    for seat, sitter in enumerate(sitters):
        taken = {*keys[:seat], *keys[seat + 1 :], *longer_keys[:seat], *longer_keys[seat + 1 :]}
        taken |= {key for word, key in words.items() if word != sitter.colour}
        taken |= bots if sitter.bot is None else set()
        is_name = sitter.bot is not None or _is_named(sitter)
        is_apart = is_name and keys[seat] in taken
        result.append(longer[seat] if is_apart else names[seat])
    return tuple(result)


@lru_cache
def _taken(language: str, when: int) -> tuple[dict[str, str], frozenset[str]]:  # noqa: ARG001
    """Return the keys of the colors and Ivan, by word, and the keys of bots at any table."""
    messages = Messages(language)
    words = {word: comparison_key(messages.text(f"player.{word}")) for word in (*COLOURS, "ivan")}
    bots = [id_ for id_ in load(DEFAULT_LANGUAGE) if id_.startswith(_BOT)]
    return words, frozenset(comparison_key(messages.text(id_)) for id_ in bots)
