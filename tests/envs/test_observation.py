"""Both observations have the position, index by index, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from librt.vecs import vec
from mypy_extensions import i64

np = pytest.importorskip("numpy")

from redcathedral.box import load_edition  # noqa: E402
from redcathedral.box.vocabulary import BRICK  # noqa: E402
from redcathedral.engine import arrange, rules  # noqa: E402
from redcathedral.engine.components import Components  # noqa: E402
from redcathedral.engine.phases import AFTER_IVAN, OVER, ROLL  # noqa: E402
from redcathedral.engine.setup import new_setting, new_state  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from redcathedral.envs.batch.words import WORDS  # noqa: E402
from redcathedral.envs.facts import FACTS, Fact  # noqa: E402
from redcathedral.envs.observation import FEATURES, SIZE, compact, full, read, unpack  # noqa: E402
from tests.envs.reading import facts, features  # noqa: E402
from tests.properties.modes import ALL, EIGHT, Mode, streams  # noqa: E402

COMPILED = not rules.__file__.endswith(".py")
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)


def bits(fact: Fact) -> list[int]:
    """The bits that a fact takes up, of all words."""
    return [
        (fact.word + row * fact.words) * 64 + fact.shift + part * fact.bits + bit
        for row in range(fact.rows)
        for part in range(fact.parts)
        for bit in range(fact.bits)
    ]


def test_no_two_facts_share_a_bit_and_none_is_a_sign() -> None:
    taken = [bit for fact in FACTS for bit in bits(fact)]
    assert len(taken) == len(set(taken))
    assert max(taken) < WORDS * 64
    for fact in FACTS:
        assert fact.low == 0 <= fact.high < 1 << fact.bits
    assert len({fact.name for fact in FACTS}) == len(FACTS)


def test_features_follow_each_other() -> None:
    index = 0
    for feature in FEATURES:
        assert feature.indices.start == index
        index = feature.indices.stop
        assert 0 == feature.low < feature.high <= 255
    assert index == SIZE
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)


def positions(mode: Mode, seed: int, every: int, limit: int) -> list[State]:
    """Positions of a random game, chance nodes and the end among them."""
    dice, will = streams(seed)
    state = mode.start(seed)
    found: list[State] = []
    step = 0
    while not state.is_over and len(found) < limit:
        if state.is_chance:
            options = rules.outcomes(state)
            rules.settle(state, options[dice.below(len(options))][0])
        else:
            moves = rules.legal(state)
            rules.play(state, moves[will.below(len(moves))])
        if step % every == 0:
            found.append(state.copy())
        step += 1
    return [*found, state]


@modes
def test_every_number_is_that_of_the_position(mode: Mode) -> None:
    """All facts and features against ``State`` by name, as every seat sees them."""
    states = positions(mode, 3, 61, 12 if COMPILED else 4)
    for state in states:
        for seat in range(1 if mode.solo else int(state.setting.seat_count)):
            words = compact(state, seat)
            wanted = facts(state, seat)
            found = {f.name: read(words[None], f.name).ravel().tolist() for f in FACTS}
            assert found == wanted
            numbers = full(state, seat)
            wanted = features(state, seat)
            assert {f.name: numbers[f.indices].tolist() for f in FEATURES} == wanted
            for feature in FEATURES:
                assert numbers[feature.indices].max() <= feature.high, feature


def test_many_positions_are_unpacked_as_one_is() -> None:
    states = [state for mode in EIGHT for state in positions(mode, 5, 31, 12)]
    rows = np.stack([compact(state) for state in states])
    one_by_one = np.stack([full(state) for state in states])
    assert (unpack(rows) == one_by_one).all()
    wide = np.zeros((len(states), SIZE + 3), np.uint8)
    unpack(rows, None, wide[:, 3:])
    assert (wide[:, 3:] == one_by_one).all()
    every_other = np.stack([rows, rows], axis=1).reshape(-1, 2 * WORDS)[:, :WORDS]
    assert (unpack(every_other) == one_by_one).all()
    with pytest.raises(ValueError, match=f"rows of {WORDS - 1} words; a compact observation has"):
        unpack(rows[:, 1:])


def test_another_edition_has_its_own_numbers() -> None:
    edition = load_edition()
    tiles = tuple(
        replace(tile, amount=3) if tile.amount else tile for tile in edition.workshop_tiles
    )
    other = replace(edition, workshop_tiles=tiles, hash="another")
    state = new_state(new_setting(Components(other), [0, 1]))
    dice, _ = streams(1)
    rules.roll(state, dice)
    at = {feature.name: feature.indices for feature in FEATURES}
    assert set(full(state)[at["tile_amount"]].tolist()) == {0, 3}
    assert set(unpack(compact(state))[at["tile_amount"]].tolist()) == {0, 1}


# --- each fact alone


def start(solo: bool = False) -> State:
    """A game some way on; everybody's board is advanced, so that ornaments are locked."""
    mode = EIGHT[7] if solo else EIGHT[5]
    dice, will = streams(8)
    state = mode.start()
    rules.roll(state, dice)
    while state.turn < 40 or state.seat != 1 - solo or rules.legal(state)[0] == 0:
        moves = rules.legal(state)
        rules.play(state, moves[will.below(len(moves))])
        rules.roll(state, dice)
    return state


