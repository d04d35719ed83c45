"""The figures, one module for each part of the project; ``bench.figure`` imports them."""
