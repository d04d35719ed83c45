"""The features of the server."""

from importlib import import_module
from typing import Final

from redcathedral.server.core.server_feature import ServerFeature

# The folders in ``features``.  At each table, the features see changes in this order.
NAMES: Final = (
    "plans",
    "chat",
    "hints",
    "bots",
    "notifications",
    "analysis",
    "editions",
    "lessons",
    "lobby",
    "my_games",
    "puzzles",
    "rematch",
    "rules",
    "seats",
    "setups",
    "tabletop",
    "uploads",
)


def _feature_class(name: str) -> type[ServerFeature]:
    """Return the subclass of ServerFeature in the module ``feature`` of a folder."""
    module = import_module(f"redcathedral.server.features.{name}.feature")
    classes = (value for value in vars(module).values() if isinstance(value, type))
    (found,) = (each for each in classes if ServerFeature in each.__bases__)
    return found


FEATURES: Final = tuple(map(_feature_class, NAMES))
