"""The network while it learns, in PyTorch, and its way into whole numbers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from redcathedral.ai.value.fields import ROW_COUNT
from redcathedral.ai.value.network import HIDDEN_MAX, HIDDEN_UNIT, OUTPUT_UNIT
from redcathedral.extras import needs
from redcathedral.files import write_bytes
from redcathedral.lab.training.self_play import GameExamples

with needs("train"):
    import numpy as np
    import torch
    from torch import Tensor, nn

BATCH: Final = 4096
MARGIN_PART: Final = 0.5  # of the loss
SMALL: Final = 0.01  # the first weights: what is hardly ever seen must not be heard


class ValueNetwork(nn.Module):
    """One hidden layer, cut off below and above, over the rows of a position's fields."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(ROW_COUNT, hidden, mode="sum")
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.out = nn.Linear(hidden, 2)
        nn.init.normal_(self.rows.weight, std=SMALL)
        nn.init.constant_(self.bias, 0.5)

    def forward(self, rows: Tensor) -> Tensor:
        """Logit of the share and margin for each example; ``rows`` is examples x fields."""
        hidden = torch.clamp(self.rows(rows) + self.bias, 0.0, HIDDEN_MAX / HIDDEN_UNIT)
        result: Tensor = self.out(hidden)
        return result


@dataclass
class Examples:
    """Examples of positions with the same number of seats, and so with as many fields each."""

    rows: Tensor
    targets: Tensor

    @staticmethod
    def of(games: list[GameExamples]) -> list[Examples]:
        return Examples.by_seats([_tensors(game) for game in games if game.shares])

    @staticmethod
    def by_seats(parts: list[Examples]) -> list[Examples]:
        result = []
        for fields in sorted({part.rows.shape[1] for part in parts}):
            alike = [part for part in parts if part.rows.shape[1] == fields]
            rows = torch.cat([part.rows for part in alike])
            result.append(Examples(rows, torch.cat([part.targets for part in alike])))
        return result


def _tensors(game: GameExamples) -> Examples:
    rows = np.frombuffer(game.rows, np.uint16).reshape(-1, game.fields).astype(np.int16)
    targets = [np.frombuffer(numbers, np.float32) for numbers in (game.shares, game.margins)]
    return Examples(torch.from_numpy(rows), torch.from_numpy(np.stack(targets, axis=1)))


def save_examples(path: Path, parts: list[Examples]) -> None:
    """Write examples to a file, whole or not at all; packed quickly, since it does not last."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for number, part in enumerate(parts):
            for name, tensor in (("rows", part.rows), ("targets", part.targets)):
                with archive.open(f"{name}{number}.npy", "w", force_zip64=True) as file:
                    np.lib.format.write_array(file, tensor.numpy(), allow_pickle=False)
    write_bytes(path, packed.getvalue())


def load_examples(path: Path) -> list[Examples]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return [
            Examples(
                torch.from_numpy(arrays[f"rows{number}"]),
                torch.from_numpy(arrays[f"targets{number}"]),
            )
            for number in range(len(arrays.files) // 2)
        ]


class Learner:
    """Fits a network with so many hidden units to the examples it is given."""

    def __init__(self, seed: int, hidden: int) -> None:
        torch.set_num_threads(1)  # so the sums do not depend on the machine's cores
        torch.manual_seed(seed)
        self.network = ValueNetwork(hidden)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=1e-3)
        self.drawing = torch.Generator().manual_seed(seed)

    def learn(self, window: list[Examples], count: float, rate: float) -> tuple[float, float]:
        """Draw about so many examples; each batch has every number of seats in its proportion.

        Returns the mean losses: cross entropy of the share, squared error of the margin.
        """
        batches = max(1, round(count / BATCH))
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        total = sum(len(examples.targets) for examples in window)
        sums = np.zeros(2)
        for _ in range(batches):
            self.optimiser.zero_grad()
            for examples in window:
                size = max(1, round(BATCH * len(examples.targets) / total))
                drawn = torch.randint(len(examples.targets), (size,), generator=self.drawing)
                said = self.network(examples.rows[drawn].long())
                targets = examples.targets[drawn]
                share = nn.functional.binary_cross_entropy_with_logits(
                    said[:, 0], targets[:, 0], reduction="sum"
                )
                margin = nn.functional.mse_loss(said[:, 1], targets[:, 1], reduction="sum")
                loss: Tensor = (share + MARGIN_PART * margin) / BATCH
                loss.backward()
                sums += np.array([share.item(), margin.item()]) / BATCH
            self.optimiser.step()
        return float(sums[0] / batches), float(sums[1] / batches)

    def numbers(self) -> array[int]:
        """The weights as whole numbers, in the order of ``weights.file``."""
        network = self.network
        result = array("h")
        with torch.no_grad():
            result.extend(_whole(network.rows.weight, HIDDEN_UNIT))
            result.extend(_whole(network.bias, HIDDEN_UNIT))
            for index in range(2):
                result.extend(_whole(network.out.weight[index], OUTPUT_UNIT))
                result.extend(_whole(network.out.bias[index : index + 1], OUTPUT_UNIT))
        return result

    def save(self, path: Path, done: int) -> None:
        packed = BytesIO()
        torch.save(
            {
                "done": done,
                "network": self.network.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "drawing": self.drawing.get_state(),
            },
            packed,
        )
        write_bytes(path, packed.getvalue())

    def load(self, path: Path) -> int:
        """Go on where ``save`` stopped; the rounds done."""
        with ZipFile(path) as archive:
            damaged = archive.testzip()
        if damaged is not None:
            raise BadZipFile(f"the checksum of {damaged} is another")
        kept = torch.load(path, weights_only=True)
        self.network.load_state_dict(kept["network"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.drawing.set_state(kept["drawing"])
        return int(kept["done"])


def _whole(part: Tensor, unit: int) -> list[int]:
    numbers = torch.round(part.flatten() * unit).clamp(-32767, 32767)
    result: list[int] = numbers.to(torch.int32).tolist()
    return result
