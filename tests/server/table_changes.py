"""Apply the changes of a table as a page does."""

from __future__ import annotations

import copy
from typing import Any

from tests.server.harness import Json


def after_changes(table: Json, message: Json) -> Json:
    """Return the table after a message with changes of this version."""
    assert table["number"] == message["base"]
    result = copy.deepcopy(table) | {"number": message["number"]}
    for pointer, value in message["values"].items():
        *path, key = pointer.split("/")[1:]
        part: Any = result
        for name in path:
            part = part[int(name) if isinstance(part, list) else name]
        part[int(key) if isinstance(part, list) else key] = value
    return result
