"""Get the options of a new game from the command line or from a few questions."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from redcathedral.ai import bots
from redcathedral.ai.bots import levels
from redcathedral.box import Edition, load_edition
from redcathedral.box.options import ADVANCED, BASIC, Options
from redcathedral.box.quoting import quote
from redcathedral.box.vocabulary import COLOURS
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.play.game import Game
from redcathedral.play.seating import seats_for_setup
from redcathedral.record.components import components_of
from redcathedral.record.header import BOT, with_option
from redcathedral.record.person_name import PersonNameError, person_name
from redcathedral.record.setup_code import read_setup_code
from redcathedral.text import AnyOf, Narrator
from redcathedral.text.names import name_problem

DEFAULT_OPPONENT: Final = BOT + levels.DEFAULT_LEVEL
IVAN: Final = "ivan"


class SeatError(ValueError):
    """A seat cannot be filled; the message names the seat and a fix."""


class SeatNameError(SeatError):
    """A name cannot be used."""

    def __init__(self, name: str, error: PersonNameError) -> None:
        super().__init__(" ".join([f"{quote(name)}:", *name_problem(Narrator(), error)]))
        self.error = error


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The player of each color in turn order, Ivan's color in a solo game, and other options."""

    seats: Mapping[str, str]
    ivan: str | None = None
    options: Options = field(default_factory=Options)
    setup: str | None = None  # a set-up code

    def game(self, edition: Edition | None) -> Game:
        """Return the new game; raises HeaderError or SetupCodeError."""
        return Game(
            solo=self.ivan is not None,
            colours=[*self.seats, *([self.ivan] if self.ivan else [])],
            names=[*self.seats.values()],
            options=self.options,
            edition=edition,
            setup=self.setup,
        )


def from_arguments(
    players: int | None,
    solo: bool,
    seats: Sequence[str],
    options: Options,
    setup: str | None = None,
) -> GameOptions:
    """Return a game with seats from texts ``COLOUR=WHO``; raises SeatError.

    Bots get the other seats, except that a person gets the first seat of the game.
    """
    taken: dict[str, str] = {}
    ivan: str | None = None
    for text in seats:
        colour, separator, player = (part.strip() for part in text.partition("="))
        if not separator:
            raise SeatError(f"{text!r} is not a seat; write COLOUR=WHO, such as red=Ana")
        colour = colour.casefold()
        if colour not in COLOURS:
            colours = ", ".join(COLOURS)
            raise SeatError(f"{text!r}: {colour!r} is not a color; the colors are {colours}")
        if colour in taken or colour == ivan:
            raise SeatError(f"{text!r}: {colour} is already taken; choose another color")
        if solo and player.casefold() == IVAN:
            ivan = colour
        else:
            taken[colour] = seat_text(player)
    count = 1 if solo else players or max(len(taken), 2)
    if len(taken) > count:
        seat_count = "1 seat" if count == 1 else f"{count} seats"
        raise SeatError(f"{len(taken)} seats are named, but the game has {seat_count}; name fewer")
    free = [colour for colour in COLOURS if colour not in taken and colour != ivan]
    for colour in free[: count - len(taken)]:
        taken[colour] = DEFAULT_OPPONENT if taken else ""
    if solo and ivan is None:
        ivan = next(colour for colour in COLOURS if colour not in taken)
    return GameOptions(taken, ivan, options, setup)


def players_of(
    setup: str, edition: str | None, players: int | None, solo: bool
) -> tuple[int | None, bool]:
    """Return players and solo, from the set-up code if both are missing; raises SetupCodeError."""
    loaded_edition = load_edition() if edition is None else load_edition(edition, own_id=True)
    setup_data = read_setup_code(setup, components_of(loaded_edition))
    return seats_for_setup(setup_data, players, solo, None)


