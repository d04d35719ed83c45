"""What game somebody wants: from the command line's options, or from a few questions."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from redcathedral.ai import bots
from redcathedral.ai.bots import levels
from redcathedral.box import Edition, load_edition
from redcathedral.box.options import ADVANCED, BASIC, Options
from redcathedral.box.quoting import quote
from redcathedral.box.vocabulary import COLOURS
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.play.game import Game
from redcathedral.play.seating import seats_for
from redcathedral.record.components import components_of
from redcathedral.record.header import BOT, with_option
from redcathedral.record.person_name import PersonNameError, person_name
from redcathedral.record.setup_code import read_setup_code
from redcathedral.text import AnyOf, Words
from redcathedral.text.names import name_problem

USUAL_OPPONENT: Final = BOT + levels.USUAL
IVAN: Final = "ivan"


class SeatError(ValueError):
    """Somebody who cannot sit there; the message names the seat and the way out."""


class SeatNameError(SeatError):
    """A name that cannot be used."""

    def __init__(self, name: str, error: PersonNameError) -> None:
        super().__init__(" ".join([f"{quote(name)}:", *name_problem(Words(), error)]))
        self.error = error


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Who sits at which colour, in turn order; Ivan's colour in a solo game; named options."""

    seats: Mapping[str, str]
    ivan: str | None = None
    options: Options = field(default_factory=Options)
    setup: str | None = None  # the code of another game's start

    def game(self, edition: Edition | None) -> Game:
        """The game, set up; raises HeaderError or SetupCodeError."""
        return Game(
            solo=self.ivan is not None,
            colours=[*self.seats, *([self.ivan] if self.ivan else [])],
            names=[*self.seats.values()],
            options=self.options,
            edition=edition,
            setup=self.setup,
        )


def given(
    players: int | None,
    solo: bool,
    seats: Sequence[str],
    options: Options,
    setup: str | None = None,
) -> GameOptions:
    """A game with the seats of ``colour=who``; a person takes the first, bots the other free ones.

    Raises SeatError.
    """
    taken: dict[str, str] = {}
    ivan: str | None = None
    for text in seats:
        colour, separator, who = (part.strip() for part in text.partition("="))
        if not separator:
            raise SeatError(f"{text!r} is no seat; write COLOUR=WHO, such as red=Ana")
        colour = colour.casefold()
        if colour not in COLOURS:
            known = ", ".join(COLOURS)
            raise SeatError(f"{text!r}: {colour!r} is no colour; there are {known}")
        if colour in taken or colour == ivan:
            raise SeatError(f"{text!r}: {colour} is taken already; choose another colour")
        if solo and who.casefold() == IVAN:
            ivan = colour
        else:
            taken[colour] = who_sits(who)
    count = 1 if solo else players or max(len(taken), 2)
    if len(taken) > count:
        has = "1 seat" if count == 1 else f"{count} seats"
        raise SeatError(f"{len(taken)} seats are named, but the game has {has}; name fewer")
    free = [colour for colour in COLOURS if colour not in taken and colour != ivan]
    for colour in free[: count - len(taken)]:
        taken[colour] = USUAL_OPPONENT if taken else ""
    if solo and ivan is None:
        ivan = next(colour for colour in COLOURS if colour not in taken)
    return GameOptions(taken, ivan, options, setup)


def players_of(
    setup: str, edition: str | None, players: int | None, solo: bool
) -> tuple[int | None, bool]:
    """How many play from a set-up code, where that is not said; raises SetupCodeError."""
    found = load_edition() if edition is None else load_edition(edition, own_id=True)
    return seats_for(read_setup_code(setup, components_of(found)), players, solo, None)


def who_sits(text: str) -> str:
    """A name or a bot as it stands in a record; raises SeatError for what cannot stand there."""
    name = " ".join(text.split())
    if name.startswith(BOT):
        if not name.isprintable() or " #" in name:
            raise SeatError(f"{name!r} is no bot; write its name and options without ` #`")
        try:
            bots.make(name.removeprefix(BOT), 0)
        except bots.BotSpecError as error:
            raise SeatError(str(error)) from None
        return name
    try:
        return person_name(name)
    except PersonNameError as error:
        raise SeatNameError(name, error) from None


def asked(dialogue: Dialogue, options: Options) -> GameOptions:
    words = dialogue.words
    dialogue.tell("setup.intro")
    counts = ("1", "2", "3", "4")
    people = int(dialogue.choose(words.text("setup.players"), counts, "2"))
    if people > 1:
        dialogue.lines(levels_told(words, people))
    seats: dict[str, str] = {
        colour: _who(dialogue, words.text(f"player.{colour}"), USUAL_OPPONENT if seat else "")
        for seat, colour in enumerate(COLOURS[:people])
    }
    side = dialogue.choose(words.text("setup.side"), (BASIC, ADVANCED), BASIC)
    options = with_option(options, "workshop_side", side)
    if people == 1:
        return GameOptions(seats, COLOURS[1], options)
    order, lot = [*seats], "lot"
    question = words.text("setup.first", colours=dialogue.typed.words(order))
    first = dialogue.choose(question, (*order, lot), lot)
    start = secrets.randbelow(people) if first == lot else order.index(first)
    order = order[start:] + order[:start]
    return GameOptions({colour: seats[colour] for colour in order}, None, options)


def levels_told(words: Words, players: int) -> list[str]:
    """A line for each level: whom it is for, and how it plays with so many players."""
    known = levels.ratings()
    result = [words.text("setup.levels")]
    for level in levels.LEVELS:
        told = f"level.{level}"
        about = [words.text(told) if words.has(told) else levels.bot_of(level)]
        for strength in levels.strengths(level, known):
            if strength.players == players:
                about += _strength(words, strength)
        result.append(words.text("setup.level", level=words.bot(level), about=words.join(about)))
    return result


def _strength(words: Words, strength: levels.Strength) -> list[str]:
    rating = words.text(
        "strength.rating",
        rating=strength.rating,
        low=strength.low,
        high=strength.high,
        n=strength.players,
    )
    if strength.below is None:
        return [rating]
    wins = words.text(
        "strength.wins",
        n=strength.players,
        won=strength.won,
        of=strength.of,
        below=words.bot(strength.below),
    )
    return [wins, rating]


def _who(dialogue: Dialogue, colour: str, usual: str) -> str:
    words = dialogue.words
    names = {words.bot(bot): bot for bot in (*levels.LEVELS, *levels.others())}
    known = {word.casefold(): bot for name, bot in names.items() for word in (name, bot)}
    choice = AnyOf(tuple(map(words.bot, levels.others())))
    if usual:
        question = words.text(
            "setup.bot", colour=colour, bots=choice, usual=words.bot(levels.USUAL)
        )
    else:
        question = words.text("setup.person", colour=colour, bots=choice)
    explained = words.text("setup.who", bots=tuple(names))
    while typed := dialogue.ask(question, [*names], explained):
        short = typed.casefold()
        if short in ("me", "you", "person") or dialogue.typed.is_(short, "me"):
            return ""
        name = f"{BOT}{known[short]}" if short in known else typed
        try:
            return who_sits(USUAL_OPPONENT if short == "bot" else name)
        except SeatNameError as error:
            dialogue.lines([" ".join(name_problem(words, error.error))])
        except SeatError as error:
            dialogue.trouble("unknown-bot", str(error))
    return usual
