"""Lessons: tables of one page with a task at each step."""
