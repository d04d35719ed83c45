"""A small PyTorch network for the recipes: from full observations to action logits and a value.

The network plays games of two players.  Its inputs are the features that vary in these games.  Some
of them are grouped by the things that decisions are about: 36 places, 8 market spaces, 6 materials
and 6 workshop spaces.
"""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from typing import Final

from redcathedral.ai.bots import BotSpecError
from redcathedral.engine.decisions import ACTIVATE, CLAIM, DELIVER, IVAN_CLAIM, ORNAMENT
from redcathedral.envs.arrays import Array
from redcathedral.envs.observation import FEATURES, SIZE
from redcathedral.envs.opponents import Policy
from redcathedral.extras import needs

with needs("train"):
    import numpy as np
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

ACTIONS: Final = IVAN_CLAIM  # the first decision id that only solo games have
LOWEST: Final = -60.0  # log probability of illegal actions; `exp` is slow for much lower ones

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


def _of_rows(count: int, *names: str) -> dict[str, Array]:
    """Return the indices of features by thing: things x numbers."""
    return {name: _feature_indices(name).reshape(count, -1) for name in names}


_GROUP_FEATURES: Final = {
    "place": _of_rows(36, *_PLACE_FEATURES),
    "space": {
        **_of_rows(8, "crowd", "gives", "amount", "space"),
        **{name: _feature_indices(name).T for name in ("die_space", "landing")},
        **{
            name: indices.repeat(2, axis=0)
            for name, indices in _of_rows(4, *_QUADRANT_FEATURES).items()
        },
    },
    "material": {
        "materials": _feature_indices("materials").T,
        "supply": _feature_indices("supply")[:, None],
    },
    "workshop": {name: _feature_indices(name)[0].reshape(6, -1) for name in _WORKSHOP_FEATURES},
    "table": {
        name: _feature_indices(name).reshape(1, -1)
        for name in _FEATURES_BY_NAME
        if name not in {*_PLACE_FEATURES, *_OMITTED_FEATURES} and not name.startswith("ivan")
    },
}
_GROUPS: Final = {group: np.hstack([*parts.values()]) for group, parts in _GROUP_FEATURES.items()}
_DERIVED_SIZES: Final = {
    "place": 16 + 6 + 1,
    "space": 6 + 1,
    "material": 4,
    "workshop": 0,
}  # derived numbers for each thing
_OUTPUT_SIZES: Final = {
    "place": 6 + 6 + 4,  # deliver a material, place an ornament, claim with a banner
    "space": 5 + 1 + 1,  # move a die to the space; re-roll its dice, swap its tile
    "material": 7,  # sell, buy, trade away, trade for, give, get, discard
    "workshop": 1 + 2,  # activate the tile; place one face up or face down
}
INPUT_INDICES: Final = np.concatenate([indices.ravel() for indices in _GROUPS.values()])
_GROUP_SIZES: Final = [indices.size for indices in _GROUPS.values()]


def _columns(features: dict[str, Array]) -> dict[str, slice]:
    """Return the columns of each feature of a kind of things."""
    ends = np.cumsum([indices.shape[1] for indices in features.values()]).tolist()
    return {
        name: slice(end - features[name].shape[1], end)
        for name, end in zip(features, ends, strict=True)
    }


_COLUMNS: Final = {group: _columns(features) for group, features in _GROUP_FEATURES.items()}
_PAIRS: Final = np.array(list(combinations(range(8), 2)))  # of spaces, in the order of decisions
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


def _head(width: int, outputs: int) -> nn.Linear:
    head = nn.Linear(width, outputs)
    nn.init.normal_(head.weight, std=0.01)
    nn.init.zeros_(head.bias)
    return head


class InputFeatures:
    """The inputs of n positions by feature, and derived numbers for each thing."""

    def __init__(self, numbers: Tensor, legal: Tensor) -> None:
        parts = zip(_GROUPS.items(), numbers.split(_GROUP_SIZES, 1), strict=True)
        self._groups = {group: part.unflatten(1, shape.shape) for (group, shape), part in parts}
        self.table = self._groups["table"][:, 0]
        stock = self.of("material", "materials").transpose(1, 2)
        needed = self.of("place", "needed")
        self.needs = self.of("place", "owner").transpose(1, 2) @ needed  # of a seat, n x 2 x 6
        shortage = functional.relu(self.needs - stock)
        missing = functional.relu(needed - stock[:, :1])  # for each section alone
        kinds = legal[:, DELIVER:ORNAMENT], legal[:, ORNAMENT:CLAIM], legal[:, CLAIM:]
        legal_by_place = [kind.unflatten(1, (36, -1)) for kind in kinds]
        rubles, score = self.of("table", "rubles"), self.of("table", "score")
        money = torch.stack([rubles[:, 0], score[:, 0]], 2)
        zeros = torch.zeros_like(money)
        materials = torch.cat([stock, self.needs, shortage], 1)
        resources = torch.cat([materials, torch.cat([money, zeros, zeros], 1)], 2)
        space_resources = self.of("space", "gives") @ resources.transpose(1, 2)  # n x 8 x 6
        amounts = self.of("space", "crowd") * self.of("space", "amount") * _DEFAULT_UNIT
        self._derived = {
            "place": [*legal_by_place, missing, missing.sum(2, keepdim=True)],
            "space": [space_resources, amounts],
            "material": [self.needs.transpose(1, 2), shortage.transpose(1, 2)],
            "workshop": [],
        }

    def of(self, kind: str, feature: str) -> Tensor:
        """Return a feature of all things of a kind: n x things x numbers."""
        return self._groups[kind][:, :, _COLUMNS[kind][feature]]

    def rows(self, kind: str) -> Tensor:
        """Return all numbers of the things of a kind: n x things x numbers."""
        return torch.cat([self._groups[kind], *self._derived[kind]], 2)


