"""The twelve positions that stand for the game, by name: web/fixtures/positions.json.

Of a conformance game so many decisions are played.  What a position ``shows`` is a decision there:
one with this verb, or one that brings about an event of this kind; nothing at the end of a game.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from redcathedral.play.game import Game
from redcathedral.record.replay import read
from tests.e2e.games import text
from tests.e2e.person import Person
from tests.server.harness import Json

TOP: Final = Path(__file__).parents[2]
POSITIONS: Final[dict[str, Json]] = json.loads(
    (TOP / "web/fixtures/positions.json").read_text(encoding="utf-8")
)
NAMES: Final = ("Mila", "Oskar", "Jun", "Anežka")


def game_at(name: str) -> Game:
    """The game in a position."""
    position = POSITIONS[name]
    record = read(text(position["game"]))
    steps = record.steps_to(position["decisions"])
    if steps < len(record.steps):
        record.truncate(steps)
    return Game(record=record)


def shown(name: str, legal: list[Json]) -> Json | None:
    """Of the decisions that a server offers there, the one to look at."""
    wanted = POSITIONS[name]["shows"]
    for way in legal:
        if wanted == way["text"].split()[0] or any(
            wanted == event["kind"] for event in way["gains"]
        ):
            return way
    return None


def sit(person: Person, name: str) -> Json:
    """Open a table in a position, where people with names sit; what the server tells of it."""
    people = iter(NAMES)
    named = re.sub(
        r"(?m)^(seat \w+).*$",
        lambda seat: f"{seat[1]} {next(people)}",
        game_at(name).record.text(),
    )
    answer = person.server.http.post("/api/tables/load", content=named.encode())
    assert answer.status_code == 201, answer.text
    person.sit(str(answer.json()["id"]))
    return person.now()
