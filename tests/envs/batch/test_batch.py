"""Many games a call are the same games as one at a time, and nothing wrong changes any of them."""

from __future__ import annotations

import pickle

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.engine import rules
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setting import HUMAN
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs.batch import reward
from redcathedral.envs.batch.batch import MAX_TURN_CAP, Batch, IllegalAction, default_turns
from redcathedral.envs.batch.masks import MASK_SIZE, MAX_STORED_IDS
from redcathedral.envs.batch.seeds import FIRST_EPISODE_STREAM, episode_dice
from tests.engine.positions import pairs
from tests.envs.batch.games import WORDS, batch, choose, row, words
from tests.properties.modes import ALL, EIGHT, Mode

COMPILED = not rules.__file__.endswith(".py")
STEPS = 400 if COMPILED else 60
TURNS = 40 if COMPILED else 12
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
few = pytest.mark.parametrize("mode", [EIGHT[0], EIGHT[5], EIGHT[7]], ids=lambda mode: mode.name)


def snapshot(made: Batch) -> dict[str, list[float]]:
    """Everything that is seen of a batch."""
    vectors = (
        "observations masks rewards terminated truncated seats final_observations final_totals "
        "final_lengths decisions episodes"
    )
    found: dict[str, list[float]] = {name: list(getattr(made, name)) for name in vectors.split()}
    found["counts"] = [int(made.played), int(made.finished)]
    return found


def policies(count: int) -> list[Rng]:
    return [Rng(9, 1 + game) for game in range(count)]


def test_ids_are_those_of_the_decisions() -> None:
    assert MASK_SIZE == DECISION_COUNT


@modes
@pytest.mark.parametrize("skip_forced", [False, True])
def test_incremental_observation_matches_a_full_write(mode: Mode, skip_forced: bool) -> None:
    """Observations, masks and seats of every position, several games one after the other."""
    made = batch(mode, 2, 5, turns=TURNS, skip_forced=skip_forced)
    wills = policies(2)
    for _ in range(STEPS):
        for game in range(2):
            state = made.state(game)
            assert row(made.observations, game, WORDS) == words(state)
            legal = rules.legal(state)
            assert made.legal(game) == legal
            assert [
                move for move, yes in enumerate(row(made.masks, game, MASK_SIZE)) if yes
            ] == legal
            assert made.seats[game] == (HUMAN if mode.solo else state.seat)
            assert len(legal) > 1 or not skip_forced
        made.step(choose(made, wills))
    assert made.finished > 0


@few
@pytest.mark.parametrize("skip_forced", [False, True])
def test_batch_plays_the_games_of_the_engine(mode: Mode, skip_forced: bool) -> None:
    """Decision by decision, from the same stream of dice; the ends and results too."""
    made = batch(mode, 2, 7, turns=TURNS, skip_forced=skip_forced)
    wills = policies(2)
    seats = len(mode.advanced)
    states: list[State] = []
    dice: list[Rng] = []

    def on(game: int) -> int:
        """Go on to the next decision; how many were made by themselves."""
        made_here = 0
        while True:
            rules.roll(states[game], dice[game])
            if states[game].is_over or is_capped(states[game], TURNS):
                return made_here
            moves = rules.legal(states[game])
            if len(moves) > 1 or not skip_forced:
                return made_here
            rules.play(states[game], moves[0])
            made_here += 1

    lengths = [0, 0]
    episodes = [0, 0]
    for game in range(2):
        states.append(new_state(mode.start().setting))
        dice.append(episode_dice(7, game, 0))
        lengths[game] = on(game)
    ended = {"over": 0, "capped": 0}
    for _ in range(STEPS * 2):
        chosen = choose(made, wills)
        count = made.step(chosen)
        for game in range(2):
            rules.play(states[game], chosen[game])
            lengths[game] += 1 + on(game)
            state = states[game]
            over = state.is_over
            capped = not over and is_capped(state, TURNS)
            assert (made.terminated[game], made.truncated[game]) == (over, capped)
            if over or capped:
                count -= 1
                ended["over" if over else "capped"] += 1
                assert row(made.final_observations, game, WORDS) == words(state)
                totals = vec[i64]([0] * seats)
                reward.write_totals(state, totals, 0)
                assert row(made.final_totals, game, seats) == list(totals)
                assert made.final_lengths[game] == lengths[game]
                result = vec[float]([0.0] * seats)
                reward.write_result(state, reward.WIN, result, 0, capped)
                assert row(made.rewards, game, seats) == list(result)
                episodes[game] += 1
                states[game] = new_state(mode.start().setting)
                dice[game] = episode_dice(7, game, episodes[game])
                lengths[game] = on(game)
            else:
                assert row(made.rewards, game, seats) == [0.0] * seats
            assert words(made.state(game)) == words(states[game])
            assert made.decisions[game] == lengths[game]
        assert count == 0
    assert list(made.episodes) == episodes
    assert ended["capped"] > 0