class _ThingNetwork(nn.Module):
    """The layers for one kind of things, with the same weights for each thing."""

    def __init__(self, numbers: int, outputs: int, width: int, row: int) -> None:
        super().__init__()
        self.look = nn.Linear(numbers, row)
        self.again, self.deep = nn.Linear(row, row), nn.Linear(row, row)
        self.factor, self.addend = nn.Linear(width, row), nn.Linear(width, row)
        self.answer = _head(row, outputs)

    def forward(self, rows: Tensor, table: Tensor) -> Tensor:
        """Return the outputs for n tables: n x things x outputs."""
        factor, addend = self.factor(table)[:, None], self.addend(table)[:, None]
        modulated = functional.relu(self.again(rows) * (1 + factor) + addend)
        outputs: Tensor = self.answer(modulated + functional.relu(self.deep(modulated)))
        return outputs


class TableNetwork(nn.Module):
    """Calculates the log probabilities of all actions, and the value for the seat that decides.

    The value is the expected sum of the future rewards of the recipe; 50 prestige are 1.

    A layer for each kind of things makes a *row* from the numbers of a thing, including derived
    ones such as the missing materials of a card.  Another layer makes the *table* from all rows and
    the other inputs.  The table modulates each row (Perez et al., FiLM, 2018), and the row gives
    the logits of the decisions about its thing.  So the network generalizes between places, spaces
    and materials.
    """

    def __init__(self, width: int = 128, row: int = 32) -> None:
        super().__init__()
        self.register_buffer("scale", _scale(), persistent=False)
        self.kinds = nn.ModuleDict(
            {
                kind: _ThingNetwork(
                    _GROUPS[kind].shape[1] + derived, _OUTPUT_SIZES[kind], width, row
                )
                for kind, derived in _DERIVED_SIZES.items()
            }
        )
        self.tower, self.of_tower = nn.Linear(6 * row, row), nn.Linear(row, row)
        other_inputs = _GROUPS["table"].size + 2 * 6 + DELIVER
        self.table = nn.Linear(other_inputs + (1 + 6 + 8 + 6 + 6) * row, width)
        self.deep = nn.Linear(width, width)
        self.plain = _head(width, DELIVER)
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), _head(width, 1))

    def forward(self, inputs: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return n x ACTIONS log probabilities and n values for inputs and legal actions."""
        relu = functional.relu
        numbers, legal_numbers = inputs.float() * self.scale, legal.float()
        features = InputFeatures(numbers, legal_numbers)
        rows = {name: relu(kind.look(features.rows(name))) for name, kind in self.kinds.items()}
        towers = relu(self.tower(rows["place"].unflatten(1, (6, 6)).flatten(2)))
        current_space = features.of("space", "space").transpose(1, 2) @ rows["space"]
        summaries = [towers, current_space, rows["space"], rows["material"], rows["workshop"]]
        parts = [features.table, features.needs, legal_numbers[:, :DELIVER], *summaries]
        table = relu(self.table(torch.cat([part.flatten(1) for part in parts], 1)))
        table = table + relu(self.deep(table))
        rows["place"] = rows["place"] + self.of_tower(towers).repeat_interleave(6, 1)
        outputs = {name: kind(rows[name], table) for name, kind in self.kinds.items()}
        place_logits = outputs.pop("place").split([6, 6, 4], 2)
        low = self.plain(table) + low_decision_logits(features.of("space", "landing"), **outputs)
        logits = torch.cat([low, *(kind.flatten(1) for kind in place_logits)], 1)
        chances = functional.log_softmax(logits.masked_fill(~legal, -1e9), 1).clamp(LOWEST)
        return chances, self.value(table)[:, 0]


def low_decision_logits(
    landing: Tensor, space: Tensor, material: Tensor, workshop: Tensor
) -> Tensor:
    """Arrange the outputs of spaces, materials and workshop by the decision ids below DELIVER."""
    ends = (landing.argmax(1)[:, None] + torch.arange(8)[:, None]) % 8  # extra steps, die
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
        actions: Array = chances.argmax(1).numpy()
        return actions

    return policy


def sample_actions(chances: Tensor) -> Tensor:
    """Sample an action for each row of log probabilities."""
    sums = chances.exp().cumsum(1)
    shares = 1 - torch.rand(len(sums), 1)  # above 0, as no illegal action may be drawn
    points = shares * sums[:, -1:] * 0.999999  # always below the sum
    return torch.searchsorted(sums, points, right=True)[:, 0]


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
