"""Editions that weights have not learned: other numbers, and other kinds of cards."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from redcathedral.box import Edition, load_edition

PACKAGED = files("redcathedral.box").joinpath("editions", "reconstructed-2020.toml")


def changed(folder: Path, old: str, new: str) -> Edition:
    """Return the packaged edition with a change and another id."""
    text = PACKAGED.read_text(encoding="utf-8").replace('"reconstructed-2020"', '"mine"', 1)
    assert old in text
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_edition(path)


def strange(folder: Path) -> Edition:
    """One with a card of influence more: the fields of the others are not where they were."""
    row = 'C3 = { actions = ["endless sell 1 of GEP'
    more = f'{row} for 2R", "endless buy 1 of GEP for 2R"], mark = "likely" }}\nC4{row[2:]}'
    return changed(folder, row, more)
