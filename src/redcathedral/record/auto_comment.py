"""The comments that a writer adds: what happened by rule, not by anybody's decision."""

from __future__ import annotations

from redcathedral.box.vocabulary import LETTERS, RESOURCES
from redcathedral.engine.setting import IVAN, Setting
from redcathedral.record.event import (
    Claimed,
    Completed,
    Decorated,
    DieBlocked,
    Event,
    IvanActed,
    IvanStored,
    Reprimanded,
)


def remark(setting: Setting, event: Event) -> str | None:
    """What an event is in words, None when the decision itself says it."""
    by_ivan = setting.solo and event.seat == setting.colour(IVAN)
    match event:
        case Completed(seat, place):
            return f"{seat} completes {place}"
        case Reprimanded(seat, amount=lost) if lost:
            return f"the tsar takes {lost} from {seat}"
        case IvanActed(card=card, die=die):
            return f"Ivan: card {card}, die {die}"
        case DieBlocked():
            return "the die would end on a full space and does not move"
        case IvanStored(resource=resource, amount=amount):
            return f"Ivan stores {amount} {LETTERS[RESOURCES.index(resource)]}"
        case Claimed(place=place) if by_ivan:
            return f"Ivan claims {place}"
        case Decorated(place=place) if by_ivan:
            return f"Ivan places an ornament on {place}"
        case _:
            return None
