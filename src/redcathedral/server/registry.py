"""The list of the server's features; a new feature is added here."""

from importlib import import_module
from typing import Final

from redcathedral.server.core.server_feature import ServerFeature

# The folders in ``features``.  Each table passes its changes to the features in this order.
FEATURE_NAMES: Final = (
    "plans", "chat", "hints", "bots", "deals", "notifications", "analysis", "editions", "lessons",
    "lobby", "my_box", "my_games", "puzzles", "rematch", "rules", "seasons", "seats", "setups",
    "tabletop", "uploads"
)  # fmt: skip


def _feature_class(name: str) -> type[ServerFeature]:
    """Return the subclass of ServerFeature in a folder's module ``feature``."""
    module = import_module(f"redcathedral.server.features.{name}.feature")
    classes = (value for value in vars(module).values() if isinstance(value, type))
    (feature,) = (class_ for class_ in classes if ServerFeature in class_.__bases__)
    return feature


def feature_classes(*, omitted: str = "") -> tuple[type[ServerFeature], ...]:
    """Return the classes of all features, except one that is not imported."""
    return tuple(_feature_class(name) for name in FEATURE_NAMES if name != omitted)
