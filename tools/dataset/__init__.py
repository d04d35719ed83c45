"""Make data sets of games, and check them."""
