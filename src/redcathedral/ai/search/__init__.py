"""Ways to go on, looked at: the lines of a turn, replies to them, a tree over turns and dice."""
