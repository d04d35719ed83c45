"""Replaces uvloop, so that a program under test uses asyncio's event loop, as players do."""

raise ImportError("this program runs without uvloop")
