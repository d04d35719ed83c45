"""One game as a thing: as the vector environment plays it, copied, saved, restored, hashed."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.envs.research import REASON

np = pytest.importorskip("numpy", reason=REASON)

from redcathedral import Game  # noqa: E402  # after the skip
from redcathedral.box import load_edition  # noqa: E402
from redcathedral.engine.decisions import DIE, TILE  # noqa: E402
from redcathedral.engine.phases import CHOOSE_PLAN, ROLL, TURN  # noqa: E402
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome  # noqa: E402
from redcathedral.envs import snapshot  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.reward import RewardTracker, Scheme  # noqa: E402
from redcathedral.envs.settings import make_setting  # noqa: E402
from redcathedral.envs.snapshot import SavedEpisodeError  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402
from redcathedral.record import PositionError, read, to_json  # noqa: E402
from redcathedral.record.setup_code import SetupCodeError  # noqa: E402
from tests.envs.expected_rewards import ExpectedRewards  # noqa: E402
from tests.properties.modes import ALL, EIGHT, Mode  # noqa: E402

ROOT = Path(__file__).parents[2]
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)


def begun(mode: Mode, seed: int = 1, decisions: int = 0) -> Episode:
    """A random game after some decisions."""
    episode = Episode(mode.start().setting, seed=seed)
    on(episode, random.Random(seed), decisions)
    return episode


def on(episode: Episode, choice: random.Random, decisions: int) -> None:
    """Make a number of random decisions."""
    for _ in range(decisions):
        if episode.is_over:
            return
        episode.play(choice.choice(episode.legal))


# --- the same games as the vector environment


@pytest.mark.parametrize("scheme", ["win", "margin", "rank", "potential"])
@pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)
def test_episode_matches_the_vector_environment(mode: Mode, scheme: Scheme) -> None:
    """Seen, legal, paid and ended alike, with the games that follow it and its cap."""
    setting = mode.start().setting
    env = VectorEnv(
        2,
        len(mode.advanced),
        solo=mode.solo,
        options=setting.options,
        seed=5,
        reward=scheme,
        discount=0.9,
        turns=30,
        skip_forced=scheme == "rank",
    )
    how: dict[str, Any] = {"seed": 5, "row": 1, "turns": 30, "skip_forced": scheme == "rank"}
    reward_tracker, expected = RewardTracker(scheme, 0.9), ExpectedRewards(scheme, 0.9)
    choice = np.random.default_rng(1)
    number = 0
    episode = Episode(setting, **how)
    reward_tracker.reset(episode.state)
    expected.reset(episode.state)
    for _ in range(500):
        assert np.array_equal(episode.words(), env.words[1])
        assert np.array_equal(episode.mask(), env.masks[1])
        assert (episode.seat, episode.decisions) == (env.seats[1], env.decisions[1])
        actions = env.random_actions(choice)
        env.step(actions)
        episode.play(actions[1])
        rewards = expected.step(episode.state, episode.is_truncated)
        assert rewards == pytest.approx(list(env.rewards[1]))
        assert rewards == pytest.approx(reward_tracker.step(episode.state, episode.is_truncated))
        assert episode.is_terminated == env.terminations[1]
        assert episode.is_truncated == env.truncations[1]
        if episode.is_over:
            assert episode.legal == []
            number += 1
            episode = Episode(setting, **how, number=number)
            reward_tracker.reset(episode.state)
            expected.reset(episode.state)
    assert number > 1


def test_without_a_seed_no_two_games_are_the_same() -> None:
    assert Episode().hash() != Episode().hash()
    assert Episode(seed=1).hash() != Episode(seed=2).hash()


# --- decisions


def test_illegal_decisions_change_nothing() -> None:
    episode = begun(EIGHT[0], decisions=20)
    before, dice = episode.hash(), episode.save()
    wrong = next(id_ for id_ in range(834) if id_ not in episode.legal)
    for decision in (wrong, -1, 834, 1 << 70):
        with pytest.raises(IllegalDecision, match=str(decision)):
            episode.play(decision)
    for kind in ("3", 3.0, None, np.zeros(2, np.int64)):
        with pytest.raises(TypeError, match="an integer"):
            episode.play(kind)  # type: ignore[arg-type]
    assert (episode.hash(), episode.save()) == (before, dice)
    episode.play(np.int64(episode.legal[0]))
    assert episode.hash() != before


def test_after_the_end_nothing_is_played() -> None:
    episode = Episode(seed=2, turns=2)
    on(episode, random.Random(1), 1000)
    assert (episode.is_over, episode.is_truncated, episode.is_terminated) == (True, True, False)
    assert episode.legal == []
    assert not episode.mask().any()
    with pytest.raises(IllegalDecision, match="the game is over"):
        episode.play(0)


def test_a_whole_game_ends() -> None:
    episode = begun(EIGHT[1], 3, 5000)
    assert (episode.is_terminated, episode.is_truncated, episode.is_chance) == (True, False, False)
    assert repr(episode).endswith("over>")


# --- chance


@modes
def test_listed_chance_drawn_from_the_dice_is_the_same_game(mode: Mode) -> None:
    sampled = begun(mode, 4)
    listed = Episode(mode.start().setting, seed=4, chance="listed")
    assert listed.state.phase == CHOOSE_PLAN
    choice = random.Random(9)
    for _ in range(120):
        while listed.is_chance:
            assert listed.legal == []
            assert sum(chance for _, chance in listed.outcomes()) == pytest.approx(1)
            listed.settle(listed.draw())
        assert listed.outcomes() == []
        assert listed.hash() == sampled.hash()
        if sampled.is_over:
            break
        decision = choice.choice(sampled.legal)
        sampled.play(decision)
        listed.play(decision)


def test_an_outcome_that_cannot_come_changes_nothing() -> None:
    episode = Episode(seed=1, chance="listed")
    before = episode.hash()
    with pytest.raises(ImpossibleOutcome):
        episode.settle(99)
    with pytest.raises(IllegalDecision, match="this is a chance node"):
        episode.play(0)
    assert episode.hash() == before
    episode.roll()
    with pytest.raises(ImpossibleOutcome, match="not a chance node"):
        episode.draw()


def test_an_afterstate_is_before_the_dice() -> None:
    episode = begun(EIGHT[0], decisions=30)
    while episode.state.phase != TURN:
        episode.play(episode.legal[0])
    episode.play(next(id_ for id_ in episode.legal if DIE <= id_ < TILE))
    before = episode.hash()
    after = episode.afterstate(0)
    assert episode.hash() == before
    assert after.state.phase == ROLL
    assert [outcome for outcome, _ in after.outcomes()] == [1, 2, 3, 4, 5, 6]
    ends = set()
    for outcome, _ in after.outcomes():
        twin = after.clone()
        twin.settle(outcome)
        twin.roll()
        ends.add(twin.hash())
    assert len(ends) == 6
    episode.play(0)
    after.roll()
    assert after.hash() == episode.hash()


# --- copies


@modes
def test_clone_is_equal_and_independent(mode: Mode) -> None:
    episode = begun(mode, 6, 40)
    twin, deep, shallow = episode.clone(), copy.deepcopy(episode), copy.copy(episode)
    on(twin, random.Random(1), 60)
    for other in (deep, shallow):
        assert other.hash() == episode.hash() != twin.hash()
        on(other, random.Random(1), 60)
        assert (other.hash(), other.steps) == (twin.hash(), twin.steps)


def test_a_clone_with_a_seed_has_other_dice() -> None:
    episode = begun(EIGHT[0], 1, 10)
    ends = set()
    for seed in (None, None, 1, 1, 2):
        twin = episode.clone(seed)
        assert twin.hash() == episode.hash()
        on(twin, random.Random(3), 60)
        ends.add(twin.hash())
    assert len(ends) == 3
    with pytest.raises(ValueError, match="seed -1"):
        episode.clone(-1)


@modes
@pytest.mark.parametrize("decisions", [0, 7, 90])
def test_saved_episode_continues_equally(mode: Mode, decisions: int) -> None:
    episode = begun(mode, 8, decisions)
    data = episode.save()
    assert len(data) < 1500
    for other in (Episode.restore(data), pickle.loads(pickle.dumps(episode))):
        assert (other.hash(), other.save()) == (episode.hash(), data)
        twin = episode.clone()
        on(twin, random.Random(2), 50)
        on(other, random.Random(2), 50)
        assert other.hash() == twin.hash()
        assert (other.decisions, other.turns) == (twin.decisions, twin.turns)


def test_saves_in_the_middle_of_the_set_up() -> None:
    episode = Episode(make_setting(2, solo=True), seed=3, chance="listed")
    for _ in range(40):
        other = Episode.restore(episode.save())
        assert (other.hash(), other.chance) == (episode.hash(), "listed")
        assert other.outcomes() == episode.outcomes()
        episode.settle(episode.draw())


def test_rejects_damaged_or_foreign_bytes() -> None:
    data = begun(EIGHT[0], decisions=20).save()
    for place in range(0, len(data), 13):
        broken = bytearray(data)
        broken[place] ^= 0x10
        with pytest.raises(SavedEpisodeError):
            Episode.restore(bytes(broken))
        with pytest.raises(SavedEpisodeError):
            Episode.restore(data[:place])
    with pytest.raises(SavedEpisodeError, match="not a saved episode"):
        Episode.restore(b"PNG...")
    with pytest.raises(SavedEpisodeError, match=r"version 7.*version of redcathedral"):
        Episode.restore(data[:4] + b"\x07" + data[5:])
    with pytest.raises(TypeError, match="not from str"):
        Episode.restore("x")  # type: ignore[arg-type]


def forged(data: bytes, change: dict[str, object]) -> bytes:
    """A saved episode with something else in it, and a check sum that fits."""
    whole = msgspec.msgpack.decode(data[21:])
    for path, value in change.items():
        number, _, name = path.partition(".")
        if name:
            whole[int(number)][name] = value
        else:
            whole[int(number)] = value
    body = msgspec.msgpack.encode(whole)
    return data[:5] + hashlib.blake2b(body, digest_size=16).digest() + body


@pytest.mark.parametrize(
    "change",
    [
        {"5.cells": [0, 1, 2]},
        {"5.strange": [0]},
        {"6.seat": 2},
        {"6.phase": 40},
        {"3.colours": [0, 0]},
        {"4.solo": 7, "3.colours": [0, 1, 2]},
        {"7": [1, 2]},
        {"6.turn": "many"},
        {"2": {"workshop_side": "none"}},
    ],
    ids=str,
)
def test_rejects_impossible_saved_values(change: dict[str, object]) -> None:
    data = begun(EIGHT[0], decisions=20).save()
    assert Episode.restore(forged(data, {})).save() == data
    with pytest.raises(SavedEpisodeError, match="save it again"):
        Episode.restore(forged(data, change))


def test_another_edition_is_refused_with_both_hashes() -> None:
    edition = load_edition()
    other = replace(edition, id="mine", hash="sha256:" + "0" * 64)
    data = begun(EIGHT[0], decisions=5).save()
    with pytest.raises(SavedEpisodeError, match=rf"{edition.hash}.*mine.*{other.hash}"):
        Episode.restore(data, other)
    foreign = Episode(make_setting(edition=other), seed=1)
    with pytest.raises(SavedEpisodeError, match="pass the edition that it was saved with"):
        Episode.restore(foreign.save())
    assert Episode.restore(foreign.save(), other).hash() == foreign.hash()
    assert pickle.loads(pickle.dumps(foreign)).hash() == foreign.hash()


def test_format_version_changes_with_the_layout() -> None:
    """After a change of the state: increase ``snapshot.VERSION``, then change this digest."""
    whole = msgspec.msgpack.decode(Episode(seed=1).save()[21:])
    lengths = {name: len(kept) for part in (3, 5) for name, kept in whole[part].items()}
    message = repr((snapshot.VERSION, sorted(lengths.items()), sorted(whole[4]), sorted(whole[6])))
    assert hashlib.sha256(message.encode()).hexdigest()[:16] == "8a0bfa7382b09825"


# --- hashes

PROGRAM = """
import hashlib, random
from redcathedral.engine import rules
from redcathedral.envs.episode import Episode
from redcathedral.envs.settings import make_setting
print(rules.COMPILED)
for kind in (make_setting(2), make_setting(4, side="advanced"), make_setting(2, solo=True)):
    choice = random.Random(7)
    episode = Episode(kind, seed=11)
    whole = hashlib.sha256()
    for _ in range(150):
        if episode.is_over:
            break
        episode.play(choice.choice(episode.legal))
        whole.update(episode.hash().encode() + episode.save() + episode.words().tobytes())
    whole.update(episode.observation().tobytes())
    print(episode.hash(), whole.hexdigest())
