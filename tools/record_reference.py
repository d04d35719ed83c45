"""Write the examples of docs/reference/record.md: a record, and the position of its last turn.

Run ``python tools/record_reference.py``.  A test checks that the page is up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from redcathedral import Game
from redcathedral.record import to_json
from tools.generated_parts import with_part

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "record.md"
MAX_LINE_LENGTH = 120
TURNS = (
    ("claim 3.1 beside", "tile blue up", "end"),
    ("die yellow +0", "take 2", "end"),
    ("deliver W 3.1",),
)


def example() -> tuple[str, str]:
    """Return the record of a game's first decisions, and the position before the last turn."""
    game = Game(players=2, names=["Ana", "bot:greedy"], seed=7)
    position = ""
    for decisions in TURNS:
        position = to_json(game.state)
        for decision in decisions:
            game.play(decision)
    return game.record.text(legal=True), position


def wrapped(value: object, indent: str = "") -> str:
    """Return JSON in which only a value that is too long for a line has a line for each part."""
    line = json.dumps(value)
    if len(line) <= MAX_LINE_LENGTH:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {wrapped(part, inner)}" for key, part in value.items()]
    else:
        assert isinstance(value, list)
        parts = [wrapped(part, inner) for part in value]
    return line[0] + ",".join(f"\n{inner}{part}" for part in parts) + f"\n{indent}{line[-1]}"


def page(text: str) -> str:
    """Return the page with current examples."""
    record, position = example()
    text = with_part(text, "record", f"```text\n{record}```\n", PAGE)
    return with_part(text, "position", f"```json\n{wrapped(json.loads(position))}\n```\n", PAGE)


def main() -> None:
    """Write the examples into the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
