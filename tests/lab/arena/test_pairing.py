"""Which games are played: seats balanced, every seed by both, sides in turn."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice

import msgspec
import pytest

from redcathedral.lab.arena.pairing import Fixture, one_against_all, seatings
from tests.lab.arena.games import settings

BOTS = ("one", "two", "three")
THREE = settings(*BOTS, players=(2, 3, 4), seed=7)


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 6)])
def test_a_block_exchanges_seats_in_all_ways(players: int, games: int) -> None:
    block = seatings("A", "B", players)
    assert len(set(block)) == len(block) == games
    exchange = {"A": "B", "B": "A"}
    assert {tuple(exchange[bot] for bot in seating) for seating in block} == set(block)
    for seat in range(players):
        assert Counter(seating[seat] for seating in block) == {"A": games / 2, "B": games / 2}
    for seat in range(players):  # the next seat has each bot equally often
        pairs = Counter((seating[seat], seating[(seat + 1) % players]) for seating in block)
        assert pairs["A", "B"] == pairs["B", "A"]
        assert pairs["A", "A"] == pairs["B", "B"]


def test_blocks_as_documented() -> None:
    assert ["".join(seating) for seating in seatings("A", "B", 2)] == ["AB", "BA"]
    three = ["".join(seating) for seating in seatings("A", "B", 3)]
    assert three == ["AAB", "ABA", "BAA", "ABB", "BAB", "BBA"]
    four = ["".join(seating) for seating in seatings("A", "B", 4)]
    assert four == ["AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"]
    assert ["".join(seating) for seating in one_against_all("A", "B", 4)] == [
        "ABBB",
        "BABB",
        "BBAB",
        "BBBA",
    ]


@pytest.mark.parametrize("players", [(2,), (3,), (4,), (2, 3), (2, 3, 4)])
@pytest.mark.parametrize("one", [None, "two"])
def test_every_pair_is_balanced(players: tuple[int, ...], one: str | None) -> None:
    plan = settings(*BOTS, players=players, seed=7, alone=one)
    fixtures = list(plan.fixtures(40))
    games_of_a_pair = plan.rounds(40) * plan.round_games
    assert games_of_a_pair >= 40
    assert len(fixtures) == games_of_a_pair * len(plan.pairs) * len(players)
    assert len(set(fixtures)) == len(fixtures)
    groups: defaultdict[tuple[int, frozenset[str]], list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        groups[len(fixture.bots), frozenset(fixture.bots)].append(fixture)
    assert len(groups) == len(players) * (3 if one is None else 2)
    (games,) = {len(group) for group in groups.values()}
    assert 40 <= games == plan.rounds(40) * plan.round_games < 40 + plan.round_games
    for (seats, pair), group in groups.items():
        for bot in pair:  # each equally often in each seat
            counts = {sum(fixture.bots[seat] == bot for fixture in group) for seat in range(seats)}
            assert len(counts) == 1
        by_side: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        by_seed: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
        for fixture in group:
            by_side[fixture.side].append(fixture.bots)
            by_seed[fixture.seed].append(fixture.bots)
        assert sorted(by_side["basic"]) == sorted(by_side["advanced"])
        first, *rest = map(sorted, by_seed.values())
        assert all(seatings == first for seatings in rest)  # each seed the same, by both
        seeds = plan.rounds(40) * plan.round_games // len(first)
        assert sorted(by_seed) == list(range(7, 7 + seeds))


def test_the_games_of_a_shorter_plan_are_the_first_of_a_longer_one() -> None:
    short, long = list(THREE.fixtures(12)), list(THREE.fixtures(100))
    assert short == long[: len(short)]
    assert len(long) == 9 * THREE.rounds(100) * THREE.round_games == 9 * 108


def test_neighbors_play_only_the_next_bot() -> None:
    plan = msgspec.structs.replace(THREE, neighbours=True)
    assert plan.pairs == [("one", "two"), ("two", "three")]
    assert {frozenset(fixture.bots) for fixture in plan.fixtures(1)} == set(
        map(frozenset, plan.pairs)
    )


def test_bot_alone_plays_each_seat() -> None:
    plan = settings(*BOTS, players=(4,), alone="two")
    assert plan.pairs == [("two", "one"), ("two", "three")]
    block = [fixture.bots.index("two") for fixture in islice(plan.fixtures(1), 4)]
    assert block == [0, 1, 2, 3]
    assert all(fixture.bots.count("two") == 1 for fixture in plan.fixtures(8))
