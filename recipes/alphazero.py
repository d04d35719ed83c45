"""AlphaZero with chance nodes, in many games at once: ``python recipes/alphazero.py``.

Silver et al., Science 362 (2018): a network guides a tree search and learns what the search found.
Dice fall in nodes of their own, where an outcome is drawn each time (Antonoglou et al., Planning
in Stochastic Environments with a Learned Model, 2022, have such nodes too).  A seat is worth the
win and its margin; the network says what is still to come beyond the margin as it stands.
"""

import os
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else threads that wait take cores from others

import numpy as np
import torch
from torch.nn import functional

from redcathedral.engine import chance, rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_state
from redcathedral.envs.course import Course, options
from redcathedral.envs.network import ACTIONS, TableNetwork, allowed, best_of, load, seen
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.player import PolicyBot, mask
from redcathedral.envs.reward import potentials, result
from redcathedral.envs.vector import VectorEnv

TURNS = 200  # the cap of a game
BATCH = 1024


class Node:
    """A position where a seat has a choice, dice are to fall, or the game is over."""

    def __init__(self, state):
        """Takes the position over, and goes on to where something is open."""
        self.state, self.children, self.moves = state, {}, ()
        while not (state.is_chance or state.is_over or is_capped(state, TURNS)):
            self.moves = rules.legal(state)
            if len(self.moves) > 1:
                break
            rules.apply(state, self.moves[0])
        self.seat = int(state.decider)

    @property
    def is_end(self):
        """Whether nothing follows."""
        return self.state.is_over or is_capped(self.state, TURNS)

    def worth(self):
        """What the end of a game is worth to seat 0: the win and the margin."""
        margin = result(self.state, "margin")[0]
        return margin + result(self.state, "win")[0] if self.state.is_over else margin

    def expand(self, chances, worth):
        """Begin to try moves, likely ones first."""
        self.priors = np.exp(chances[self.moves])
        self.visits, self.sums = np.zeros(len(self.moves)), np.zeros(len(self.moves))
        self.first = worth if self.seat == 0 else -worth

    def choose(self, bold):
        """The move to be tried next (PUCT): what is good so far, likely, or hardly tried."""
        total = self.visits.sum()
        mean = (self.sums + self.first) / (self.visits + 1)
        return int(np.argmax(mean + bold * self.priors * np.sqrt(total + 1) / (self.visits + 1)))

    def child(self, key, rng):
        """What follows a move, or a fall of the dice."""
        state = self.state
        key = int(chance.sample(state, rng)) if state.is_chance else key
        if key not in self.children:
            after = state.copy()
            chance.settle(after, key) if state.is_chance else rules.apply(after, self.moves[key])
            self.children[key] = Node(after)
        return self.children[key]


class Search:
    """Looks into many positions at once, so that the network is asked for many together."""

    def __init__(self, network, simulations, seed, bold=1.5, noise=0.0):
        """``noise`` is the part of a root's priors that is left to chance."""
        self.network, self.simulations, self.bold, self.noise = network, simulations, bold, noise
        self.rng, self.lots = Rng(seed, 1 << 20), np.random.default_rng(seed)

    def run(self, roots):
        """Look into positions with a choice; how often each move of each was tried."""
        self._expand(roots)
        for root in roots:
            lots = self.lots.dirichlet(np.full(len(root.moves), 10 / len(root.moves)))
            root.priors = (1 - self.noise) * root.priors + self.noise * lots
        for _ in range(self.simulations):
            paths = [self._descend(root) for root in roots]
            leaves = [leaf for leaf, _ in paths if not leaf.is_end]
            worths = iter(self._expand(leaves))
            for leaf, path in paths:
                worth = leaf.worth() if leaf.is_end else next(worths)
                for node, move in path:
                    node.visits[move] += 1
                    node.sums[move] += worth if node.seat == 0 else -worth
        return [root.visits for root in roots]

    def _descend(self, node):
        path = []
        while not node.is_end and (node.state.is_chance or hasattr(node, "visits")):
            move = None
            if not node.state.is_chance:
                move = node.choose(self.bold)
                path.append((node, move))
            node = node.child(move, self.rng)
        return node, path

    @torch.no_grad()
    def _expand(self, nodes):
        """Ask the network for new nodes; what each is worth to seat 0."""
        if not nodes:
            return []
        words = np.stack([compact(node.state) for node in nodes])
        masks = np.stack([mask(node.state) for node in nodes])
        chances, values = self.network(seen(unpack(words)), allowed(masks))
        worths = []
        for node, likely, value in zip(nodes, chances.numpy(), values.tolist(), strict=True):
            worths.append((value if node.seat == 0 else -value) + potentials(node.state)[0])
            node.expand(likely, worths[-1])
        return worths


