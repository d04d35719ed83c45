"""What every registered bot keeps, and the yardstick that never changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from redcathedral.ai.bots import BotSpecError, make, names
from redcathedral.ai.bots.levels import LEVELS, bot_spec
from redcathedral.ai.bots.registry import register
from redcathedral.ai.ratings.rating import wilson_interval
from redcathedral.engine import arrange, rules
from redcathedral.engine.playout import TURNS_PER_SEAT, playout
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.state import State
from redcathedral.play.bot import Bot
from redcathedral.play.dice import Dice
from redcathedral.play.match import BotError, Match, play_match
from redcathedral.record import decision_text
from tests.conftest import loaded_engine
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode

COMPILED = loaded_engine("redcathedral.engine.rules") == "compiled"
GOLDEN = Path(__file__).with_name("greedy.json")
# Bots that think in turns, with so little to think with that a whole game takes a moment.
SMALL = {"master": "nodes=400"}
FEW = {"master": "nodes=60"}  # interpreted


def small(name: str) -> str:
    """The spec of a bot, or of a level's bot, with a small budget."""
    bot = bot_spec(name).partition(":")[0]
    options = (SMALL if COMPILED else FEW).get(bot, "")
    return f"{bot}:{options}" if options else bot


modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
bots = pytest.mark.parametrize("spec", sorted({small(name) for name in names()}))


def game(mode: Mode, specs: list[str], seed: int) -> Match:
    state = mode.start()
    players = [make(spec, seed, seat) for seat, spec in enumerate(specs)]
    return play_match(state, players, Dice(seed))


@pytest.mark.installed
@bots
@modes
def test_a_bot_finishes_games_and_repeats_them(spec: str, mode: Mode) -> None:
    specs = [spec] * len(mode.advanced)
    first = game(mode, specs, 3)
    assert first.state.is_over
    assert not first.capped
    assert game(mode, specs, 3).steps == first.steps


@bots
@modes
def test_a_bot_decides_legally_and_leaves_the_position_alone(spec: str, mode: Mode) -> None:
    state = mode.start()
    dice = Rng(5, DICE)
    players = [make(spec, 5, seat) for seat in range(len(mode.advanced))]
    rules.roll(state, dice)
    for _ in range(60 if COMPILED or ":" not in spec else 15):
        if state.is_over:
            break
        before = fields(state)
        decision = players[state.decider].choose(state)
        assert fields(state) == before
        assert decision in rules.legal(state)
        rules.apply(state, decision)
        rules.roll(state, dice)


@bots
def test_a_bot_decides_the_same_wherever_it_sits_in_the_process(spec: str) -> None:
    """Another bot's thoughts in between, as at a server's tables, change nothing."""
    mode = EIGHT[1]
    alone, disturbed = make(spec, 9, 0), make(spec, 9, 0)
    state, other = mode.start(), EIGHT[5].start()
    dice = Rng(9, DICE)
    rules.roll(state, dice)
    rules.roll(other, dice)
    for _ in range(30 if COMPILED or ":" not in spec else 8):
        make(spec, 4, other.decider).choose(other)
        decision = alone.choose(state)
        assert disturbed.choose(state) == decision
        rules.apply(state, decision)
        rules.roll(state, dice)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_made_as_its_bot(level: str) -> None:
    bot, same = make(level, 1), make(bot_spec(level), 1)
    assert type(bot) is type(same)
    assert getattr(bot, "budget", None) == getattr(same, "budget", None)
    assert level in names()


@modes
def test_random_bots_play_as_the_playout_does(mode: Mode) -> None:
    for seed in range(3):
        match = game(mode, ["random"] * len(mode.advanced), seed)
        state = mode.start()
        policies = [Rng(seed, POLICY + seat) for seat in range(len(mode.advanced))]
        played = playout(state, Rng(seed, DICE), policies, TURNS_PER_SEAT * len(mode.advanced))
        assert played.checksum == match.checksum
        assert (played.decisions, played.forced) == (match.decisions, match.forced)
        assert fields(state) == fields(match.state)


def test_greedy_is_frozen() -> None:
    """A seeded game a mode and option, to the last decision; python -m tests.ai.bots.test_bots."""
    pinned = json.loads(GOLDEN.read_text(encoding="utf-8"))
    found = checksums(ALL if COMPILED else EIGHT)
    assert found == {name: pinned[name] for name in found}


def checksums(modes: Sequence[Mode]) -> dict[str, int]:
    return {mode.name: game(mode, ["greedy"] * len(mode.advanced), 1).checksum for mode in modes}


