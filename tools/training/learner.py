"""Train the value network in PyTorch, save checkpoints, and convert its weights to integers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import BadZipFile, ZipFile

from redcathedral.ai.value.fields import ROW_COUNT
from redcathedral.ai.value.network import HIDDEN_MAX, HIDDEN_UNIT, OUTPUT_UNIT
from redcathedral.ai.weights.file import Weights
from redcathedral.extras import needs
from redcathedral.files import write_bytes
from tools.training.examples import Examples

with needs("train"):
    import numpy as np
    import torch
    from torch import Tensor, nn
    from torch.optim.swa_utils import AveragedModel

BATCH_SIZE: Final = 4096
MARGIN_LOSS_WEIGHT: Final = 0.5  # relative to the loss of the share
INITIAL_WEIGHT_STD: Final = 0.01  # small, so that rare inputs have little effect
AVERAGE_DECAY: Final = 0.998  # of the average of the weights, for each batch


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

    Bots play with an ``average`` of its weights over the latest batches, which is less noisy
    (Polyak and Juditsky 1992).  Only without a card is the result the same every time.
    """

    def __init__(self, seed: int, hidden: int) -> None:
        torch.set_num_threads(1)  # so that sums do not depend on the number of cores
        torch.manual_seed(seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network = ValueNetwork(hidden).to(self.device)
        self.average = AveragedModel(self.network, multi_avg_fn=_move_average)
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
            self.average.update_parameters(self.network)
            if self.stopped:
                break
        share_loss, margin_loss = (sums / batches).tolist()
        return share_loss, margin_loss

    def numbers(self) -> array[int]:
        """Return the averaged weights as integers, in the order of ``weights.file``."""
        result = array("h")
        with torch.no_grad():
            for part, unit in _parts(self.average.module):
                result.extend(_to_integers(part, unit))
        return result

    def start_from(self, weights: Weights) -> None:
        """Begin with weights for as many hidden units."""
        numbers = torch.tensor(weights.numbers, dtype=torch.float32, device=self.device)
        parts = _parts(self.network, weights.hidden_unit)
        sizes = [part.numel() for part, _ in parts]
        with torch.no_grad():
            for (part, unit), values in zip(parts, numbers.split(sizes), strict=True):
                part.copy_(values.view_as(part) / unit)
        self.average = AveragedModel(self.network, multi_avg_fn=_move_average)

    def save(self, path: Path, done: int) -> None:
        packed = BytesIO()
        torch.save(
            {
                "done": done,
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
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
        self.average.load_state_dict(checkpoint["average"])
        self.optimizer.load_state_dict(checkpoint["optimiser"])
        self.generator.set_state(checkpoint["drawing"].cpu())
        return int(checkpoint["done"])


def hidden_units(weights: Weights) -> int:
    """Return the number of hidden units of a network."""
    return (len(weights.numbers) - 2) // (ROW_COUNT + 3)


def _parts(network: ValueNetwork, hidden_unit: int = HIDDEN_UNIT) -> list[tuple[Tensor, int]]:
    """Return the weights in the order of ``weights.file``, each with its unit."""
    outputs = [
        (part[index : index + 1], OUTPUT_UNIT)
        for index in range(2)
        for part in (network.out.weight, network.out.bias)
    ]
    return [(network.rows.weight, hidden_unit), (network.bias, hidden_unit), *outputs]


def _move_average(
    averages: Sequence[Tensor], weights: Sequence[Tensor], batches: Tensor | int
) -> None:
    """Move averages to weights: at first by large steps, after some batches by small ones."""
    decay = min(AVERAGE_DECAY, (1 + int(batches)) / (10 + int(batches)))
    for average, weight in zip(averages, weights, strict=True):
        average.lerp_(weight, 1 - decay)


def _to_integers(part: Tensor, unit: int) -> list[int]:
    numbers = torch.round(part.flatten().cpu() * unit).clamp(-32767, 32767)
    result: list[int] = numbers.to(torch.int32).tolist()
    return result
