"""Self-play by PPO with a league of past versions: ``python recipes/league.py``.

A policy that only plays its current version can cycle between strategies.  Here half of the games
are against past versions, more often against those that still win (prioritized fictitious
self-play: Vinyals et al., Nature 575, 2019).  Bots do not play: ``greedy`` is the opponent of the
checks, and its evaluator shapes the rewards.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # waiting threads must not use a core

from common.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch

from common.network import (
    TableNetwork,
    greedy_policy,
    legal_actions,
    load,
    network_input,
    sample_actions,
)
from common.trainer import Trainer, run
from ppo import Games, learn, ppo_options
from redcathedral.envs.policy import PolicyBot

TURNS = 100  # a low cap: policies that never end a game learn nothing from long games
RESULT_WEIGHT = 0.02  # weight of a new result in the average


class League:
    """Past versions, and how often each is beaten; stored with the training."""

    def __init__(self, stored, rng):
        """Restore the weights of the members, and how often each was beaten."""
        self.weights = stored.setdefault("members", [])
        self.beaten = stored.setdefault("beaten", [])
        self.rng = rng
        self.networks = [self._member(weights) for weights in self.weights]

    @staticmethod
    def _member(weights):
        network = TableNetwork()
        network.load_state_dict(weights)
        return network

    def add(self, network):
        """Add the current version as a member."""
        self.networks.append(self._member(network.state_dict()))
        self.weights.append(self.networks[-1].state_dict())
        self.beaten.append(0.5)

    def draw(self, count):
        """Draw ``count`` members, more often those that still win."""
        hard = (1 - np.array(self.beaten)) ** 2 + 0.01
        return self.rng.choice(len(hard), count, p=hard / hard.sum())

    def note(self, member, result):
        """Record the result of a game against a member: 1 won, 0 lost."""
        self.beaten[member] += RESULT_WEIGHT * (result - self.beaten[member])


class LeagueGames(Games):
    """Games of PPO; in some of them, a member of the league has a seat."""

    def __init__(self, args, league, seed):
        """Create the games and buffers, with sizes from the options."""
        super().__init__(args.games, args.length, seed, args.side, TURNS)
        self.league = league
        row = np.arange(args.games)
        self.member_seat = np.where(row < args.guests * args.games, row % 2, -1)  # -1: no member
        self.blocks = np.array_split(np.flatnonzero(self.member_seat >= 0), args.rivals)
        self.is_learner = torch.empty_like(self.actions, dtype=torch.bool)

    @property
    def learner_steps(self):
        """The steps that the learner took, not a member."""
        return self.is_learner.flatten().nonzero()[:, 0]

    @torch.no_grad()
    def play(self, network):
        """Fill the buffers with new steps; return the values of the positions after them."""
        env = self.env
        members = self.league.draw(len(self.blocks))  # they take over current games
        for t in range(len(self.actions)):
            seats = env.seats.copy()
            self.is_learner[t] = torch.from_numpy(seats != self.member_seat)
            learner = self.is_learner[t]
            self.inputs[t] = network_input(env.observations)
            self.legal[t] = legal_actions(env.masks)
            inputs, legal = self.inputs[t, learner], self.legal[t, learner]
            chances, self.values[t, learner] = network(inputs, legal)
            actions = torch.zeros(env.games, dtype=torch.int64)
            actions[learner] = sample_actions(chances)
            for member, block in zip(members, self.blocks, strict=True):
                moving = block[seats[block] == self.member_seat[block]]
                if len(moving):
                    rival = self.league.networks[member]
                    rival_chances, _ = rival(self.inputs[t, moving], self.legal[t, moving])
                    actions[moving] = sample_actions(rival_chances)
            rewards, signs = self.shaping.step(actions.numpy())
            for member, block in zip(members, self.blocks, strict=True):
                for game in block[signs[block] == 0]:
                    seat = self.member_seat[game]
                    rival_total, own_total = env.final_totals[game, [seat, 1 - seat]]
                    self.league.note(member, (float(np.sign(own_total - rival_total)) + 1) / 2)
            self.actions[t] = actions
            self.chances[t, learner] = chances.gather(1, actions[learner, None])[:, 0]
            self.rewards[t] = torch.from_numpy(rewards)
            self.signs[t] = torch.from_numpy(signs)
        return network(network_input(env.observations), legal_actions(env.masks))[1]

    def advantages(self, after, trace):
        """Return the advantage of each action (GAE) for the seat that took it.

        Actions of members are part of the environment: their positions are not evaluated.
        """
        result, advantage = torch.empty_like(self.values), 0.0
        for t in reversed(range(len(result))):
            estimate = self.rewards[t] + self.signs[t] * after
            after = torch.where(self.is_learner[t], self.values[t], estimate)
            decay = torch.where(self.is_learner[t], trace, 1.0)
            advantage = result[t] = estimate - after + decay * self.signs[t] * advantage
        return result


def bot(_seed, _seat, network):
    """Make the bot for the ladder: ``script:file=recipes/league.py,network=league/network.pt``."""
    return PolicyBot(greedy_policy(load(network)))


def main():
    """Learn until a limit on time or steps is reached, or Ctrl-C."""
    parser = ppo_options("league", __doc__.splitlines()[0])
    add = parser.add_argument
    add("--guests", type=float, default=0.5, help="share of games with a past version in a seat")
    add("--rivals", type=int, default=4, help="past versions that play at the same time")
    add(
        "--enlist",
        type=float,
        default=0.02,
        help="part of the training after which a version joins",
    )
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    network = TableNetwork()
    optimizer = torch.optim.Adam(network.parameters(), eps=1e-5)
    trainer = Trainer(args, network, optimizer)
    league = League(trainer.extra, np.random.default_rng(args.seed + trainer.steps))
    games = LeagueGames(args, league, args.seed + trainer.steps)
    for remaining in trainer.rounds():
        if (1 - remaining) >= len(league.networks) * args.enlist:
            league.add(network)
        optimizer.param_groups[0]["lr"] = args.rate * remaining
        trainer.notes = learn(network, optimizer, games, args, args.entropy * remaining)
        trainer.notes |= {"members": len(league.networks), "beaten": float(np.mean(league.beaten))}
        trainer.steps += args.games * args.length


if __name__ == "__main__":
    run(main)
