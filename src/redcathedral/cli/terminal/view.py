"""What lies on the table and what has happened, as lines."""

from collections.abc import Sequence
from itertools import takewhile

from redcathedral.box.quoting import printable, short
from redcathedral.engine.setting import IVAN
from redcathedral.play.game import Game, Move
from redcathedral.record.event import TurnBegan
from redcathedral.record.header import Seat
from redcathedral.record.notation import place_text
from redcathedral.words import Argument, Words, position
from redcathedral.words.names import told_apart


def players(words: Words, game: Game) -> tuple[str, ...]:
    """Who plays, in turn order."""
    names = [printable(seat.text) for seat in game.header.seats]
    setting = game.state.setting
    return tuple(words.player(setting, seat, names) for seat in range(len(game.colours)))


def called(game: Game) -> tuple[Argument, ...]:
    """What the seats are called in what is told, in turn order."""
    header = game.header
    seats = header.seats if header.ivan is None else (*header.seats, Seat(header.ivan))
    people = ["" if seat.bot else printable(seat.text) for seat in seats]
    bots = [printable(seat.bot) if seat.bot else None for seat in seats]
    return told_apart(game.state.setting, people, bots)


def look(words: Words, game: Game, names: Sequence[str], what: str) -> list[str]:
    """The whole table, or a part of it; what there is to look at where there is no such part."""
    state = game.state
    seats = {colour: seat for seat, colour in enumerate(game.colours)}
    if game.solo:
        seats["ivan"] = IVAN
    parts = {
        "market": position.market(state),
        "cathedral": position.cathedral(state),
        "me": position.seat(state, game.seat, names),
        **{colour: position.seat(state, seat, names) for colour, seat in seats.items()},
        "supply": position.supply(state),
        **{place_text(at): position.explained(state, at) for at in position.places(state)},
    }
    part = what.casefold()
    if not part:
        return words.lines(position.whole(state, names))
    for name, terms in parts.items():
        if name == part or (name.isalpha() and name.startswith(part)):
            return words.lines(terms)
    return [words.text("look.unknown", text=short(what), parts=tuple(parts))]


def told(words: Words, move: Move, called: Sequence[Argument]) -> tuple[list[str], list[str]]:
    """What came of a decision, and what came after it by itself: Ivan's turn.

    The turn that has begun last is left out: the table announces it.
    """
    own = [*takewhile(lambda event: not isinstance(event, TurnBegan), move.events)]
    rest = move.events[len(own) :]
    after = words.events(rest, move.before.setting, move.before, called)
    if rest and isinstance(rest[-1], TurnBegan):
        after.pop()
    return words.told(move.decision, own, move.before, called), after


def log(words: Words, moves: Sequence[Move], called: Sequence[Argument]) -> list[str]:
    """A line for each decision with what came of it."""
    result = []
    for move in moves:
        own, rest = told(words, move, called)
        text = words.text(
            "log.line",
            turn=int(move.before.turn) + 1,
            who=called[move.seat],
            decision=move.text,
            told=words.join([*own, *rest]),
            n=len(own) + len(rest),
        )
        result.append(text)
    return result
