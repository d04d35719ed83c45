"""The named positions of web/fixtures/positions.json, which are typical for the game.

A position is a conformance game after a number of decisions.  ``shows`` names a decision to preview
there, by its verb or by an event that it causes.
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
    """Return the game in a position."""
    position = POSITIONS[name]
    record = read(text(position["game"]))
    steps = record.steps_to(position["decisions"])
    if steps < len(record.steps):
        record.truncate(steps)
    return Game(record=record)


def shown(name: str, legal: list[Json]) -> Json | None:
    """Return the decision to preview in a position, or None."""
    wanted = POSITIONS[name]["shows"]
    for way in legal:
        if wanted == way["text"].split()[0] or any(
            wanted == event["kind"] for event in way["gains"]
        ):
            return way
    return None


def open_position(person: Person, name: str) -> Json:
    """Open a table in a position, with named people on its seats, and return it."""
    people = iter(NAMES)
    named = re.sub(
        r"(?m)^(seat \w+).*$", lambda seat: f"{seat[1]} {next(people)}", game_at(name).record.text()
    )
    answer = person.server.http.post("/api/tables/load", content=named.encode())
    assert answer.status_code == 201, answer.text
    person.open_table(str(answer.json()["id"]))
    return person.now()
