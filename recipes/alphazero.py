"""AlphaZero with chance nodes, in many games in parallel: ``python recipes/alphazero.py``.

Silver et al., Science 362 (2018): a network guides a tree search and learns from its results.
Rolls are separate nodes whose outcomes are sampled.  A seat plays for margin and win.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # waiting threads must not use a core

from redcathedral.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch

from common.network import ACTIONS, TableNetwork, greedy_policy, legal_actions, load, network_input
from common.shaping import estimated_lead, final_outcome
from common.trainer import Trainer, options, run
from redcathedral.engine import chance, rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_state
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.policy import PolicyBot, mask
from redcathedral.envs.vector import VectorEnv

MAX_TURNS, BATCH_SIZE, MAX_EXAMPLES = 100, 1024, 200_000
DECISIONS_PER_UPDATE, USES_PER_EXAMPLE = 4, 4
BOOTSTRAP = 0.1  # 1 - lambda of the values


class Node:
    """A position with a choice, a chance node, or the end of a game."""

    def __init__(self, state, turn_cap=MAX_TURNS):
        self.state, self.turn_cap, self.children = state, turn_cap, {}
        self.moves, self.is_open = (), False
        while not (state.is_chance or state.is_over or is_capped(state, turn_cap)):
            self.moves = rules.legal(state)
            if len(self.moves) > 1:
                break
            rules.apply(state, self.moves[0])
        self.is_end = state.is_over or is_capped(state, turn_cap)
        self.sign = 1 if state.decider == 0 else -1  # of values, which are those of seat 0

    def expand(self, chances, worth):
        """Make the moves available to the search; untried moves have the value of the network."""
        self.priors = self.network_policy = np.exp(chances[self.moves])
        self.network_value, self.is_open = worth, not self.is_end
        self.visits, self.sums = np.zeros((2, len(self.moves)))

    def recommended(self):
        """Return the policy after the search (Grill et al., 2020), and the value with it.

        A move that gains one more prestige becomes e times as probable.
        """
        worths = (self.sums + self.network_value) / (self.visits + 1)
        gains = self.sign * (worths - self.network_value)
        weights = self.network_policy * np.exp(MARGIN_POINTS * gains)
        chances = weights / weights.sum()
        return chances, chances @ worths

    def choose(self, exploration):
        """Return the index of the next move to search (PUCT)."""
        bonuses = exploration * self.priors * np.sqrt(self.visits.sum() + 1)
        sums = self.sign * (self.sums + self.network_value)
        return int(np.argmax((sums + bonuses) / (self.visits + 1)))

    def child(self, key):
        """Return the node after a move, by its index, or after a chance outcome."""
        if key not in self.children:
            after = self.state.copy()
            chance.settle(after, key) if after.is_chance else rules.apply(after, self.moves[key])
            self.children[key] = Node(after, self.turn_cap)
        return self.children[key]


class Search:
    """Searches many positions at a time, so that the network evaluates them in one batch."""

    def __init__(self, network, simulations, seed, noise=0.0, exploration=0.15):
        self.network, self.simulations = network, simulations
        self.noise, self.exploration = noise, exploration
        self.dice, self.rng = Rng(seed, 1 << 20), np.random.default_rng(seed)

    def run(self, roots):
        """Search positions with a choice; return the policy and value of each."""
        self._expand(roots)
        for root in roots:
            noise = self.rng.dirichlet(np.full(len(root.moves), 10 / len(root.moves)))
            root.priors = (1 - self.noise) * root.priors + self.noise * noise
        for _ in range(self.simulations):
            paths = [self._descend(root) for root in roots]
            worths = self._expand([leaf for leaf, _ in paths])
            for (_, path), worth in zip(paths, worths, strict=True):
                for node, move in path:
                    node.visits[move] += 1
                    node.sums[move] += worth
        return [root.recommended() for root in roots]

    def _descend(self, node):
        """Return the first node that is not expanded, and the path to it."""
        path = []
        while node.state.is_chance or node.is_open:
            if node.is_open:
                path.append((node, node.choose(self.exploration)))
                node = node.child(path[-1][1])
            else:
                node = node.child(int(chance.sample(node.state, self.dice)))
        return node, path

    @torch.no_grad()
    def _expand(self, nodes):
        """Evaluate and expand nodes; return their values for seat 0."""
        words = np.array([compact(node.state) for node in nodes])
        masks = np.array([mask(node.state) for node in nodes])
        chances, values = self.network(network_input(unpack(words)), legal_actions(masks))
        for node, policy, value in zip(nodes, chances.numpy(), values.tolist(), strict=True):
            if node.is_end:
                node.expand(policy, final_outcome(node.state, 0))
            else:
                node.expand(policy, estimated_lead(node.state, 0) + node.sign * value)
        return [node.network_value for node in nodes]

    def choose(self, state):
        """Choose the most probable move, as a bot."""
        root = Node(state, int(state.turn) + MAX_TURNS)  # a bot also plays long games
        return root.moves[int(self.run([root])[0][0].argmax())]


class SelfPlay:
    """Current games, and the latest examples from finished games."""

    def __init__(self, games, seed):
        self.setting, self.examples = VectorEnv(1).batch.setting, []
        self.dice, self.rng = Rng(seed, 1 << 21), np.random.default_rng(seed)
        self.games = [(self._next(new_state(self.setting)), []) for _ in range(games)]

    def _next(self, state):  # the next position with a choice, or the end
        rules.roll(state, self.dice)
        node = Node(state)
        return self._next(state) if state.is_chance else node

    def step(self, search):
        """Make one decision in each game, with a search."""
        results = search.run([node for node, _ in self.games])
        for number, (chances, worth) in enumerate(results):
            node, history = self.games[number]
            target = np.zeros(ACTIONS, np.float16)
            target[node.moves] = chances
            legal, lead = np.packbits(mask(node.state)), estimated_lead(node.state, 0)
            history.append((compact(node.state), legal, target, node.sign, lead, worth))
            rules.apply(node.state, self.rng.choice(node.moves, p=chances))
            after = self._next(node.state)  # without the old search tree
            if after.is_end:
                worth = final_outcome(after.state, 0)
                for *example, sign, lead, search_worth in reversed(history):
                    self.examples.append((*example, sign * (worth - lead)))
                    worth += BOOTSTRAP * (search_worth - worth)
                del self.examples[:-MAX_EXAMPLES]
                after, history = self._next(new_state(self.setting)), []
            self.games[number] = after, history


def learn(network, optimizer, examples, rng):
    """Learn from one batch of examples: the policies of the search, and the outcomes."""
    batch = [examples[number] for number in rng.integers(len(examples), size=BATCH_SIZE)]
    words, packed, policies, gains = map(np.array, zip(*batch, strict=True))
    legal = legal_actions(np.unpackbits(packed, axis=1).astype(bool))
    chances, values = network(network_input(unpack(words)), legal)
    policy = -(torch.from_numpy(policies).float() * chances).sum(1).mean()
    value = (values - torch.from_numpy(gains).float()).square().mean()
    optimizer.zero_grad()
    (policy + MARGIN_POINTS * value).backward()
    optimizer.step()
    return {"policy": policy.item(), "value": value.item()}


def bot(seed, _seat, network, simulations="0"):
    """Make the bot for the ladder, as in ppo.py; with ``simulations=100`` it searches too."""
    trained, count = load(network), int(simulations)
    return Search(trained, count, seed) if count else PolicyBot(greedy_policy(trained))


def main():
    """Learn until a limit on time or steps is reached, or Ctrl-C."""
    parser = options("alphazero", __doc__.splitlines()[0], minutes=90, steps=20e6)
    add = parser.add_argument
    add("--start", help="a network.pt of another recipe to start from")
    add("--games", type=int, default=128, help="games at once")
    add("--simulations", type=int, default=24, help="of the search for each decision")
    add("--rate", type=float, default=1e-3, help="first learning rate; decreases to 0")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    network = TableNetwork() if args.start is None else load(args.start)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    trainer = Trainer(args, network, optimizer)
    play = SelfPlay(args.games, args.seed + trainer.steps)
    search = Search(network, args.simulations, args.seed + trainer.steps, noise=0.25)
    for remaining in trainer.rounds():
        optimizer.param_groups[0]["lr"] = args.rate * remaining
        for _ in range(DECISIONS_PER_UPDATE):
            play.step(search)
            trainer.steps += args.games
        batches = round(USES_PER_EXAMPLE * DECISIONS_PER_UPDATE * args.games / BATCH_SIZE)
        for _ in range(batches if play.examples else 0):
            trainer.notes = learn(network, optimizer, play.examples, play.rng)


if __name__ == "__main__":
    run(main)
