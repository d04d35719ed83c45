"""Store the learned weights of the network in files."""
