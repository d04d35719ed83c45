"""The board game The Red Cathedral as software: an unofficial fan project."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redcathedral.box.options import Options as Options
    from redcathedral.play.game import Game as Game

__version__ = "0.1.0"
__all__ = ["Game", "Options", "__version__"]


def __getattr__(name: str) -> object:
    """Load ``Game`` and ``Options`` on first access, so that small commands start quickly."""
    if name == "Game":
        from redcathedral.play.game import Game

        return Game
    if name == "Options":
        from redcathedral.box.options import Options

        return Options
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
