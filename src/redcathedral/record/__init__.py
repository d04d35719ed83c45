"""Text forms of decisions, positions and whole games; ``docs/reference/record.md`` defines them."""

from redcathedral.record.completion import CompletedPosition, complete_position
from redcathedral.record.decision import DECISIONS, Decision, decode, encode
from redcathedral.record.event import Event, events_of
from redcathedral.record.game_record import Comment, Ending, Moment, Record
from redcathedral.record.header import Header, HeaderError, Seat
from redcathedral.record.notation import NotationError, decision_text, read_decision, text_of
from redcathedral.record.position import Position, position_of, to_json
from redcathedral.record.position_reader import from_json
from redcathedral.record.replay import read, replay
from redcathedral.record.report import Disagreement, RecordError, Replay, UnreadableRecord
from redcathedral.record.stepper import Stepper, StepResult, TurnStart
from redcathedral.record.strict_json import PositionError

__all__ = [
    "DECISIONS", "Comment", "CompletedPosition", "Decision", "Disagreement", "Ending", "Event",
    "Header", "HeaderError", "Moment", "NotationError", "Position", "PositionError", "Record",
    "RecordError", "Replay", "Seat", "StepResult", "Stepper", "TurnStart", "UnreadableRecord",
    "complete_position", "decision_text", "decode", "encode", "events_of", "from_json",
    "position_of", "read", "read_decision", "replay", "text_of", "to_json"
]  # fmt: skip
