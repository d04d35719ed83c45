"""Lessons: exercises on prepared positions, one decision or a few at a time."""

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
