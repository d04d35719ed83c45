"""Search: the best turns of a seat, the replies of the others, and rollouts."""
