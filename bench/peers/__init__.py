"""What runs in a peer's own virtual environment."""

from typing import Final

# Environments for learners, a module each with a function ``steps``: name, and how it is called.
ENVIRONMENTS: Final[dict[str, str]] = {}
