"""What the recipes share: the network, the rewards, the training loop and its learning curve."""
