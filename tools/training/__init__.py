"""Train the value function: let it play against itself, and fit a network to the results.

Training needs the extra ``train`` (PyTorch); playing with the weights does not.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "recipes"))  # for common.curve_chart
