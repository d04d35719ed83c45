"""Proposals of players: undo, pause, or a substitute; accepted when all others agree."""

from dataclasses import dataclass, replace
from typing import assert_never

from redcathedral.server.core.table import actions
from redcathedral.server.core.table.command_result import AlreadyDone, CommandRefused, CommandResult
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.play_state import Proposal
from redcathedral.server.core.table.prompt import verb_of
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire import play_state as wire
from redcathedral.text import AllOf, Argument, Narrator, Term


@dataclass(frozen=True)
class SeatsPresent:
    """The seats with a connected page, and the seats absent for so long that a bot may play."""

    here: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()


NOBODY_PRESENT = SeatsPresent()


def decide_proposal(
    command: wire.PlayStateCommand, seated: SeatedGame, seats: frozenset[int], present: SeatsPresent
) -> CommandResult:
    if seated.game.is_over:
        raise CommandRefused("over")
    playing = seats & seated.active
    match command:
        case wire.Ask(number, what, colour):
            if what == "takeback" and number < seated.position_since:
                raise CommandRefused("stale")
            if (same_question := _same_question(seated, command)) is not None:
                return _answer(seated, playing, same_question, True, present)
            return _ask(seated, playing, what, colour, present)
        case wire.Answer():
            question = _answered_question(seated, command)
            return _answer(seated, playing, question, command.agreed, present)
        case wire.Resume(number):
            if not playing:
                raise CommandRefused("go-on")
            if number < seated.play_state.paused_at:
                if seated.play_state.is_paused:
                    raise CommandRefused("question-gone")
                raise AlreadyDone
            if not seated.play_state.is_paused:
                raise CommandRefused("go-on")
            notice = Term("conduct.goes-on", **names_and_count(seated, playing))
            return CommandResult(actions.Paused(False), notice)
        case wire.GiveUp(_, colour):
            seat = seated.seat_of(colour)
            if seat not in seats or seat in seated.play_state.gave_up:
                raise CommandRefused("give-up")
            return stand_in(seated, seat, "gave-up")
        case wire.ComeBack(_, colour):
            seat = seated.seat_of(colour)
            if seat not in seats_to_return(seated, seats):
                raise CommandRefused("come-back")
            notice = Term("conduct.back", who=table_seat_names(seated)[seat])
            return CommandResult(actions.Returned(seat), notice)


def stand_in(seated: SeatedGame, seat: int, why: wire.SubstituteReason) -> CommandResult:
    """Return the action that lets the table's bot play for a seat."""
    action = actions.Substituted(seat, seated.play_state.stand_in, why)
    outcome = "waits" if seated.after(action).needs_person else "stood-in"
    notice = Term(f"conduct.{outcome}.{why}", who=table_seat_names(seated)[seat])
    return CommandResult(action, notice)


def takeback(seated: SeatedGame, seats: frozenset[int]) -> int:
    """Return the number of decisions to undo for these seats; 0 if they cannot or need not ask."""
    if len(seated.people) == 1 or seated.can_undo(seats) or seated.play_state.is_paused:
        return 0
    moves = reversed(seated.game.history)
    return next((count for count, move in enumerate(moves, 1) if move.seat in seats), 0)


def seats_to_return(seated: SeatedGame, seats: frozenset[int]) -> frozenset[int]:
    return seats & seated.play_state.stand_ins.keys() - seated.play_state.gave_up


def seats_to_answer(seated: SeatedGame, question: Proposal, here: frozenset[int]) -> frozenset[int]:
    """Return the seats that must still agree; only seats ``here`` vote on a substitute."""
    asked = seated.active - question.agreed
    return asked & here - {question.about} if question.what == "stand-in" else asked


