"""What lies on the table and what has happened, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from redcathedral.engine import events
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import Event
from redcathedral.play.game import Game, Move
from redcathedral.record.quote import short
from redcathedral.words import Words


def look(words: Words, game: Game, names: Sequence[str], what: str) -> list[str]:
    """The whole table, or a part of it; what there is to look at where there is no such part."""
    state = game.state
    part = what.casefold()
    places = words.places(state)
    seats = {colour: seat for seat, colour in enumerate(game.colours)}
    if game.solo:
        seats["ivan"] = IVAN
    if not part:
        return words.position(state, names)
    if part in places:
        return words.place(state, places[part])
    if part in seats:
        return words.seat(state, seats[part], names)
    if "market".startswith(part):
        return words.market(state)
    if "cathedral".startswith(part):
        return words.cathedral(state)
    if "supply".startswith(part):
        return words.supply(state)
    if "me".startswith(part):
        return words.seat(state, game.seat, names)
    parts = ("market", "cathedral", "me", *seats, "supply", *places)
    return [words.text("look.unknown", text=short(what), parts=parts)]


def told(words: Words, move: Move) -> tuple[list[str], list[str]]:
    """What came of a decision, and what came after it by itself: Ivan's turn.

    The turn that has begun last is left out: the table announces it.
    """
    own, rest = _own_part(move.events)
    after = words.events(rest, move.before.setting, move.before)
    if rest and rest[-1].kind == events.TURN_BEGAN:
        after.pop()
    return words.told(move.decision, own, move.before), after


def log(words: Words, moves: Sequence[Move]) -> list[str]:
    """A line for each decision with what came of it."""
    return [_log_line(words, move) for move in moves]


def _log_line(words: Words, move: Move) -> str:
    own, rest = told(words, move)
    return words.text(
        "log.line",
        turn=int(move.before.turn) + 1,
        who=words.player(move.before.setting, move.seat),
        decision=move.text,
        told=words.join([*own, *rest]),
        n=len(own) + len(rest),
    )


def _own_part(happened: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """A decision's own events, and those from the next turn on."""
    for index, event in enumerate(happened):
        if event.kind == events.TURN_BEGAN:
            return list(happened[:index]), list(happened[index:])
    return list(happened), []
