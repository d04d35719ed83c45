"""Games in progress: engine, record, dice and undo; matches and series between bots; lessons."""
