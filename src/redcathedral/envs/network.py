"""A small network for the recipes in PyTorch: from full observations to action logits and a value.

It is for two players.  Its inputs are the features that vary in these games, grouped by the things
that decisions are about (36 places, 8 market spaces, 6 materials, 6 workshop spaces), and the other
features.
"""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from redcathedral.ai.bots import BotSpecError
from redcathedral.engine.decisions import ACTIVATE, CLAIM, DELIVER, IVAN_CLAIM, ORNAMENT
from redcathedral.envs.observation import FEATURES, SIZE
from redcathedral.envs.vector import Array
from redcathedral.extras import needs

with needs("train"):
    import numpy as np
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

if TYPE_CHECKING:
    from redcathedral.envs.policy import Policy

ACTIONS: Final = IVAN_CLAIM  # the first decision id that only solo games have

_FEATURES_BY_NAME: Final = {feature.name: feature for feature in FEATURES}
_PLACE_FEATURES: Final = (
    *("available", "built", "claim", "owner", "decorator", "section", "cost", "needed"),
    *("recognition", "rubles_given", "tile_gives", "tile_amount"),
)
_QUADRANT_FEATURES: Final = ("effect", "price", "action_amount", "endless", "action_materials")
_WORKSHOP_FEATURES: Final = ("workshop", "workshop_amount", "filled", "locked", "tile_cost")
_OMITTED_FEATURES: Final = (  # constant in two-player games, or included in other features
    *("decorated", "delivered", "height", "colour", "seat_count", "solo", "bank", "first_game"),
)
_FEATURE_UNITS: Final = {"score": 16, "prestige": 16, "turn": 32, "rubles": 8, "supply": 8}
_DEFAULT_UNIT: Final = 4  # for features with numbers above 1


def _feature_indices(name: str) -> Array:
    """Return the indices of a feature in the observation, for two seats only."""
    feature = _FEATURES_BY_NAME[name]
    indices = np.arange(feature.first, feature.first + feature.size).reshape(feature.shape)
    if feature.of == "place, seat":
        return indices[:, :2]
    return indices[:2] if feature.of.startswith("seat") else indices


def _rows(count: int, *names: str) -> Array:
    return np.hstack([_feature_indices(name).reshape(count, -1) for name in names])


_DICE: Final = [_feature_indices(name).T for name in ("die_space", "landing")]
_THINGS: Final = {
    "place": _rows(36, *_PLACE_FEATURES),
    "space": np.hstack(
        [
            _rows(8, "crowd", "gives", "amount", "space"),
            *_DICE,
            _rows(4, *_QUADRANT_FEATURES).repeat(2, axis=0),
        ]
    ),
    "material": np.column_stack([_feature_indices("materials").T, _feature_indices("supply")]),
    "workshop": np.hstack(
        [_feature_indices(name)[0].reshape(6, -1) for name in _WORKSHOP_FEATURES]
    ),
}
_DERIVED_SIZES: Final = {
    "place": 16 + 6 + 1,
    "space": 6 + 1,
    "material": 4,
    "workshop": 0,
}  # derived numbers for each thing
_OUTPUT_SIZES: Final = {
    "place": 6 + 6 + 4,  # the materials, gems and sources of banners to put there
    "space": 5 + 1 + 1,  # the dice that may come there; its re-roll, its swap
    "material": 7,  # to sell, buy, trade away, trade for, give, get, discard
    "workshop": 1 + 2,  # to use; its tile face up or down
}
_REST: Final = [
    _feature_indices(name).ravel()
    for name in _FEATURES_BY_NAME
    if name not in {*_PLACE_FEATURES, *_OMITTED_FEATURES} and not name.startswith("ivan")
]
INPUT_INDICES: Final = np.concatenate([*(indices.ravel() for indices in _THINGS.values()), *_REST])
_ORDER: Final = np.argsort(INPUT_INDICES)


def _input_positions(indices: Array) -> Array:
    found: Array = _ORDER[np.searchsorted(INPUT_INDICES, indices, sorter=_ORDER)]
    return found


_POSITIONS: Final = {
    name: _input_positions(_feature_indices(name))
    for name in (
        *("materials", "needed", "owner", "rubles", "score"),
        *("gives", "crowd", "amount", "space", "landing"),
    )
}
_THING_POSITIONS: Final = {kind: _input_positions(indices) for kind, indices in _THINGS.items()}
_PAIRS: Final = np.array(list(combinations(range(8), 2)))  # of spaces, as decisions count them
_TRIPLES: Final = np.array(list(combinations(range(6), 3)))  # of materials
_GIVEN, _RECEIVED = map(
    list, zip(*permutations(range(6), 2), strict=True)
)  # of materials in a trade


