"""How people play together at a table, as one page is told."""

from collections.abc import Iterable

from redcathedral.box.vocabulary import Colour
from redcathedral.server.table.conduct_commands import (
    may_come_back,
    question_text,
    takeback,
    waited_for,
)
from redcathedral.server.table.seated_game import SeatedGame
from redcathedral.server.wire import conduct as wire
from redcathedral.text import Narrator


def conduct_message(
    words: Narrator, seated: SeatedGame, seats: frozenset[int], at: int
) -> wire.TableConduct:
    conduct = seated.conduct
    playing = seats & seated.active
    is_on = not seated.game.is_over
    pauses = is_on and bool(playing) and conduct.clock is not None
    people = len(seated.people) > 1
    return wire.TableConduct(
        clock=_clock(seated, at),
        is_paused=conduct.is_paused,
        needs_person=seated.needs_person,
        stand_in=conduct.stand_in,
        gave_up=_colours(seated, conduct.gave_up),
        questions=_questions(words, seated, playing) if is_on else [],
        may=wire.MayConduct(
            takeback=is_on and takeback(seated, playing) > 0,
            pause=pauses and not conduct.is_paused and conduct.question("pause") is None,
            go_on=pauses and conduct.is_paused,
            vote=_colours(seated, seated.active - playing if is_on and playing else ()),
            give_up=_colours(seated, seats - conduct.gave_up if is_on and people else ()),
            come_back=_colours(seated, may_come_back(seated, seats) if is_on else ()),
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
            text=words.say(question_text(seated, question)),
            yours=bool(playing & waited_for(seated, question, everybody)),
            own=question.seat in playing,
        )
        for question in seated.conduct.questions
    ]


def _clock(seated: SeatedGame, at: int) -> wire.TableClock | None:
    clock = seated.conduct.clock
    if clock is None:
        return None
    running = clock.running
    return wire.TableClock(
        wish=clock.wish,
        left={_colour(seated, seat): clock.left_at(seat, at) for seat in seated.people},
        running=None if running is None else _colour(seated, running),
        is_held=seated.conduct.is_held,
    )


def _colour(seated: SeatedGame, seat: int) -> Colour:
    return seated.game.state.setting.colour(seat)


def _colours(seated: SeatedGame, seats: Iterable[int]) -> list[Colour]:
    return [_colour(seated, seat) for seat in sorted(seats)]
