"""Who may do and see what: every route, command and message as every kind of visitor.

``access.txt`` is the table.  Each of its cells is tried at real servers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from litestar.routes import HTTPRoute
from msgspec import Struct

from redcathedral.server.binding import litestar_app
from tests.ai.analysis.weights import LITTLE
from tests.server.access.commands import COMMANDS, check_commands
from tests.server.access.doors import SOCKET, Tables, check_routes
from tests.server.access.messages import EVENTS, check_fields, check_messages, new_scene
from tests.server.access.requests import CASES
from tests.server.access.scene import Scene
from tests.server.access.server import AccessServer, access_server
from tests.server.access.table import FILE, Section, read_table
from tools.protocol_types import page_commands, page_messages

pytestmark = pytest.mark.xdist_group("access")
MODES: Final = ("own", "lan", "club")
ACCESSES: Final = {
    "a local table": "house",
    "a private table": "private",
    "a public table": "public",
}
TABLE: Final = read_table(FILE.read_text())
SERVER: Final = TABLE.sections["the server"]
ITSELF: Final = TABLE.sections["what the server says of itself"]


def sections(kind: str) -> list[Section]:
    """The three sections of a kind."""
    return [TABLE.sections[f"{kind}{title}"] for title in ACCESSES]


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, AccessServer]]:
    """A server of each kind; where there is memory to keep files in, nothing waits for a disk."""
    memory = Path("/dev/shm")
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("redcathedral.server.features.hints.feature.BUDGET", LITTLE)
        folder = TemporaryDirectory(dir=memory if memory.is_dir() else None)
        path = Path(stack.enter_context(folder))
        yield {mode: stack.enter_context(access_server(path / mode, mode)) for mode in MODES}


@pytest.fixture(scope="module")
def local_tables(servers: dict[str, AccessServer]) -> dict[str, Tables]:
    """The local tables at each server."""
    return {mode: Tables(server, "house") for mode, server in servers.items()}


def assert_none(problems: list[str]) -> None:
    """Fail with all that differs from the table."""
    assert not problems, "\n" + "\n".join(problems)


# --- the table has all that there is


def test_every_route_is_in_the_table() -> None:
    found = {
        f"{method} {route.path_format}"
        for route in litestar_app().routes
        for method in (route.methods if isinstance(route, HTTPRoute) else {SOCKET})
        if method != "OPTIONS"
    }
    at_tables = {route for route in found if "/tables/{" in route}
    assert SERVER.names | at_tables == found
    for section in sections(""):
        assert at_tables <= section.names <= found, section.title


def tags(kinds: Iterable[type[Struct]]) -> set[str]:
    """The names of messages."""
    return {str(kind.__struct_config__.tag) for kind in kinds}


def test_every_command_and_message_is_in_the_table() -> None:
    for section in sections("commands at "):
        assert section.names == tags(page_commands()), section.title
    for section in sections("messages at "):
        assert section.names == tags(page_messages()), section.title


def test_every_row_is_tried_and_nothing_else() -> None:
    for prefix, tried in (("", CASES), ("commands at ", COMMANDS), ("messages at ", EVENTS)):
        parts = [*sections(prefix), *([SERVER] if tried is CASES else [])]
        assert {row.what for section in parts for row in section.rows} == {*tried}


# --- and what it says is so


halves = pytest.mark.parametrize("half", [0, 1])


def half_of(section: Section, half: int) -> Section:
    """The first or the second half of the rows of a section."""
    middle = len(section.rows) // 2
    return replace(section, rows=section.rows[middle:] if half else section.rows[:middle])


def rows_of(section: Section, mode: str) -> Section:
    """The rows of a section with the visitors of one kind of server."""
    return replace(
        section,
        rows=[
            replace(row, cells={key: row.cells[key] for key in row.cells if key.startswith(mode)})
            for row in section.rows
        ],
    )


@halves
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("section", [SERVER, *sections("")[:1]], ids=lambda one: one.title)
def test_routes_in_each_kind_of_server(
    section: Section, mode: str, half: int, local_tables: dict[str, Tables]
) -> None:
    def place(visitor: str) -> tuple[Tables, str]:
        return local_tables[mode], visitor.partition(".")[2]

    assert_none(check_routes(TABLE, rows_of(half_of(section, half), mode), place))


def test_what_the_server_says_of_itself(local_tables: dict[str, Tables]) -> None:
    for row in ITSELF.rows:
        for visitor, cell in ITSELF.cells(row.what):
            mode, _, role = visitor.partition(".")
            tables = local_tables[mode]
            server_info = tables.server.get(tables.shared("running").devices[role], "/api/server")
            assert server_info[row.name] == (cell == "yes"), f"{row.what} | {visitor}"


@halves
@pytest.mark.parametrize("section", sections("")[1:], ids=lambda one: one.title)
def test_routes_of_a_table(section: Section, half: int, servers: dict[str, AccessServer]) -> None:
    tables = Tables(servers["club"], ACCESSES[section.title])
    assert_none(check_routes(TABLE, half_of(section, half), lambda visitor: (tables, visitor)))


def scene_of(section: Section, server: AccessServer) -> Scene:
    """A table of the kind that a section is about."""
    access = next(access for title, access in ACCESSES.items() if title in section.title)
    return new_scene(server, access)


@halves
@pytest.mark.parametrize("section", sections("commands at "), ids=lambda one: one.title)
def test_commands(section: Section, half: int, servers: dict[str, AccessServer]) -> None:
    assert_none(
        check_commands(TABLE, half_of(section, half), lambda: scene_of(section, servers["club"]))
    )


@pytest.mark.parametrize("section", sections("messages at "), ids=lambda one: one.title)
def test_messages(section: Section, servers: dict[str, AccessServer]) -> None:
    assert_none(check_messages(TABLE, section, scene_of(section, servers["club"])))


@pytest.mark.parametrize("section", sections("fields at "), ids=lambda one: one.title)
def test_fields(section: Section, servers: dict[str, AccessServer]) -> None:
    assert_none(check_fields(section, scene_of(section, servers["club"])))
