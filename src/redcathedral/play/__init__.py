"""Play games: single games with undo, matches and series between bots, and lessons."""
