"""Games of the value function against itself, and what it should have said in each position.

Every position between two turns is an example, twice: before the roll that ends a turn (R6.11),
and after it, when the next turn begins.  What it should have said is the lambda-return of Sutton's
TD(lambda): a mean of what was said later in the game and of the result, later opinions counting
less and less.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from redcathedral.ai.search import greedy
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.field_reader import read_all_seats
from redcathedral.ai.value.fields import field_count
from redcathedral.ai.value.network import (
    MARGIN_LIMIT,
    MARGIN_UNIT,
    PER_PRESTIGE,
    Network,
    NetworkEvaluator,
    Prediction,
)
from redcathedral.ai.value.standings import final_margins, final_shares, is_decided
from redcathedral.ai.weights.file import load
from redcathedral.box import load_edition
from redcathedral.box.options import SIDES, BoardSide, Options
from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import NOBODY, State
from redcathedral.engine.turn import is_final_roll
from redcathedral.lab.training.settings import TrainingSettings
from redcathedral.record.components import components_of

WILL: Final = 77  # stream of what is left to chance in the players' own decisions
MOST: Final = MARGIN_LIMIT // PER_PRESTIGE  # a margin counts up to this
PATIENCE: Final = 50  # turns a seat; a longer game counts as it stands
CANDIDATES: Final = 4  # best turns among which an exploring player picks


@dataclass
class GameExamples:
    """Examples of one game: the ``rows`` of all of them, so many ``fields`` each, and the targets.

    A share is from 0 to 1, a margin in units of the network's.
    """

    seats: int
    fields: int
    rows: array[int] = field(default_factory=lambda: array("H"))
    shares: array[float] = field(default_factory=lambda: array("f"))
    margins: array[float] = field(default_factory=lambda: array("f"))


def opening(components: Components, will: Rng) -> State:
    """A new game of a mode drawn by lot: 2, 3, 4 players or solo; sides by seat or for all."""
    lot = will.below(20)
    solo = bool(lot < 3)
    count = 2 if lot < 11 else 3 if lot < 15 else 4
    colours = [0, 1, 2, 3]
    for index in range(3, 0, -1):
        other = int(will.below(index + 1))
        colours[index], colours[other] = colours[other], colours[index]
    colours = colours[:count]
    side = SIDES[will.below(2)]
    sides: dict[Colour, BoardSide] = {}
    if not solo and will.below(8) == 0:
        sides = {COLOURS[colour]: SIDES[will.below(2)] for colour in colours}
    first_game = bool(will.below(8) == 0)
    options = Options(workshop_side=side, sides=sides, first_game=first_game)
    return new_state(new_setting(components, colours, options, solo))


def bootstrap_game(components: Components, settings: TrainingSettings, seed: int) -> GameExamples:
    """One game of ``greedy`` against itself, taught by its result alone.

    Some games are played as it would, in others a share of its decisions is left to chance.
    """
    will, dice = Rng(seed, WILL), Rng(seed, DICE)
    state = opening(components, will)
    rules.roll(state, dice)
    seats = int(state.setting.seat_count)
    course: list[tuple[array[int], list[Prediction]]] = []
    astray = settings.stray * int(will.below(3)) / 2
    turn = -1
    while not state.is_over and not is_capped(state, PATIENCE * seats):
        if state.is_chance:
            if is_final_roll(state) and not is_decided(state):
                course.append(_seen(state, None))
            rules.roll(state, dice)
            continue
        if state.turn != turn:
            turn = int(state.turn)
            course.append(_seen(state, None))
        decision = greedy.choose(state)
        if will.unit() < astray:
            moves = rules.legal(state)
            decision = moves[int(will.below(len(moves)))]
        rules.apply(state, decision)
    return _examples(state, course, settings.trace)


def play(
    components: Components, network: Network, settings: TrainingSettings, seed: int
) -> GameExamples:
    """One game of the network against itself, and in some of them ``greedy``."""
    will, dice = Rng(seed, WILL), Rng(seed, DICE)
    state = opening(components, will)
    rules.roll(state, dice)
    seats = int(state.setting.seat_count)
    guest = int(will.below(seats)) if will.unit() < settings.guests else NOBODY
    if state.setting.solo:
        guest = NOBODY
    valuer = NetworkEvaluator(network)
    search = TurnSearch(valuer)
    course: list[tuple[array[int], list[Prediction]]] = []
    while not state.is_over:
        if state.is_chance:
            between = is_final_roll(state)
            turn = state.turn
            rules.roll(state, dice)
            if (between or state.turn != turn) and not state.is_over:
                course.append(_seen(state, valuer))
            continue
        if is_capped(state, PATIENCE * seats):
            break
        turn = state.turn
        if state.seat == guest:
            rules.apply(state, greedy.choose(state))
        else:
            explores = will.unit() < settings.explore
            best = search.best(state, settings.nodes, CANDIDATES if explores else 1)
            state = best[int(will.below(len(best))) if explores else 0].state
        ended = state.turn != turn or is_final_roll(state)
        if ended and not is_decided(state):
            course.append(_seen(state, valuer))
    return _examples(state, course, settings.trace)


def make_self_play_worker(
    edition: str | None, weights: str, settings: TrainingSettings
) -> Callable[[range], tuple[int, list[GameExamples]]]:
    """What plays games by their seeds in a process of its own; the first seed comes with them."""
    components = components_of(load_edition(edition))
    # Those of a training that goes on know how far off they were; it teaches what they say.
    network = replace(load(Path(weights)), seat_biases={}).network() if weights else None

    def games(seeds: range) -> tuple[int, list[GameExamples]]:
        if network is None:
            return seeds.start, [bootstrap_game(components, settings, seed) for seed in seeds]
        return seeds.start, [play(components, network, settings, seed) for seed in seeds]

    return games


def _seen(state: State, valuer: NetworkEvaluator | None) -> tuple[array[int], list[Prediction]]:
    seen = array("H", read_all_seats(state))
    return seen, valuer.predictions(state) if valuer is not None else []


def _examples(
    state: State, course: list[tuple[array[int], list[Prediction]]], trace: float
) -> GameExamples:
    """Walk back from the result; without a network's opinions the result alone teaches."""
    seats = int(state.setting.seat_count)
    examples = GameExamples(seats, int(field_count(seats)))
    shares, margins = final_shares(state), final_margins(state)
    for seat in range(seats):
        share, margin = shares[seat], max(-MOST, min(MOST, margins[seat])) / MARGIN_UNIT
        for seen, said in reversed(course):
            examples.rows.extend(seen[seat * examples.fields : (seat + 1) * examples.fields])
            examples.shares.append(share)
            examples.margins.append(margin)
            if said:
                outlook = said[seat]
                share += (1 - trace) * (outlook.share - share)
                margin += (1 - trace) * (outlook.margin / MARGIN_UNIT - margin)
    return examples
