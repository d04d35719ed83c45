"""Play training games of the value function, and calculate the targets of their positions.

Each turn gives two examples: the position before the roll that ends the turn (R6.11), and the
position after it.  The target is the lambda-return of Sutton's TD(lambda): a weighted mean of the
network's later predictions and of the result, with weights that decrease with time.
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
from redcathedral.box.options import SIDES, BoardSide, Options
from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import NOBODY, State
from redcathedral.engine.turn import is_final_roll
from tools.training.boxes import training_components
from tools.training.examples import pack
from tools.training.settings import TrainingSettings

POLICY_STREAM: Final = 77  # random stream of the players' decisions
MAX_MARGIN: Final = MARGIN_LIMIT // PER_PRESTIGE  # prestige; targets are clipped to it
MAX_TURNS_PER_SEAT: Final = 50  # a longer game is stopped, and its current totals count
EXPLORED_TURNS: Final = 4  # an exploring player chooses among this many best turns


@dataclass
class GameExamples:
    """The examples of one game: ``fields`` input rows for each example, and the targets.

    A share is 0 to 1; a margin is in units of the network.
    """

    seats: int
    fields: int
    rows: array[int] = field(default_factory=lambda: array("H"))
    shares: array[float] = field(default_factory=lambda: array("f"))
    margins: array[float] = field(default_factory=lambda: array("f"))


def opening(components: Components, policy_rng: Rng) -> State:
    """Start a game of a random mode: 2 to 4 players or solo, with random colors and sides."""
    draw = policy_rng.below(20)
    solo = bool(draw < 3)
    count = 2 if draw < 11 else 3 if draw < 15 else 4
    colours = [0, 1, 2, 3]
    for index in range(3, 0, -1):
        other = int(policy_rng.below(index + 1))
        colours[index], colours[other] = colours[other], colours[index]
    colours = colours[:count]
    side = SIDES[policy_rng.below(2)]
    sides: dict[Colour, BoardSide] = {}
    if not solo and policy_rng.below(8) == 0:
        sides = {COLOURS[colour]: SIDES[policy_rng.below(2)] for colour in colours}
    first_game = bool(policy_rng.below(8) == 0)
    options = Options(workshop_side=side, sides=sides, first_game=first_game)
    return new_state(new_setting(components, colours, options, solo))


def bootstrap_game(components: Components, settings: TrainingSettings, seed: int) -> GameExamples:
    """Play a game of ``greedy`` against itself, whose targets are only its result.

    In some games a share of the decisions is random.
    """
    policy_rng, dice = Rng(seed, POLICY_STREAM), Rng(seed, DICE)
    state = opening(components, policy_rng)
    rules.roll(state, dice)
    seats = int(state.setting.seat_count)
    history: list[tuple[array[int], list[Prediction]]] = []
    random_share = settings.stray * int(policy_rng.below(3)) / 2
    turn = -1
    while not state.is_over and not is_capped(state, MAX_TURNS_PER_SEAT * seats):
        if state.is_chance:
            if is_final_roll(state) and not is_decided(state):
                history.append(_inputs_and_predictions(state, None))
            rules.roll(state, dice)
            continue
        if state.turn != turn:
            turn = int(state.turn)
            history.append(_inputs_and_predictions(state, None))
        decision = greedy.choose(state)
        if policy_rng.unit() < random_share:
            moves = rules.legal(state)
            decision = moves[int(policy_rng.below(len(moves)))]
        rules.apply(state, decision)
    return _examples(state, history, settings.trace)


def play(
    components: Components, network: Network, settings: TrainingSettings, seed: int
) -> GameExamples:
    """Play a game of the network against itself; in some games ``greedy`` has one seat."""
    policy_rng, dice = Rng(seed, POLICY_STREAM), Rng(seed, DICE)
    state = opening(components, policy_rng)
    rules.roll(state, dice)
    seats = int(state.setting.seat_count)
    opponent_seat = int(policy_rng.below(seats)) if policy_rng.unit() < settings.guests else NOBODY
    if state.setting.solo:
        opponent_seat = NOBODY
    evaluator = NetworkEvaluator(network)
    search = TurnSearch(evaluator)
    history: list[tuple[array[int], list[Prediction]]] = []
    while not state.is_over:
        if state.is_chance:
            ends_turn = is_final_roll(state)
            turn = state.turn
            rules.roll(state, dice)
            if (ends_turn or state.turn != turn) and not state.is_over:
                history.append(_inputs_and_predictions(state, evaluator))
            continue
        if is_capped(state, MAX_TURNS_PER_SEAT * seats):
            break
        turn = state.turn
        if state.seat == opponent_seat:
            rules.apply(state, greedy.choose(state))
        else:
            explores = policy_rng.unit() < settings.explore
            best = search.best(state, settings.nodes, EXPLORED_TURNS if explores else 1)
            state = best[int(policy_rng.below(len(best))) if explores else 0].state
        has_ended = state.turn != turn or is_final_roll(state)
        if has_ended and not is_decided(state):
            history.append(_inputs_and_predictions(state, evaluator))
    return _examples(state, history, settings.trace)


def make_self_play_worker(
    edition: str | None, weights: str, settings: TrainingSettings
) -> Callable[[range], tuple[int, bytes]]:
    """Return a function that plays the games of some seeds: the first seed, and packed examples."""
    # The weights of a resumed training may have a seat bias, which the targets must not have.
    network = replace(load(Path(weights)), seat_biases={}).network() if weights else None

    def games(seeds: range) -> tuple[int, bytes]:
        return seeds.start, pack([game(training_components(edition, seed), seed) for seed in seeds])

    def game(components: Components, seed: int) -> GameExamples:
        if network is None:
            return bootstrap_game(components, settings, seed)
        return play(components, network, settings, seed)

    return games


def _inputs_and_predictions(
    state: State, evaluator: NetworkEvaluator | None
) -> tuple[array[int], list[Prediction]]:
    inputs = array("H", read_all_seats(state))
    return inputs, evaluator.predictions(state) if evaluator is not None else []


def _examples(
    state: State, history: list[tuple[array[int], list[Prediction]]], trace: float
) -> GameExamples:
    """Calculate the targets backwards from the result; without predictions, they equal it."""
    seats = int(state.setting.seat_count)
    examples = GameExamples(seats, int(field_count(seats)))
    shares, margins = final_shares(state), final_margins(state)
    for seat in range(seats):
        share, margin = shares[seat], max(-MAX_MARGIN, min(MAX_MARGIN, margins[seat])) / MARGIN_UNIT
        for inputs, predictions in reversed(history):
            examples.rows.extend(inputs[seat * examples.fields : (seat + 1) * examples.fields])
            examples.shares.append(share)
            examples.margins.append(margin)
            if predictions:
                prediction = predictions[seat]
                share += (1 - trace) * (prediction.share - share)
                margin += (1 - trace) * (prediction.margin / MARGIN_UNIT - margin)
    return examples
