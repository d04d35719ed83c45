"""Help for who plays with the box: a position laid out and checked, a game scored."""

from collections.abc import Sequence

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.engine.components import Components
from redcathedral.engine.scoring import scores, winners
from redcathedral.play.game import Game
from redcathedral.play.score_pad import faults, written
from redcathedral.record import Record, lay_out, to_json, view
from redcathedral.record.header import Header
from redcathedral.server.host.components import components
from redcathedral.server.host.new_game import header_for
from redcathedral.server.host.opponents import Opponents
from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.table.ending import result
from redcathedral.server.table.seated_game import SeatedGame, players
from redcathedral.server.table.seats_message import seats_message, tower_pay
from redcathedral.server.wire.cardboard import (
    CheckedPosition,
    Fault,
    PadScore,
    PositionWish,
    ScorePad,
)
from redcathedral.server.wire.edition import EditionRef
from redcathedral.words import Words
from redcathedral.words.faults import coded, fault
from redcathedral.words.names import told_apart


def laid_out(
    wish: PositionWish, head: EditionRef, edition: Edition, opponents: Opponents, words: Words
) -> CheckedPosition:
    """A position as somebody lays it out, or one that is drawn.

    Raises RequestRefused or HeaderError for seats, options or a plan that no game has.
    """
    header = header_for(wish.seats, wish.options, edition, opponents)
    known = components(edition)
    seated = players(header, [seat.name.strip() for seat in wish.seats])
    if wish.position is None:
        steps = [] if wish.plan is None else [_plan(wish.plan, header, known)]
        position = view(Game(record=Record(header, known, steps=steps)).state)
    else:
        position = wish.position
    setting = header.setting(known)
    state, problems = lay_out(position, setting)
    found = [Fault(problem.place, words.say(fault(problem, setting))) for problem in problems]
    names = told_apart(setting, [one.name for one in seated], [one.bot for one in seated])
    record = None
    if state is not None and not problems:
        game = SeatedGame(Game(record=Record(header, known, to_json(state))), seated)
        record = game.record_text(names=True)
    return CheckedPosition(
        edition=head,
        options=wish.options,
        position=position if state is None else view(state),
        seats=[] if state is None else seats_message(words, state, seated, names),
        tower_pay=[] if state is None else tower_pay(state),
        faults=found,
        record=record,
    )


def pad_score(wish: ScorePad, edition: Edition, opponents: Opponents, words: Words) -> PadScore:
    """The final scoring of what was written down.

    Raises RequestRefused or HeaderError for seats or a plan that no game has.
    """
    header = header_for(wish.seats, Options(), edition, opponents)
    known = components(edition)
    plan = known.plans[_plan(wish.plan, header, known)]
    if len(wish.pad) != len(header.colours):
        reason = f"{len(wish.pad)} columns for {len(header.colours)} seats"
        raise RequestRefused(400, "bad-game", reason, "write one for each seat")
    setting = header.setting(known)
    wrong = faults(wish.pad, setting, tuple(filter(None, plan)))
    if wrong:
        return PadScore(
            None,
            [Fault(one.place, words.say(coded(one.code, one.values, setting))) for one in wrong],
        )
    state = written(wish.pad, setting, tuple(filter(None, plan)))
    seated = players(header, [seat.name.strip() for seat in wish.seats])
    names = told_apart(setting, [one.name for one in seated], [one.bot for one in seated])
    found = scores(state)
    return PadScore(result(words, state.setting, names, "finished", found, winners(found)), [])


def _plan(heights: Sequence[int], header: Header, known: Components) -> int:
    """The number of a building plan (R2.8); raises RequestRefused."""
    count = len(header.colours)
    fitting = {
        tuple(filter(None, plan)): number
        for number, plan in enumerate(known.plans)
        if known.plan_weight[count][number]
    }
    if tuple(heights) not in fitting:
        names = ["-".join(map(str, plan)) for plan in fitting]
        reason = f"{'-'.join(map(str, heights[:10]))} is no building plan for {count} players"
        raise RequestRefused(400, "bad-game", reason, "take one of: " + ", ".join(names))
    return fitting[tuple(heights)]