def test_the_same_seed_gives_the_same_games_however_many_there_are() -> None:
    mode = EIGHT[2]
    many, few_games = batch(mode, 5, 3, turns=TURNS), batch(mode, 2, 3, turns=TURNS)
    wills, few_wills = policies(5), policies(2)
    for _ in range(STEPS):
        many.step(choose(many, wills))
        few_games.step(choose(few_games, few_wills))
    for game in range(2):
        for name, width in (("observations", WORDS), ("rewards", 3), ("final_observations", WORDS)):
            parts = [row(getattr(made, name), game, width) for made in (many, few_games)]
            assert parts[0] == parts[1]
    assert list(many.episodes)[:2] == list(few_games.episodes)


def test_reset_repeats_games_of_a_seed() -> None:
    made = batch(EIGHT[0], 3, 3, turns=TURNS)
    first = snapshot(made)
    wills = policies(3)
    for _ in range(STEPS):
        made.step(choose(made, wills))
    made.reset(3)
    again = snapshot(made)
    for kept in ("final_observations", "final_totals", "final_lengths"):
        first.pop(kept)
        again.pop(kept)
    assert again == first
    made.reset(4)
    assert snapshot(made)["observations"] != first["observations"]
    with pytest.raises(ValueError, match=r"seed must be 0 to 2\*\*32 - 1, not -1"):
        made.reset(-1)
    with pytest.raises(ValueError, match="not 4294967296"):
        made.reset(1 << 32)


def test_restart_starts_the_next_game() -> None:
    made, other = batch(EIGHT[0], 2, 3), batch(EIGHT[0], 2, 3)
    made.restart(1)
    assert list(made.episodes) == [0, 1]
    assert row(made.observations, 0, WORDS) == row(other.observations, 0, WORDS)
    state = new_state(made.setting)
    rules.roll(state, episode_dice(3, 1, 1))
    assert row(made.observations, 1, WORDS) == words(state)
    for wrong in (-1, 2):
        with pytest.raises(IndexError, match=f"game must be 0 to 1, not {wrong}"):
            made.restart(wrong)


def test_dice_streams_are_separate() -> None:
    seen = set()
    for seed in range(3):
        for game in range(3):
            for episode in range(3):
                dice = episode_dice(seed, game, episode)
                seen.add(tuple(int(dice.word()) for _ in range(4)))
        for stream in range(DICE, DICE + 200):
            other = Rng(seed, stream)
            seen.add(tuple(int(other.word()) for _ in range(4)))
    assert len(seen) == 27 + 600
    assert FIRST_EPISODE_STREAM > 200


@pytest.mark.parametrize("wrong", [-1, 833, 834, 2**40, -(2**62)])
def test_illegal_action_names_game_and_id(wrong: int) -> None:
    made = batch(EIGHT[0], 4, 3)
    before = snapshot(made)
    actions = [made.legal(game)[0] for game in range(4)]
    actions[2] = wrong
    with pytest.raises(IllegalAction) as message:
        made.step(actions)
    assert str(message.value) == (
        f"game 2: decision {wrong} is not legal here; legal are {made.legal(2)}"
    )
    assert (message.value.game, message.value.decision) == (2, wrong)
    assert isinstance(message.value, rules.IllegalDecision)
    copy = pickle.loads(pickle.dumps(message.value))
    assert (str(copy), copy.game) == (str(message.value), 2)
    assert snapshot(made) == before


