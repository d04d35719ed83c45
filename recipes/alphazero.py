"""AlphaZero with chance nodes, in many games at once: ``python recipes/alphazero.py``.

Silver et al., Science 362 (2018): a network guides a tree search and learns what the search found.
Dice fall in nodes of their own, an outcome is drawn each time.  A seat wants margin and win.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else threads that wait take cores from others

from redcathedral.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch

from redcathedral.engine import chance, rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_state
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.network import ACTIONS, TableNetwork, allowed, best_of, load, seen
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.policy import PolicyBot, mask
from redcathedral.envs.shaping import ahead, came_to
from redcathedral.envs.trainer import Trainer, options, run
from redcathedral.envs.vector import VectorEnv

TURNS, BATCH, ROOM = 100, 1024, 200_000  # a game's cap; examples at once, and remembered
MOVES, REUSE, NEAR = 4, 4, 0.1  # decisions between batches; uses of each; 1 - lambda of values


class Node:
    """A position where a seat has a choice, dice are to fall, or the game is over."""

    def __init__(self, state, cap=TURNS):
        self.state, self.cap, self.children, self.moves, self.is_open = state, cap, {}, (), False
        while not (state.is_chance or state.is_over or is_capped(state, cap)):
            self.moves = rules.legal(state)
            if len(self.moves) > 1:
                break
            rules.apply(state, self.moves[0])
        self.is_end = state.is_over or is_capped(state, cap)
        self.sign = 1 if state.decider == 0 else -1  # of what is worth something to seat 0

    def expand(self, chances, worth):
        """Moves may be tried from here on; what is not tried is worth what the network says."""
        self.priors = self.likely = np.exp(chances[self.moves])
        self.first, self.is_open = worth, not self.is_end
        self.visits, self.sums = np.zeros((2, len(self.moves)))

    def recommended(self):
        """The policy after the search (Grill et al., 2020), and what the position is worth by it.

        A move that brings a prestige more becomes e times as likely.
        """
        worths = (self.sums + self.first) / (self.visits + 1)
        weights = self.likely * np.exp(self.sign * MARGIN_POINTS * (worths - self.first))
        chances = weights / weights.sum()
        return chances, chances @ worths

    def choose(self, bold):
        """The move to be tried next (PUCT): what is good so far, likely, or hardly tried."""
        unknown = bold * self.priors * np.sqrt(self.visits.sum() + 1)
        return int(np.argmax((self.sign * (self.sums + self.first) + unknown) / (self.visits + 1)))

    def child(self, key):
        """What follows a move, by its index, or a fall of the dice."""
        if key not in self.children:
            after = self.state.copy()
            chance.settle(after, key) if after.is_chance else rules.apply(after, self.moves[key])
            self.children[key] = Node(after, self.cap)
        return self.children[key]


class Search:
    """Looks into many positions at once, so that the network is asked for many together."""

    def __init__(self, network, simulations, seed, noise=0.0, bold=0.15):
        self.network, self.simulations, self.noise, self.bold = network, simulations, noise, bold
        self.dice, self.lots = Rng(seed, 1 << 20), np.random.default_rng(seed)

    def run(self, roots):
        """Look into positions with a choice; what is recommended in each."""
        self._expand(roots)
        for root in roots:
            lots = self.lots.dirichlet(np.full(len(root.moves), 10 / len(root.moves)))
            root.priors = (1 - self.noise) * root.priors + self.noise * lots
        for _ in range(self.simulations):
            paths = [self._descend(root) for root in roots]
            worths = self._expand([leaf for leaf, _ in paths])
            for (_, path), worth in zip(paths, worths, strict=True):
                for node, move in path:
                    node.visits[move] += 1
                    node.sums[move] += worth
        return [root.recommended() for root in roots]

    def _descend(self, node):  # to where nothing is known yet
        path = []
        while node.state.is_chance or node.is_open:
            if node.is_open:
                path.append((node, node.choose(self.bold)))
                node = node.child(path[-1][1])
            else:
                node = node.child(int(chance.sample(node.state, self.dice)))
        return node, path

    @torch.no_grad()
    def _expand(self, nodes):  # ask the network; what each is worth to seat 0
        words = np.array([compact(node.state) for node in nodes])
        masks = np.array([mask(node.state) for node in nodes])
        chances, values = self.network(seen(unpack(words)), allowed(masks))
        for node, likely, value in zip(nodes, chances.numpy(), values.tolist(), strict=True):
            state, told = node.state, node.sign * value
            node.expand(likely, came_to(state, 0) if node.is_end else told + ahead(state, 0))
        return [node.first for node in nodes]

    def choose(self, state):
        """The likeliest move: a bot."""
        root = Node(state, int(state.turn) + TURNS)  # no game is too long for a bot
        return root.moves[int(self.run([root])[0][0].argmax())]


class SelfPlay:
    """Games in progress, and the last examples that games have given."""

    def __init__(self, games, seed):
        self.setting, self.examples = VectorEnv(1).batch.setting, []
        self.dice, self.lots = Rng(seed, 1 << 21), np.random.default_rng(seed)
        self.games = [(self._next(new_state(self.setting)), []) for _ in range(games)]

    def _next(self, state):  # the next position with a choice, or the end
        rules.roll(state, self.dice)
        node = Node(state)
        return self._next(state) if state.is_chance else node

    def step(self, search):
        """One searched decision in each game."""
        for number, found in enumerate(search.run([node for node, _ in self.games])):
            (node, told), (chances, worth) = self.games[number], found
            target = np.zeros(ACTIONS, np.float16)
            target[node.moves] = chances
            legal, now = np.packbits(mask(node.state)), ahead(node.state, 0)
            told.append((compact(node.state), legal, target, node.sign, now, worth))
            rules.apply(node.state, self.lots.choice(node.moves, p=chances))
            after = self._next(node.state)  # what was looked into is forgotten
            if after.is_end:
                worth = came_to(after.state, 0)
                for *known, sign, now, found in reversed(told):
                    self.examples.append((*known, sign * (worth - now)))
                    worth += NEAR * (found - worth)
                del self.examples[:-ROOM]
                after, told = self._next(new_state(self.setting)), []
            self.games[number] = after, told


def learn(network, optimiser, examples, lots):
    """One batch of the last examples: what was found, and what came of it."""
    picked = [examples[number] for number in lots.integers(len(examples), size=BATCH)]
    words, packed, found, to_come = map(np.array, zip(*picked, strict=True))
    legal = allowed(np.unpackbits(packed, axis=1).astype(bool))
    chances, values = network(seen(unpack(words)), legal)
    policy = -(torch.from_numpy(found).float() * chances).sum(1).mean()
    value = (values - torch.from_numpy(to_come).float()).square().mean()
    optimiser.zero_grad()
    (policy + MARGIN_POINTS * value).backward()
    optimiser.step()
    return {"policy": policy.item(), "value": value.item()}


def bot(seed, _seat, network, simulations="0"):
    """For the ladder, as in ppo.py; with ``simulations=100`` it searches as well."""
    trained, count = load(network), int(simulations)
    return Search(trained, count, seed) if count else PolicyBot(best_of(trained))


def main():
    """Learn until time or steps are used up, or Ctrl-C comes."""
    parser = options("alphazero", __doc__.splitlines()[0], minutes=90, steps=20e6)
    add = parser.add_argument
    add("--start", help="a network.pt of another recipe to begin with")
    add("--games", type=int, default=128, help="at once")
    add("--simulations", type=int, default=24, help="for each decision")
    add("--rate", type=float, default=1e-3, help="of learning at first; falls to 0")
    o = parser.parse_args()
    torch.manual_seed(o.seed)
    network = TableNetwork() if o.start is None else load(o.start)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    trainer = Trainer(o, network, optimiser)
    play = SelfPlay(o.games, o.seed + trainer.steps)
    search = Search(network, o.simulations, o.seed + trainer.steps, noise=0.25)
    for left in trainer.rounds():
        optimiser.param_groups[0]["lr"] = o.rate * left
        for _ in range(MOVES):
            play.step(search)
            trainer.steps += o.games
        for _ in range(round(REUSE * MOVES * o.games / BATCH) if play.examples else 0):
            trainer.notes = learn(network, optimiser, play.examples, play.lots)


if __name__ == "__main__":
    run(main)
