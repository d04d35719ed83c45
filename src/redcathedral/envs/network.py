"""A small network for the recipes in PyTorch: from full observations to decisions and a value.

It is for tables of two.  What it sees are the features that tell something there, by the things
that decisions are about: the 36 places, the 8 market spaces, the 6 materials and the 6 workshop
spaces; and the rest.
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

ACTIONS: Final = IVAN_CLAIM  # the first decision id that only a game alone against Ivan has

_KNOWN: Final = {feature.name: feature for feature in FEATURES}
_CARD: Final = (
    *("available", "built", "claim", "owner", "decorator", "section", "cost", "needed"),
    *("recognition", "rubles_given", "tile_gives", "tile_amount"),
)
_QUADRANT: Final = ("effect", "price", "action_amount", "endless", "action_materials")
_WORKSHOP: Final = ("workshop", "workshop_amount", "filled", "locked", "tile_cost")
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
    return np.hstack([_where(name).reshape(count, -1) for name in names])


_DICE: Final = [_where(name).T for name in ("die_space", "landing")]
_THINGS: Final = {
    "place": _rows(36, *_CARD),
    "space": np.hstack(
        [
            _rows(8, "crowd", "gives", "amount", "space"),
            *_DICE,
            _rows(4, *_QUADRANT).repeat(2, axis=0),
        ]
    ),
    "material": np.column_stack([_where("materials").T, _where("supply")]),
    "workshop": np.hstack([_where(name)[0].reshape(6, -1) for name in _WORKSHOP]),
}
_MORE: Final = {"place": 16 + 6 + 1, "space": 6 + 1, "material": 4, "workshop": 0}  # worked out
_ANSWERS: Final = {
    "place": 6 + 6 + 4,  # the materials, gems and sources of banners to put there
    "space": 5 + 1 + 1,  # the dice that may come there; its re-roll, its swap
    "material": 7,  # to sell, buy, trade away, trade for, give, get, discard
    "workshop": 1 + 2,  # to use; its tile face up or down
}
_REST: Final = [
    _where(name).ravel()
    for name in _KNOWN
    if name not in {*_CARD, *_UNTOLD} and not name.startswith("ivan")
]
SEEN: Final = np.concatenate([*(indices.ravel() for indices in _THINGS.values()), *_REST])
_ORDER: Final = np.argsort(SEEN)


def _at(indices: Array) -> Array:
    found: Array = _ORDER[np.searchsorted(SEEN, indices, sorter=_ORDER)]
    return found


_AT: Final = {
    name: _at(_where(name))
    for name in (
        *("materials", "needed", "owner", "rubles", "score"),
        *("gives", "crowd", "amount", "space", "landing"),
    )
}
_AT_THINGS: Final = {kind: _at(indices) for kind, indices in _THINGS.items()}
_PAIRS: Final = np.array(list(combinations(range(8), 2)))  # of spaces, as decisions count them
_TRIPLES: Final = np.array(list(combinations(range(6), 3)))  # of materials
_GIVEN, _GOT = map(list, zip(*permutations(range(6), 2), strict=True))  # of materials in a trade


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


def _head(width: int, answers: int) -> nn.Linear:
    head = nn.Linear(width, answers)
    nn.init.normal_(head.weight, std=0.01)
    nn.init.zeros_(head.bias)
    return head


class Facts:
    """The numbers of n positions by feature, and what is worked out of them for each thing."""

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
        amounts = self["crowd"] * self["amount"] * _UNIT
        self.more = {
            "place": [*may, missing, missing.sum(2)[:, :, None]],
            "space": [given, amounts[:, :, None]],
            "material": [self.needs.transpose(1, 2), short.transpose(1, 2)],
            "workshop": [],
        }

    def __getitem__(self, name: str) -> Tensor:
        """A feature, n x its shape, of seats only the two that play."""
        return self._numbers[:, _AT[name]]

    def of(self, kind: str) -> Tensor:
        """All numbers of the things of a kind: n x things x numbers."""
        own = self._numbers[:, _AT_THINGS[kind]]
        return torch.cat([own, *self.more[kind]], 2)


class _Kind(nn.Module):
    """What is made of the things of one kind, and said of them, by the same weights."""

    def __init__(self, numbers: int, answers: int, width: int, row: int) -> None:
        super().__init__()
        self.look = nn.Linear(numbers, row)
        self.again, self.deep = nn.Linear(row, row), nn.Linear(row, row)
        self.factor, self.addend = nn.Linear(width, row), nn.Linear(width, row)
        self.answer = _head(row, answers)

    def forward(self, rows: Tensor, table: Tensor) -> Tensor:
        """The answers of n tables: n x things x answers."""
        factor, addend = self.factor(table)[:, None], self.addend(table)[:, None]
        asked = functional.relu(self.again(rows) * (1 + factor) + addend)
        answers: Tensor = self.answer(asked + functional.relu(self.deep(asked)))
        return answers


class TableNetwork(nn.Module):
    """The logarithms of the chances of all actions, and the value for the seat that decides.

    A value is what is still to come for it by the rewards of the recipe, 50 prestige being 1.

    The numbers of each thing, with some worked out of two (what a card needs and what is there,
    what a space gives and what is wanted), become a row by the weights of its kind; all rows and
    the rest become the table.  Then each thing is asked again, its row multiplied by what the table
    says (Perez et al., FiLM, 2018), and answers for the decisions about it.  So what is learned of
    one place, space or material holds for all.
    """

    def __init__(self, width: int = 128, row: int = 32) -> None:
        super().__init__()
        self.register_buffer("scale", _scale(), persistent=False)
        self.kinds = nn.ModuleDict(
            {
                kind: _Kind(indices.shape[1] + _MORE[kind], _ANSWERS[kind], width, row)
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
        """Of n positions, seen and with their legal actions: n x ACTIONS, and n values."""
        relu = functional.relu
        numbers, may = sight.float() * self.scale, legal.float()
        facts = Facts(numbers, may)
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
        low = self.plain(table) + by_decision(facts["landing"], **said)
        logits = torch.cat([low, *(kind.flatten(1) for kind in put)], 1)
        return functional.log_softmax(logits.masked_fill(~legal, -1e9), 1), self.value(table)[:, 0]


def by_decision(landing: Tensor, space: Tensor, material: Tensor, workshop: Tensor) -> Tensor:
    """What is said of things other than places, by the decisions below DELIVER."""
    ends = (landing.argmax(2)[:, None] + torch.arange(8)[:, None]) % 8  # extra steps, die
    dice = space[:, :, :5].gather(1, ends).transpose(1, 2)
    tiles = workshop[:, :, 1:]
    sold, bought, traded_away, traded_for, given, got, discarded = material.unbind(2)
    parts = [
        *(landing.new_zeros(len(landing), ACTIVATE), workshop[:, :, 0], dice, tiles),
        *(sold, bought, traded_away[:, _GIVEN] + traded_for[:, _GOT], given, got),
        *(discarded[:, _TRIPLES].sum(2), space[:, _PAIRS, 6].sum(2)),
        *(landing.new_zeros(len(landing), 1), space[:, :, 5]),
    ]
    return torch.cat([part.flatten(1) for part in parts], 1)


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
    """The network of a recipe's file, ready to play in one thread; raises BotSpecError."""
    torch.set_num_threads(1)
    network = TableNetwork()
    if not Path(path).is_file():
        raise BotSpecError(f"there is no file {path}; name the network.pt of a recipe")
    try:
        network.load_state_dict(torch.load(path, weights_only=True)["network"])
    except Exception as error:
        fix = "name the network.pt of a recipe"
        raise BotSpecError(f"{path} is no network of this version, or damaged; {fix}") from error
    return network
