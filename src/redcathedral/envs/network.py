"""A small network for the recipes in PyTorch: from full observations to decisions and a value.

It is for tables of two.  What it sees are the features that tell something there: a row of numbers
for each of the 36 places and the 8 market spaces, and the rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from redcathedral.engine.decisions import DELIVER, DIE, IVAN_CLAIM, TILE
from redcathedral.envs.observation import FEATURES, SIZE

if TYPE_CHECKING:
    from redcathedral.envs.player import Policy
    from redcathedral.envs.vector import Array

ACTIONS: Final = IVAN_CLAIM  # the first decision id that only a game alone against Ivan has

_KNOWN: Final = {feature.name: feature for feature in FEATURES}
_CARD: Final = (
    *("available", "built", "claim", "owner", "decorator", "section", "cost", "needed"),
    *("recognition", "rubles_given", "tile_gives", "tile_amount"),
)
_UNTOLD: Final = (  # the same in all games of two, or told by others
    *("decorated", "delivered", "height", "colour", "seat_count", "solo", "bank", "first_game"),
)
_UNITS: Final = {"score": 16, "prestige": 16, "turn": 32, "rubles": 8, "supply": 8}
_UNIT: Final = 4  # of other numbers than 0 and 1


def _where(name: str) -> Array:
    """The indices of a feature, of seats only the two that play."""
    feature = _KNOWN[name]
    found = np.arange(feature.first, feature.first + feature.size).reshape(feature.shape)
    if feature.of == "place, seat":
        return found[:, :2]
    return found[:2] if feature.of.startswith("seat") else found


def _rows(count: int, *names: str) -> Array:
    """The indices of some features, a row for each of ``count`` things."""
    return np.hstack([_where(name).reshape(count, -1) for name in names])


_PLACES: Final = _rows(36, *_CARD)
_QUADRANTS: Final = _rows(4, "effect", "price", "action_amount").repeat(2, axis=0)  # by space
_DICE: Final = _where("die_space").T
_SPACES: Final = np.hstack([_rows(8, "crowd", "gives", "amount", "space"), _DICE, _QUADRANTS])
_REST: Final = [
    _where(name).ravel()
    for name in _KNOWN
    if name not in {*_CARD, *_UNTOLD} and not name.startswith("ivan")
]
SEEN: Final = np.concatenate([_PLACES.ravel(), _SPACES.ravel(), *_REST])


def seen(observations: Array) -> Tensor:
    """What the network sees of full observations."""
    return torch.from_numpy(observations[:, SEEN])


def allowed(masks: Array) -> Tensor:
    """Which of its actions are legal."""
    return torch.from_numpy(masks[:, :ACTIONS].copy())


def _scale() -> Tensor:
    """What each number is multiplied by, so that all are about as large."""
    scale = np.ones(SIZE, np.float32)
    for feature in FEATURES:
        if feature.high > 1:
            scale[feature.indices] = 1 / _UNITS.get(feature.name, _UNIT)
    return torch.from_numpy(scale[SEEN])


class TableNetwork(nn.Module):
    """The logarithms of the chances of all actions, and the value for the seat that decides.

    A value is what is still to come for it by the rewards of the recipe, 50 prestige being 1.

    What is claimed, delivered and decorated is asked of each place with the same weights, where
    the dice may go of each space, and the six cards of a tower are seen together: so what is
    learned of one place, space or tower holds for all.
    """

    def __init__(self, width: int = 256, row: int = 32) -> None:
        super().__init__()
        landing = np.flatnonzero(np.isin(SEEN, _where("landing")))
        self.register_buffer("scale", _scale(), persistent=False)
        self.register_buffer("landing", torch.from_numpy(landing), persistent=False)
        rest = len(SEEN) - _PLACES.size - _SPACES.size
        self.place = nn.Linear(_PLACES.shape[1], row)
        self.tower = nn.Linear(6 * row, row)
        self.space = nn.Linear(_SPACES.shape[1], row)
        self.rest, self.around = nn.Linear(rest, width), nn.Linear((6 + 8) * row, width)
        self.deep = nn.Linear(width, width)
        self.of_place, self.of_tower = nn.Linear(row, row), nn.Linear(row, row)
        self.to_place, self.to_space = nn.Linear(width, row), nn.Linear(width, row)
        self.at_place = nn.Linear(row, 6 + 6 + 4)  # materials, gems, sources of banners
        self.at_space = nn.Linear(row, 5)  # dice that may come there
        self.plain = nn.Linear(width, DELIVER)
        self.value = nn.Linear(width, 1)
        for head in (self.at_place, self.at_space, self.plain, self.value):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, sight: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Of n positions, seen and with their legal actions: n x ACTIONS, and n values."""
        n, first, rest = len(sight), _PLACES.size, _PLACES.size + _SPACES.size
        numbers = sight.float() * self.scale
        relu = functional.relu
        places = relu(self.place(numbers[:, :first].view(n, 36, -1)))
        spaces = relu(self.space(numbers[:, first:rest].view(n, 8, -1)))
        towers = relu(self.tower(places.view(n, 6, -1)))
        around = self.around(torch.cat([towers.flatten(1), spaces.flatten(1)], 1))
        table = relu(self.rest(numbers[:, rest:]) + around)
        table = table + relu(self.deep(table))

        context = self.of_tower(towers) + self.to_place(table)[:, None]
        asked = self.of_place(places).view(n, 6, 6, -1) + context[:, :, None]
        at_place = self.at_place(relu(asked)).view(n, 36, -1)
        at_space = self.at_space(relu(spaces + self.to_space(table)[:, None]))
        plain = self.plain(table)
        logits = [
            plain[:, :DIE],
            plain[:, DIE:TILE] + self._moves(numbers, at_space),
            plain[:, TILE:],
            at_place[:, :, :6].flatten(1),
            at_place[:, :, 6:12].flatten(1),
            at_place[:, :, 12:].flatten(1),
        ]
        masked = torch.cat(logits, 1).masked_fill(~legal, -1e9)
        return functional.log_softmax(masked, 1), self.value(table)[:, 0]

    def _moves(self, numbers: Tensor, at_space: Tensor) -> Tensor:
        """For each die and number of extra steps what is said of the space where it comes to."""
        landing = numbers[:, self.landing].view(-1, 5, 8).argmax(2)
        ends = (landing[:, None] + torch.arange(8)[:, None]) % 8  # extra steps, die
        return at_space.gather(1, ends).transpose(1, 2).flatten(1)


def best_of(network: nn.Module) -> Policy:
    """The policy that takes the likeliest action."""

    def policy(observations: Array, masks: Array) -> Array:
        with torch.no_grad():
            chances, _ = network(seen(observations), allowed(masks))
        likeliest: Array = chances.argmax(1).numpy()
        return likeliest

    return policy


def drawn(chances: Tensor) -> Tensor:
    """An action by lot for each row of logarithms of chances."""
    sums = chances.exp().cumsum(1)
    lots = torch.rand(len(sums), 1) * sums[:, -1:] * 0.999999  # never quite the sum of all
    return torch.searchsorted(sums, lots, right=True)[:, 0]


def load(path: str | Path) -> TableNetwork:
    """The network of such a file, ready to play in one thread."""
    torch.set_num_threads(1)
    network = TableNetwork()
    network.load_state_dict(torch.load(path, weights_only=True)["network"])
    return network
