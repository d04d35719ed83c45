"""Makes the parts of a message about the next decision: seat, prompt and legal decisions."""

from collections.abc import Sequence
from functools import cache
from typing import Final, get_args

from redcathedral.box.vocabulary import DICE
from redcathedral.engine import phases
from redcathedral.engine.build import DELIVERIES
from redcathedral.engine.state import State
from redcathedral.engine.turn import stays_open
from redcathedral.play.game import Game
from redcathedral.play.trial import Trial
from redcathedral.record.event import Paid, PrestigeLost
from redcathedral.record.notation import decision_text, place_text
from redcathedral.record.outcome import dice_due, tiles_due
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire.protocol import Due, Legal, Phase, RollDue, SeatKind, Verb
from redcathedral.server.core.wire.targets import elements, orders
from redcathedral.text import AnyOf, Argument, Narrator, Term, rule_citations, terms

PHASES: Final[dict[int, Phase]] = {
    phases.ROLL: "roll",
    phases.DRAW_IVAN_TILE: "deal",
    phases.TURN: "turn",
    phases.PLACE_TILE: "place-tile",
    phases.BUILDING: "building",
    phases.MARKET: "market",
    phases.EFFECT: "effect",
    phases.DONE: "done",
    phases.CHOOSE_CLAIM: "choose-claim",
    phases.CHOOSE_ORNAMENT: "choose-ornament",
}
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)


@cache
def verb_of(decision: int) -> Verb:
    """Return the first word of the notation, or "reroll" for a reroll paid with prestige."""
    verb, *arguments = decision_text(decision).split()
    return VERBS[VERBS.index("reroll" if "reroll" in arguments else verb)]


def due(seated: SeatedGame, seats: frozenset[int]) -> Due | None:
    game = seated.game
    if game.is_over:
        return None
    yours = bool(seats) if game.is_waiting else game.seat in seats
    kind = "bot" if seated.bot_of(game.seat) else seated.players[game.seat].kind
    return due_at(game.state, game.seat, kind, yours=yours)


def due_at(state: State, seat: int, kind: SeatKind, *, yours: bool) -> Due:
    setting = state.setting
    at_market = state.phase in (phases.MARKET, phases.EFFECT)
    action = None
    if state.phase == phases.EFFECT:
        card = setting.components.edition.influence[state.action // 2]
        action = f"{card.id}.{state.action % 2 + 1}"
    left = DELIVERIES if state.phase == phases.TURN else 0
    if state.phase in (phases.BUILDING, phases.EFFECT):
        left = state.left
    return Due(
        seat=setting.colour(seat),
        kind=kind,
        yours=yours,
        phase=PHASES[state.phase],
        space=state.space + 1 if at_market else None,
        die=DICE[state.die] if at_market else None,
        action=action,
        claim=place_text(state.claim) if state.phase == phases.PLACE_TILE else None,
        left=left or None,
        stays_open=stays_open(state),
    )


def roll_due(game: Game) -> RollDue | None:
    state = game.state
    if not game.is_waiting:
        return None
    if state.phase != phases.ROLL:
        tiles = game.edition.workshop_tiles
        return RollDue([], None, [tiles[kind].id for kind in tiles_due(state)])
    dice = dice_due(state)
    return RollDue([DICE[die] for die in dice], int(state.die_space(dice[0])) + 1, [])


def prompt(
    words: Narrator, seated: SeatedGame, seats: frozenset[int], names: Sequence[Argument]
) -> str:
    game = seated.game
    state = game.state
    if game.is_over:
        return words.text("table.over")
    if seated.play_state.is_paused:
        return words.text("conduct.paused")
    roll, who = roll_due(game), names[game.seat]
    if not roll and game.seat in seated.open:
        return words.text("table.waiting-open", who=who)
    if seated.needs_person:
        return words.text("conduct.needs-person")
    if roll:
        dice = tuple(map(terms.die, roll.dice))
        if roll.space is None:
            return words.text("table.deal")
        return words.text("table.roll", dice=dice, space=roll.space)
    if game.seat not in seats:
        return words.text("bot.thinks" if seated.bot else "table.waiting", who=who)
    verbs = {verb_of(decision) for decision in seated.legal_ids()}
    sorted_verbs = sorted(verbs, key=VERBS.index)
    end = "end-market" if stays_open(state) else "end"
    ways = AnyOf(tuple(Term(f"table.do.{end if verb == 'end' else verb}") for verb in sorted_verbs))
    return words.text("table.prompt", who=who, ways=ways)


def legal_message(trial: Trial, words: Narrator, names: Sequence[Argument]) -> Legal:
    on = elements(trial.decision, trial.before)
    seat = trial.before.setting.colour(trial.before.seat)
    own = [event for event in trial.events if event.seat == seat]
    return Legal(
        id=trial.decision,
        text=decision_text(trial.decision),
        verb=verb_of(trial.decision),
        on=on,
        also=orders(trial.decision, on),
        label=words.decision(trial),
        effect=words.join(words.consequences(trial, names)),
        rule=rule_citations.DECISION_RULES[verb_of(trial.decision)],
        rubles=sum(
            paid.amount for paid in own if isinstance(paid, Paid) and paid.resource == "ruble"
        ),
        prestige=sum(lost.amount for lost in own if isinstance(lost, PrestigeLost)),
        gains=[*trial.events, *(trial.take.events if trial.take else ())],
        offer=trial.offer,
    )
