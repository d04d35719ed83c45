"""The two optional actions: each costs 1 prestige, at any time during a turn (R3.2-R3.5)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import RUBLE, SPACE_COUNT
from redcathedral.engine.cells import BANK, DICE_COUNT, WINDOW_CLOSED, WINDOW_OPEN
from redcathedral.engine.decisions import PRESTIGE_REROLL, PRESTIGE_RUBLES, put, put_if
from redcathedral.engine.market import dice_on
from redcathedral.engine.phases import ROLL
from redcathedral.engine.resources import can_lose_prestige, lose_prestige, receive
from redcathedral.engine.state import State

PRESTIGE_PRICE: Final = 2  # rubles for one prestige (R3.2)


def optional_moves(state: State, out: vec[i64], n: i64) -> i64:
    """List the exchange of prestige for rubles, and the re-roll of a space, once per turn."""
    if not can_lose_prestige(state, state.seat):
        return n
    cells = state.cells
    if state.window != WINDOW_CLOSED and cells[BANK] > 0:
        n = put(out, n, PRESTIGE_RUBLES)
    if state.rerolled == 0:
        space: i64
        for space in range(SPACE_COUNT):
            n = put_if(out, n, i64(cells[DICE_COUNT + space] > 0), PRESTIGE_REROLL + space)
    return n


def exchange_prestige(state: State) -> None:
    """Exchange 1 prestige for 2 rubles (R3.2)."""
    lose_prestige(state, state.seat)
    receive(state, state.seat, RUBLE, PRESTIGE_PRICE)
    if state.setting.one_moment:
        state.window = WINDOW_OPEN


def buy_reroll(state: State, space: i64) -> None:
    """Lose 1 prestige and re-roll all dice on a space; then the turn continues (R3.3)."""
    lose_prestige(state, state.seat)
    state.rerolled = 1
    state.pending = dice_on(state, space)
    state.after = state.phase
    state.phase = ROLL
