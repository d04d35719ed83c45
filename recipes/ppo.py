"""Self-play by PPO with masks, from random weights, in many games: ``python recipes/ppo.py``.

Schulman et al., Proximal Policy Optimization Algorithms (2017), with changes for this game: illegal
decisions are masked; the reward of a decision is the change of the lead, so that good decisions pay
at once; values have targets with a longer horizon than advantages; and at first the network also
learns what ``greedy`` would play (Schmitt et al., Kickstarting Deep Reinforcement Learning, 2018).
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # waiting threads must not use a core

from common.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional

from common.network import (
    ACTIONS,
    INPUT_INDICES,
    TableNetwork,
    greedy_policy,
    legal_actions,
    load,
    network_input,
    sample_actions,
)
from common.shaping import Shaping
from common.trainer import Trainer, options, run
from redcathedral.ai.search import greedy
from redcathedral.envs.policy import PolicyBot
from redcathedral.envs.vector import VectorEnv

TURNS = 200  # cap on turns
FLOAT_BUFFERS = ("chances", "values", "rewards", "signs")


class Games:
    """Current self-play games, and the buffers of the last steps."""

    def __init__(self, games, length, seed, side, turns=TURNS):
        """Create ``games`` games, and buffers for ``length`` steps."""
        self.env = VectorEnv(
            games, seed=seed, side=side, observation="full", skip_forced=True, turns=turns
        )
        self.shaping = Shaping(self.env)
        self.inputs = torch.empty(length, games, len(INPUT_INDICES), dtype=torch.uint8)
        self.legal = torch.empty(length, games, ACTIONS, dtype=torch.bool)
        self.actions = torch.empty(length, games, dtype=torch.int64)
        self.imitation = 0.0  # share of the loss that compares the actions with those of `greedy`
        self.examples = torch.empty_like(self.actions)
        for name in FLOAT_BUFFERS:
            setattr(self, name, torch.empty(length, games))

    @property
    def learner_steps(self):
        """The steps that the learner took: all of them."""
        return torch.arange(self.actions.numel())

    @torch.no_grad()
    def play(self, network):
        """Fill the buffers with new steps; return the values of the positions after them."""
        env = self.env
        for t in range(len(self.actions)):
            self.inputs[t] = network_input(env.observations)
            self.legal[t] = legal_actions(env.masks)
            chances, self.values[t] = network(self.inputs[t], self.legal[t])
            self.actions[t] = sample_actions(chances)
            self.chances[t] = chances.gather(1, self.actions[t, :, None])[:, 0]
            if self.imitation:
                examples = [greedy.choose(env.state(game)) for game in range(env.games)]
                self.examples[t] = torch.tensor(examples)
            rewards, signs = self.shaping.step(self.actions[t].numpy())
            self.rewards[t], self.signs[t] = torch.from_numpy(rewards), torch.from_numpy(signs)
        return network(network_input(env.observations), legal_actions(env.masks))[1]

    def advantages(self, after, trace):
        """Return the advantage of each action (GAE) for the seat that took it."""
        result, advantage = torch.empty_like(self.values), 0.0
        for t in reversed(range(len(result))):
            error = self.rewards[t] + self.signs[t] * after - self.values[t]
            advantage = result[t] = error + trace * self.signs[t] * advantage
            after = self.values[t]
        return result


def learn(network, optimizer, games, args, entropy_weight):
    """Do one round of PPO: play, then several passes over the steps; return mean losses."""
    after = games.play(network)
    advantages = games.advantages(after, args.trace)
    targets = (games.advantages(after, args.far) + games.values).flatten()
    steps, gains = games.learner_steps, advantages.flatten()
    variance = targets[steps].var()
    gains = (gains - gains[steps].mean()) / gains[steps].std()
    inputs, legal = games.inputs.flatten(0, 1), games.legal.flatten(0, 1)
    actions, old_chances = games.actions.flatten(), games.chances.flatten()
    losses = []
    for _ in range(args.epochs):
        for part in steps[torch.randperm(len(steps))].split(args.batch):
            chances, values = network(inputs[part], legal[part])
            ratio = (chances.gather(1, actions[part, None])[:, 0] - old_chances[part]).exp()
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            gain = torch.min(ratio * gains[part], clipped * gains[part])
            entropy = -(chances.exp() * chances).sum(1)
            value_loss = functional.mse_loss(values, targets[part]) / variance
            goal = (gain + entropy_weight * entropy).mean()
            if games.imitation:
                examples = games.examples.flatten()[part, None]
                goal = goal.lerp(chances.gather(1, examples).mean(), games.imitation)
            loss = value_loss - goal
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            losses.append([value_loss.item(), entropy.mean().item()])
    unexplained, entropy = np.mean(losses, 0).tolist()
    return {"unexplained": unexplained, "entropy": entropy, "spread": variance.item()}


def bot(_seed, _seat, network):
    """Make the bot for the ladder: ``script:file=recipes/ppo.py,network=ppo/network.pt``."""
    return PolicyBot(greedy_policy(load(network)))


def ppo_options(recipe, summary):
    """Return a parser with the options of PPO."""
    parser = options(recipe, summary, minutes=90, steps=20e6)
    add = parser.add_argument
    add("--games", type=int, default=256, help="games in parallel")
    add("--length", type=int, default=128, help="steps in each game for a round of learning")
    add("--trace", type=float, default=0.8, help="lambda of the advantages")
    add("--far", type=float, default=0.99, help="lambda of the targets of values")
    add("--rate", type=float, default=1e-3, help="first learning rate; decreases to 0")
    add("--entropy", type=float, default=0.003, help="first weight of the entropy; decreases to 0")
    add("--epochs", type=int, default=2, help="passes over the steps of a round")
    add("--batch", type=int, default=1024, help="decisions in a batch")
    add("--clip", type=float, default=0.2, help="clip range of the probability ratio")
    return parser


def main():
    """Learn until a limit on time or steps is reached, or Ctrl-C."""
    parser = ppo_options("ppo", __doc__.splitlines()[0])
    summary = "share of the run in which it also imitates greedy, less and less"
    parser.add_argument("--imitate", type=float, default=0.15, help=summary)
    parser.set_defaults(entropy=0.01)  # as imitation leaves little chance to other decisions
    args = parser.parse_args()
    if not 0 <= args.imitate <= 1:
        parser.error(f"argument --imitate: {args.imitate:g} is not a share from 0 to 1")
    torch.manual_seed(args.seed)
    network = TableNetwork()
    optimizer = torch.optim.Adam(network.parameters(), eps=1e-5, fused=True)
    trainer = Trainer(args, network, optimizer)
    games = Games(args.games, args.length, args.seed + trainer.steps, args.side)
    for remaining in trainer.rounds():
        optimizer.param_groups[0]["lr"] = args.rate * remaining
        games.imitation = max(0.0, remaining - 1 + args.imitate) / (args.imitate or 1)
        trainer.notes = learn(network, optimizer, games, args, args.entropy * remaining)
        trainer.steps += args.games * args.length


if __name__ == "__main__":
    run(main)
