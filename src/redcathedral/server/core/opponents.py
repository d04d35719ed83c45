"""The bots that visitors may choose: the levels, and bots that the host has added."""

from collections.abc import Sequence
from typing import Final

from redcathedral.ai import bots
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.server.core.api_error import ApiError

MAX_SPEC_LENGTH: Final = 80  # characters of a bot's name with its options
# Removed bots, and the bots that play for them.
BOT_REPLACEMENTS: Final = {"mcts": "master", "planner": "master"}


class Opponents:
    """The levels and ``additional`` bots; raises BotSpecError for a bot that cannot play."""

    def __init__(self, additional: Sequence[str] = ()) -> None:
        for spec in additional:
            check_spec(spec)
        self.additional = [spec for spec in dict.fromkeys(additional) if spec not in LEVELS]
        self.all = (*LEVELS, *self.additional)

    def check(self, spec: str) -> None:
        if spec not in self.all:
            fix = "choose one of: " + ", ".join(self.all)
            raise ApiError(
                400, "bad-game", f"{spec[:MAX_SPEC_LENGTH]!r} is not one of the opponents here", fix
            )


def check_spec(spec: str) -> None:
    """Raise BotSpecError for an unknown bot, or a text that a record's header cannot contain."""
    if len(spec) > MAX_SPEC_LENGTH or not spec.isprintable() or " " in spec or "#" in spec:
        name = repr(spec[:MAX_SPEC_LENGTH])
        raise bots.BotSpecError(f"{name} is not a bot; write NAME or NAME:OPTION=VALUE")
    try:
        bots.make(spec, 0)
    except bots.BotSpecError as error:
        raise bots.BotSpecError(f"the bot {spec!r} cannot play: {error}") from None


def current_spec(spec: str) -> str:
    """Return the bot for a bot in a stored game, which may have been removed since."""
    name, colon, options = spec.partition(":")
    return BOT_REPLACEMENTS.get(name, name) + colon + options
