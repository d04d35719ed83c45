"""Self-play with a league of past selves, by PPO: ``python recipes/league.py``.

Who only plays against who it is now may go round in circles.  Here half of the games are against
past selves, those the more often that still win (prioritised fictitious self-play: Vinyals et al.,
Nature 575, 2019).  No bot plays along; ``greedy`` checks, and its appraisal shapes the rewards.
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

# The cap: who waits for the other to end the game does not learn from it for long.
GAMES = {"observation": "full", "skip_forced": True, "turns": 100}
NAMES = ("chances", "values", "rewards", "signs")
FORGET = 0.02  # of old results with each new one


class League:
    """Past selves, and how often each is beaten; what it knows is kept with the training."""

    def __init__(self, kept, rng):
        """What was kept: the weights of its members, and how often each was beaten."""
        self.weights = kept.setdefault("members", [])
        self.beaten = kept.setdefault("beaten", [])
        self.rng = rng
        self.networks = [self._member(weights) for weights in self.weights]

    @staticmethod
    def _member(weights):
        network = TableNetwork()
        network.load_state_dict(weights)
        return network

    def add(self, network):
        """The present self becomes a past one."""
        self.networks.append(self._member(network.state_dict()))
        self.weights.append(self.networks[-1].state_dict())
        self.beaten.append(0.5)

    def draw(self, count):
        """So many members, by how often they still win."""
        hard = (1 - np.array(self.beaten)) ** 2 + 0.01
        return self.rng.choice(len(hard), count, p=hard / hard.sum())

    def note(self, member, result):
        """How a game against a member went: 1 won, 0 lost."""
        self.beaten[member] += FORGET * (result - self.beaten[member])


class Games:
    """Games in progress and what is remembered of the last steps; in some a member has a seat."""

    def __init__(self, o, league, seed):
        """As many games and steps as the options say."""
        self.env = VectorEnv(o.games, seed=seed, **GAMES)
        self.shaping = Shaping(self.env)
        self.league = league
        row = np.arange(o.games)
        self.guest = np.where(row < o.guests * o.games, row % 2, -1)  # a member's seat, -1: none
        self.blocks = np.array_split(np.flatnonzero(self.guest >= 0), o.rivals)
        self.sight = torch.empty(o.length, o.games, len(SEEN), dtype=torch.uint8)
        self.legal = torch.empty(o.length, o.games, ACTIONS, dtype=torch.bool)
        self.actions = torch.empty(o.length, o.games, dtype=torch.int64)
        self.own = torch.empty_like(self.actions, dtype=torch.bool)
        for name in NAMES:
            setattr(self, name, torch.empty(o.length, o.games))

    @torch.no_grad()
    def play(self, network):
        """Fill the memory with new steps; the values of where the games stand then."""
        env = self.env
        members = self.league.draw(len(self.blocks))  # they take over games that go on
        for t in range(len(self.actions)):
            seats = env.seats.copy()
            self.own[t] = torch.from_numpy(seats != self.guest)
            own = self.own[t]
            self.sight[t], self.legal[t] = seen(env.observations), allowed(env.masks)
            chances, self.values[t, own] = network(self.sight[t, own], self.legal[t, own])
            actions = torch.zeros(env.games, dtype=torch.int64)
            actions[own] = drawn(chances)
            for member, block in zip(members, self.blocks, strict=True):
                theirs = block[seats[block] == self.guest[block]]
                if len(theirs):
                    rival = self.league.networks[member]
                    actions[theirs] = drawn(rival(self.sight[t, theirs], self.legal[t, theirs])[0])
            rewards, signs = self.shaping.step(actions.numpy())
            for member, block in zip(members, self.blocks, strict=True):
                for game in block[signs[block] == 0]:
                    theirs, ours = env.final_totals[game, [self.guest[game], 1 - self.guest[game]]]
                    self.league.note(member, (float(np.sign(ours - theirs)) + 1) / 2)
            self.actions[t] = actions
            self.chances[t, own] = chances.gather(1, actions[own, None])[:, 0]
            self.rewards[t] = torch.from_numpy(rewards)
            self.signs[t] = torch.from_numpy(signs)
        return network(seen(env.observations), allowed(env.masks))[1]

    def advantages(self, after, trace):
        """How much better each action did than was expected (GAE), seen by who took it.

        What a guest does is taken as it comes: its positions are not judged.
        """
        result, advantage = torch.empty_like(self.values), 0.0
        for t in reversed(range(len(result))):
            worth = self.rewards[t] + self.signs[t] * after
            after = torch.where(self.own[t], self.values[t], worth)
            fading = torch.where(self.own[t], trace, 1.0)
            advantage = result[t] = worth - after + fading * self.signs[t] * advantage
        return result


def learn(network, optimiser, games, o, entropy_weight):
    """One round of PPO: play, then several passes over what was played; mean losses."""
    after = games.play(network)
    advantages = games.advantages(after, o.trace)
    wanted = (games.advantages(after, o.far) + games.values).flatten()
    own = games.own.flatten().nonzero()[:, 0]
    gains, spread = advantages.flatten(), wanted[own].var()
    gains = (gains - gains[own].mean()) / gains[own].std()
    sight, legal = games.sight.flatten(0, 1), games.legal.flatten(0, 1)
    actions, before = games.actions.flatten(), games.chances.flatten()
    told = []
    for _ in range(o.epochs):
        for part in own[torch.randperm(len(own))].split(o.batch):
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
    """What the ladder plays: ``script:file=recipes/league.py,network=league/network.pt``."""
    return PolicyBot(best_of(load(network)))


def main():
    """Learn until time or steps are used up, or Ctrl-C comes."""
    parser = options("league", __doc__.splitlines()[0], minutes=90, steps=20e6)
    add = parser.add_argument
    add("--games", type=int, default=256, help="at once")
    add("--length", type=int, default=128, help="steps in each game for a round of learning")
    add("--guests", type=float, default=0.5, help="share of games with a past self in a seat")
    add("--rivals", type=int, default=4, help="past selves that play at the same time")
    add("--enlist", type=float, default=0.02, help="a self joins after this part of the training")
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
    league = League(trainer.extra, np.random.default_rng(o.seed + trainer.steps))
    games = Games(o, league, o.seed + trainer.steps)
    for left in trainer.rounds():
        if (1 - left) >= len(league.networks) * o.enlist:
            league.add(network)
        optimiser.param_groups[0]["lr"] = o.rate * left
        trainer.notes = learn(network, optimiser, games, o, o.entropy * left)
        trainer.notes |= {"members": len(league.networks), "beaten": float(np.mean(league.beaten))}
        trainer.steps += o.games * o.length


if __name__ == "__main__":
    run(main)
