"""Found before the real uvloop: a program under test then has asyncio's loop, as players do."""

raise ImportError("this program runs without uvloop")
