"""The bot whose judgement is learned: a planner with the network, which looks at the replies."""

import warnings
from pathlib import Path
from typing import Final

from redcathedral.ai.bots.planning import DEFAULT, LATE, LATE_SOLO, SOLO, PlanningBot, TurnPlanner
from redcathedral.ai.bots.registry import register
from redcathedral.ai.search.replies import WinShareEvaluator
from redcathedral.ai.search.turns import TurnLine
from redcathedral.ai.value.biased_evaluator import BiasedEvaluator
from redcathedral.ai.value.evaluator import HandmadeEvaluator
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import MAX_SEATS, is_late
from redcathedral.ai.weights.file import (
    PACKAGED_FILE,
    OtherEditionWarning,
    check_edition,
    edition_warning,
    fits,
    is_packaged,
    load,
    packaged,
)
from redcathedral.box.edition import Edition
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State
from redcathedral.play.bot import BotSpecError

DUEL: Final = 2  # seats
SEEDS: Final = 1 << 62  # of the dice that it looks at


@register("master", is_packaged)
class MasterBot(PlanningBot):
    """Finds the best turns by the learned value, then plays out what may follow each.

    ``replies=0`` leaves the second step out; ``weights`` names a file other than the package's.
    Whoever still learns overlooks so many ideas in a hundred (``overlook``), and has likes and
    dislikes of up to so many thousandths of the win (``taste``); in each game others.  Both are for
    two seats and less with more of them: there what is missed costs more, and is worth less.

    An edition whose kinds of cards or tiles the package's weights do not know is played by the
    hand-set opinion of ``planner``; weights that somebody names are refused there.
    """

    def __init__(
        self,
        seed: int,
        seat: int,
        nodes: str = "",
        ms: str = "",
        replies: str = "1",
        weights: str = "",
        overlook: str = "0",
        taste: str = "0",
    ) -> None:
        super().__init__(nodes, ms)
        if replies not in {"0", "1"}:
            raise BotSpecError(f"replies={replies!r}; write replies=0 or replies=1")
        self._is_named = bool(weights)
        self._name = weights or PACKAGED_FILE
        self._weights = load(Path(weights)) if weights else packaged()
        self._seed = (seed * MAX_SEATS + seat) % SEEDS
        self._looks_on = replies == "1"
        self._overlooked = _part("overlook", overlook, 90)
        self._taste = _part("taste", taste, 1000)
        self._is_learned = True  # what judges

    def remark(self, edition: Edition) -> str:
        """That its weights were learned with another edition; raises WeightsError."""
        if not self._is_strange(edition):
            return edition_warning(self._weights, edition, self._name)
        return (
            f"{self._name} knows other kinds of cards or tiles than {edition.id} has: the levels "
            "play it by a rough opinion instead, and are weaker; `redcathedral lab train --edition "
            "FILE` makes weights for it"
        )

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """The turn that is worth most after the replies looked at."""
        if self._foresight is None:
            self._foresight = self._made_for(state.setting)
        breadth = None
        if self._looks_on:
            usual, late = (SOLO, LATE_SOLO) if state.setting.solo else (DEFAULT, LATE)
            breadth = late if is_late(state) else usual if self._is_learned else None
        return self._foresight.best(state, nodes, deadline, breadth)

    def _made_for(self, setting: Setting) -> TurnPlanner:
        edition = setting.components.edition
        seats = int(setting.seat_count)
        overlooked, taste = (part * DUEL // seats for part in (self._overlooked, self._taste))
        if self._is_strange(edition):
            warnings.warn(self.remark(edition), OtherEditionWarning, stacklevel=2)
            self._is_learned = False
            return TurnPlanner(HandmadeEvaluator(), self._seed, WinShareEvaluator(), overlooked)
        check_edition(self._weights, edition, self._name)
        valuer = NetworkEvaluator(self._weights.network())
        judge = BiasedEvaluator(valuer, taste, self._seed) if taste else valuer
        return TurnPlanner(judge, self._seed, None, overlooked)

    def _is_strange(self, edition: Edition) -> bool:
        known = self._weights
        is_other = edition.hash != known.edition_hash and not fits(known, edition)
        return is_other and not self._is_named


def _part(name: str, text: str, most: int) -> int:
    """The number of an option; raises BotSpecError."""
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise BotSpecError(f"{name}={text!r}; write a whole number from 0 to {most}")
    return int(text)
