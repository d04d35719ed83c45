"""Search the best turns of a seat and the replies of the others, and run rollouts."""
