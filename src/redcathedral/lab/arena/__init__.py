"""Who is stronger: games between bots, what they came to, and ratings from them."""
