"""Train the value network in PyTorch, save checkpoints, and convert its weights to integers."""

from __future__ import annotations

from array import array
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import BadZipFile, ZipFile

from redcathedral.ai.value.fields import ROW_COUNT
from redcathedral.ai.value.network import HIDDEN_MAX, HIDDEN_UNIT, OUTPUT_UNIT
from redcathedral.extras import needs
from redcathedral.files import write_bytes
from tools.training.examples import Examples

with needs("train"):
    import numpy as np
    import torch
    from torch import Tensor, nn

BATCH_SIZE: Final = 4096
MARGIN_LOSS_WEIGHT: Final = 0.5  # relative to the loss of the share
INITIAL_WEIGHT_STD: Final = 0.01  # small, so that rare inputs have little effect


class ValueNetwork(nn.Module):
    """One hidden layer with clipped units over the active input rows of a position."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(ROW_COUNT, hidden, mode="sum")
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.out = nn.Linear(hidden, 2)
        nn.init.normal_(self.rows.weight, std=INITIAL_WEIGHT_STD)
        nn.init.constant_(self.bias, 0.5)

    def forward(self, rows: Tensor) -> Tensor:
        """Return the logit of the share and the margin; ``rows`` is examples x fields."""
        hidden = torch.clamp(self.rows(rows) + self.bias, 0.0, HIDDEN_MAX / HIDDEN_UNIT)
        result: Tensor = self.out(hidden)
        return result


class Learner:
    """Fits a network with ``hidden`` hidden units to examples, on a graphics card if there is one.

    Only without a card is the result the same every time.
    """

    def __init__(self, seed: int, hidden: int) -> None:
        torch.set_num_threads(1)  # so that sums do not depend on the number of cores
        torch.manual_seed(seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network = ValueNetwork(hidden).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-3)
        self.generator = torch.Generator().manual_seed(seed)
        self.stopped = False  # set by another thread, to end ``learn`` early

    def learn(self, window: list[Examples], count: float, rate: float) -> tuple[float, float]:
        """Learn from about ``count`` random examples, with ``rate`` as the learning rate.

        Each batch has examples of every number of seats in proportion.  Returns the mean losses:
        cross entropy of the share, squared error of the margin.
        """
        batches = max(1, round(count / BATCH_SIZE))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        total = sum(len(examples.targets) for examples in window)
        parts = [
            (
                torch.from_numpy(examples.rows.view(np.int16)).to(self.device),
                torch.from_numpy(examples.targets).to(self.device),
                max(1, round(BATCH_SIZE * len(examples.targets) / total)),
            )
            for examples in window
        ]
        sums = torch.zeros(2, dtype=torch.float64, device=self.device)
        for _ in range(batches):
            self.optimizer.zero_grad()
            for rows, targets, size in parts:
                drawn = torch.randint(len(targets), (size,), generator=self.generator)
                indices = drawn.to(self.device)
                predictions = self.network(rows[indices].long())
                share = nn.functional.binary_cross_entropy_with_logits(
                    predictions[:, 0], targets[indices, 0], reduction="sum"
                )
                margin = nn.functional.mse_loss(
                    predictions[:, 1], targets[indices, 1], reduction="sum"
                )
                loss: Tensor = (share + MARGIN_LOSS_WEIGHT * margin) / BATCH_SIZE
                loss.backward()
                sums += torch.stack([share.detach(), margin.detach()]) / BATCH_SIZE
            self.optimizer.step()
            if self.stopped:
                break
        share_loss, margin_loss = (sums / batches).tolist()
        return share_loss, margin_loss

    def numbers(self) -> array[int]:
        """Return the weights as integers, in the order of ``weights.file``."""
        network = self.network
        result = array("h")
        with torch.no_grad():
            result.extend(_to_integers(network.rows.weight, HIDDEN_UNIT))
            result.extend(_to_integers(network.bias, HIDDEN_UNIT))
            for index in range(2):
                result.extend(_to_integers(network.out.weight[index], OUTPUT_UNIT))
                result.extend(_to_integers(network.out.bias[index : index + 1], OUTPUT_UNIT))
        return result

    def save(self, path: Path, done: int) -> None:
        packed = BytesIO()
        torch.save(
            {
                "done": done,
                "network": self.network.state_dict(),
                "optimiser": self.optimizer.state_dict(),
                "drawing": self.generator.get_state(),
            },
            packed,
        )
        write_bytes(path, packed.getvalue())

    def load(self, path: Path) -> int:
        """Restore a checkpoint; return the number of completed rounds."""
        with ZipFile(path) as archive:
            damaged_entry = archive.testzip()
        if damaged_entry is not None:
            raise BadZipFile(f"the checksum of {damaged_entry} is wrong")
        checkpoint = torch.load(path, weights_only=True, map_location=self.device)
        self.network.load_state_dict(checkpoint["network"])
        self.optimizer.load_state_dict(checkpoint["optimiser"])
        self.generator.set_state(checkpoint["drawing"].cpu())
        return int(checkpoint["done"])


def _to_integers(part: Tensor, unit: int) -> list[int]:
    numbers = torch.round(part.flatten().cpu() * unit).clamp(-32767, 32767)
    result: list[int] = numbers.to(torch.int32).tolist()
    return result
