"""What game somebody wants: from the command line's options, or from a few questions."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from redcathedral.bots import levels
from redcathedral.box.options import ADVANCED, BASIC, Options
from redcathedral.box.vocabulary import COLOURS
from redcathedral.cli.terminal.screen import Quit, Screen
from redcathedral.record.header import with_option
from redcathedral.record.quote import printable
from redcathedral.words import AnyOf, Term, Words

BOT = "bot:"
USUAL = BOT + levels.USUAL
IVAN = "ivan"
HELP = ("help", "?")
LEAVING = ("quit", "exit")


class WishError(ValueError):
    """A wish that no game can fulfil; the message names it and the way out."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The seats in turn order with who sits there, solo or not, and the named options."""

    seats: tuple[tuple[str, str], ...]
    ivan: str | None = None
    options: Options = field(default_factory=Options)

    @property
    def colours(self) -> list[str]:
        """The colours in turn order, Ivan's last."""
        return [colour for colour, _ in self.seats] + ([self.ivan] if self.ivan else [])


def seats(players: int | None, solo: bool, given: Sequence[str]) -> Wishes:
    """The seats from ``colour=who``; empty ones are filled, the first by a person, with bots.

    Raises WishError.
    """
    taken: dict[str, str] = {}
    ivan: str | None = None
    for text in given:
        colour, separator, who = (part.strip() for part in text.partition("="))
        if not separator:
            raise WishError(f"{text!r} is no seat; write COLOUR=WHO, such as red=Ana")
        colour = colour.casefold()
        if colour not in COLOURS:
            known = ", ".join(COLOURS)
            raise WishError(f"{text!r}: {colour!r} is no colour; there are {known}")
        if colour in taken or colour == ivan:
            raise WishError(f"{text!r}: {colour} is taken already; choose another colour")
        if solo and who.casefold() == IVAN:
            ivan = colour
        else:
            taken[colour] = who_sits(who)
    count = 1 if solo else players or max(len(taken), 2)
    if len(taken) > count:
        seats_ = "1 seat" if count == 1 else f"{count} seats"
        raise WishError(f"{len(taken)} seats are named, but the game has {seats_}; name fewer")
    free = [colour for colour in COLOURS if colour not in taken and colour != ivan]
    for colour in free[: count - len(taken)]:
        taken[colour] = USUAL if taken else ""
    if solo and ivan is None:
        ivan = next(colour for colour in COLOURS if colour not in taken)
    return Wishes(tuple(taken.items()), ivan if solo else None)


def who_sits(text: str) -> str:
    """A name or a bot as it stands in a record; raises WishError for what cannot stand there."""
    name = " ".join(text.split())
    if name != printable(name) or name.startswith("#") or " #" in name:
        raise WishError(f"{printable(name)!r} is no name; use printable signs and no # of its own")
    if name.startswith(BOT):
        check_bot(name)
    return name


def check_bot(name: str) -> None:
    """Raises WishError when there is no such bot."""
    from redcathedral import bots

    try:
        bots.make(name.removeprefix(BOT), 0)
    except bots.BotSpecError as error:
        raise WishError(str(error)) from None


def ask(screen: Screen, words: Words, given: Options) -> Wishes:
    """A few short questions; the empty answer to each makes a good game."""
    screen.say(words.text("setup.intro"))
    number = _choice(screen, words, words.text("setup.players"), ["1", "2", "3", "4"], "2")
    people = int(number)
    colours = COLOURS[: max(people, 1)]
    if people > 1:
        for line in levels_told(words, people):
            screen.say(line)
    taken: dict[str, str] = {
        colour: _who(screen, words, words.text(f"player.{colour}"), "" if seat == 0 else USUAL)
        for seat, colour in enumerate(colours)
    }
    side = _choice(screen, words, words.text("setup.side"), [BASIC, ADVANCED], BASIC)
    order: list[str] = list(taken)
    if people > 1:
        lot = "lot"
        question = words.text("setup.first", colours=tuple(order))
        first = _choice(screen, words, question, [*order, lot], lot)
        start = secrets.randbelow(people) if first == lot else order.index(first)
        order = order[start:] + order[:start]
    return Wishes(
        tuple((colour, taken[colour]) for colour in order),
        COLOURS[1] if people == 1 else None,
        with_option(given, "workshop_side", side),
    )


def _choice(screen: Screen, words: Words, question: str, answers: list[str], usual: str) -> str:
    """One of the answers, the usual one when nothing is typed; a clear start of it will do."""
    while True:
        typed = heard(screen, words, question, answers).casefold()
        if not typed:
            return usual
        fitting = [answer for answer in answers if answer.startswith(typed)]
        if len(fitting) == 1:
            return fitting[0]
        screen.say(words.text("setup.unclear", answers=tuple(answers)))


def heard(
    screen: Screen, words: Words, question: str, answers: Sequence[str], explained: str = ""
) -> str:
    """What is answered to a question, asked again after each call for help.

    Raises Quit for one who leaves.
    """
    while True:
        typed = screen.ask(question + " ", lambda: [*answers]).strip()
        word = typed.casefold()
        if word in LEAVING:
            raise Quit
        if word not in HELP:
            return typed
        if explained:
            screen.say(explained)
        screen.say(words.text("setup.help"))


def levels_told(words: Words, players: int) -> list[str]:
    """A line for each level: whom it is for, and how it plays with so many players."""
    known = levels.ratings()
    result = [words.text("setup.levels")]
    for level in levels.LEVELS:
        about = [words.text(f"level.{level}")]
        for strength in levels.strengths(level, known):
            if strength.players == players:
                about += _strength(words, strength)
        result.append(words.text("setup.level", level=level, about=words.join(about)))
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
        below=Term(f"bot.name.{strength.below}"),
    )
    return [wins, rating]


def _who(screen: Screen, words: Words, colour: str, usual: str) -> str:
    known = [*levels.LEVELS, *levels.others()]
    choice = AnyOf(tuple(levels.others()))
    if usual:
        question = words.text("setup.bot", colour=colour, bots=choice, usual=levels.USUAL)
    else:
        question = words.text("setup.person", colour=colour, bots=choice)
    explained = words.text("setup.who", bots=tuple(known))
    while True:
        typed = heard(screen, words, question, known, explained)
        if not typed:
            return usual
        short = typed.casefold()
        if short in ("me", "you", "person"):
            return ""
        name = f"{BOT}{short}" if short in known else typed
        try:
            return who_sits(USUAL if short == "bot" else name)
        except WishError as error:
            screen.say(str(error))
