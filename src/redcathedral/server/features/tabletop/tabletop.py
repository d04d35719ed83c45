"""Tools for people who play the physical game: check a position, and score a game."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import LEVEL_COUNT
from redcathedral.engine.components import Components
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.setting import Setting
from redcathedral.play.game import Game
from redcathedral.play.score_pad import PadFault, find_faults, scored_position
from redcathedral.record import PositionError, Record, complete_position, position_of, to_json
from redcathedral.record.components import components_of
from redcathedral.record.header import Header
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.new_game import checked_name, header_for
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.table.ending import over_message
from redcathedral.server.core.table.names import table_players
from redcathedral.server.core.table.seated_game import SeatedPlayer, players, with_seat_texts
from redcathedral.server.core.table.seats_message import seats_message, tower_pay
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.lobby import Fault, NewSeat
from redcathedral.server.features.tabletop.wire import (
    CheckedPosition,
    PadScore,
    PositionWish,
    ScorePad,
)
from redcathedral.text import Argument, Narrator
from redcathedral.text.names import seat_names
from redcathedral.text.problems import describe_error_code, describe_position_error
from redcathedral.text.translator import without_isolation

MIN_LEVELS: Final = 2  # a base and a dome


def checked_position(
    wish: PositionWish, head: EditionRef, edition: Edition, opponents: Opponents, words: Narrator
) -> CheckedPosition:
    """Check a position, or draw a random one; raises ApiError or HeaderError for invalid seats."""
    table = _real_table(wish.seats, wish.options, edition, opponents)
    if wish.position is None:
        steps = [] if wish.plan is None else [_plan_number(wish.plan, table)]
        position = position_of(
            Game(record=Record(table.header, table.components, steps=steps)).state
        )
    else:
        position = wish.position
    state, problems = complete_position(position, table.setting)
    # The seats can be shown even if the position cannot be completed.
    shown = state or Game(record=Record(table.header, table.components)).state
    return CheckedPosition(
        edition=head,
        options=wish.options,
        position=position if state is None else position_of(state),
        seats=seats_message(words, shown, table.players, table.names),
        tower_pay=[] if state is None else tower_pay(state),
        faults=[table.fault(problem, words) for problem in problems],
        record=None if state is None or problems else table.record(to_json(state)).text(),
    )


def pad_score(wish: ScorePad, edition: Edition, opponents: Opponents, words: Narrator) -> PadScore:
    """Return the final scoring; raises ApiError or HeaderError for invalid seats."""
    table = _real_table(wish.seats, Options(), edition, opponents)
    setting = table.setting
    plan = _towers(wish.plan, table)
    called = [without_isolation(words.say(name)) for name in table.names]
    if len(wish.pad) != len(table.players):
        reason = f"{len(wish.pad)} columns for {len(table.players)} seats"
        raise ApiError(400, "bad-game", reason, "send one column for each seat")
    if pad_faults := find_faults(wish.pad, setting, plan):
        return PadScore(None, [table.fault(fault, words) for fault in pad_faults], called)
    state = scored_position(wish.pad, setting, plan)
    final_scores = scores(state)
    over = over_message(
        words, state.setting, table.names, "finished", final_scores, winners(final_scores)
    )
    return PadScore(over, [], called)


class _RealTable(NamedTuple):
    """The seats and components of a physical game."""

    header: Header
    components: Components
    setting: Setting
    players: Sequence[SeatedPlayer]
    names: Sequence[Argument]

    def fault(self, error: PositionError | PadFault, words: Narrator) -> Fault:
        if isinstance(error, PositionError):
            text = describe_position_error(error, self.setting, self.names)
        else:
            text = describe_error_code(error.code, error.values, self.setting, self.names)
        return Fault(error.place, words.say(text))

    def record(self, start: str) -> Record:
        texts = [
            seat.text if player.bot else player.name
            for seat, player in zip(self.header.seats, self.players, strict=False)
        ]
        return with_seat_texts(Record(self.header, self.components, start), texts)


def _real_table(
    seats: Sequence[NewSeat], options: Options, edition: Edition, opponents: Opponents
) -> _RealTable:
    header = header_for(seats, options, edition, opponents)
    components = components_of(edition)
    setting = header.setting(components)
    seated = players(header, [checked_name(seat.name) for seat in seats])
    names = seat_names(table_players(setting, seated))
    return _RealTable(header, components, setting, seated, names)


def _towers(plan: Sequence[int] | None, table: _RealTable) -> tuple[int, ...]:
    """Return the tower heights of a physical plan, which may differ from the edition's (R2.8)."""
    count = len(next(iter(_plans(table))))
    if plan is None:
        return (LEVEL_COUNT,) * count
    if len(plan) != count or not all(MIN_LEVELS <= height <= LEVEL_COUNT for height in plan):
        reason = f"{_plan_text(plan)} is not a building plan for {len(table.players)} players"
        fix = f"write {count} towers of {MIN_LEVELS} to {LEVEL_COUNT} sections, or omit `plan`"
        raise ApiError(400, "bad-game", reason, fix)
    return tuple(plan)


def _plan_number(heights: Sequence[int], table: _RealTable) -> int:
    plans = _plans(table)
    if tuple(heights) not in plans:
        reason = f"{_plan_text(heights)} is not a building plan for {len(table.players)} players"
        fix = "choose one of: " + ", ".join(map(_plan_text, plans))
        raise ApiError(400, "bad-game", reason, fix)
    return plans[tuple(heights)]


def _plans(table: _RealTable) -> dict[tuple[int, ...], int]:
    """Return the numbers of the edition's plans for these players, by tower heights."""
    weights = table.components.plan_weight[len(table.players)]
    return {
        tuple(filter(None, plan)): number
        for number, plan in enumerate(table.components.plans)
        if weights[number]
    }


def _plan_text(heights: Sequence[int]) -> str:
    return "-".join(map(str, heights[:10]))
