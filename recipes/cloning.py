"""Behaviour cloning: decide as the players of records did: ``python recipes/cloning.py``.

The simplest way to a policy (Pomerleau, ALVINN, 1988): each decision in a game's record is an
example, and the network learns to find it likely.  Any records of games of two will do; where
there are none, a bot plays some first.  What is learned is where other training can start.
"""

import os
from contextlib import closing
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else threads that wait take cores from others

from redcathedral.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch

from redcathedral.ai.bots import make
from redcathedral.engine import rules
from redcathedral.envs.network import TableNetwork, allowed, best_of, load, seen
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.policy import PolicyBot, mask
from redcathedral.envs.trainer import Trainer, TrainerError, options, run
from redcathedral.files import write_text
from redcathedral.play.process_pool import run_jobs
from redcathedral.play.series import Series, game_player
from redcathedral.record import read

HELD_BACK = 20  # one piece of records in so many is not learned from
PIECE = 10  # records read at once
ROUND = 50  # batches
LOOKED_AT = 4096  # of those held back, after each round


def play_records(folder, bot, games, seed, jobs):
    """Have a bot play itself until there are so many records; those that are there stay."""
    series = Series((bot, bot), games, seed, out=folder)
    missing = [range(game, game + 1) for game in range(games) if not series.path(game).exists()]
    if missing:
        print(f"{bot} plays {len(missing)} games, recorded in {folder}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    with closing(run_jobs(partial(game_player, series, make), missing, jobs)) as played:
        for [(result, record)] in played:
            write_text(series.path(result.game), record)


def examples(paths):
    """The decisions with a choice in records of games of two: observations, masks, decisions."""
    found = []
    for path in paths:
        record = read(path)
        for moment in record.moments() if len(record.header.seats) == 2 else ():
            state = moment.state
            if not state.is_chance and len(rules.legal(state)) > 1:
                found.append((compact(state), np.packbits(mask(state)), moment.taken))
    return [np.stack(parts) for parts in zip(*found, strict=True)]


def reader():
    """What each process reads with."""
    return examples


class Examples:
    """The examples of all records; a few of the records are held back."""

    def __init__(self, folder, jobs):
        """Read a folder in several processes."""
        paths = sorted(folder.rglob("*.rcg*"))
        print(f"reads {len(paths)} records in {folder}", flush=True)
        pieces = [paths[at : at + PIECE] for at in range(0, len(paths), PIECE)]
        with closing(run_jobs(reader, pieces, jobs)) as read_:
            parts = [part for part in read_ if part]
        if not parts:
            raise TrainerError(f"{folder} has no records (*.rcg, *.rcg.gz) of games of two players")
        self.words, self.masks, self.decisions = map(np.concatenate, zip(*parts, strict=True))
        sizes = [len(decisions) for _, _, decisions in parts]
        held = [number % HELD_BACK == 0 for number in range(len(parts))]
        held = np.repeat(held, sizes)
        self.learned, self.held = np.flatnonzero(~held), np.flatnonzero(held)
        if not len(self.learned):
            raise TrainerError(f"{folder} has too few records: {PIECE} are held back to check by")
        print(f"{len(paths)} records, {len(held)} decisions, {held.sum()} held back", flush=True)

    def loss(self, network, rows):
        """Cross entropy of some examples, and the share of them found likeliest."""
        sight = seen(unpack(self.words[rows]))
        legal = allowed(np.unpackbits(self.masks[rows], axis=1).astype(bool))
        decisions = torch.from_numpy(self.decisions[rows])
        chances, _ = network(sight, legal)
        right = (chances.argmax(1) == decisions).float().mean()
        return -chances.gather(1, decisions[:, None]).mean(), right


def bot(_seed, _seat, network):
    """What the ladder plays: ``script:file=recipes/cloning.py,network=cloning/network.pt``."""
    return PolicyBot(best_of(load(network)))


def main():
    """Learn until time or steps are used up, or Ctrl-C comes."""
    parser = options("cloning", __doc__.splitlines()[0], minutes=30, steps=20e6)
    add = parser.add_argument
    add("--records", type=Path, help="folder with .rcg files; OUT/records when not said")
    add("--bot", default="architect", help="who plays where OUT/records are missing")
    add("--played", type=int, default=2000, help="games that it plays")
    add("--rate", type=float, default=1e-3, help="of learning at first; falls to 0")
    add("--batch", type=int, default=1024, help="decisions learned from at once")
    o = parser.parse_args()
    if o.records is None:
        play_records(o.out / "records", o.bot, o.played, o.seed, o.threads)
    given = Examples(o.records or o.out / "records", o.threads)
    torch.manual_seed(o.seed)
    network = TableNetwork()
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=0.01)
    trainer = Trainer(o, network, optimiser)
    rng = np.random.default_rng(o.seed + trainer.steps)
    for left in trainer.rounds():
        optimiser.param_groups[0]["lr"] = o.rate * left
        for _ in range(ROUND):
            loss, _ = given.loss(network, rng.choice(given.learned, o.batch))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        trainer.steps += ROUND * o.batch
        with torch.no_grad():
            held, right = given.loss(network, given.held[:LOOKED_AT])
        trainer.notes = {"loss": loss.item(), "held_loss": held.item(), "right": right.item()}


if __name__ == "__main__":
    run(main)
