"""Masked PPO against itself from random weights, in many games: ``python recipes/ppo.py``.

Schulman et al., Proximal Policy Optimization Algorithms (2017), with what this game adds: illegal
decisions are masked, a reward is by how much a decision changes who is ahead, so that a good one
pays at once, and values learn from further ahead than decisions do.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else threads that wait take cores from others

from redcathedral.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional

from redcathedral.envs.network import (
    ACTIONS,
    SEEN,
    TableNetwork,
    allowed,
    best_of,
    drawn,
    load,
    seen,
)
from redcathedral.envs.policy import PolicyBot
from redcathedral.envs.shaping import Shaping
from redcathedral.envs.trainer import Trainer, options, run
from redcathedral.envs.vector import VectorEnv

GAMES = {"observation": "full", "skip_forced": True, "turns": 200}
NAMES = ("chances", "values", "rewards", "signs")


class Games:
    """Games in progress against itself, and what is remembered of the last steps."""

    def __init__(self, games, length, seed):
        """So many games, and steps remembered."""
        self.env = VectorEnv(games, seed=seed, **GAMES)
        self.shaping = Shaping(self.env)
        self.sight = torch.empty(length, games, len(SEEN), dtype=torch.uint8)
        self.legal = torch.empty(length, games, ACTIONS, dtype=torch.bool)
        self.actions = torch.empty(length, games, dtype=torch.int64)
        for name in NAMES:
            setattr(self, name, torch.empty(length, games))

    @torch.no_grad()
    def play(self, network):
        """Fill the memory with new steps; the values of where the games stand then."""
        env = self.env
        for t in range(len(self.actions)):
            self.sight[t], self.legal[t] = seen(env.observations), allowed(env.masks)
            chances, self.values[t] = network(self.sight[t], self.legal[t])
            self.actions[t] = drawn(chances)
            self.chances[t] = chances.gather(1, self.actions[t, :, None])[:, 0]
            rewards, signs = self.shaping.step(self.actions[t].numpy())
            self.rewards[t], self.signs[t] = torch.from_numpy(rewards), torch.from_numpy(signs)
        return network(seen(env.observations), allowed(env.masks))[1]

    def advantages(self, after, trace):
        """How much better each action did than was expected (GAE), seen by who took it."""
        result, advantage = torch.empty_like(self.values), 0.0
        for t in reversed(range(len(result))):
            error = self.rewards[t] + self.signs[t] * after - self.values[t]
            advantage = result[t] = error + trace * self.signs[t] * advantage
            after = self.values[t]
        return result


def learn(network, optimiser, games, o, entropy_weight):
    """One round of PPO: play, then several passes over what was played; mean losses."""
    after = games.play(network)
    advantages = games.advantages(after, o.trace)
    wanted = (games.advantages(after, o.far) + games.values).flatten()
    gains, spread = advantages.flatten(), wanted.var()
    gains = (gains - gains.mean()) / gains.std()
    sight, legal = games.sight.flatten(0, 1), games.legal.flatten(0, 1)
    actions, before = games.actions.flatten(), games.chances.flatten()
    told = []
    for _ in range(o.epochs):
        for part in torch.randperm(len(gains)).split(o.batch):
            chances, values = network(sight[part], legal[part])
            ratio = (chances.gather(1, actions[part, None])[:, 0] - before[part]).exp()
            clipped = ratio.clamp(1 - o.clip, 1 + o.clip)
            gain = torch.min(ratio * gains[part], clipped * gains[part])
            entropy = -(chances.exp() * chances).sum(1)
            value_loss = functional.mse_loss(values, wanted[part]) / spread
            loss = value_loss - (gain + entropy_weight * entropy).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()
            told.append([value_loss.item(), entropy.mean().item()])
    unexplained, entropy = np.mean(told, 0).tolist()
    return {"unexplained": unexplained, "entropy": entropy, "spread": spread.item()}


def bot(_seed, _seat, network):
    """What the ladder plays: ``script:file=recipes/ppo.py,network=ppo/network.pt``."""
    return PolicyBot(best_of(load(network)))


def main():
    """Learn until time or steps are used up, or Ctrl-C comes."""
    parser = options("ppo", __doc__.splitlines()[0], minutes=90, steps=20e6)
    add = parser.add_argument
    add("--games", type=int, default=256, help="at once")
    add("--length", type=int, default=128, help="steps in each game for a round of learning")
    add("--trace", type=float, default=0.8, help="lambda of the advantages")
    add("--far", type=float, default=0.99, help="lambda of what values learn from")
    add("--rate", type=float, default=1e-3, help="of learning at first; falls to 0")
    add("--entropy", type=float, default=0.003, help="its weight at first; falls to 0")
    add("--epochs", type=int, default=2, help="passes over what was played")
    add("--batch", type=int, default=1024, help="decisions learned from at once")
    add("--clip", type=float, default=0.2, help="how much likelier a decision may become")
    o = parser.parse_args()
    torch.manual_seed(o.seed)
    network = TableNetwork()
    optimiser = torch.optim.Adam(network.parameters(), eps=1e-5)
    trainer = Trainer(o, network, optimiser)
    games = Games(o.games, o.length, o.seed + trainer.steps)
    for left in trainer.rounds():
        optimiser.param_groups[0]["lr"] = o.rate * left
        trainer.notes = learn(network, optimiser, games, o, o.entropy * left)
        trainer.steps += o.games * o.length


if __name__ == "__main__":
    run(main)
