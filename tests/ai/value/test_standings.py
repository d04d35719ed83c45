"""How the seats stand, against the engine's own scoring and what really happens later."""

from __future__ import annotations

import pytest

from redcathedral.ai.value.standings import (
    MAX_SEATS,
    WHOLE_SHARE,
    final_margin,
    final_share,
    is_decided,
    is_late,
    last_round,
    next_seat,
    prestige_totals,
    work_left,
)
from redcathedral.engine import arrange
from redcathedral.engine.phases import AFTER_END_TURN, BUILDING, DONE, OVER, TURN
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.state import NOBODY, NOTHING, State
from tests.ai.bots.positions import chosen, course, sample
from tests.engine.table import Table
from tests.properties.modes import ALL, EIGHT, Mode

modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)


@modes
def test_totals_shares_and_margins_are_those_of_the_scoring(mode: Mode) -> None:
    seats = range(len(mode.advanced))
    for seed in range(chosen(4, 1)):
        for state in sample(mode, seed, chosen(3, 60)):
            found = prestige_totals(state)
            wanted = scores(state)
            assert [found[seat] for seat in seats] == [score.towers for score in wanted]
            totals = [score.total for score in wanted]
            assert [found[MAX_SEATS + seat] for seat in seats] == totals
            best = winners(wanted)
            for seat in seats:
                share = WHOLE_SHARE // len(best) if seat in best else 0
                assert final_share(state, seat, found) == share
                others = totals[:seat] + totals[seat + 1 :]
                assert final_margin(state, seat, found) == totals[seat] - max(others)


@modes
def test_the_work_that_is_left_gets_less_by_building(mode: Mode) -> None:
    """A delivery takes 1 from it, a claim something; a card more never adds to it (R7.1)."""
    seen: dict[str, int] = {}
    for seed in range(chosen(4, 1)):
        before: State | None = None
        for state in course(mode, seed):
            if before is not None and before.seat == state.seat and before.turn == state.turn:
                seat = int(state.seat)
                old, new = int(work_left(before, seat)), int(work_left(state, seat))
                claimed = unfinished(state, seat) - unfinished(before, seat)
                decorated = state.decorated(seat) > before.decorated(seat)
                built = stored(before, seat) - stored(state, seat)
                if state.closer != NOBODY:
                    assert new == 0
                elif claimed > 0:
                    assert new < old
                    seen["claim"] = 1
                elif before.phase == BUILDING == state.phase and built == 1 and not decorated:
                    assert new == old - 1
                    seen["delivery"] = 1
            before = state.copy()
        assert all(
            work_left(state, seat) == 0
            for seat in range(len(mode.advanced))
            if state.closer != NOBODY
        )
    assert "claim" in seen


def unfinished(state: State, seat: int) -> int:
    """Unfinished cards of a seat."""
    return int(state.unfinished_count(seat))


def stored(state: State, seat: int) -> int:
    """Materials in a seat's inventory."""
    return int(state.stored(seat))


def closes(state: State) -> bool:
    """Whether the roll of a market turn is due; left open it may hold optional actions (R3.5)."""
    is_open = state.setting.leaves_open and state.die != NOTHING
    return state.is_chance and state.after == (DONE if is_open else AFTER_END_TURN)


def facts(state: State) -> tuple[list[int], bool, int]:
    """What is said of a position: closing by seat, decided, the next seat."""
    seats = range(int(state.setting.seat_count))
    return (
        [int(last_round(state, seat)) for seat in seats],
        is_decided(state),
        int(next_seat(state)),
    )