@pytest.mark.slow
@pytest.mark.installed
def test_greedy_uses_every_kind_of_decision() -> None:
    """In as many games as it takes, of all modes and options in turn."""
    kinds = {
        *("claim", "tile", "deliver", "ornament", "die", "take", "influence", "sell", "buy"),
        *("trade", "give", "get", "swap", "discard", "pay", "stop", "activate", "end"),
        *("prestige rubles", "prestige reroll", "ivan claim", "ivan ornament"),
    }
    seen: set[str] = set()
    for seed, mode in product(range(20), ALL):
        match = game(mode, ["greedy"] * len(mode.advanced), seed)
        state = mode.start()
        for step in match.steps:
            if state.is_chance:
                rules.settle(state, step)
            else:
                words = decision_text(step).split()
                seen.add(" ".join(words[: 2 if words[0] in ("prestige", "ivan") else 1]))
                rules.apply(state, step)
        assert seen <= kinds
        if seen == kinds:
            return
    assert seen == kinds


@pytest.mark.slow
@pytest.mark.installed
@pytest.mark.parametrize("mode", EIGHT[:2], ids=lambda mode: mode.name)
@pytest.mark.parametrize(
    "games", [pytest.param(80, id="few"), pytest.param(400, id="many", marks=pytest.mark.long)]
)
def test_greedy_beats_random(mode: Mode, games: int) -> None:
    """Over some games, seats balanced: the lower end of the 95 % interval above 93 %."""
    won = 0.0
    for number in range(games):
        specs = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        best = winners(scores(game(mode, specs, number // 2).state))
        won += (specs.index("greedy") in best) / len(best)
    assert wilson_interval(won, games)[0] > 0.93


def test_a_match_may_be_capped() -> None:
    state = EIGHT[0].start()
    players = [make("random", 1, seat) for seat in range(2)]
    match = play_match(state, players, Dice(1), turns_per_seat=3)
    assert match.capped
    assert state.turn == 6


def test_reports_an_illegal_decision_of_a_bot() -> None:
    class Wrong:
        def choose(self, state: object) -> int:
            del state
            return 0

    state = EIGHT[0].start()
    message = r"^Wrong decided end, which is not legal; legal were .*; turn 1, seat 1"
    with pytest.raises(BotError, match=message):
        play_match(state, [Wrong(), Wrong()], Dice(1))


def test_reports_where_a_bot_fails() -> None:
    class Broken:
        def choose(self, state: object) -> int:
            del state
            raise LookupError("no idea")

    names = ("first", "second")
    with pytest.raises(BotError, match=r"^first failed: LookupError: no idea \(") as caught:
        play_match(EIGHT[0].start(), [Broken(), Broken()], Dice(1), names=names)
    assert caught.value.__notes__ == ["turn 1, seat 1"]
    assert isinstance(caught.value.__cause__, LookupError)


def test_a_bot_cannot_change_the_position() -> None:
    class Cheat:
        def choose(self, state: State) -> int:
            move = rules.legal(state)[0]
            arrange.set_score(state, 0, state.score(0) + 5)
            rules.apply(state, move)
            return move

    class Honest:
        def choose(self, state: State) -> int:
            return rules.legal(state)[0]

    first, second = (
        play_match(EIGHT[0].start(), [bot, bot], Dice(1), 2) for bot in (Cheat(), Honest())
    )
    assert first.steps == second.steps
    assert fields(first.state) == fields(second.state)


def test_specs() -> None:
    taken: list[tuple[int, int, dict[str, str]]] = []

    def factory(seed: int, seat: int, **options: str) -> Bot:
        taken.append((seed, seat, options))
        return make("random", seed, seat)

    def picky(seed: int, seat: int, nodes: str = "1", ms: str = "2") -> Bot:
        del nodes, ms
        return make("random", seed, seat)

    def failing(seed: int, seat: int, **options: str) -> Bot:
        del seed, seat, options
        raise TypeError("a fault of the bot")

    is_ready = False
    register("test-unready", lambda: is_ready)(factory)
    assert "test-unready" not in names()
    is_ready = True
    assert "test-unready" in names()
    is_ready = False
    register("test-failing")(failing)
    with pytest.raises(BotSpecError, match=r"cannot be made: TypeError: a fault of the bot"):
        make("test-failing:nodes=5", 1)
    register("test-factory")(factory)
    register("test-picky")(picky)
    make("test-picky:ms=5", 1)
    make(" test-factory:nodes=5, mood = calm ", 7, 2)
    assert taken == [(7, 2, {"nodes": "5", "mood": "calm"})]
    assert "test-factory" in names()
    for spec, words in {
        "gready": "did you mean greedy",
        "": "the bots are .*greedy, .*random",
        "random:nodes": "write key=value",
        "random:nodes=5": "random does not take nodes; it has no options",
        "greedy:nodes=5": "greedy does not take nodes",
        "test-factory:seed=5": "test-factory does not take seed",
        "test-picky:mood=calm": "test-picky does not take mood; its options are nodes, ms",
    }.items():
        with pytest.raises(BotSpecError, match=words):
            make(spec, 1)


if __name__ == "__main__":
    print(json.dumps(checksums(ALL), indent=1))
