"""What a position is worth to a seat: judgement set by hand, and learned."""
