"""docs/reference/protocol.md has every route, command and kind of game list."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from redcathedral.server.core.route import routes_of
from redcathedral.server.core.wire import lobby
from redcathedral.server.features.my_games import wire as mine
from redcathedral.server.registry import feature_classes
from tools.protocol_types import page_commands

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")


def routes() -> set[tuple[str, str]]:
    """Return the method and the path of every route, with * for a parameter."""
    return {
        ((route.method or "websocket").lower(), re.sub(r"\{[^}]*\}", "*", route.path))
        for feature in feature_classes()
        for route, _ in routes_of(feature)
    }


def documented() -> set[tuple[str, str]]:
    """Return the same from the document, which has parameters in capitals."""
    requests = re.findall(r"`(GET|POST|PUT|DELETE) (/api[^`?]*)", PAGE)
    sockets = [("websocket", path) for path in re.findall(r"`(/api/[^`?]*/live)", PAGE)]
    every = [(method.lower(), path) for method, path in requests] + sockets
    return {(method, re.sub(r"\b[A-Z]+\b", "*", path)) for method, path in every}


def test_every_route_is_documented() -> None:
    assert len(routes()) > 50
    assert documented() - {("get", "/api/schema/openapi.json")} == routes()


def test_every_kind_of_list_is_documented() -> None:
    for path, kinds in (
        ("/api/tables?which=&before=", lobby.GAME_KINDS),
        ("/api/mine/games?name=&which=&page=", get_args(mine.Which)),
    ):
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `GET {path}`"))
        words = re.findall(r"`([a-z]+)`", row[row.index("`which` is") :])
        assert set(kinds) <= set(words), path


def test_every_command_is_documented() -> None:
    commands = {command.__struct_config__.tag for command in page_commands()}
    table = PAGE[PAGE.index("| command |") : PAGE.index("### Commands and answers")]
    first = [line.split("|")[1] for line in table.splitlines()[2:] if line]
    assert {word for cell in first for word in re.findall(r"`([\w-]+)`", cell)} == commands
