"""Plans: decisions for a seat's next turn, made in advance."""
