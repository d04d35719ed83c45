"""Rules to explain when their event first happens in a game with first-game cards (R2.6)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from redcathedral.play.lessons.lesson import FOLDER
from redcathedral.record.event import Event

RULE_OF_EVENT: Final = msgspec.toml.decode(
    FOLDER.joinpath("first_events.toml").read_text("utf-8"), type=dict[str, str]
)


def explained_kinds(events: Iterable[Event]) -> list[str]:
    """Return the kinds of events that have an explanation, each once, in order."""
    kinds = dict.fromkeys(str(event.__struct_config__.tag) for event in events)
    return [kind for kind in kinds if kind in RULE_OF_EVENT]
