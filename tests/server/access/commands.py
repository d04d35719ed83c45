"""What is sent for each row of the table of access that is a command of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from msgspec import Struct

from redcathedral.server.core.wire import play_state, protocol
from redcathedral.server.features.chat import wire as talk
from redcathedral.server.features.plans import wire as plan
from tests.server.access.doors import MOST
from tests.server.access.live import FIRST, LiveTable
from tests.server.access.scene import SEAT, Scene
from tests.server.access.table import AccessTable, Section

Make: TypeAlias = Callable[[LiveTable], Struct]
Bring: TypeAlias = Callable[[LiveTable], object]


@dataclass(frozen=True)
class Sent:
    """A command: what it ``shows`` to its page where it is accepted.

    ``before`` brings the table where it can be accepted, ``after`` takes it back from a role, and
    ``finish`` leaves the table to the next row.  What is ``final`` is allowed at a new table.
    """

    make: Make
    shows: str = "table"
    before: Bring = lambda _: None
    after: Callable[[LiveTable, str], object] = lambda _, __: None
    finish: Bring = lambda _: None
    is_final: bool = False
    is_back: bool = False


COMMANDS: Final[dict[str, Sent]] = {
    "decide for the seat": Sent(
        lambda live: protocol.PlayDecision(live.number, live.legal(FIRST)), before=LiveTable.begin
    ),
    "take its decision back": Sent(
        lambda live: protocol.Undo(live.number), before=LiveTable.play, finish=LiveTable.begin
    ),
    "decide again what was taken back": Sent(
        lambda live: protocol.Redo(live.number), before=LiveTable.take_back, finish=LiveTable.begin
    ),
    "say what was rolled": Sent(
        lambda live: protocol.TellRoll(live.number),
        before=LiveTable.wait_for_roll,
        after=lambda live, _: live.do("seat", protocol.Undo(live.number)),
        finish=LiveTable.roll_here,
    ),
    "agree to end the game": Sent(
        lambda live: protocol.Agree(live.number),
        after=lambda live, role: live.do(role, protocol.Agree(live.number, agreed=False)),
    ),
    "agree to hints": Sent(
        lambda live: protocol.AllowHints(live.number), before=LiveTable.want_no_hints
    ),
    "look at hints": Sent(
        lambda _: protocol.AskHints(), shows="hints", before=LiveTable.agree_to_hints
    ),
    "change the settings": Sent(lambda _: protocol.ChangeSettings(auto_end=False)),
    "plan for the seat": Sent(
        lambda live: plan.PlanTurn(SEAT, [live.legal(FIRST)]),
        shows="plan",
        before=LiveTable.begin,
        finish=LiveTable.drop_plan,
    ),
    "play the plan of the seat": Sent(
        lambda live: plan.PlayPlan(live.number), before=LiveTable.plan, finish=LiveTable.begin
    ),
    "say something for the seat": Sent(lambda _: talk.Say(SEAT, "Hello"), shows="chat"),
    "ask for a pause": Sent(
        lambda live: play_state.Ask(live.number, "pause"), after=LiveTable.withdraw
    ),
    "agree to what is asked": Sent(
        lambda live: play_state.Answer(live.number, "pause", agreed=True),
        before=LiveTable.ask,
        after=lambda live, _: live.withdraw("other"),
        finish=lambda live: live.withdraw("other"),
    ),
    "decline what is asked": Sent(
        lambda live: play_state.Answer(live.number, "pause", agreed=False),
        before=LiveTable.ask,
        finish=lambda live: live.withdraw("other"),
    ),
    "go on after a pause": Sent(
        lambda live: play_state.Resume(live.number), before=LiveTable.pause, finish=LiveTable.go_on
    ),
    "show that the page is alive": Sent(lambda _: protocol.Heartbeat(), shows="heartbeat"),
    "give the seat up": Sent(
        lambda live: play_state.GiveUp(live.number, SEAT),
        before=LiveTable.wait_for_roll,
        is_final=True,
    ),
    "come back to the seat": Sent(
        lambda live: play_state.ComeBack(live.number, SEAT),
        before=LiveTable.replace_seat,
        is_final=True,
        is_back=True,
    ),
}


def check_commands(table: AccessTable, section: Section, new: Callable[[], Scene]) -> list[str]:
    """Return the differences from a section. Commands that must be refused are sent first."""
    live = LiveTable(new(), section.visitors)
    problems: list[str] = []
    for row in section.rows:
        sent = COMMANDS[row.what]
        for visitor, cell in sorted(section.cells(row.what), key=lambda each: each[1] == "ok"):
            said = _said(live, sent, visitor)
            if said != table.meaning(cell).rpartition(" ")[2] and not said == cell == "ok":
                place = f"{section.title} | {row.what} ({row.name}) | {visitor}"
                problems.append(f"{place}: the table says {cell}, the server says {said}")
                if len(problems) >= MOST:
                    return problems
            elif said != "ok" or not sent.is_final:
                continue
            live = LiveTable(new(), section.visitors)
        sent.finish(live)
    return problems


def _said(live: LiveTable, sent: Sent, visitor: str) -> str:
    """Send a command of a visitor; return `ok`, or the code of the refusal."""
    if visitor in live.refused:
        return live.refused[visitor]
    sent.before(live)
    said = live.run(visitor, sent.make(live), sent.shows, is_back=sent.is_back)
    if said == "ok":
        sent.after(live, visitor)
    return said
