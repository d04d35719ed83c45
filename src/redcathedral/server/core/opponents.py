"""Which bots a visitor may sit down: the levels, and those that the host has named."""

from collections.abc import Sequence
from typing import Final

from redcathedral.ai import bots
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.server.core.api_error import ApiError

SPEC: Final = 80  # letters of a bot with its options
RETIRED: Final = {"mcts": "planner"}  # bots that are gone, and which bot plays for each


class Opponents:
    """The levels and ``further`` bots; raises BotSpecError for one that cannot be made."""

    def __init__(self, further: Sequence[str] = ()) -> None:
        for spec in further:
            check(spec)
        self.further = [spec for spec in dict.fromkeys(further) if spec not in LEVELS]
        self.all = (*LEVELS, *self.further)  # that a visitor may choose

    def check(self, spec: str) -> None:
        if spec not in self.all:
            fix = "take one of: " + ", ".join(self.all)
            raise ApiError(400, "bad-game", f"{spec[:SPEC]!r} is no opponent here", fix)


def check(spec: str) -> None:
    """Raise BotSpecError for what is no bot, or cannot stand in the header of a record."""
    if len(spec) > SPEC or not spec.isprintable() or " " in spec or "#" in spec:
        raise bots.BotSpecError(f"{spec[:SPEC]!r} is no bot; write NAME or NAME:OPTION=VALUE")
    try:
        bots.make(spec, 0)
    except bots.BotSpecError as error:
        raise bots.BotSpecError(f"the bot {spec!r} cannot play: {error}") from None


def current(spec: str) -> str:
    """Return the bot that plays for the one of a stored game, with the same options."""
    name, colon, options = spec.partition(":")
    return RETIRED.get(name, name) + colon + options