@modes
def test_what_is_said_of_the_last_round_comes_true(mode: Mode) -> None:
    """Looking back from the end: who still had a turn, and whether the result was certain."""
    closed = 0
    for seed in range(chosen(6, 1)):
        states = [state.copy() for state in course(mode, seed)]
        end = states[-1]
        if not end.is_over:
            continue
        totals = [score.total for score in scores(end)]
        coming: set[int] = set()  # seats that have a turn, or another one, later in the game
        for state, later in zip(reversed(states[:-1]), reversed(states), strict=False):
            # Ivan's turn may have begun and ended in one step.
            for step in range(1, int(later.turn - state.turn) + (not later.is_over)):
                coming.add(int(state.seat + step) % len(totals))
            assert (state.seat + later.turn - state.turn) % len(totals) == later.seat
            is_open = state.setting.leaves_open
            between = closes(state)
            ends, decided, next_one = facts(state)
            if decided:
                assert coming == set()
                assert state.is_chance
                assert is_open or [score.total for score in scores(state)] == totals
            elif not between:
                assert not state.is_chance or state.setting.solo or state.after != AFTER_END_TURN
            assert next_one == (state.seat + between) % len(totals)
            for seat, said in enumerate(ends):
                if state.closer == NOBODY:
                    assert said == 0
                elif between:
                    assert said == (1 if seat in coming else 2)
                else:
                    has_more = seat in coming or seat == state.seat
                    assert said == (1 if has_more else 2)
            closed += state.closer != NOBODY
        assert facts(end)[:2] == ([2] * len(totals), True)
    assert closed > 0 or chosen(0, 1)


@modes
def test_a_game_is_decided_no_sooner_than_at_its_last_roll(mode: Mode) -> None:
    """Before, somebody decides, or Ivan acts."""
    states = [state.copy() for state in course(mode, 2)]
    if not states[-1].is_over:
        return
    turn = states[-2].turn
    for state in states[:-1]:
        last_roll = closes(state) and state.turn == turn
        assert is_decided(state) == last_roll


def test_ties_share_the_win() -> None:
    """Total, cards and ornaments equal: the victory is shared (R7.6)."""
    state = next(sample(EIGHT[4], 1, 1))
    state.phase = OVER
    for seat in range(4):
        arrange.set_rubles(state, seat, 0)
    assert [final_share(state, seat, prestige_totals(state)) for seat in range(4)] == [
        WHOLE_SHARE // 4
    ] * 4
    for seat in (1, 3):
        arrange.set_rubles(state, seat, 5)
    shares = [final_share(state, seat, prestige_totals(state)) for seat in range(4)]
    assert shares == [0, WHOLE_SHARE // 2, 0, WHOLE_SHARE // 2]
    assert final_margin(state, 1, prestige_totals(state)) == 0
    assert final_margin(state, 0, prestige_totals(state)) == -1


def test_cards_and_then_ornaments_break_ties() -> None:
    """R7.6: of equal totals the one with more completed cards, then with more ornaments."""
    table = Table("red", "blue").completed("blue", "1.1").completed("red", "1.2")
    table.has("red", score=9).has("blue", score=9)
    assert totals(table.state) == [2, 2]
    assert final_share(table.state, 0, prestige_totals(table.state)) == WHOLE_SHARE // 2
    table.completed("red", "1.3", "2.1").completed("blue", "3.1")
    table.has("red", score=9).has("blue", score=9)
    own, theirs = totals(table.state)
    table.has("blue", rubles=5 * (own - theirs))
    assert totals(table.state) == [own, own]
    assert final_share(table.state, 0, prestige_totals(table.state)) == WHOLE_SHARE
    assert final_share(table.state, 1, prestige_totals(table.state)) == 0


def totals(state: State) -> list[int]:
    found = prestige_totals(state)
    return [int(found[MAX_SEATS + seat]) for seat in range(int(state.setting.seat_count))]


def test_the_closing_turn_itself_is_followed_by_others() -> None:
    """Who completes the sixth card is still at it, and everybody else has a turn left (R7.1)."""
    table = Table("red", "blue", "green")
    table.turn("red")
    table.state.closer = 0
    assert table.state.phase == TURN
    table.state.phase = 14  # the action is over, `end` is due
    assert facts(table.state) == ([1, 1, 1], False, 0)
    table.play("end")
    assert facts(table.state) == ([2, 1, 1], False, 1)


def test_a_game_is_late_when_one_card_closes_it() -> None:
    """R7.1: whosever card it is."""
    table = Table("red", "blue").completed("blue", "2.1", "2.2", "3.1", "3.2")
    assert not is_late(table.completed("red", "1.1").state)
    assert is_late(table.completed("blue", "2.3").state)
