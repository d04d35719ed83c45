"""Positions of random games, and of the search's own view of a turn, for the tests of the bots."""

from __future__ import annotations

from collections.abc import Iterator

from redcathedral.engine import chance, decisions, rules
from redcathedral.engine.components import Components
from redcathedral.engine.phases import DONE, TURN
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.scoring import scores
from redcathedral.engine.state import State
from tests.conftest import loaded_engine
from tests.properties.modes import COMPONENTS, Mode

COMPILED = loaded_engine("redcathedral.engine.rules") == "compiled"
EXCHANGES = 3


def chosen(compiled: int, pure: int) -> int:
    """How much of something the engine under test can afford."""
    return compiled if COMPILED else pure


def course(mode: Mode, seed: int, components: Components = COMPONENTS) -> Iterator[State]:
    """Every position of a random game from its first decision to its end; the state moves on."""
    state = mode.start(seed, components)
    dice, policy = Rng(seed, DICE), Rng(seed, POLICY)
    rules.roll(state, dice)
    yield state
    while not state.is_over and not is_capped(state, mode.turns):
        if state.is_chance:
            rules.settle(state, int(chance.sample(state, dice)))
        else:
            moves = rules.legal(state)
            rules.apply(state, moves[int(policy.below(len(moves)))])
        yield state


def sample(
    mode: Mode, seed: int, every: int, limit: int = 1_000_000, components: Components = COMPONENTS
) -> Iterator[State]:
    """Yield a copy of every ``every``-th position of a game, for the first ``limit`` positions."""
    for number, state in enumerate(course(mode, seed, components)):
        if number >= limit:
            return
        if number % every == 0:
            yield state.copy()


class TooMany(Exception):
    """A turn has more ways than a test wants to follow."""


class Ways:
    """Every way through a turn, order by order, nothing remembered: what a search may leave out.

    Left out, as the search documents, are re-rolls, and prestige given for rubles beyond three or,
    after the start of the turn, where it costs prestige.
    """

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.exchanged = False

    def ends(self, state: State, exchanged: int = 0) -> Iterator[State]:
        for move in rules.legal(state):
            if decisions.PRESTIGE_REROLL <= move < decisions.DELIVER:
                continue
            self.left -= 1
            if self.left < 0:
                raise TooMany
            child = state.copy()
            rules.apply(child, move)
            count = exchanged
            if move == decisions.PRESTIGE_RUBLES:
                self.exchanged = True
                count += 1
                if count > EXCHANGES or (state.phase != TURN and _track(child) < _track(state)):
                    continue
            if child.turn != state.turn or child.is_chance or state.phase > DONE:
                yield child
            else:
                yield from self.ends(child, count)


def _track(state: State) -> int:
    return scores(state)[int(state.seat)].track
