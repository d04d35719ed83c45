"""Behavior cloning: learn the decisions of players from records: ``python recipes/cloning.py``.

The simplest way to a policy (Pomerleau, ALVINN, 1988): each decision in a record is an example, and
the network learns to predict it.  Any records of two-player games can be used; without records, a
bot plays some first.  Other recipes can start from the network.
"""

import os
from contextlib import closing
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # waiting threads must not use a core

from common.extras import script_needs

with script_needs("research,train"):
    import numpy as np
    import torch

from common.network import TableNetwork, greedy_policy, legal_actions, load, network_input
from common.trainer import Trainer, TrainerError, options, run, sides_of
from redcathedral.ai.bots import make
from redcathedral.box.options import Options
from redcathedral.engine import rules
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.policy import PolicyBot, mask
from redcathedral.files import write_text
from redcathedral.play.process_pool import run_jobs
from redcathedral.play.series import Series, make_series_worker
from redcathedral.record import read

VALIDATION_PERIOD = 20  # one job of records in 20 is for validation
RECORDS_PER_JOB = 10  # records that a process reads in one job
BATCHES_PER_ROUND = 50  # batches between two validations
VALIDATION_SIZE = 4096  # examples


def play_records(folder, bot, games, sides, seed, jobs):
    """Let a bot play itself until there are ``games`` records; existing ones are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for first, side in enumerate(sides):
        series = Series((bot, bot), games, seed, options=Options(workshop_side=side), out=folder)
        numbers = range(first, games, len(sides))
        missing = [range(game, game + 1) for game in numbers if not series.path(game).exists()]
        if missing:
            print(f"{bot} plays {len(missing)} games ({side}), recorded in {folder}", flush=True)
        with closing(run_jobs(partial(make_series_worker, series, make), missing, jobs)) as played:
            for [(result, record)] in played:
                write_text(series.path(result.game), record)


def examples(paths):
    """Return the decisions with a choice in two-player records: observations, masks, ids."""
    result = []
    for path in paths:
        record = read(path)
        for moment in record.moments() if len(record.header.seats) == 2 else ():
            state = moment.state
            if not state.is_chance and len(rules.legal(state)) > 1:
                result.append((compact(state), np.packbits(mask(state)), moment.taken))
    return [np.stack(parts) for parts in zip(*result, strict=True)]


def reader():
    """Return the function with which each process reads."""
    return examples


class Examples:
    """The examples of all records, some of them for validation."""

    def __init__(self, folder, jobs):
        """Read a folder in several processes."""
        paths = sorted(folder.rglob("*.rcg*"))
        print(f"reading {len(paths)} records in {folder}", flush=True)
        starts = range(0, len(paths), RECORDS_PER_JOB)
        path_groups = [paths[start : start + RECORDS_PER_JOB] for start in starts]
        with closing(run_jobs(reader, path_groups, jobs)) as reading:
            parts = [part for part in reading if part]
        if not parts:
            raise TrainerError(f"{folder} has no records (*.rcg, *.rcg.gz) of games of two players")
        self.words, self.masks, self.decisions = map(np.concatenate, zip(*parts, strict=True))
        sizes = [len(decisions) for _, _, decisions in parts]
        validation = [number % VALIDATION_PERIOD == 0 for number in range(len(parts))]
        validation = np.repeat(validation, sizes)
        self.training, self.validation = np.flatnonzero(~validation), np.flatnonzero(validation)
        if not len(self.training):
            raise TrainerError(
                f"{folder} has too few records: {RECORDS_PER_JOB} are held back for validation"
            )
        print(
            f"{len(paths)} records, {len(validation)} decisions, {validation.sum()} for validation",
            flush=True,
        )

    def loss(self, network, rows):
        """Return the cross entropy of some examples, and the share predicted correctly."""
        inputs = network_input(unpack(self.words[rows]))
        legal = legal_actions(np.unpackbits(self.masks[rows], axis=1).astype(bool))
        decisions = torch.from_numpy(self.decisions[rows])
        chances, _ = network(inputs, legal)
        accuracy = (chances.argmax(1) == decisions).float().mean()
        return -chances.gather(1, decisions[:, None]).mean(), accuracy


def bot(_seed, _seat, network):
    """Make the ladder's bot: ``script:file=recipes/cloning.py,network=cloning/network.pt``."""
    return PolicyBot(greedy_policy(load(network)))


def main():
    """Learn until a limit on time or steps is reached, or Ctrl-C."""
    parser = options("cloning", __doc__.splitlines()[0], minutes=30, steps=20e6)
    add = parser.add_argument
    add("--records", type=Path, help="folder with .rcg files; OUT/records by default")
    add("--bot", default="architect", help="bot that plays if OUT/records is missing")
    add("--played", type=int, default=2000, help="games that it plays")
    add("--rate", type=float, default=1e-3, help="first learning rate; decreases to 0")
    add("--batch", type=int, default=1024, help="decisions in a batch")
    args = parser.parse_args()
    if args.records is None:
        folder, sides = args.out / "records", sides_of(args)
        play_records(folder, args.bot, args.played, sides, args.seed, args.threads)
    dataset = Examples(args.records or args.out / "records", args.threads)
    torch.manual_seed(args.seed)
    network = TableNetwork()
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=0.01)
    trainer = Trainer(args, network, optimizer)
    rng = np.random.default_rng(args.seed + trainer.steps)
    for remaining in trainer.rounds():
        optimizer.param_groups[0]["lr"] = args.rate * remaining
        for _ in range(BATCHES_PER_ROUND):
            loss, _ = dataset.loss(network, rng.choice(dataset.training, args.batch))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        trainer.steps += BATCHES_PER_ROUND * args.batch
        with torch.no_grad():
            validation, accuracy = dataset.loss(network, dataset.validation[:VALIDATION_SIZE])
        trainer.notes = {
            "loss": loss.item(),
            "held_loss": validation.item(),
            "right": accuracy.item(),
        }


if __name__ == "__main__":
    run(main)
