"""What lies on the table and what has happened, as lines."""

from collections.abc import Sequence
from itertools import takewhile

from redcathedral.box.quoting import shorten
from redcathedral.cli.terminal.typed import Typed
from redcathedral.engine.setting import IVAN
from redcathedral.play.game import Game
from redcathedral.play.lessons import firsts
from redcathedral.play.move import Move
from redcathedral.record.event import TurnBegan
from redcathedral.record.notation import place_text
from redcathedral.text import Argument, Words, position
from redcathedral.text.catalogue import LEARN
from redcathedral.text.message import Messages
from redcathedral.text.names import given_names, seat_names, sitters_of


def players(words: Words, game: Game) -> tuple[str, ...]:
    setting, known = game.state.setting, names(game)
    return tuple(words.player(setting, seat, known) for seat in range(len(game.colours)))


def names(game: Game) -> list[Argument]:
    return given_names(sitters_of(game.header))


def called(game: Game) -> tuple[Argument, ...]:
    return seat_names(sitters_of(game.header))


def look(words: Words, game: Game, names: Sequence[Argument], what: str) -> list[str]:
    """A part of the table or all of it; by default the market and one's own board."""
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
    typed = Typed(words)
    if not what:
        brief = [*parts["market"], *parts["me"]]
        return [*words.lines(brief), words.text("look.more", parts=typed.words([*parts]))]
    if typed.is_(what, "all"):
        return words.lines(position.whole(state, names))
    named = [name for name in parts if name.isalpha()]
    for name in (*typed.meant(what, named)[:1], what):
        if name in parts:
            return words.lines(parts[name])
    return [words.text("look.unknown", text=shorten(what), parts=typed.words([*parts]))]


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


def changes(words: Words, game: Game, called: Sequence[Argument]) -> list[str]:
    own = [index for index, move in enumerate(game.history) if move.seat == game.seat]
    if not own:
        return log(words, game.history, called)
    last = game.history[own[-1]]
    _, after = told(words, last, called)
    since = log(words, game.history[own[-1] + 1 :], called)
    return [*([words.join(after)] if after else []), *since]


def explained(words: Words, game: Game) -> list[str]:
    *before, last = game.history
    known = {kind for move in before for kind in firsts.kinds(move.events)}
    texts = Messages(words.language, part=LEARN)
    return [
        words.text(
            "once",
            text=texts.text(f"once.{kind}"),
            rules=Typed(words).word("rules"),
            rule=firsts.RULES[kind],
        )
        for kind in firsts.kinds(last.events)
        if kind not in known
    ]


def log(words: Words, moves: Sequence[Move], called: Sequence[Argument]) -> list[str]:
    result = []
    for move in moves:
        own, rest = told(words, move, called)
        text = words.text(
            "log.line",
            turn=int(move.before.turn) + 1,
            who=called[move.seat],
            decision=Typed(words).notation(move.text),
            told=words.join([*own, *rest]),
            n=len(own) + len(rest),
        )
        result.append(text)
    return result