def free_place(state: State) -> int:
    """A place with a card that nobody has claimed and that takes bricks."""
    for place in range(36):
        if state.setting.card[place] >= 0 and state.owner(place) < 0 and state.needed(place, BRICK):
            return place
    raise AssertionError("there is no such place")


def other_card(state: State) -> int:
    """A cathedral card that differs in all there is from the one on ``free_place``."""
    cards = state.setting.components.edition.cards
    old = cards[state.setting.card[free_place(state)]]
    for number, card in enumerate(cards):
        pairs = [(card.section, old.section), (card.recognition, old.recognition)]
        if all(one != other for one, other in [*pairs, (card.rubles, old.rubles)]):
            return number
    raise AssertionError("there is no such card")


def influence(name: str) -> Callable[[State], None]:
    """Put an influence card in the third quadrant, where M1 lies."""

    def change(state: State) -> None:
        cards = [card.id for card in state.setting.components.edition.influence]
        state.setting = state.setting.copy()
        arrange.set_influence_card(state, 2, cards.index(name))

    return change


def put(name: str, value: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        setattr(state, name, value)

    return change


def setting(name: str, value: bool) -> Callable[[State], None]:
    """Change a setting, of which every copy of the position has its own then."""

    def change(state: State) -> None:
        state.setting = state.setting.copy()
        setattr(state.setting, name, value)

    return change


def own(change: Callable[[State], None]) -> Callable[[State], None]:
    """The same on a setting that no other position shares."""

    def changed(state: State) -> None:
        state.setting = state.setting.copy()
        change(state)

    return changed


def claim_up(state: State) -> None:
    place = free_place(state)
    arrange.set_owner(state, place, 1)
    arrange.update_derived_cells(state)


def act(state: State) -> None:
    """The first action of the third quadrant's card is in progress."""
    state.space = 4
    state.action = state.setting.influence[2] * 2


def limit(state: State) -> None:
    """The bank has an end, and 60 rubles."""
    state.setting = state.setting.copy()
    state.setting.limited_rubles = True
    arrange.set_supply(state, 6, 60)


def recolour(state: State) -> None:
    state.setting = state.setting.copy()
    state.setting.colours = vec[i64]([3, *list(state.setting.colours)[1:]])


def decorate(state: State) -> None:
    arrange.set_decorator(state, free_place(state), 2)
    arrange.update_derived_cells(state)


def turn_board(state: State) -> None:
    state.setting = state.setting.copy()
    state.setting.advanced = vec[i64]([0, 1, 1, 1])


WOOD_TILE = 11  # face up: kind + 1
MOVED = {"die_space", "landing", "crowd"}
CLAIMED = {"owned", "owner", "available"}
CHANGES: list[tuple[str, bool, Callable[[State], None], set[str]]] = [
    ("phase", False, put("phase", OVER), {"phase"}),
    ("mover", False, put("seat", 3), {"mover"}),
    ("closer", False, put("closer", 3), {"closer"}),
    ("window", False, put("window", 2), {"window"}),
    ("rerolled", False, put("rerolled", 1), {"rerolled"}),
    ("pending", False, put("pending", 0b10110), {"pending"}),
    ("after", False, put("after", AFTER_IVAN), {"after"}),
    ("claim", False, put("claim", 7), {"claim"}),
    ("left", False, put("left", 2), {"left"}),
    ("die", False, put("die", 2), {"die"}),
    ("space", False, put("space", 5), {"space"}),
    ("taken", False, put("taken", 1), {"taken"}),
    ("influenced", False, put("influenced", 1), {"influenced"}),
    ("activated", False, put("activated", 1), {"activated"}),
    ("action", False, act, {"action", "doing", "space"}),
    (
        "influence",
        False,
        influence("C1"),
        {"influence", "effect", "price", "endless", "action_materials"},
    ),
    (
        "influence of other amounts",
        False,
        influence("T2"),
        {"influence", "effect", "price", "endless", "action_amount"},
    ),
    (
        "workshop",
        False,
        lambda s: arrange.set_workshop(s, 1, 0, WOOD_TILE),
        {"workshop", "workshop_amount"},
    ),
    (
        "locked",
        False,
        lambda s: arrange.set_workshop(s, 1, 0, 0),  # a tile lay there face down
        {"workshop (compact)", "filled", "locked"},
    ),
    ("advanced", False, turn_board, {"advanced", "tile_cost"}),
    ("turn", False, put("turn", 77), {"turn"}),
    ("repeats", False, put("repeats", 3), {"repeats"}),
    ("cursor", False, put("cursor", 30), {"cursor"}),
    (
        "face",
        False,
        lambda s: arrange.set_die(s, 2, s.die_face(2) % 6 + 1, s.die_space(2)),
        {"face", "landing"},
    ),
    (
        "die_space",
        False,
        lambda s: arrange.set_die(s, 2, s.die_face(2), (s.die_space(2) + 1) % 8),
        MOVED,
    ),
    (
        "gives",
        False,
        lambda s: arrange.set_resource_tile(s, 3, (s.resource_tile(3) + 2) % 8),
        {"gives", "amount"},
    ),
    ("supply", False, lambda s: arrange.set_supply(s, 4, 99), {"supply"}),
    ("bank", False, limit, {"bank", "limited_rubles"}),
    ("one_moment", False, setting("one_moment", True), {"one_moment"}),
    ("ivan_once", False, setting("ivan_once", True), {"ivan_once"}),
    ("leaves_open", False, setting("leaves_open", True), {"leaves_open"}),
    ("first_game", False, setting("first_game", True), {"first_game"}),
    ("solo", False, setting("solo", True), {"solo", "tile_cost"}),
    ("height", False, own(lambda s: arrange.set_tower_height(s, 5, 2)), {"height"}),
    ("built", False, lambda s: arrange.set_completed(s, free_place(s), True), {"built", "needed"}),
    ("owned", False, claim_up, CLAIMED),
    ("decorated", False, decorate, {"decorated", "own_decorated", "decorator"}),
    (
        "delivered",
        False,
        lambda s: arrange.set_delivered(s, free_place(s), 1, 2),
        {"delivered", "needed"},
    ),
    (
        "card",
        False,
        own(lambda s: s.setting.card.__setitem__(free_place(s), other_card(s))),
        {"card", "section", "recognition", "rubles_given"},
    ),
    (
        "cost",
        False,
        own(lambda s: s.setting.cost.__setitem__(free_place(s), 5)),
        {"cost", "needed"},
    ),
    (
        "tile",
        False,
        lambda s: arrange.set_card_tile(s, 1, -1 if s.tile(1) >= 0 else 2),
        {"tile", "tile_gives", "tile_amount"},
    ),
    ("materials", False, lambda s: arrange.set_materials(s, 3, 2, 9), {"materials"}),
    ("rubles", False, lambda s: arrange.set_rubles(s, 2, 33), {"rubles"}),
    (
        "score",
        False,
        lambda s: arrange.set_score(s, 0, 91),
        {"score", "prestige", "prestige_ahead"},
    ),
    ("banners", False, lambda s: arrange.set_banners(s, 1, 3, 7), {"banners"}),
    ("doors", False, lambda s: arrange.set_ornaments(s, 1, 0, 7), {"doors"}),
    ("arches", False, lambda s: arrange.set_ornaments(s, 2, 1, 7), {"arches"}),
    ("crosses", False, lambda s: arrange.set_ornaments(s, 3, 2, 7), {"crosses"}),
    ("colour", False, recolour, {"colour"}),
    (
        "ivan_card",
        True,
        own(
            lambda s: arrange.set_ivan_position(
                s, 2, (s.ivan_card(2) + 1) % 5, s.ivan_tile(2), s.is_face_up(2)
            )
        ),
        {"ivan_card"},
    ),
    (
        "ivan_tile",
        True,
        lambda s: arrange.set_ivan_position(s, 2, s.ivan_card(2), s.ivan_tile(3), s.is_face_up(2)),
        {"ivan_tile", "ivan_die"},
    ),
    (
        "ivan_face_up",
        True,
        lambda s: arrange.set_ivan_position(
            s, 2, s.ivan_card(2), s.ivan_tile(2), not s.is_face_up(2)
        ),
        {"ivan_face_up"},
    ),
    (
        "ivan_inventory",
        True,
        lambda s: arrange.set_ivan_materials(s, [*s.ivan_inventory, 3], list(s.ivan_build)),
        {"ivan_inventory", "ivan_stored"},
    ),
    (
        "ivan_build",
        True,
        lambda s: arrange.set_ivan_materials(s, list(s.ivan_inventory), [*s.ivan_build, 5, 5]),
        {"ivan_build", "ivan_building"},
    ),
]


@pytest.mark.parametrize(
    ("solo", "change", "changed"), [pytest.param(*how, id=name) for name, *how in CHANGES]
)
def test_a_fact_changes_its_own_indices_and_no_others(
    solo: bool, change: Callable[[State], None], changed: set[str]
) -> None:
    before = start(solo)
    after = before.copy()
    change(after)
    facts_changed = {name.removesuffix(" (compact)") for name in changed}
    seat = 0 if solo else 1
    words, other = compact(before, seat)[None], compact(after, seat)[None]
    assert {f.name for f in FACTS if (read(words, f.name) != read(other, f.name)).any()} == (
        facts_changed & {f.name for f in FACTS}
    )
    own_bits = {bit for fact in FACTS if fact.name in facts_changed for bit in bits(fact)}
    differing = words.view(np.uint64) ^ other.view(np.uint64)
    for word in range(WORDS):
        for bit in range(64):
            if int(differing[0, word]) >> bit & 1:
                assert word * 64 + bit in own_bits
    numbers, others = full(before, seat), full(after, seat)
    wanted = changed & {f.name for f in FEATURES}
    assert {f.name for f in FEATURES if (numbers[f.indices] != others[f.indices]).any()} == wanted


def test_every_fact_and_feature_is_among_them() -> None:
    message = set().union(*(changed for *_, changed in CHANGES)) - {"workshop (compact)"}
    seen = {"seat", "seat_count"}
    assert {fact.name for fact in FACTS} | {feature.name for feature in FEATURES} == message | seen


def test_seats_are_counted_from_the_observer() -> None:
    """The same position as two seats see it: the rows of the seats are moved, all else is equal."""
    state = start()
    first, third = compact(state, 0)[None], compact(state, 2)[None]
    turned = {"seat", "mover", "closer"}
    for fact in FACTS:
        one, other = read(first, fact.name), read(third, fact.name)
        if fact.rows == 4:
            assert (np.roll(one, -2, axis=1) == other).all(), fact.name
        elif fact.name not in turned:
            assert (one == other).all(), fact.name


def test_a_tile_on_the_board_is_seen_face_up_and_down() -> None:
    state = start()
    at = {feature.name: feature.indices for feature in FEATURES}
    shown = []
    for tile in (0, 4, -4):
        arrange.set_workshop(state, 1, 2, tile)
        numbers = full(state, 1)
        workshop = numbers[at["workshop"]].reshape(4, 6, 13)[0, 2]
        shown.append((int(workshop.sum()), int(numbers[at["filled"]].reshape(4, 6)[0, 2])))
    assert shown == [(0, 0), (1, 1), (0, 1)]


def test_pending_dice_are_observed_at_a_chance_node() -> None:
    state = start()
    while state.phase != ROLL:
        rules.apply(state, rules.legal(state)[0])
    assert read(compact(state, 0)[None], "pending")[0, 0, 0] == state.pending > 0
