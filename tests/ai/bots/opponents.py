"""Opponents that avoid the end of the game, for bots that must finish what they have won."""

from __future__ import annotations

from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.weights.file import packaged
from redcathedral.engine import decisions, rules
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.phases import TURN
from redcathedral.engine.resources import free_slots
from redcathedral.engine.rng import POLICY, Rng
from redcathedral.engine.state import State

KINDS = (
    ("deliver", decisions.DELIVER, decisions.ORNAMENT),
    ("ornament", decisions.ORNAMENT, decisions.CLAIM),
    ("claim", decisions.CLAIM, decisions.IVAN_CLAIM),
    ("take", decisions.TAKE, decisions.ACTIVATE),
    ("activate", decisions.ACTIVATE, decisions.DIE),
    ("die", decisions.DIE, decisions.TILE),
    ("tile", decisions.TILE, decisions.SELL),
    ("end", decisions.END, decisions.END + 1),
)


class Staller:
    """Only moves dice and takes what it can; it never builds and never claims."""

    def __init__(self, seed: int, seat: int) -> None:
        self.rng = Rng(seed, POLICY + seat)

    def choose(self, state: State) -> int:
        legal = rules.legal(state)
        moves = [
            move for move in legal if not decisions.DELIVER <= move < decisions.IVAN_CLAIM
        ] or legal
        takes = [move for move in moves if decisions.TAKE <= move < decisions.ACTIVATE]
        return takes[-1] if takes else moves[self.rng.below(len(moves))]


class Refuser:
    """Plays turns that the network prefers, but never completes a sixth card."""

    nodes = 2_000
    keep = 40

    def __init__(self, _seed: int, seat: int) -> None:
        self.seat = seat
        self.search = TurnSearch(NetworkEvaluator(packaged().network()))
        self.turn = -1
        self.plan: list[int] = []

    def choose(self, state: State) -> int:
        if state.turn != self.turn or not self.plan or self.plan[0] not in rules.legal(state):
            self.turn = int(state.turn)
            turns = self.search.best(state, self.nodes, self.keep)
            self.plan = next(filter(self.accepts, turns), turns[0]).ids()
        return self.plan.pop(0)

    def accepts(self, turn: TurnLine) -> bool:
        return turn.state.completed(self.seat) < CLOSING_CARDS


class Beginner:
    """Plays by the rules of thumb of a first lesson: build, claim two cards, fetch materials."""

    max_claims = CLOSING_CARDS + 1

    def __init__(self, seed: int, seat: int) -> None:
        self.seat = seat
        self.rng = Rng(seed, POLICY + seat)

    def choose(self, state: State) -> int:
        legal = rules.legal(state)
        kinds = {name: [move for move in legal if low <= move < high] for name, low, high in KINDS}
        if state.phase == TURN:
            return self.choose_turn(state, legal, kinds)
        for name in ("deliver", "ornament", "take", "activate", "tile", "end"):
            if kinds[name]:
                return kinds[name][-1] if name == "take" else self.pick(kinds[name])
        return self.pick(legal)

    def choose_turn(self, state: State, legal: list[int], kinds: dict[str, list[int]]) -> int:
        places = [
            state.unfinished_place(self.seat, slot)
            for slot in range(int(state.unfinished_count(self.seat)))
        ]
        missing = [sum(int(state.needed(place, kind)) for place in places) for kind in range(6)]
        stored = [int(state.materials(self.seat, kind)) for kind in range(6)]
        usable = sum(map(min, missing, stored))
        claimed = len(places) + int(state.completed(self.seat))
        free = free_slots(state, self.seat)
        enough = 3 if free > 1 else 1
        if kinds["deliver"] and (usable >= enough or usable == sum(missing)):
            return self.pick(kinds["deliver"])
        if (len(places) < 2 or free == 0) and claimed < self.max_claims and kinds["claim"]:
            return self.pick(kinds["claim"])
        if kinds["die"]:
            return max(kinds["die"], key=lambda move: self.gain(state, move, missing, stored))
        return self.pick(legal)

    def gain(self, state: State, move: int, missing: list[int], stored: list[int]) -> float:
        """Return how much of what is missing the space of a die has, less the steps."""
        after = state.copy()
        rules.apply(after, move)
        takes = [m for m in rules.legal(after) if decisions.TAKE <= m < decisions.ACTIVATE]
        best = 0.0
        for take in takes:
            end = after.copy()
            rules.apply(end, take)
            gains = [int(end.materials(self.seat, kind)) - stored[kind] for kind in range(6)]
            lacking = [max(0, a - b) for a, b in zip(missing, stored, strict=True)]
            best = max(
                best, sum(2 * min(a, b) + b / 4 for a, b in zip(lacking, gains, strict=True))
            )
        return best - 0.5 * ((move - decisions.DIE) % 8) + self.rng.unit() / 8

    def pick(self, moves: list[int]) -> int:
        return moves[self.rng.below(len(moves))]


class LateBuilder(Beginner):
    """A beginner that never claims its last card, so that it cannot complete a sixth one."""

    max_claims = CLOSING_CARDS - 1
