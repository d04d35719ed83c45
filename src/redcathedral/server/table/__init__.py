"""A game in play: what is offered, what happened, whose turn it is."""