"""


def program_output(**changed: str) -> list[str]:
    """Return the output of the program in a separate process."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        env={**os.environ, **changed},
        cwd=ROOT.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_hashes_are_the_same_in_every_process_compiled_or_not() -> None:
    first = program_output(PYTHONHASHSEED="1")
    second = program_output(PYTHONHASHSEED="2")
    pure = program_output(PYTHONPATH=str(ROOT / "src"))
    assert pure[0] == "False"
    assert first == second
    assert first[1:] == pure[1:]
    assert len({*first[1:]}) == 3


def test_every_difference_changes_the_hash() -> None:
    episodes = [begun(mode, 1) for mode in ALL] + [begun(EIGHT[0], 1, n) for n in range(1, 30)]
    assert len({episode.hash() for episode in episodes}) == len(episodes)


# --- where a game comes from


def test_a_set_up_code_gives_its_start() -> None:
    game = Game(players=3, seed=4)
    code = game.setup_code
    assert code is not None
    for setting in (None, make_setting(3)):
        episode = Episode(setting, setup=code, seed=1)
        assert episode.record().steps == game.record.steps
    assert Episode(make_setting(3, side="advanced"), setup=code).seat_count == 3
    with pytest.raises(ValueError, match="for 3 players, not for 2 players"):
        Episode(make_setting(2), setup=code)
    with pytest.raises(SetupCodeError):
        Episode(setup="ABC")


