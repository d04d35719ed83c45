"""Describe the position and the past events of a game in lines of text."""

from collections.abc import Sequence
from itertools import takewhile

from redcathedral.box.quoting import shorten
from redcathedral.cli.terminal.typed import Typed
from redcathedral.engine.setting import IVAN
from redcathedral.play.game import Game
from redcathedral.play.lessons import first_events
from redcathedral.play.move import Move
from redcathedral.record.event import TurnBegan
from redcathedral.record.notation import place_text
from redcathedral.text import Argument, Narrator, position
from redcathedral.text.catalog import LESSON_TEXTS
from redcathedral.text.names import given_names, seat_names, table_players
from redcathedral.text.translator import Translator


def players(narrator: Narrator, game: Game) -> tuple[str, ...]:
    setting, seats = game.state.setting, range(len(game.colours))
    return tuple(narrator.player(setting, seat, names(game)) for seat in seats)


def names(game: Game) -> list[Argument]:
    return given_names(table_players(game.header))


def called(game: Game) -> tuple[Argument, ...]:
    return seat_names(table_players(game.header))


def look(narrator: Narrator, game: Game, names: Sequence[Argument], part: str) -> list[str]:
    """Describe a part of the position, by default the market and the player's board."""
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
        **{
            place_text(place): position.card_details(state, place)
            for place in position.card_places(state)
        },
    }
    typed = Typed(narrator)
    if not part:
        lines = narrator.lines([*parts["market"], *parts["me"]])
        return [*lines, narrator.text("look.more", parts=typed.any_of([*parts]))]
    if typed.is_word(part, "all"):
        return narrator.lines(position.all_lines(state, names))
    part_names = [name for name in parts if name.isalpha()]
    for name in (*typed.matching(part, part_names)[:1], part):
        if name in parts:
            return narrator.lines(parts[name])
    return [narrator.text("look.unknown", text=shorten(part), parts=typed.any_of([*parts]))]


def move_sentences(
    narrator: Narrator, move: Move, called: Sequence[Argument]
) -> tuple[list[str], list[str]]:
    """Return sentences for a decision and for Ivan's turn after it, before the next turn starts."""
    decision_events = [*takewhile(lambda event: not isinstance(event, TurnBegan), move.events)]
    later_events = move.events[len(decision_events) :]
    sentences = narrator.events(later_events, move.before.setting, move.before, called)
    if later_events and isinstance(later_events[-1], TurnBegan):
        sentences.pop()
    return narrator.decision_made(move.decision, decision_events, move.before, called), sentences


def changes(narrator: Narrator, game: Game, called: Sequence[Argument]) -> list[str]:
    own_moves = [index for index, move in enumerate(game.history) if move.seat == game.seat]
    if not own_moves:
        return log(narrator, game.history, called)
    last = own_moves[-1]
    _, sentences = move_sentences(narrator, game.history[last], called)
    later_lines = log(narrator, game.history[last + 1 :], called)
    return [*([narrator.join(sentences)] if sentences else []), *later_lines]


def first_occurrences(narrator: Narrator, game: Game) -> list[str]:
    *earlier_moves, last_move = game.history
    past_kinds = {
        kind for move in earlier_moves for kind in first_events.explained_kinds(move.events)
    }
    texts = Translator(narrator.language, part=LESSON_TEXTS)
    return [
        narrator.text(
            "once",
            text=texts.text(f"once.{kind}"),
            rules=Typed(narrator).word("rules"),
            rule=first_events.RULE_OF_EVENT[kind],
        )
        for kind in first_events.explained_kinds(last_move.events)
        if kind not in past_kinds
    ]


def log(narrator: Narrator, moves: Sequence[Move], called: Sequence[Argument]) -> list[str]:
    result = []
    for move in moves:
        decision_sentences, later_sentences = move_sentences(narrator, move, called)
        sentences = [*decision_sentences, *later_sentences]
        text = narrator.text(
            "log.line",
            turn=int(move.before.turn) + 1,
            who=called[move.seat],
            decision=Typed(narrator).notation(move.text),
            told=narrator.join(sentences),
            n=len(sentences),
        )
        result.append(text)
    return result
