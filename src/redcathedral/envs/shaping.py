"""What the recipes reward: the margin, a little for the win, and what is under way on the site.

A banner and a material earn nothing before a section is completed, so by the margin alone a learner
finds late what they are good for.  Differences of a potential that is 0 after the end change no
best policy (Ng, Harada, Russell, Policy invariance under reward transformations, 1999).  All of it
is for games of two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from redcathedral.batch.reward import MARGIN_POINTS
from redcathedral.envs.observation import FEATURES

if TYPE_CHECKING:
    from redcathedral.envs.vector import Array, VectorEnv

WIN: Final = 0.2  # what a win is worth where a margin of 50 prestige is worth 1
PIECE: Final = 1.0  # prestige that a banner or a material on a section counts
_KNOWN: Final = {feature.name: feature for feature in FEATURES}


def under_way(observations: Array) -> Array:
    """By how much the seat that decides is ahead at sections that are not completed.

    For full observations of games of two, n x SIZE, gives n numbers in the units of the margin
    (``batch.reward``): a prestige for each own banner, and each material delivered below one.
    """

    def fact(name: str) -> Array:
        known = _KNOWN[name]
        return observations[:, known.indices].reshape(-1, *known.shape)

    pieces = (1.0 + fact("delivered").sum(axis=2)) * (1 - fact("built"))
    own, other = np.einsum("np,nps->sn", pieces, fact("owner")[:, :, :2].astype(float))
    ahead: Array = PIECE / MARGIN_POINTS * (own - other)
    return ahead


def earned(env: VectorEnv, seats: Array) -> Array:
    """What the last step brought the seat that decided in each game: the margin, and the win.

    ``env`` pays by the potential-based scheme, in which the end takes the margin back for a win
    that is worth 1.  Here the margin stays, and the win is worth no more than some prestige.
    """
    rows = np.arange(env.games)
    totals = env.final_totals
    margin = totals[rows, seats] - totals[rows, 1 - seats]
    kept = margin / MARGIN_POINTS - (1 - WIN) * np.sign(margin)
    brought: Array = env.rewards[rows, seats] + env.terminations * kept
    return brought
