"""Name the seats of a table so that no two names look alike.

Names are compared in the reader's language, without regard to capitals, invisible characters and
forms of letters.
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
from redcathedral.text.catalog import DEFAULT_LANGUAGE, load_texts, texts_version
from redcathedral.text.translator import Argument, Localized, Term, Translator

_BOT_NAME: Final = "bot.name."
MAX_CACHED_TABLES: Final = 1024  # whose names in a language are cached


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """The player at a seat: a person, a bot by its registered name, or Ivan."""

    colour: Colour
    name: str = ""
    bot: str | None = None
    is_ivan: bool = False


def table_players(header: Header) -> list[TablePlayer]:
    """Return the players of a recorded game, in turn order, Ivan last."""
    seated = [
        TablePlayer(COLOURS[seat.colour], "" if seat.bot else seat.text, seat.bot)
        for seat in header.seats
    ]
    if header.ivan is None:
        return seated
    return [*seated, TablePlayer(COLOURS[header.ivan], is_ivan=True)]


@dataclass(frozen=True, slots=True)
class SeatName(Localized):
    """The name of a seat of a table; ``players`` are all players at the table."""

    players: tuple[TablePlayer, ...]
    seat: int

    def argument(self, translator: Translator) -> Argument:
        """Return the name, with the color of the seat if the name is ambiguous."""
        language = translator.language
        return _names(self.players, language, texts_version(language))[self.seat]


def seat_names(players: Sequence[TablePlayer]) -> tuple[SeatName, ...]:
    return tuple(SeatName(tuple(players), seat) for seat in range(len(players)))


def plain_names(players: Sequence[TablePlayer]) -> list[Argument]:
    """Return the name of each player, or the color of the seat, or Ivan; names may look alike.

    Several bots of one kind have numbers, whatever their options.
    """
    kinds = [player.bot and player.bot.partition(":")[0] for player in players]
    return [
        _numbered(kind, kinds[:seat].count(kind) + 1, kinds.count(kind))
        if kind is not None
        else player.name
        if _is_named(player)
        else Term("player.ivan" if player.is_ivan else f"player.{player.colour}")
        for seat, (player, kind) in enumerate(zip(players, kinds, strict=True))
    ]


def given_names(players: Sequence[TablePlayer]) -> list[Argument]:
    """Return the same names without colors and Ivan, which become empty texts."""
    return [
        name if player.bot is not None or _is_named(player) else ""
        for name, player in zip(plain_names(players), players, strict=True)
    ]


def _is_named(player: TablePlayer) -> bool:
    """Return whether a person has a visible name; old records can have invisible ones."""
    return not player.is_ivan and has_visible_character(player.name)


def _numbered(bot: str, number: int, count: int) -> Argument:
    name = terms.bot(bot)
    return name if count == 1 else Term("bot.numbered", name=name, n=number)


def name_problem(translator: Translator, error: PersonNameError) -> tuple[str, str]:
    reason = translator.text(
        "problem.bad-name", fault=error.fault, character=error.character, at=error.at
    )
    return reason, translator.text("problem.bad-name.fix", fault=error.fault, limit=error.limit)


@lru_cache(MAX_CACHED_TABLES)
def _names(players: tuple[TablePlayer, ...], language: str, version: int) -> tuple[Argument, ...]:
    """Return the name of each seat in a language; ``version`` is the version of its texts.

    The color of the seat is added to an ambiguous name, which looks like another name (with or
    without its color), a color, or Ivan.
    """
    translator, names = Translator(language), plain_names(players)
    with_colors = [
        Term("player-alike", name=name, who=Term(f"player.{player.colour}"))
        for name, player in zip(names, players, strict=True)
    ]
    keys = [comparison_key(translator.say(name)) for name in names]
    colored_keys = [comparison_key(translator.say(name)) for name in with_colors]
    color_keys, bot_keys = _reserved_keys(language, version)
    result = []
    for seat, player in enumerate(players):
        taken = {*keys[:seat], *keys[seat + 1 :], *colored_keys[:seat], *colored_keys[seat + 1 :]}
        taken |= {key for word, key in color_keys.items() if word != player.colour}
        taken |= bot_keys if player.bot is None else set()
        is_name = player.bot is not None or _is_named(player)
        is_ambiguous = is_name and keys[seat] in taken
        result.append(with_colors[seat] if is_ambiguous else names[seat])
    return tuple(result)


@lru_cache
def _reserved_keys(language: str, version: int) -> tuple[dict[str, str], frozenset[str]]:  # noqa: ARG001
    """Return the keys of the colors and Ivan, by word, and the keys of bots at any table."""
    translator = Translator(language)
    color_keys = {
        word: comparison_key(translator.text(f"player.{word}")) for word in (*COLOURS, "ivan")
    }
    bots = [id_ for id_ in load_texts(DEFAULT_LANGUAGE) if id_.startswith(_BOT_NAME)]
    return color_keys, frozenset(comparison_key(translator.text(id_)) for id_ in bots)