def network_input(observations: Array) -> Tensor:
    """Select the inputs of the network from full observations."""
    return torch.from_numpy(observations[:, INPUT_INDICES])


def legal_actions(masks: Array) -> Tensor:
    """Convert masks to the actions of the network."""
    return torch.from_numpy(masks[:, :ACTIONS].copy())


def _scale() -> Tensor:
    """Return the factor of each input that brings all to a similar size."""
    scale = np.ones(SIZE, np.float32)
    for feature in FEATURES:
        if feature.high > 1:
            scale[feature.indices] = 1 / _FEATURE_UNITS.get(feature.name, _DEFAULT_UNIT)
    return torch.from_numpy(scale[INPUT_INDICES])


def _head(width: int, answers: int) -> nn.Linear:
    head = nn.Linear(width, answers)
    nn.init.normal_(head.weight, std=0.01)
    nn.init.zeros_(head.bias)
    return head


class InputFeatures:
    """The inputs of n positions by feature, and derived numbers for each thing."""

    def __init__(self, numbers: Tensor, legal: Tensor) -> None:
        self._numbers = numbers
        stock, needed = self["materials"], self["needed"]
        self.needs = self["owner"].transpose(1, 2) @ needed  # of a seat's sections, n x 2 x 6
        short = functional.relu(self.needs - stock)
        missing = functional.relu(needed - stock[:, :1])  # for each section alone
        kinds = legal[:, DELIVER:ORNAMENT], legal[:, ORNAMENT:CLAIM], legal[:, CLAIM:]
        may = [kind.unflatten(1, (36, -1)) for kind in kinds]
        purse = torch.stack([self["rubles"], self["score"]], 2)
        none = torch.zeros_like(purse)
        of_resources = [torch.cat([stock, self.needs, short], 1), torch.cat([purse, none, none], 1)]
        given = self["gives"] @ torch.cat(of_resources, 2).transpose(1, 2)  # n x 8 x 6
        amounts = self["crowd"] * self["amount"] * _DEFAULT_UNIT
        self.more = {
            "place": [*may, missing, missing.sum(2)[:, :, None]],
            "space": [given, amounts[:, :, None]],
            "material": [self.needs.transpose(1, 2), short.transpose(1, 2)],
            "workshop": [],
        }

    def __getitem__(self, name: str) -> Tensor:
        """Return a feature, n x its shape, for two seats only."""
        return self._numbers[:, _POSITIONS[name]]

    def of(self, kind: str) -> Tensor:
        """Return all numbers of the things of a kind: n x things x numbers."""
        own = self._numbers[:, _THING_POSITIONS[kind]]
        return torch.cat([own, *self.more[kind]], 2)


class _ThingNetwork(nn.Module):
    """The layers for one kind of things, with the same weights for each thing."""

    def __init__(self, numbers: int, answers: int, width: int, row: int) -> None:
        super().__init__()
        self.look = nn.Linear(numbers, row)
        self.again, self.deep = nn.Linear(row, row), nn.Linear(row, row)
        self.factor, self.addend = nn.Linear(width, row), nn.Linear(width, row)
        self.answer = _head(row, answers)

    def forward(self, rows: Tensor, table: Tensor) -> Tensor:
        """Return the outputs for n tables: n x things x outputs."""
        factor, addend = self.factor(table)[:, None], self.addend(table)[:, None]
        asked = functional.relu(self.again(rows) * (1 + factor) + addend)
        answers: Tensor = self.answer(asked + functional.relu(self.deep(asked)))
        return answers