class SelfPlay:
    """Games in progress, and the last examples they have given."""

    def __init__(self, games, room, seed):
        """So many games, and room for so many examples."""
        self.setting = VectorEnv(1).batch.setting
        self.rng, self.lots = Rng(seed, 1 << 21), np.random.default_rng(seed)
        self.room, self.examples = room, []
        self.games = [self._new() for _ in range(games)]

    def _new(self):
        return self._next(new_state(self.setting)), []

    def _next(self, state):
        """The next position with a choice, or the end."""
        while True:
            rules.roll(state, self.rng)
            node = Node(state)
            if not node.state.is_chance:
                return node

    def step(self, search):
        """One searched decision in each game."""
        tried = search.run([node for node, _ in self.games])
        for number, visits in enumerate(tried):
            node, told = self.games[number]
            target = np.zeros(ACTIONS, np.float16)
            target[node.moves] = visits / visits.sum()
            packed = np.packbits(mask(node.state))
            now = potentials(node.state)[0]
            told.append((compact(node.state), packed, target, node.seat, now))
            move = self.lots.choice(len(node.moves), p=visits / visits.sum())
            state = node.state.copy()
            rules.apply(state, node.moves[move])
            after = self._next(state)
            if after.is_end:
                self._keep(told, after.worth())
                self.games[number] = self._new()
            else:
                self.games[number] = (after, told)

    def _keep(self, told, worth):
        for words, packed, target, seat, now in told:
            to_come = worth - now if seat == 0 else now - worth
            self.examples.append((words, packed, target, to_come))
        del self.examples[: -self.room]


def learn(network, optimiser, examples, lots):
    """One batch of the last examples: what was tried, and what came of it."""
    picked = [examples[i] for i in lots.integers(len(examples), size=BATCH)]
    words, packed, targets, to_come = map(np.array, zip(*picked, strict=True))
    legal = np.unpackbits(packed, axis=1).astype(bool)
    chances, values = network(seen(unpack(words)), allowed(legal))
    policy = -(torch.from_numpy(targets.astype(np.float32)) * chances).sum(1).mean()
    value = functional.mse_loss(values, torch.from_numpy(to_come.astype(np.float32)))
    optimiser.zero_grad()
    (policy + value).backward()
    optimiser.step()
    return {"policy": policy.item(), "value": value.item()}


def bot(seed, seat, network, simulations="0"):
    """What the ladder plays: ``script:file=recipes/alphazero.py,network=alphazero/network.pt``.

    With ``simulations=100`` it searches too.
    """
    trained = load(network)
    if simulations == "0":
        return PolicyBot(best_of(trained))
    return SearchBot(Search(trained, int(simulations), seed))


class SearchBot:
    """Takes the move tried most often."""

    def __init__(self, search):
        """One search for each decision."""
        self.search = search

    def choose(self, state):
        """The decision for a position with a choice."""
        root = Node(state)
        return root.moves[int(self.search.run([root])[0].argmax())]


def main():
    """Learn until time or steps are used up, or Ctrl-C comes."""
    parser = options("alphazero", __doc__.splitlines()[0], minutes=90, steps=20e6)
    add = parser.add_argument
    add("--start", type=Path, help="a network.pt of another recipe to begin with")
    add("--games", type=int, default=128, help="at once")
    add("--simulations", type=int, default=24, help="for each decision")
    add("--moves", type=int, default=4, help="decisions in each game between rounds of learning")
    add("--room", type=int, default=200_000, help="examples that are remembered")
    add("--reuse", type=float, default=4.0, help="how often each is learned")
    add("--rate", type=float, default=1e-3, help="of learning; falls to nothing")
    o = parser.parse_args()
    torch.manual_seed(o.seed)
    network = TableNetwork() if o.start is None else load(o.start)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    course = Course(o, network, optimiser)
    play = SelfPlay(o.games, o.room, o.seed + course.steps)
    search = Search(network, o.simulations, o.seed + course.steps, noise=0.25)
    for left in course.rounds():
        optimiser.param_groups[0]["lr"] = o.rate * left
        for _ in range(o.moves):
            play.step(search)
            course.steps += o.games
        for _ in range(round(o.reuse * o.moves * o.games / BATCH)):
            if len(play.examples) >= BATCH:
                course.notes = learn(network, optimiser, play.examples, play.lots)


if __name__ == "__main__":
    main()