def seat_text(text: str) -> str:
    """Return a name or a bot in the format of records; raises SeatError if it is invalid."""
    name = " ".join(text.split())
    if name.startswith(BOT):
        if not name.isprintable() or " #" in name:
            raise SeatError(f"{name!r} is not a bot; write its name and options without ` #`")
        try:
            bots.make(name.removeprefix(BOT), 0)
        except bots.BotSpecError as error:
            raise SeatError(str(error)) from None
        return name
    try:
        return person_name(name)
    except PersonNameError as error:
        raise SeatNameError(name, error) from None


def from_questions(dialogue: Dialogue, options: Options) -> GameOptions:
    narrator = dialogue.narrator
    dialogue.tell("setup.intro")
    people = int(dialogue.choose(narrator.text("setup.players"), ("1", "2", "3", "4"), "2"))
    if people > 1:
        dialogue.lines(level_lines(narrator, people))
    seats: dict[str, str] = {
        colour: _ask_for_player(
            dialogue, narrator.text(f"player.{colour}"), DEFAULT_OPPONENT if seat else ""
        )
        for seat, colour in enumerate(COLOURS[:people])
    }
    side = dialogue.choose(narrator.text("setup.side"), (BASIC, ADVANCED), BASIC)
    options = with_option(options, "workshop_side", side)
    if people == 1:
        return GameOptions(seats, COLOURS[1], options)
    order, random_order = [*seats], "lot"
    question = narrator.text("setup.first", colours=dialogue.typed.any_of(order))
    first = dialogue.choose(question, (*order, random_order), random_order)
    start = secrets.randbelow(people) if first == random_order else order.index(first)
    order = order[start:] + order[:start]
    return GameOptions({colour: seats[colour] for colour in order}, None, options)


def level_lines(narrator: Narrator, players: int) -> list[str]:
    """Return a line for each level with its description and its strength."""
    ratings = levels.ratings()
    result = [narrator.text("setup.levels")]
    for level in levels.LEVELS:
        text_id = f"level.{level}"
        parts = [narrator.text(text_id) if narrator.has(text_id) else levels.bot_spec(level)]
        for strength in levels.strengths(level, ratings):
            if strength.players == players:
                parts += _strength(narrator, strength)
        result.append(
            narrator.text("setup.level", level=narrator.bot(level), about=narrator.join(parts))
        )
    return result


def _strength(narrator: Narrator, strength: levels.Strength) -> list[str]:
    figures = structs.asdict(strength)
    rating = narrator.text("strength.rating", n=strength.players, **figures)
    if strength.below is None:
        return [rating]
    figures["below"] = narrator.bot(strength.below)
    return [narrator.text("strength.wins", n=strength.players, **figures), rating]


def _ask_for_player(dialogue: Dialogue, colour: str, default: str) -> str:
    narrator = dialogue.narrator
    names = {narrator.bot(bot): bot for bot in (*levels.LEVELS, *levels.other_bots())}
    bot_by_word = {word.casefold(): bot for name, bot in names.items() for word in (name, bot)}
    other_bots = AnyOf(tuple(map(narrator.bot, levels.other_bots())))
    if default:
        question = narrator.text(
            "setup.bot", colour=colour, bots=other_bots, usual=narrator.bot(levels.DEFAULT_LEVEL)
        )
    else:
        question = narrator.text("setup.person", colour=colour, bots=other_bots)
    help_text = narrator.text("setup.who", bots=AnyOf(tuple(names)))
    while typed := dialogue.ask(question, [*names], help_text):
        word = typed.casefold()
        if word in ("me", "you", "person") or dialogue.typed.is_word(word, "me"):
            return ""
        name = f"{BOT}{bot_by_word[word]}" if word in bot_by_word else typed
        try:
            return seat_text(DEFAULT_OPPONENT if word == "bot" else name)
        except SeatNameError as error:
            dialogue.lines([" ".join(name_problem(narrator, error.error))])
        except SeatError as error:
            dialogue.trouble("unknown-bot", str(error))
    return default
