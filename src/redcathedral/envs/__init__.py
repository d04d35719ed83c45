"""Environments, observations, rewards, data sets and tasks for training agents.

This package needs the extra ``research``; playing does not.
"""

from typing import Final

# The version of both observations; increased when a number or its position changes.
VERSION: Final = 1
# The version of the decision ids; increased when an id is added or changes its meaning.
DECISIONS: Final = 1
