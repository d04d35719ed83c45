"""The learned weights of the network, and their file format."""
