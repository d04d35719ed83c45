"""Environments, observations, rewards, data sets and tasks for training agents.

This package needs the extra ``research``; playing does not.
"""

from typing import Final

VERSION: Final = (
    1  # of the observations, compact and full; increased when a number or its position changes
)
DECISIONS: Final = (
    1  # version of the decision ids; increased when an id is added or changes its meaning
)
