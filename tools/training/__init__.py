"""Train the value function: let it play against itself, and fit a network to the results.

Training needs the extra ``train`` (PyTorch); playing with the weights does not.
"""
