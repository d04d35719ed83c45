"""The bot whose judgement is learned: a planner with the network, which looks at the replies."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Final

from redcathedral.bots.budget import budget
from redcathedral.bots.network import Valuer
from redcathedral.bots.plan import PlanningBot
from redcathedral.bots.registry import BotSpecError, register
from redcathedral.bots.replies import Replies
from redcathedral.bots.turns import Turn, TurnSearch
from redcathedral.bots.weights import PACKAGED, fit, is_packaged, load, packaged
from redcathedral.engine.playout import decider
from redcathedral.engine.state import State

NODES: Final = 20_000
ALONE: Final = 3_000  # decisions tried before the replies are looked at
REPLY: Final = 250  # decisions tried for each turn of a reply
CANDIDATES: Final = 8


@register("master", is_packaged)
class MasterBot(PlanningBot):
    """Finds the best turns by the learned value, then plays out what may follow each.

    ``replies=0`` leaves the second step out; ``weights`` names a file other than the package's.
    """

    def __init__(
        self,
        seed: int,
        seat: int,
        nodes: str = "",
        ms: str = "",
        replies: str = "1",
        weights: str = "",
    ) -> None:
        super().__init__(budget(nodes, ms, NODES))
        if replies not in {"0", "1"}:
            raise BotSpecError(f"replies={replies!r}; write replies=0 or replies=1")
        self._name = weights or PACKAGED
        self._weights = load(Path(weights)) if weights else packaged()
        self._seed = seed * 4 + seat
        self._looks_on = replies == "1"
        self._search: TurnSearch | None = None
        self._replies: Replies | None = None

    @property
    def nodes(self) -> int:
        """Decisions tried so far."""
        if self._search is None or self._replies is None:
            return 0
        return int(self._search.nodes + self._replies.search.nodes)

    def think(self, state: State, nodes: int, deadline: float) -> Turn:
        """The turn that is worth most after the replies looked at."""
        if self._search is None or self._replies is None:
            fit(self._weights, state.setting.components.edition, self._name)
            valuer = Valuer(self._weights.network())
            self._search = TurnSearch(valuer)
            self._replies = Replies(valuer, self._seed)
        search = self._search
        if not self._looks_on:
            search.deadline = deadline
            return search.best(state, nodes)[0]
        first = min(nodes, max(ALONE, nodes // 5))
        if deadline:
            now = perf_counter()
            search.deadline = now + (deadline - now) / 4
        before = search.nodes
        turns = search.best(state, first, CANDIDATES)
        left = nodes - (search.nodes - before)
        if left < 2 * REPLY * len(turns) or len(turns) == 1:
            return turns[0]
        return self._replies.choose(turns, decider(state), left, REPLY, deadline)
