"""A game in progress: engine, record, dice and undo; bots that play one."""
