"""Learning by playing: lessons of steps, each of them a decision on a prepared position."""

from redcathedral.play.lessons.illustration import ILLUSTRATIONS, Illustration
from redcathedral.play.lessons.lesson import LESSONS, Attempt, Exercise, Lesson, load_lesson

__all__ = [
    "ILLUSTRATIONS",
    "LESSONS",
    "Attempt",
    "Exercise",
    "Illustration",
    "Lesson",
    "load_lesson",
]
