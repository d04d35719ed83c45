"""Exchanges of colours, quarters and seats leave the rules as they are, and others do not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.envs.research import REASON

np = pytest.importorskip("numpy", reason=REASON)
pytest.importorskip("gymnasium", reason=REASON)  # long enough for make test-train alone

from redcathedral.engine import rules  # noqa: E402  # after the skip
from redcathedral.engine.phases import ROLL, TURN  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.symmetry import Symmetry, symmetries, tile_kinds  # noqa: E402
from redcathedral.record import PositionError, from_json, position_of  # noqa: E402
from redcathedral.record.outcome import dice_due  # noqa: E402
from redcathedral.record.position import position_line  # noqa: E402
from tests.envs.symmetric_games import symmetric_position, symmetric_setting  # noqa: E402
from tests.properties.modes import EIGHT, OTHERS, Mode  # noqa: E402

MODES = (*EIGHT, *(mode for mode in OTHERS if mode.name in ("three-mixed", "four-limited")))


def turns(mode: Mode, seed: int, every: int = 9) -> Iterator[State]:
    """Positions at the start of turns of a random game."""
    choice = random.Random(seed)
    episode = Episode(mode.start().setting, seed=seed, turns=mode.turns)
    while not episode.is_over:
        if episode.state.phase == TURN and episode.state.turn % every == 0:
            yield episode.state.copy()
        episode.play(choice.choice(episode.legal))


def exchanged(state: State, symmetry: Symmetry) -> tuple[Episode, Episode]:
    """A position at the start of a turn, read again, and the same after an exchange."""
    setting = state.setting
    edition = setting.components.edition
    position = position_of(state)
    fresh = from_json(position_line(position), symmetric_setting(Symmetry(symmetry.seats), setting))
    other = from_json(
        position_line(symmetric_position(symmetry, position, edition)),
        symmetric_setting(symmetry, setting),
    )
    return (
        Episode(state=fresh, seed=0, turns=10_000, chance="listed"),
        Episode(state=other, seed=0, turns=10_000, chance="listed"),
    )


def same(before: Episode, after: Episode, symmetry: Symmetry) -> bool:
    """Whether everybody sees the same after the exchange, and may do the same."""
    if after.legal != sorted(symmetry.decision(id_) for id_ in before.legal):
        return False
    if not np.array_equal(symmetry.masks(before.mask()), after.mask()):
        return False
    return all(
        np.array_equal(
            symmetry.observations(before.observation(seat)), after.observation(symmetry.seat(seat))
        )
        for seat in range(before.seat_count)
    )


def follow(before: Episode, after: Episode, symmetry: Symmetry, choice: random.Random) -> bool:
    """One turn in both, with the same decisions and dice; whether they stay the same."""
    turn = before.state.turn
    kinds = tile_kinds(before.edition, symmetry.colours)
    while before.state.turn == turn and not before.is_over:
        if before.is_chance:
            if before.state.phase == ROLL:
                faces = {die: choice.randint(1, 6) for die in dice_due(before.state)}
                for face in faces.values():
                    before.settle(face)
                for _, face in sorted((symmetry.dice[die], face) for die, face in faces.items()):
                    after.settle(face)
            else:
                outcome = choice.choice(before.outcomes())[0]
                before.settle(outcome)
                after.settle(kinds[outcome])
        else:
            if not same(before, after, symmetry):
                return False
            id_ = choice.choice(before.legal)
            before.play(id_)
            if symmetry.decision(id_) not in after.legal:
                return False
            after.play(symmetry.decision(id_))
    return before.is_over == after.is_over and (before.is_over or same(before, after, symmetry))


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_whole_turns_are_the_same_after_every_kind_of_exchange(mode: Mode) -> None:
    found = symmetries(mode.start().setting)
    assert found[0] == Symmetry(len(mode.advanced))
    choice = random.Random(5)
    for state in turns(mode, 3, 30):
        for symmetry in choice.sample(found, min(3, len(found))):
            before, after = exchanged(state, symmetry)
            assert follow(before, after, symmetry, choice), symmetry


def test_number_of_symmetries() -> None:
    count = {mode.name: len(symmetries(mode.start().setting)) for mode in MODES}
    assert count == {
        "two-basic": 24 * 4 * 2,
        "two-advanced": 4 * 4 * 2,
        "three-basic": 24 * 4 * 3,
        "three-advanced": 4 * 4 * 3,
        "three-mixed": 4 * 4 * 3,
        "four-basic": 24 * 4 * 4,
        "four-advanced": 4 * 4 * 4,
        "four-limited": 4 * 4 * 4,
        "solo-basic": 24 * 4,
        "solo-advanced": 4 * 4,
    }


def test_rejects_color_permutations_that_boards_do_not_allow() -> None:
    """Colours off the ring of the advanced boards: other ornaments lie on them."""
    mode = next(mode for mode in MODES if mode.name == "two-advanced")
    wrong = Symmetry(2, (1, 0, 2, 3))
    assert wrong not in symmetries(mode.start().setting)
    with pytest.raises(PositionError, match="locked"):
        exchanged(next(turns(mode, 1)), wrong)


def test_permuting_only_seats_is_no_symmetry() -> None:
    """Who comes next is another one in another turn order: only counting on is an exchange."""
    mode = next(mode for mode in MODES if mode.name == "three-basic")
    orders = {
        tuple(symmetry.seat(seat) for seat in range(3))
        for symmetry in symmetries(mode.start().setting)
    }
    assert orders == {(0, 1, 2), (2, 0, 1), (1, 2, 0)}


def test_rotation_by_one_space_is_no_symmetry() -> None:
    """One space on would part the spaces that share a card: the number of quarters is whole."""
    spaces = {Symmetry(2, quarters=quarters).spaces for quarters in range(4)}
    assert {turned[0] for turned in spaces} == {0, 2, 4, 6}


def test_symmetry_and_inverse_are_the_identity() -> None:
    mode = next(mode for mode in MODES if mode.name == "four-basic")
    state = next(turns(mode, 2, 11))
    seen = Episode(state=state, seed=0).observation(0)
    there = Symmetry(4, (2, 0, 3, 1), 3, 1)
    back = Symmetry(4, (1, 3, 0, 2), 1, 3)
    assert not np.array_equal(there.observations(seen), seen)
    assert np.array_equal(back.observations(there.observations(seen)), seen)
    ids = range(834)
    assert [back.decision(there.decision(id_)) for id_ in ids] == list(ids)
    assert rules.legal(state) != []
