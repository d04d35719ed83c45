"""A package with bots, installed next to this one by another developer."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

BOTS = """
class Needy:
    def __init__(self):
        pass

class Deep:
    def __init__(self, seed, seat, depth="1"):
        self.depth = int(depth)

    def choose(self, state):
        return 0

class Raising(Deep):
    def choose(self, state):
        raise LookupError("no idea")

class Illegal(Deep):
    def choose(self, state):
        return 833

class Nonsense(Deep):
    def choose(self, state):
        return "die white +0"

def mute(seed, seat):
    return object()

number = 7
"""
POINTS = {
    "lost": "foreign_lost:Bot",
    "absent": "foreign_bots:Absent",
    "needy": "foreign_bots:Needy",
    "deep": "foreign_bots:Deep",
    "raising": "foreign_bots:Raising",
    "illegal": "foreign_bots:Illegal",
    "nonsense": "foreign_bots:Nonsense",
    "mute": "foreign_bots:mute",
    "number": "foreign_bots:number",
}


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the package where Python finds it, with its entry points."""
    info = folder / "foreign_bots-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-bots\nVersion: 1.0\n")
    points = [f"{name} = {where}" for name, where in POINTS.items()]
    (info / "entry_points.txt").write_text("\n".join(["[redcathedral.bots]", *points, ""]))
    (folder / "foreign_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(folder))
    importlib.invalidate_caches()
