"""The bot with the learned evaluation, with weights from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.ai.bots import BotSpecError, make, names
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.ai.bots.master import MasterBot
from redcathedral.ai.bots.planning import (
    DEFAULT,
    DEFAULT_NODES,
    LATE,
    MIN_REPLY_NODES,
    MIN_SIMULATIONS,
)
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import MAX_SEATS, is_last_turn, is_late
from redcathedral.ai.weights.file import WeightsError, is_packaged, load
from redcathedral.box.options import Options
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.phases import TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State
from redcathedral.play.series import SEED_LIMIT
from tests.ai.bots.networks import saved, weights
from tests.ai.bots.positions import chosen, sample
from tests.ai.weights.editions import strange
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode

few = ALL if chosen(1, 0) else (EIGHT[1], EIGHT[4], EIGHT[7])
modes = pytest.mark.parametrize("mode", few, ids=lambda mode: mode.name)
eight = pytest.mark.parametrize("mode", EIGHT[::2], ids=lambda mode: mode.name)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("weights"), 8)


def decided(mode: Mode, path: Path, nodes: int, replies: str, count: int) -> list[int]:
    """What bots of this kind decide in the first decisions of a game."""
    state = mode.start()
    dice = Rng(3, DICE)
    rules.roll(state, dice)
    bots = [
        MasterBot(5, seat, nodes=str(nodes), replies=replies, weights=str(path))
        for seat in range(len(mode.advanced))
    ]
    steps = []
    for _ in range(count):
        if state.is_over:
            break
        before = fields(state)
        decision = bots[state.decider].choose(state)
        assert fields(state) == before
        assert decision in rules.legal(state)
        steps.append(decision)
        rules.apply(state, decision)
        rules.roll(state, dice)
    return steps


@modes
@pytest.mark.parametrize("replies", ["0", "1"])
def test_it_decides_legally_and_repeats_itself(mode: Mode, replies: str, path: Path) -> None:
    nodes, count = (6000, 25) if chosen(1, 0) and replies == "1" else (chosen(400, 60), 20)
    if replies == "1" and not chosen(1, 0):
        count = 6
    once = decided(mode, path, nodes, replies, count)
    assert once == decided(mode, path, nodes, replies, count)


def starts(mode: Mode, seed: int, every: int) -> list[State]:
    found = sample(mode, seed, 1, 1200)
    return [state for state in found if state.phase == TURN][every::every]


def test_without_replies_it_plays_what_the_network_likes_best(path: Path) -> None:
    network = weights(8).network()
    for state in starts(EIGHT[2], 4, chosen(5, 25)):
        bot = MasterBot(1, 0, nodes="300", replies="0", weights=str(path))
        best = TurnSearch(NetworkEvaluator(network)).best(state, 300)[0]
        assert bot.choose(state) == best.ids()[0]
        assert 0 < bot.nodes <= 300 + 48


@pytest.mark.skipif(not chosen(1, 0), reason="thousands of decisions take long interpreted")
def test_replies_change_what_it_plays(path: Path) -> None:
    """The second step is taken, and takes most of the budget."""
    other = 0
    for state in starts(EIGHT[0], 4, 5):
        first = MasterBot(1, 0, nodes="8000", replies="0", weights=str(path))
        second = MasterBot(1, 0, nodes="8000", weights=str(path))
        other += first.choose(state) != second.choose(state)
    assert other > 0
    assert second.nodes > 8000 // 2


@eight
@pytest.mark.skipif(not chosen(1, 0), reason="thousands of decisions take long interpreted")
@pytest.mark.parametrize("nodes", [1000, 3500, 4500, 6000, 9000, 20_000, 200_000])
def test_the_budget_is_used_and_kept(mode: Mode, nodes: int, path: Path) -> None:
    """Whatever its size and at any table; left are turns of which all there is has been tried."""
    for state in starts(mode, 4, 60)[: 2 if nodes > 20_000 else 12]:
        bot = MasterBot(1, int(state.decider), nodes=str(nodes), weights=str(path))
        bot.think(state, nodes, 0.0)
        assert bot.nodes <= 1.1 * nodes
        if bot.nodes < 0.9 * nodes:
            alone = TurnSearch(NetworkEvaluator(weights(8).network()))
            turns = alone.best(state, 10 * nodes, 2)
            assert alone.nodes < nodes
            depth = LATE.depth if is_late(state) else DEFAULT.depth
            dear = 2 * MIN_SIMULATIONS * MIN_REPLY_NODES * (len(mode.advanced) * depth - 1)
            assert len(turns) == 1 or is_last_turn(state) or nodes - alone.nodes < dear


@pytest.mark.skipif(not chosen(1, 0), reason="the clock decides how much is tried")
def test_the_time_is_used(path: Path) -> None:
    """A longer time is not thrown away: after it the bot has tried as many decisions as fit."""
    for state in starts(EIGHT[2], 4, 150)[:2]:
        tried = []
        for ms in (40, 400):
            bot = MasterBot(1, int(state.decider), ms=str(ms), weights=str(path))
            bot.choose(state)
            tried.append(bot.nodes)
        assert tried[1] > 3 * tried[0]


def test_before_it_has_thought_no_decision_has_been_tried(path: Path) -> None:
    bot = MasterBot(1, 0, weights=str(path))
    assert bot.nodes == 0
    assert bot.budget.nodes == DEFAULT_NODES


def test_what_cannot_be_asked_for(path: Path) -> None:
    with pytest.raises(BotSpecError, match="write replies=0 or replies=1"):
        MasterBot(1, 0, replies="2", weights=str(path))
    with pytest.raises(BotSpecError, match="nodes or ms"):
        MasterBot(1, 0, nodes="2", ms="2", weights=str(path))


@pytest.mark.parametrize("option", ["overlook=91", "overlook=-1", "taste=1001", "taste=much"])
def test_what_a_learner_cannot_be(option: str, path: Path) -> None:
    name = option.partition("=")[0]
    with pytest.raises(BotSpecError, match=rf"{name}=.*write a whole number from 0 to"):
        make(f"master:weights={path},{option}", 1)


def test_a_learner_plays_otherwise(path: Path) -> None:
    """In each game it overlooks other things, and likes others."""
    state = starts(EIGHT[0], 4, 9)[0]
    for option in ("overlook=60", "taste=500"):
        spec = f"master:weights={path},replies=0,nodes=200,{option}"
        chosen_ones = [make(spec, seed).choose(state) for seed in range(12)]
        assert len(set(chosen_ones)) > 1
        assert chosen_ones == [make(spec, seed).choose(state) for seed in range(12)]


@pytest.mark.parametrize("mode", [EIGHT[0], EIGHT[2], EIGHT[4]], ids=lambda mode: mode.name)
def test_with_more_seats_a_learner_overlooks_less(mode: Mode, path: Path) -> None:
    """Where more fight for the same cards, what is missed costs more: the options are for two."""
    seats = len(mode.advanced)
    valuer = NetworkEvaluator(load(path).network())
    states = starts(mode, 4, 9)[:3]
    found = []
    for state in states:
        bot = make(f"master:weights={path},replies=0,nodes=150,overlook=60", 5, 0)
        search = TurnSearch(valuer)
        search.overlooked, search.overlook_seed = 60 * 2 // seats, 5 * MAX_SEATS
        found.append(bot.choose(state))
        assert found[-1] == search.best(state, 150)[0].ids()[0]
    assert len(found) == len(states) > 0


def test_rejects_unusable_weights_at_once(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bin"
    bad.write_bytes(b"nothing")
    with pytest.raises(WeightsError, match=r"bad\.bin holds no weights"):
        MasterBot(1, 0, weights=str(bad))
    with pytest.raises(WeightsError, match=r"none\.bin cannot be read"):
        MasterBot(1, 0, weights=str(tmp_path / "none.bin"))


def test_is_listed_only_with_packaged_weights(path: Path) -> None:
    """In a package without weights, users name a file of weights."""
    assert ("master" in names()) == is_packaged()
    assert isinstance(make(f"master:weights={path}", 1), MasterBot)
    if not is_packaged():
        with pytest.raises(BotSpecError, match=r"has no weights\.bin.*python -m tools.training"):
            make("master", 1)


def test_any_seed_of_a_game_will_do(path: Path) -> None:
    state = starts(EIGHT[0], 4, 5)[0]
    for seed in (0, SEED_LIMIT):
        bot = MasterBot(seed, 3, nodes="4000", weights=str(path))
        assert bot.choose(state) in rules.legal(state)


@pytest.mark.skipif(not is_packaged(), reason="the package has no weights")
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_other_kinds_of_cards(level: str, tmp_path: Path) -> None:
    state = new_state(new_setting(Components(strange(tmp_path)), [0, 1], Options()))
    dice = Rng(2, DICE)
    rules.roll(state, dice)
    bots = [make(level, 3, seat) for seat in range(2)]
    for _ in range(chosen(40, 3)):
        decision = bots[state.decider].choose(state)
        assert decision in rules.legal(state)
        rules.apply(state, decision)
        rules.roll(state, dice)


@pytest.mark.installed
@pytest.mark.skipif(not is_packaged(), reason="the package has no weights")
@pytest.mark.parametrize("seed", range(6))
def test_who_is_sure_to_win_brings_the_game_to_its_end(seed: int) -> None:
    """Against a player who builds hardly anything, more prestige could be had for ever."""
    mode = EIGHT[seed % 2]
    state = mode.start(seed)
    dice = Rng(seed, DICE)
    rules.roll(state, dice)
    players = [make("master:nodes=400,replies=0", seed, 0), make("random", seed, 1)]
    while not state.is_over and state.turn < 250:
        rules.apply(state, players[state.decider].choose(state))
        rules.roll(state, dice)
    assert state.is_over
