"""What a page may want: each command checked and carried out on a sitting."""

from __future__ import annotations

from typing import assert_never

from redcathedral.server.table.actions import Action, Agreed, SettingsChanged
from redcathedral.server.table.seated_game import Sitting
from redcathedral.server.wire.protocol import Agree, Command, Play, Redo, Settings, Undo
from redcathedral.words import AllOf, Term, Value


class No(Exception):
    """A command that is not carried out; nothing has changed.  The text is ``refused.CODE``."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def player(sitting: Sitting, seat: int) -> Term:
    """A seat's player by colour."""
    return Term(f"player.{sitting.game.colours[seat]}")


def carry_out(
    command: Command, sitting: Sitting, seats: frozenset[int]
) -> tuple[Action, Term | None]:
    """Do what a page that plays these seats wants; what everybody is to be told.  Raises No."""
    if not isinstance(command, Settings) and command.number != sitting.number:
        raise No("stale")
    match command:
        case Play(_, decision):
            return _play(sitting, seats, decision), None
        case Undo(_, beyond):
            return _undo(sitting, seats, beyond)
        case Redo():
            if not sitting.can_redo(seats):
                raise No("redo")
            who = player(sitting, sitting.game.seat)
            again = sitting.redo()
            return again, Term("table.redone", {"who": who, "n": again.count})
        case Agree(_, agreed):
            return _agree(sitting, seats, agreed)
        case Settings(auto_end):
            if not seats:
                raise No("watching")
            action = SettingsChanged(auto_end)
            sitting.apply(action)
            return action, None
        case _:
            assert_never(command)


def _play(sitting: Sitting, seats: frozenset[int], decision: int) -> Action:
    game = sitting.game
    if game.is_over:
        raise No("over")
    if game.seat not in seats:
        raise No("not-yours", who=player(sitting, game.seat))
    if decision not in sitting.legal():
        raise No("illegal")
    return sitting.play(decision)


def _undo(sitting: Sitting, seats: frozenset[int], beyond: bool) -> tuple[Action, Term]:
    if not (sitting.can_undo_beyond(seats) if beyond else sitting.can_undo(seats)):
        raise No("undo")
    seat = sitting.people[0] if beyond else sitting.game.history[-1].seat
    action = sitting.undo(seats, beyond=beyond)
    who = player(sitting, seat)
    return action, Term("table.undone", {"who": who, "n": action.count})


def _agree(sitting: Sitting, seats: frozenset[int], agreed: bool) -> tuple[Action, Term]:
    if not (sitting.can_agree(seats) if agreed else sitting.agreed & seats):
        raise No("agree")
    action = Agreed(sorted(seats), agreed)
    sitting.apply(action)
    who = AllOf(tuple(player(sitting, seat) for seat in sorted(seats)))
    text = Term("table.agrees" if agreed else "table.disagrees", {"who": who, "n": len(seats)})
    return action, text
