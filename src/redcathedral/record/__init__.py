"""Text forms: decisions, positions, whole games (``record.md``)."""

from redcathedral.record.decision import DECISIONS, Decision, decode, encode
from redcathedral.record.game_record import Comment, Ending, Moment, Record
from redcathedral.record.header import Header, HeaderError, Seat
from redcathedral.record.node import PositionError
from redcathedral.record.notation import NotationError, decision_text, read_decision, text_of
from redcathedral.record.placement import from_json
from redcathedral.record.position import to_dict, to_json, view
from redcathedral.record.problem import Disagreement, RecordError, UnreadableRecord
from redcathedral.record.replay import Report, read, replay
from redcathedral.record.stepper import Opening, Passage, Walk

__all__ = [
    "DECISIONS",
    "Comment",
    "Decision",
    "Disagreement",
    "Ending",
    "Header",
    "HeaderError",
    "Moment",
    "NotationError",
    "Opening",
    "Passage",
    "PositionError",
    "Record",
    "RecordError",
    "Report",
    "Seat",
    "UnreadableRecord",
    "Walk",
    "decision_text",
    "decode",
    "encode",
    "from_json",
    "read",
    "read_decision",
    "replay",
    "text_of",
    "to_dict",
    "to_json",
    "view",
]
