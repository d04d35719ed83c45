"""How the value function learns: games against itself, and the network that fits their results.

Needs the extra ``train`` (PyTorch); playing with the weights does not.
"""