def _ask(
    seated: SeatedGame,
    playing: frozenset[int],
    what: wire.QuestionKind,
    colour: str | None,
    present: SeatsPresent,
) -> CommandResult:
    if not playing:
        raise CommandRefused("watching")
    known = seated.play_state.question(what)
    if known is not None and known.seat not in playing:
        raise CommandRefused("asked-already")
    about, count, seat = None, 0, min(playing)
    match what:
        case "takeback":
            count = takeback(seated, playing)
            if not count:
                raise CommandRefused("takeback")
            seat = seated.game.history[-count].seat
        case "pause":
            if seated.play_state.clock is None or seated.play_state.is_paused:
                raise CommandRefused("pause")
        case "stand-in":
            about = seated.seat_of(colour)
            if about in playing or about not in seated.active & present.away:
                raise CommandRefused("not-away")
        case _:
            assert_never(what)
    question = Proposal(what, seat, playing, about, count)
    if not seats_to_answer(seated, question, present.here):
        return _accept(seated, question)
    return CommandResult(actions.Asked(what, seat, sorted(playing), about, count))


def _same_question(seated: SeatedGame, ask: wire.Ask) -> Proposal | None:
    """Return the open question that asks the same, if it is newer than the page's version."""
    question = seated.play_state.question(ask.what)
    if question is None or ask.what == "takeback" or question.number <= ask.number:
        return None
    about = None if ask.seat is None else seated.seat_of(ask.seat)
    return question if question.about == about else None


def _answered_question(seated: SeatedGame, answer: wire.Answer) -> Proposal:
    """Return the question with the answer's number, or else the one that the page saw."""
    question = seated.play_state.question(answer.what)
    named = answer.question
    if named is not None and named == seated.play_state.declined and not answer.agreed:
        raise AlreadyDone
    if question is None:
        raise CommandRefused("not-asked" if named is None else "question-gone")
    is_meant = question.number == named if named is not None else question.number <= answer.number
    if not is_meant:
        raise CommandRefused("question-gone")
    return question


def _answer(
    seated: SeatedGame,
    playing: frozenset[int],
    question: Proposal,
    agreed: bool,
    present: SeatsPresent,
) -> CommandResult:
    what = question.what
    if not playing:
        raise CommandRefused("not-asked")
    if not agreed:
        code = "conduct.withdrawn" if question.seat in playing else "conduct.refused"
        return CommandResult(
            actions.Answered(what, [], False), Term(code, **names_and_count(seated, playing))
        )
    agreeing_seats = playing & seats_to_answer(seated, question, present.here)
    if not agreeing_seats:
        raise CommandRefused("not-asked")
    updated = replace(question, agreed=question.agreed | agreeing_seats)
    if seats_to_answer(seated, updated, present.here):
        agrees = Term("conduct.agrees", **names_and_count(seated, agreeing_seats))
        return CommandResult(actions.Answered(what, sorted(agreeing_seats), True), agrees)
    if question.about is not None and question.about not in present.away:
        raise CommandRefused("not-away")
    return _accept(seated, updated)


def _accept(seated: SeatedGame, question: Proposal) -> CommandResult:
    match question.what:
        case "takeback":
            who = table_seat_names(seated)[question.seat]
            done = Term("conduct.taken-back", who=who, n=question.count)
            return CommandResult(actions.Undone(question.count, beyond=True), done)
        case "pause":
            return CommandResult(actions.Paused(True), Term("conduct.pauses"))
        case "stand-in":
            assert question.about is not None
            return stand_in(seated, question.about, "voted")


def question_text(words: Narrator, seated: SeatedGame, question: Proposal) -> str:
    names = table_seat_names(seated)
    values: dict[str, Argument] = {"who": names[question.seat]}
    if question.about is not None:
        values["others"] = names[question.about]
    if question.what != "takeback":
        return words.text(f"conduct.asks.{question.what}", **values)
    moves = seated.game.history[-question.count :]
    verbs = dict.fromkeys(verb_of(move.decision) for move in moves)
    values["what"] = AllOf(tuple(Term(f"table.do.{verb}") for verb in verbs))
    text = words.text("conduct.asks.takeback", **values, n=question.count)
    has_rolls = any(len(move.steps) > 1 for move in moves)
    return words.join([text, words.text("conduct.asks.rolls")]) if has_rolls else text


def names_and_count(seated: SeatedGame, seats: frozenset[int]) -> dict[str, Argument]:
    return {
        "who": AllOf(tuple(table_seat_names(seated)[seat] for seat in sorted(seats))),
        "n": len(seats),
    }
