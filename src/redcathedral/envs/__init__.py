"""For those who train agents: environments, observations, rewards, data and tasks.

Needs the extra ``research``; playing does not.
"""

from typing import Final

VERSION: Final = 1  # of the observations, compact and full; a number or its place changed: one more
DECISIONS: Final = 1  # of the table of decision ids: an id means something else, or there are more
