"""The figures, a module for each part of the project; ``bench.figure`` finds what is here."""
