"""Checks a command that a page has sent, and returns the action that it causes."""

from redcathedral.box.vocabulary import DIE_FACES
from redcathedral.engine.phases import ROLL
from redcathedral.record.outcome import dice_due, tiles_due
from redcathedral.server.core.table import actions, proposals
from redcathedral.server.core.table.command_result import AlreadyDone, CommandRefused, CommandResult
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire import protocol
from redcathedral.server.core.wire.play_state import PlayStateCommand
from redcathedral.text import Term


def decide(
    command: protocol.GameCommand,
    seated: SeatedGame,
    seats: frozenset[int],
    present: proposals.SeatsPresent = proposals.NOBODY_PRESENT,
) -> CommandResult:
    """Return the action for a command from a page; ``seats`` are the seats that the page plays.

    Raises CommandRefused, and AlreadyDone if another player has already done the same.
    """
    if command.is_stale(seated.version):
        raise CommandRefused("stale")
    if isinstance(command, PlayStateCommand):
        return proposals.decide_proposal(command, seated, seats, present)
    if seated.play_state.is_paused and command.blocked_while_paused:
        raise CommandRefused("paused")
    seats &= seated.active
    match command:
        case protocol.PlayDecision(_, decision):
            return _play(seated, seats, decision)
        case protocol.TellRoll(_, faces, tiles):
            return CommandResult(_roll(seated, seats, faces, tiles))
        case protocol.Undo(_, beyond):
            return _undo(seated, seats, beyond)
        case protocol.Redo():
            if not seated.can_redo(seats):
                raise CommandRefused("redo")
            action = seated.redo_action()
            who = table_seat_names(seated)[seated.game.seat]
            return CommandResult(action, Term("table.redone", who=who, n=action.count))
        case protocol.Agree(number, agreed):
            if agreed and number < seated.agree_since:
                raise CommandRefused("question-gone")
            return _agree(seated, seats, agreed)
        case protocol.AskHints():
            if not seated.can_hint(seats):
                raise CommandRefused("hint")
            return CommandResult(actions.HintsTaken())
        case protocol.AllowHints(number, allowed):
            if number < seated.hints_since and allowed:
                raise CommandRefused("question-gone")
            if number < seated.hints_since and not seated.hints_allowed:
                raise AlreadyDone
            return _allow_hints(seated, seats, allowed)
        case protocol.ChangeSettings(auto_end, own_dice):
            if not seats:
                raise CommandRefused("watching")
            return _change_settings(seated, auto_end, own_dice)


def _play(seated: SeatedGame, seats: frozenset[int], decision: int) -> CommandResult:
    game = seated.game
    if game.is_over:
        raise CommandRefused("over")
    if game.is_waiting:
        raise CommandRefused("roll-first")
    if game.seat not in seats:
        raise CommandRefused("not-yours", who=table_seat_names(seated)[game.seat])
    if decision not in seated.legal_ids():
        raise CommandRefused("illegal")
    return CommandResult(seated.play_action(decision))


def _change_settings(seated: SeatedGame, auto_end: bool, own_dice: bool | None) -> CommandResult:
    had_own_dice = seated.game.manual_dice
    if own_dice is None or own_dice == had_own_dice or seated.game.is_over or seated.deal:
        return CommandResult(actions.SettingsChanged(auto_end, had_own_dice))
    notice = Term("table.own-dice.on" if own_dice else "table.own-dice.off")
    return CommandResult(actions.SettingsChanged(auto_end, own_dice), notice)


def _roll(
    seated: SeatedGame, seats: frozenset[int], faces: list[int], tiles: list[str]
) -> actions.Rolled:
    """Return the roll that a player entered; without one, the server rolls or deals."""
    state = seated.game.state
    if not seated.game.is_waiting:
        raise CommandRefused("no-roll")
    if not seats:
        raise CommandRefused("watching")
    if not faces and not tiles:
        return seated.roll_action()
    tile_ids = [tile.id for tile in seated.game.edition.workshop_tiles]
    if state.phase != ROLL:
        if faces or sorted(tiles) != sorted(tile_ids[tile] for tile in tiles_due(state)):
            raise CommandRefused("tiles")
        return actions.Rolled([tile_ids.index(tile) for tile in tiles])
    dice_count = len(dice_due(state))
    if tiles or len(faces) != dice_count or not all(1 <= face <= DIE_FACES for face in faces):
        raise CommandRefused("faces", n=dice_count)
    return actions.Rolled(faces)


def _undo(seated: SeatedGame, seats: frozenset[int], beyond: bool) -> CommandResult:
    if not (seated.can_undo_beyond(seats) if beyond else seated.can_undo(seats)):
        raise CommandRefused("undo")
    action = seated.undo_action(beyond=beyond)
    if isinstance(action, actions.RollUndone):
        return CommandResult(action, Term("table.unrolled"))
    who = table_seat_names(seated)[seated.game.history[-action.count].seat]
    return CommandResult(action, Term("table.undone", who=who, n=action.count))


def _agree(seated: SeatedGame, seats: frozenset[int], agreed: bool) -> CommandResult:
    if not (seated.can_agree(seats) if agreed else seated.agreed & seats):
        raise CommandRefused("agree")
    names = proposals.names_and_count(seated, seats)
    notice = Term("table.agrees" if agreed else "table.disagrees", **names)
    return CommandResult(actions.Agreed(sorted(seats), agreed), notice)


def _allow_hints(seated: SeatedGame, seats: frozenset[int], allowed: bool) -> CommandResult:
    is_possible = seated.can_allow_hints(seats) if allowed else seats and seated.hints_allowed
    if not is_possible:
        raise CommandRefused("allow-hints")
    names = proposals.names_and_count(seated, seats)
    notice = Term("table.allows-hints" if allowed else "table.forbids-hints", **names)
    changed_seats = seats if allowed else seated.hints_allowed  # one seat can forbid hints to all
    return CommandResult(actions.HintsAllowed(sorted(changed_seats), allowed), notice)
