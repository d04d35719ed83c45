"""Options with the workshop sides of seats, for tests that count seats."""

from __future__ import annotations

from collections.abc import Sequence

from redcathedral.box.options import SIDES, Options
from redcathedral.box.vocabulary import COLOURS


def sided(colours: Sequence[int], advanced: Sequence[bool], **options: bool | str) -> Options:
    """Return the options of a table with these workshop sides of its seats, by color (R2.2)."""
    sides = {COLOURS[c]: SIDES[side] for c, side in zip(colours, advanced, strict=True) if side}
    return Options(sides=sides, **options)  # type: ignore[arg-type]  # values of any option
