"""Whose decision is due, how it is asked for, and what each legal one means and would do."""

from __future__ import annotations

from typing import Final

from redcathedral.box.vocabulary import DICE
from redcathedral.engine import phases, rules
from redcathedral.engine.decisions import DIE, TAKE, TAKE_LIMIT, TILE
from redcathedral.engine.state import Event
from redcathedral.engine.turn import stays_open
from redcathedral.play.game import Game
from redcathedral.record.notation import decision_text, place_text
from redcathedral.server.table.seated_game import SeatedGame
from redcathedral.server.wire.events import colour_of, messages
from redcathedral.server.wire.protocol import Due, Legal, Phase
from redcathedral.server.wire.targets import elements, orders
from redcathedral.words import AnyOf, Term, Words

PHASES: Final[dict[int, Phase]] = {
    phases.TURN: "turn",
    phases.PLACE_TILE: "place-tile",
    phases.BUILDING: "building",
    phases.MARKET: "market",
    phases.EFFECT: "effect",
    phases.DONE: "done",
    phases.CHOOSE_CLAIM: "choose-claim",
    phases.CHOOSE_ORNAMENT: "choose-ornament",
}
VERBS: Final = (  # noqa: SIM905 (as they are named in turn, shorter than a list)
    "claim tile deliver ornament die take influence activate sell buy trade give get swap discard "
    "pay ivan prestige stop end"
).split()


def due(seated: SeatedGame, seats: frozenset[int]) -> Due | None:
    """Whose decision is due and in what, for a page that plays these seats."""
    game = seated.game
    if game.is_over:
        return None
    state = game.state
    at_market = state.phase in (phases.MARKET, phases.EFFECT)
    action = None
    if state.phase == phases.EFFECT:
        card = game.edition.influence[state.action // 2]
        action = f"{card.id}.{state.action % 2 + 1}"
    has_left = state.phase in (phases.BUILDING, phases.EFFECT) and state.left
    return Due(
        seat=colour_of(state.setting, game.seat),
        kind=seated.players[game.seat].kind,
        yours=game.seat in seats,
        phase=PHASES[state.phase],
        space=state.space + 1 if at_market else None,
        die=DICE[state.die] if at_market else None,
        action=action,
        claim=place_text(state.claim) if state.phase == phases.PLACE_TILE else None,
        left=state.left if has_left else None,
        stays_open=stays_open(state),
    )


def prompt(words: Words, seated: SeatedGame, seats: frozenset[int]) -> str:
    """What is asked of whom, in one sentence."""
    game = seated.game
    state = game.state
    if game.is_over:
        return words.text("table.over")
    who = words.player(state.setting, game.seat, [player.name for player in seated.players])
    if game.seat not in seats:
        return words.text("bot.thinks" if seated.bot else "table.waiting", who=who)
    verbs = dict.fromkeys(decision_text(n).split()[0] for n in seated.legal())
    told = sorted(verbs, key=VERBS.index)
    if stays_open(state):
        told = [f"{verb}-market" if verb == "end" else verb for verb in told]
    ways = AnyOf(tuple(Term(f"table.do.{verb}") for verb in told))
    return words.text("table.prompt", who=who, ways=ways)


def legal_message(game: Game, number: int, words: Words) -> Legal:
    """A legal decision: where it is made, what it means and what it would do."""
    on = elements(number, game.state)
    return Legal(
        id=number,
        text=decision_text(number),
        on=on,
        also=orders(number, on),
        label=words.decision(number, game.state),
        effect=words.join(words.effect(number, game.state)),
        gains=messages(foreseen(game, number), game.state.setting),
    )


def foreseen(game: Game, number: int) -> list[Event]:
    """What a decision would bring about, and what a moved die could take where it lands (R6.5)."""
    trial = game.state.copy()
    journal: list[Event] = []
    trial.journal = journal
    rules.play(trial, number)
    takes = [move for move in rules.legal(trial) if TAKE <= move < TAKE + TAKE_LIMIT]
    if DIE <= number < TILE and takes:
        rules.play(trial, takes[-1])
    return journal
