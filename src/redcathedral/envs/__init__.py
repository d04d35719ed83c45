"""Environments, observations, rewards, data sets and tasks for training agents.

This package needs the extra ``research``; playing does not.
"""

from typing import Final

# The version of the compact and the full observation; increased when either changes.
VERSION: Final = 2
# The version of the decision ids; increased when an id is added or changes its meaning.
DECISIONS_VERSION: Final = 1
