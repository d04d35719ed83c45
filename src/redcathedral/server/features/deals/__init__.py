"""The same deal for several players, who compare their games."""
