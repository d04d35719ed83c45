"""Make the record of an episode, which other programs can open and replay."""

from collections.abc import Sequence

from redcathedral.engine.phases import CHOOSE_PLAN, TURN
from redcathedral.engine.state import State
from redcathedral.play.seating import make_header
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.position import to_json


def record_of(
    origin: State, steps: Sequence[int], ending: Ending, names: Sequence[str] = ()
) -> Record:
    """Return the record with these names; raises ValueError if the episode began within a turn."""
    if origin.phase not in (CHOOSE_PLAN, TURN):
        raise ValueError("this episode began in the middle of a turn: it cannot have a record")
    setting = origin.setting
    colours = [int(colour) for colour in setting.colours]
    player_names = names[: 1 if setting.solo else len(colours)]
    edition = setting.components.edition
    header = make_header(edition, colours, setting.solo, player_names, setting.options)
    start = None if origin.phase == CHOOSE_PLAN else to_json(origin)
    return Record(header, setting.components, start, [*steps], ending)
