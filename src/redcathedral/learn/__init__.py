"""Learning by playing: lessons of steps, each of them a decision on a prepared position."""

from redcathedral.learn.lesson import LESSONS, Attempt, Exercise, Lesson, load_lesson

__all__ = ["LESSONS", "Attempt", "Exercise", "Lesson", "load_lesson"]
