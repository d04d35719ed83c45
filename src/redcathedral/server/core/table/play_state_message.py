"""Makes the message about clock, pause, substitutes and proposals for one page."""

from collections.abc import Iterable

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.table.proposals import (
    question_text,
    seats_to_answer,
    seats_to_return,
    takeback,
)
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire import play_state as wire
from redcathedral.text import Narrator


def play_state_message(
    words: Narrator, seated: SeatedGame, seats: frozenset[int], at: int
) -> wire.TablePlayState:
    play_state = seated.play_state
    playing = seats & seated.active
    is_running = not seated.game.is_over
    has_pauses = is_running and bool(playing) and play_state.clock is not None
    can_give_up = is_running and len(seated.people) > 1
    return wire.TablePlayState(
        clock=_clock(seated, at),
        is_paused=play_state.is_paused,
        needs_person=seated.needs_person,
        stand_in=play_state.stand_in,
        gave_up=_colours(seated, play_state.gave_up),
        questions=_questions(words, seated, playing) if is_running else [],
        may=wire.PlayOptions(
            takeback=is_running and takeback(seated, playing) > 0,
            pause=has_pauses and not play_state.is_paused and play_state.question("pause") is None,
            go_on=has_pauses and play_state.is_paused,
            vote=_colours(seated, seated.active - playing if is_running and playing else ()),
            give_up=_colours(seated, seats - play_state.gave_up if can_give_up else ()),
            come_back=_colours(seated, seats_to_return(seated, seats) if is_running else ()),
        ),
    )


def _questions(
    words: Narrator, seated: SeatedGame, playing: frozenset[int]
) -> list[wire.OpenQuestion]:
    everybody = frozenset(seated.people)
    return [
        wire.OpenQuestion(
            number=question.number,
            what=question.what,
            by=_colour(seated, question.seat),
            about=None if question.about is None else _colour(seated, question.about),
            agreed=_colours(seated, question.agreed),
            text=question_text(words, seated, question),
            yours=bool(playing & seats_to_answer(seated, question, everybody)),
            own=question.seat in playing,
        )
        for question in seated.play_state.questions
    ]


def _clock(seated: SeatedGame, at: int) -> wire.TableClock | None:
    clock = seated.play_state.clock
    if clock is None:
        return None
    running = clock.running_seat
    return wire.TableClock(
        wish=clock.wish,
        left={_colour(seated, seat): clock.time_left_at(seat, at) for seat in seated.people},
        running=None if running is None else _colour(seated, running),
        is_held=seated.play_state.is_held,
    )


def _colour(seated: SeatedGame, seat: int) -> Colour:
    return seated.game.state.setting.colour(seat)


def _colours(seated: SeatedGame, seats: Iterable[int]) -> list[Colour]:
    return [_colour(seated, seat) for seat in sorted(seats)]
