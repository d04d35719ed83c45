"""Text forms: decisions, positions, whole games (``record.md``)."""

from redcathedral.record.decision import DECISIONS, Decision, decode, encode
from redcathedral.record.event import Event, events_of
from redcathedral.record.game_record import Comment, Ending, Moment, Record
from redcathedral.record.header import Header, HeaderError, Seat
from redcathedral.record.notation import NotationError, decision_text, read_decision, text_of
from redcathedral.record.position import Position, to_json, view
from redcathedral.record.position_reader import from_json
from redcathedral.record.problem import (
    Disagreement,
    PositionError,
    RecordError,
    UnreadableRecord,
)
from redcathedral.record.replay import Replay, read, replay
from redcathedral.record.stepper import Opening, Passage, Walk

__all__ = [
    "DECISIONS",
    "Comment",
    "Decision",
    "Disagreement",
    "Ending",
    "Event",
    "Header",
    "HeaderError",
    "Moment",
    "NotationError",
    "Opening",
    "Passage",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Replay",
    "Seat",
    "UnreadableRecord",
    "Walk",
    "decision_text",
    "decode",
    "encode",
    "events_of",
    "from_json",
    "read",
    "read_decision",
    "replay",
    "text_of",
    "to_json",
    "view",
]