def test_a_solo_code_and_a_first_game() -> None:
    solo = Game(solo=True, seed=4).setup_code
    assert Episode(setup=solo).setting.solo
    first = Game(options=EIGHT[0].start().setting.options, seed=1).setup_code
    assert Episode(setup=first).seat_count == 2


@modes
def test_a_position_gives_its_moment(mode: Mode) -> None:
    episode = begun(mode, 2, 30)
    while episode.state.phase != TURN:
        on(episode, random.Random(1), 1)
    line = to_json(episode.state)
    other = Episode.from_position(line, mode.start().setting, seed=1)
    assert (other.legal, to_json(other.state)) == (episode.legal, line)
    on(other, random.Random(1), 20)
    assert read(other.record().text()).steps == other.steps
    with pytest.raises(PositionError):
        Episode.from_position("{}", mode.start().setting)


@modes
def test_a_record_gives_the_game_and_the_game_its_record(mode: Mode, tmp_path: Path) -> None:
    episode = begun(mode, 3, 100)
    record = episode.record(("bot:greedy",))
    path = tmp_path / "game.rcg"
    record.save(path)
    for source in (record, record.text(), path):
        other = Episode.from_record(source, seed=1)
        assert (other.hash(), other.steps) == (episode.hash(), episode.steps)
        assert other.decisions == episode.decisions
    assert Episode.from_record(path, 0).hash() == begun(mode, 3).hash()
    with pytest.raises(ValueError, match="name 0 to"):
        Episode.from_record(path, 5000)


