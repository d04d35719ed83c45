"""What the recipes share: the network, the training loop and its learning curve."""
