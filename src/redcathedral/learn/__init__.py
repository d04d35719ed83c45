"""Learning by playing: lessons of steps, each of them a decision on a prepared position."""

from redcathedral.learn.illustration import ILLUSTRATIONS, Illustration
from redcathedral.learn.lesson import LESSONS, Attempt, Exercise, Lesson, load_lesson

__all__ = [
    "ILLUSTRATIONS",
    "LESSONS",
    "Attempt",
    "Exercise",
    "Illustration",
    "Lesson",
    "load_lesson",
]