def test_how_a_record_ends() -> None:
    assert begun(EIGHT[0], 3, 5000).record().text().splitlines()[-1].startswith("result ")
    capped = Episode(seed=2, turns=2)
    on(capped, random.Random(1), 100)
    assert capped.record().text().endswith("stopped cap\n")


def test_missing_record_is_explained() -> None:
    episode = begun(EIGHT[0], decisions=30)
    while episode.state.phase == TURN:
        on(episode, random.Random(2), 1)
    with pytest.raises(ValueError, match="middle of a turn"):
        Episode(state=episode.state).record()
    with pytest.raises(ValueError, match="this is a chance node"):
        Episode(chance="listed").record()


def test_a_state_is_copied() -> None:
    episode = begun(EIGHT[0], decisions=30)
    other = Episode(state=episode.state, seed=1)
    before = episode.hash()
    on(other, random.Random(1), 10)
    assert episode.hash() == before


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"seed": -1}, "seed -1"),
        ({"seed": 1 << 32}, "2\\*\\*32"),
        ({"turns": 0}, "turns is 0"),
        ({"chance": "hidden"}, "'sampled' or 'listed'"),
    ],
    ids=str,
)
def test_rejects_invalid_episode_arguments(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Episode(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", [{"players": 5}, {"players": 1}, {"colours": [0]}, {"players": 3, "solo": True}]
)
def test_rejects_invalid_settings(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"players|seats|colours"):
        make_setting(**wrong)  # type: ignore[arg-type]


def test_rejects_observations_of_missing_seats() -> None:
    with pytest.raises(ValueError, match="seat 2: it must be 0 to 1"):
        Episode(seed=1).words(2)


def test_forced_decisions_are_skipped() -> None:
    episode = Episode(seed=1, skip_forced=True)
    choice = random.Random(1)
    while not episode.is_over:
        assert len(episode.legal) > 1
        episode.play(choice.choice(episode.legal))
    assert episode.decisions > 100
