"""Write the card of a data set from its manifest: contents, origin and limits."""

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.batch.words import WORDS
from redcathedral.envs.manifest import Manifest
from redcathedral.lab.arena.survey import MODES


def card(manifest: Manifest) -> str:
    """Return the card in Markdown."""
    settings = manifest.settings
    counts = manifest.counts
    modes = ", ".join(map(str, MODES))
    last = settings.seed + settings.games - 1
    return f"""# Games of {settings.bot}: The Red Cathedral

{counts.games:,} games of the board game The Red Cathedral, played by a bot against itself, as \
records and as tables. From redcathedral, an unofficial fan project.

| | |
|---|---|
| games | {counts.games:,}, of which the cap on turns ended {counts.capped:,} |
| positions | {counts.positions:,}; in {counts.forced:,} of them only one decision was legal |
| shards | {len(manifest.shards):,}, {manifest.bytes / 1e6:,.1f} MB in all |
| sha256 over all files | `{manifest.sha256}` |
| sha256 over the records | `{manifest.records_sha256}` |
| edition | `{settings.edition}`, hash `{settings.edition_hash}` |
| table of decisions | version {settings.decisions}: {DECISION_COUNT} ids |
| observation | version {settings.observation}: {WORDS} words |
| rulings | version {settings.rules} |

## How it was made

```console
$ redcathedral lab dataset make --bot {settings.bot} --games {settings.games} \
--seed {settings.seed} --shard {settings.shard} --out FOLDER
```

by redcathedral {settings.program} with pyarrow {settings.arrow}. The bot is `{settings.spec}` in \
all seats, with the weights `{settings.weights}`. The modes come in turn, each with an eighth of \
the games: {modes}. Game `i` has the seed {settings.seed} + `i`, up to {last}: dice, cards and the \
bot draw from streams of that seed. The same command with the same versions gives the same bytes, \
for any number of processes; records are the same with any pyarrow. `redcathedral lab dataset \
check FOLDER` reports the differences of a copy, and with `--again 1` makes the first shard again.

## What is in it

`shards/NNNNN` has {settings.shard} games: `records/NNNNNN.rcg` (the game as text, which \
`redcathedral replay` checks), `games.parquet` and `positions.parquet`.

`games.parquet`, a row for each game: `game` (its number), `seed`, `mode`, `players` (1 against \
Ivan), `solo`, `side` (of the workshop boards), `decisions`, `turns`, `capped`, `totals` (prestige \
of each seat in turn order, Ivan's last), `winners` (seats; where `capped`, the leader, or \
none in a tie), `record` (the file).

`positions.parquet`, a row for each decision, forced ones too:

| column | |
|---|---|
| `game`, `index` | the game, and the number of the decision in it, from 0 |
| `turn` | turns that had ended |
| `seat` | the seat that decided, 0 for the first player; in a solo game always 0 |
| `decision` | the id of the decision |
| `legal` | the legal ids, ascending |
| `observation` | {WORDS} int64 words: the compact observation of that seat |
| `share`, `ahead` | the value of the position to that seat: the share of the win and the \
prestige ahead of the best other seat that the network expects before the decision |
| `won`, `margin` | the result for that seat: its share of the win (a victory shared by n is 1/n), \
and its prestige ahead of the best other seat |

## Limits

- **Most numbers of the box are reconstructed**: the edition agrees with all known \
printed numbers, but real cards may have other numbers. Another edition has another hash, and \
a policy learns only this edition from these games.
- One bot plays in all seats. It plays well and always in the same style; decisions that it never \
makes are not in the data. Evaluate a policy by playing (`redcathedral lab task list`), not by how \
well it predicts this bot.
- `share` and `ahead` are estimates by a small network; `won` and `margin` also depend on the \
dice.
- Positions of one game depend on each other: split by `game`, not by row.
- No person played: the data set has no personal data.

## License

Apache License 2.0, like the program that made it. The data set has no artwork, logos or texts of \
the publisher.
"""
