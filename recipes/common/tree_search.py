"""A tree search with chance nodes, guided by a network, in many positions at a time.

Silver et al., Science 362 (2018).  Rolls are separate nodes whose outcomes are sampled.  A seat
plays for margin and win.
"""

from __future__ import annotations

from typing import Final

from common.network import ACTIONS, TableNetwork, legal_actions, network_input
from common.shaping import estimated_lead, final_outcome
from redcathedral.engine import chance, rules
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State
from redcathedral.envs.arrays import Array
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.policy import mask
from redcathedral.extras import needs

with needs("train"):
    import numpy as np
    import torch

EXPLORATION: Final = 0.15  # the constant of PUCT
NOISE_SUM: Final = 10.0  # of the parameters of the Dirichlet noise at the roots


class Node:
    """A position with a choice, a chance node, or the end of a game.

    Values are those of seat 0; ``sign`` is 1 if it decides here, else -1.
    """

    def __init__(self, state: State) -> None:
        """Advance the position to a choice, a chance or the end, by its forced decisions."""
        self.state = state
        self.children: dict[int, Node] = {}
        self.moves: list[int] = []
        self.is_open = False  # whether the search can continue from here
        while not (state.is_chance or state.is_over):
            self.moves = rules.legal(state)
            if len(self.moves) > 1:
                break
            rules.apply(state, self.moves[0])
        self.sign = 1 if state.decider == 0 else -1

    def expand(self, chances: Array, worth: float) -> None:
        """Make the moves available to the search; untried moves have the value of the network."""
        self.priors = self.network_policy = np.exp(chances[self.moves])
        self.network_value, self.is_open = worth, not self.state.is_over
        self.visits, self.sums = np.zeros((2, len(self.moves)))

    def recommended(self) -> tuple[Array, float]:
        """Return the policy after the search (Grill et al., 2020), and the value with it.

        A move that gains one more prestige becomes e times as probable.
        """
        worths = (self.sums + self.network_value) / (self.visits + 1)
        gains = self.sign * (worths - self.network_value)
        weights = self.network_policy * np.exp(MARGIN_POINTS * gains)
        chances = weights / weights.sum()
        return chances, float(chances @ worths)

    def choose(self) -> int:
        """Return the index of the next move to search (PUCT)."""
        bonuses = EXPLORATION * self.priors * np.sqrt(self.visits.sum() + 1)
        sums = self.sign * (self.sums + self.network_value)
        return int(np.argmax((sums + bonuses) / (self.visits + 1)))

    def child(self, key: int) -> Node:
        """Return the node after a move, by its index, or after a chance outcome."""
        if key not in self.children:
            after = self.state.copy()
            if after.is_chance:
                chance.settle(after, key)
            else:
                rules.apply(after, self.moves[key])
            self.children[key] = Node(after)
        return self.children[key]

    def example(self, policy: Array, worth: float) -> tuple[Array, Array, Array, float]:
        """Return what the network learns from a policy, and from the later course of the game.

        These are the compact observation, the packed mask, the policy of all decisions, and how
        much better the game went than the estimated lead.
        """
        target = np.zeros(ACTIONS, np.float16)
        target[self.moves] = policy
        gain = self.sign * (worth - estimated_lead(self.state, 0))
        return compact(self.state), np.packbits(mask(self.state)), target, gain


class Search:
    """Searches many positions at a time, so that the network evaluates them in one batch."""

    def __init__(
        self, network: TableNetwork, simulations: int, seed: int, noise: float = 0.0
    ) -> None:
        """``noise`` is the part of the priors at the roots that is random."""
        self.network, self.simulations, self.noise = network, simulations, noise
        self.dice, self.rng = Rng(seed, 1 << 20), np.random.default_rng(seed)

    def run(self, roots: list[Node]) -> list[tuple[Array, float]]:
        """Search positions with a choice; return the policy and value of each."""
        self._expand(roots)
        for root in roots:
            noise = self.rng.dirichlet(np.full(len(root.moves), NOISE_SUM / len(root.moves)))
            root.priors = (1 - self.noise) * root.priors + self.noise * noise
        for _ in range(self.simulations):
            paths = [self._descend(root) for root in roots]
            worths = self._expand([leaf for leaf, _ in paths])
            for (_, path), worth in zip(paths, worths, strict=True):
                for node, move in path:
                    node.visits[move] += 1
                    node.sums[move] += worth
        return [root.recommended() for root in roots]

    def _descend(self, node: Node) -> tuple[Node, list[tuple[Node, int]]]:
        """Return the first node that is not expanded, and the path to it."""
        path = []
        while node.state.is_chance or node.is_open:
            if node.is_open:
                path.append((node, node.choose()))
                node = node.child(path[-1][1])
            else:
                node = node.child(int(chance.sample(node.state, self.dice)))
        return node, path

    def _expand(self, nodes: list[Node]) -> list[float]:
        """Evaluate and expand nodes; return their values for seat 0."""
        words = np.array([compact(node.state) for node in nodes])
        masks = np.array([mask(node.state) for node in nodes])
        with torch.no_grad():
            chances, values = self.network(network_input(unpack(words)), legal_actions(masks))
        for node, policy, value in zip(nodes, chances.numpy(), values.tolist(), strict=True):
            if node.state.is_over:
                node.expand(policy, final_outcome(node.state, 0))
            else:
                node.expand(policy, estimated_lead(node.state, 0) + node.sign * value)
        return [node.network_value for node in nodes]

    def choose(self, state: State) -> int:
        """Choose the most probable move, as a bot."""
        root = Node(state)
        return root.moves[int(self.run([root])[0][0].argmax())]
