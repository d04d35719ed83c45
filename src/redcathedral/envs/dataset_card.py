"""Write the card of a data set from its manifest: contents, origin and limits."""

from importlib.resources import files
from typing import Final

from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.envs.batch.words import WORDS
from redcathedral.envs.manifest import Manifest
from redcathedral.lab.arena.survey import MODES

TEMPLATE_FILE: Final = "dataset_card.txt"


def card(manifest: Manifest) -> str:
    """Return the card in Markdown."""
    settings, counts = manifest.settings, manifest.counts
    template = files("redcathedral.envs").joinpath(TEMPLATE_FILE).read_text(encoding="utf-8")
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
