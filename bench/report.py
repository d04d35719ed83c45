"""The file ``build/bench.json``, with the figures of earlier runs, and the printed table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from bench.figure import Row, number, owns

KEYS = ("name", "value", "unit", "peer", "peer_value", "ratio")


def read(path: Path) -> list[dict[str, object]]:
    """Return the rows of earlier runs; none if there is no file.

    Raises ValueError for any other file.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except ValueError as error:
        raise ValueError(f"{path} is not JSON ({error}); remove it") from error
    if not isinstance(rows, list) or not all(
        isinstance(row, dict) and isinstance(row.get("name"), str) for row in rows
    ):
        raise ValueError(f"{path} is not a list of figures; remove it")
    return rows


def write(path: Path, figure: str, rows: Iterable[Row]) -> None:
    """Replace the earlier rows of a figure; the others do not change."""
    other_rows = [row for row in read(path) if not owns(figure, str(row["name"]))]
    new: list[dict[str, object]] = [{key: getattr(row, key) for key in KEYS} for row in rows]
    merged = sorted(other_rows + new, key=lambda row: str(row["name"]))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.part")
    temporary.write_text(json.dumps(merged, indent=2) + "\n", encoding="utf-8")
    temporary.replace(path)


def table(rows: Iterable[Row]) -> str:
    """Format the rows as plain text in columns."""
    head = ("figure", "value", "min..max", "unit", "peer", "min..max", "ratio", "wanted")
    lines = [head]
    for row in rows:
        peer = "" if row.peer_value is None else number(row.peer_value)
        ratio = "" if row.ratio is None else number(row.ratio)
        lines.append(
            (
                row.name,
                number(row.value),
                row.noise,
                row.unit,
                peer,
                row.peer_noise,
                ratio,
                row.floor,
            )
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    numeric = {1, 4, 6}
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in numeric else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