class TableNetwork(nn.Module):
    """Returns log probabilities of all actions, and the value for the seat that decides.

    The value is the expected sum of the future rewards of the recipe; 50 prestige are 1.

    The numbers of each thing, with some derived ones (such as missing materials of a card), become
    a row by the weights of its kind.  All rows and the other inputs become the table.  Then each
    row is modulated by the table (Perez et al., FiLM, 2018), and gives the logits of the decisions
    about its thing.  So the network generalizes between places, spaces and materials.
    """

    def __init__(self, width: int = 128, row: int = 32) -> None:
        super().__init__()
        self.register_buffer("scale", _scale(), persistent=False)
        self.kinds = nn.ModuleDict(
            {
                kind: _ThingNetwork(
                    indices.shape[1] + _DERIVED_SIZES[kind], _OUTPUT_SIZES[kind], width, row
                )
                for kind, indices in _THINGS.items()
            }
        )
        self.tower, self.of_tower = nn.Linear(6 * row, row), nn.Linear(row, row)
        rest = sum(map(len, _REST)) + 2 * 6 + DELIVER
        self.table = nn.Linear(rest + (1 + 6 + 8 + 6 + 6) * row, width)
        self.deep = nn.Linear(width, width)
        self.plain = _head(width, DELIVER)
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), _head(width, 1))

    def forward(self, sight: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return n x ACTIONS log probabilities and n values for inputs and legal actions."""
        relu = functional.relu
        numbers, may = sight.float() * self.scale, legal.float()
        facts = InputFeatures(numbers, may)
        rows = {name: relu(kind.look(facts.of(name))) for name, kind in self.kinds.items()}
        towers = relu(self.tower(rows["place"].unflatten(1, (6, 6)).flatten(2)))
        here = facts["space"][:, None] @ rows["space"]
        summaries = [towers, here, rows["space"], rows["material"], rows["workshop"]]
        known = [numbers[:, -sum(map(len, _REST)) :], facts.needs.flatten(1), may[:, :DELIVER]]
        table = relu(self.table(torch.cat([*known, *(each.flatten(1) for each in summaries)], 1)))
        table = table + relu(self.deep(table))

        rows["place"] = rows["place"] + self.of_tower(towers).repeat_interleave(6, 1)
        said = {name: kind(rows[name], table) for name, kind in self.kinds.items()}
        put = said.pop("place").split([6, 6, 4], 2)
        low = self.plain(table) + low_decision_logits(facts["landing"], **said)
        logits = torch.cat([low, *(kind.flatten(1) for kind in put)], 1)
        return functional.log_softmax(logits.masked_fill(~legal, -1e9), 1), self.value(table)[:, 0]


def low_decision_logits(
    landing: Tensor, space: Tensor, material: Tensor, workshop: Tensor
) -> Tensor:
    """Arrange the outputs of spaces, materials and workshop by the decision ids below DELIVER."""
    ends = (landing.argmax(2)[:, None] + torch.arange(8)[:, None]) % 8  # extra steps, die
    dice = space[:, :, :5].gather(1, ends).transpose(1, 2)
    tiles = workshop[:, :, 1:]
    sold, bought, traded_away, traded_for, given, got, discarded = material.unbind(2)
    parts = [
        *(landing.new_zeros(len(landing), ACTIVATE), workshop[:, :, 0], dice, tiles),
        *(sold, bought, traded_away[:, _GIVEN] + traded_for[:, _RECEIVED], given, got),
        *(discarded[:, _TRIPLES].sum(2), space[:, _PAIRS, 6].sum(2)),
        *(landing.new_zeros(len(landing), 1), space[:, :, 5]),
    ]
    return torch.cat([part.flatten(1) for part in parts], 1)


def greedy_policy(network: nn.Module) -> Policy:
    """Return the policy that chooses the most probable action."""

    def policy(observations: Array, masks: Array) -> Array:
        with torch.no_grad():
            chances, _ = network(network_input(observations), legal_actions(masks))
        likeliest: Array = chances.argmax(1).numpy()
        return likeliest

    return policy


def sample_actions(chances: Tensor) -> Tensor:
    """Sample an action for each row of log probabilities."""
    sums = chances.exp().cumsum(1)
    lots = torch.rand(len(sums), 1) * sums[:, -1:] * 0.999999  # always below the sum
    return torch.searchsorted(sums, lots, right=True)[:, 0]


def load(path: str | Path) -> TableNetwork:
    """Load the network of a recipe's file, to play in one thread; raises BotSpecError."""
    torch.set_num_threads(1)
    network = TableNetwork()
    if not Path(path).is_file():
        raise BotSpecError(f"there is no file {path}; name the network.pt of a recipe")
    try:
        network.load_state_dict(torch.load(path, weights_only=True)["network"])
    except Exception as error:
        fix = "name the network.pt of a recipe"
        raise BotSpecError(f"{path} is damaged, or not a network of this version; {fix}") from error
    return network
