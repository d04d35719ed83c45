"""Trains the value function: self-play games, and a network that is fitted to their results.

Training needs the extra ``train`` (PyTorch); playing with the weights does not.
"""