def test_actions_are_one_integer_for_each_game() -> None:
    made = batch(EIGHT[0], 2, 3)
    before = snapshot(made)
    for actions in ([0], [0, 0, 0]):
        with pytest.raises(ValueError, match=rf"{len(actions)} actions for 2 games"):
            made.step(actions)
    for wrong in ([0.5, 0], ["0", 0], None, 3):
        with pytest.raises(TypeError):
            made.step(wrong)
    with pytest.raises((OverflowError, ValueError)):
        made.step([2**70, 0])
    assert snapshot(made) == before


@few
def test_penalised_action_ends_only_its_game(mode: Mode) -> None:
    made, other = batch(mode, 2, 3, penalise=True), batch(mode, 2, 3)
    good = [made.legal(game)[-1] for game in range(2)]
    lost = made.state(1)
    assert made.step([good[0], 834]) == 1
    other.step(good)
    assert list(made.terminated) == [0, 1]
    assert list(made.truncated) == [0, 0]
    count = len(mode.advanced)
    punished = [0.0] * count
    punished[int(HUMAN if mode.solo else lost.seat)] = -1.0
    assert row(made.rewards, 1, count) == punished
    assert row(made.rewards, 0, count) == [0.0] * count
    assert row(made.final_observations, 1, WORDS) == words(lost)
    assert row(made.observations, 0, WORDS) == row(other.observations, 0, WORDS)
    assert list(made.episodes) == [0, 1]
    assert made.step([made.legal(game)[0] for game in range(2)]) == 0
    assert list(made.rewards) == [0.0] * 2 * count


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"games": 0}, "games must be 1 to 1,048,576, not 0"),
        ({"turns": 0}, "turns must be 1 to 30,000, not 0"),
        ({"turns": MAX_TURN_CAP + 1}, "turns must be 1 to 30,000, not 30001"),
        ({"scheme": 4}, "scheme must be 0 to 3, not 4"),
        ({"discount": 0.0}, r"discount must be above 0 and at most 1, not 0\.0"),
        ({"discount": 1.5}, r"discount must be above 0 and at most 1, not 1\.5"),
    ],
)
def test_rejects_invalid_batches(how: dict[str, float], message: str) -> None:
    values: dict[str, float] = {"games": 1, "seed": 1, "turns": 400} | how
    with pytest.raises(ValueError, match=message):
        Batch([EIGHT[0].start().setting], **values)  # type: ignore[arg-type]


def test_the_cap_is_that_of_the_rules() -> None:
    for mode in EIGHT:
        assert default_turns(mode.start().setting) == mode.turns


@pytest.mark.parametrize("bits", [False, True])
def test_a_mask_with_very_many_legal_decisions_is_cleared(bits: bool) -> None:
    """The moves are invented, since hardly any position has more than MAX_STORED_IDS."""
    one_game = batch(EIGHT[0], 1, 3, bits=bits)
    moves = one_game._moves_buffer
    for count in (MAX_STORED_IDS + 20, MAX_STORED_IDS, 3, MAX_STORED_IDS + 1, 1):
        for number in range(count):
            moves[number] = number * 5
        one_game._masks.write(0, moves, count)
        assert one_game.legal(0) == [number * 5 for number in range(count)]


def test_rejects_editions_with_too_many_components() -> None:
    from dataclasses import replace

    from redcathedral.engine.components import Components
    from redcathedral.engine.setup import new_setting

    edition = pairs().edition
    crowded = replace(edition, cards=edition.cards * 4)
    with pytest.raises(ValueError, match=rf"{len(edition.cards) * 4} cathedral cards; obs"):
        Batch([new_setting(Components(crowded), [0, 1])], 1, 1, 400)
