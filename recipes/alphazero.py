"""AlphaZero with chance nodes, in many games in parallel: ``python recipes/alphazero.py``.

Silver et al., Science 362 (2018): a network guides a tree search (``common/tree_search.py``) and
learns from its results.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # waiting threads must not use a core

from common.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch

from common.network import TableNetwork, greedy_policy, legal_actions, load, network_input
from common.shaping import final_outcome
from common.trainer import Trainer, options, run, sides_of
from common.tree_search import Node, Search
from redcathedral.engine import rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_state
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.observation import unpack
from redcathedral.envs.policy import PolicyBot
from redcathedral.envs.settings import make_setting

MAX_TURNS, BATCH_SIZE, MAX_EXAMPLES = 100, 1024, 200_000
DECISIONS_PER_UPDATE, USES_PER_EXAMPLE = 4, 4
BOOTSTRAP = 0.1  # 1 - lambda of the values


class SelfPlay:
    """Current games, and the latest examples from finished games."""

    def __init__(self, games, seed, sides):
        self.settings, self.examples = [make_setting(side=side) for side in sides], []
        self.dice, self.rng = Rng(seed, 1 << 21), np.random.default_rng(seed)
        self.games = [(self._first(), []) for _ in range(games)]

    def _first(self):
        return self._next(new_state(self.settings[self.rng.integers(len(self.settings))]))

    def _next(self, state):  # the next position with a choice, or the end
        rules.roll(state, self.dice)
        node = Node(state)
        return self._next(state) if state.is_chance else node

    def step(self, search):
        """Make one decision in each game, with a search."""
        results = search.run([node for node, _ in self.games])
        for number, (policy, worth) in enumerate(results):
            node, history = self.games[number]
            history.append((node, policy, worth))
            node.children, after = {}, node.state.copy()
            rules.apply(after, self.rng.choice(node.moves, p=policy))
            node = self._next(after)
            if is_capped(after, MAX_TURNS) or after.is_over:
                worth = final_outcome(after, 0)
                for past, policy, search_worth in reversed(history):
                    self.examples.append(past.example(policy, worth))
                    worth += BOOTSTRAP * (search_worth - worth)
                del self.examples[:-MAX_EXAMPLES]
                node, history = self._first(), []
            self.games[number] = node, history


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
    play = SelfPlay(args.games, args.seed + trainer.steps, sides_of(args))
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
