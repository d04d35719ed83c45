"""Write the card of a data set from its manifest: contents, origin and limits."""

from pathlib import Path

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.batch.words import WORDS
from redcathedral.lab.arena.survey import MODES
from tools.dataset.manifest import Manifest


def card(manifest: Manifest) -> str:
    """Return the card in Markdown."""
    settings, counts = manifest.settings, manifest.counts
    template = Path(__file__).with_name("card.txt").read_text(encoding="utf-8")
    return template.format(
        settings=settings,
        games=counts.games,
        capped=counts.capped,
        positions=counts.positions,
        forced=counts.forced,
        shards=len(manifest.shards),
        megabytes=manifest.bytes / 1e6,
        sha256=manifest.sha256,
        records_sha256=manifest.records_sha256,
        decision_count=DECISION_COUNT,
        words=WORDS,
        modes=", ".join(map(str, MODES)),
        last_seed=settings.seed + settings.games - 1,
    )
