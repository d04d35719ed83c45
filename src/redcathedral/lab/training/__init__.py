"""Train the value function: play self-play games, and fit a network to their results.

Training needs the extra ``train`` (PyTorch); playing with the weights does not.
"""
