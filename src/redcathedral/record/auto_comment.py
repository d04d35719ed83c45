"""The comments that a writer adds: what happened by rule, not by anybody's decision."""

from __future__ import annotations

from redcathedral.box.vocabulary import COLOURS, DICE, IVAN_CARDS, LETTERS
from redcathedral.engine import events
from redcathedral.engine.setting import IVAN, Setting
from redcathedral.engine.state import Event
from redcathedral.record.notation import place_text


def remark(setting: Setting, event: Event) -> str | None:
    """What an event is in words, None when the decision itself says it."""
    colour = COLOURS[setting.colours[event.seat]]
    by_ivan = setting.solo and event.seat == IVAN
    if event.kind == events.COMPLETED:
        return f"{colour} completes {place_text(event.a)}"
    if event.kind == events.REPRIMANDED and event.b > 0:
        return f"the tsar takes {event.b} from {colour}"
    if event.kind == events.IVAN_ACTED:
        return f"Ivan: card {IVAN_CARDS[event.a]}, die {DICE[event.c]}"
    if event.kind == events.DIE_BLOCKED:
        return "the die would end on a full space and does not move"
    if event.kind == events.IVAN_STORED:
        return f"Ivan stores {event.b} {LETTERS[event.a]}"
    if event.kind == events.CLAIMED and by_ivan:
        return f"Ivan claims {place_text(event.a)}"
    if event.kind == events.ORNAMENT_SET and by_ivan:
        return f"Ivan places an ornament on {place_text(event.a)}"
    return None
