"""The check of routes: each visitor requests each route, and the answer must match the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final

from tests.server.access.requests import CASES, Case
from tests.server.access.scene import NAMES, ROLES, SEAT, Scene
from tests.server.access.server import AccessServer, Device
from tests.server.access.table import AccessTable, Row, Section

NOTE: Final = "a note for the seat alone"
SOCKET: Final = "SOCKET"
MOST: Final = 10  # problems that are reported: after each one the tables are made again
# The results of opening a socket, as the status and code of a request.
SOCKETS: Final = {
    "ok": "200",
    "unknown-table": "404 unknown-table",
    "unknown-puzzle": "404 unknown-puzzle",
    "banned": "403 banned",
    "refused": "401 token",  # the browser learns no more
}


class Tables:
    """The tables of a section, made when they are needed, and again where one was changed."""

    def __init__(self, server: AccessServer, access: str) -> None:
        self.server = server
        self.access = access
        self._shared: dict[str, Scene] = {}

    def shared(self, kind: str) -> Scene:
        """The table that is asked for all that changes nothing."""
        scene = self._shared.get(kind)
        if scene is None:
            scene = self._shared[kind] = self.new(kind, ROLES)
            if kind != "alone":
                write_note(scene)
        return scene

    def new(self, kind: str, roles: Iterable[str]) -> Scene:
        """Create a separate table."""
        others = ("seat", "other") if kind == "alone" else ()
        scene = Scene(self.server, self.access, [role for role in roles if role not in others])
        if kind == "over":
            scene.end()
        return scene

    def forget(self, kind: str) -> None:
        """Make the shared table again: something was allowed there that should not be."""
        self._shared.pop(kind, None)


def check_routes(
    table: AccessTable, section: Section, place: Callable[[str], tuple[Tables, str]]
) -> list[str]:
    """Return the differences from a section; ``place`` returns the tables and role of a visitor.

    Requests that must be refused are sent first, while the tables are unchanged.
    """
    found = (
        _problem(table, section, row, visitor, cell, *place(visitor))
        for row in section.rows
        for visitor, cell in sorted(section.cells(row.what), key=lambda each: each[1] == "ok")
    )
    return list(islice(filter(None, found), MOST))


def _problem(
    table: AccessTable,
    section: Section,
    row: Row,
    visitor: str,
    cell: str,
    tables: Tables,
    role: str,
) -> str:
    case = CASES[row.what]
    is_allowed = cell == "ok"
    if is_allowed and case.changes:
        scene = tables.new(case.kind, {role, *case.roles})
    else:
        scene = tables.shared(case.kind)
    scene.prepare(row.what, case.before)
    said, text = asked(scene, row, case, scene.devices[role])
    place = f"{section.title} | {row.what} ({row.name}) | {visitor}"
    if said != table.meaning(cell) and not (is_allowed and said.startswith("2")):
        tables.forget(case.kind)
        return f"{place}: the table says {table.meaning(cell)}, the server says {said}"
    if is_allowed and not case.changes:
        case.after(scene)
    leaked = [word for word in _secrets(tables.access, role, is_allowed) if word in text]
    return f"{place}: the answer has {leaked[0]!r}" if leaked else ""


def asked(scene: Scene, row: Row, case: Case, visitor: Device) -> tuple[str, str]:
    """Send the request of a row; the status with the code of a refusal, and the whole text."""
    method, _, path = row.name.partition(" ")
    values = iter(case.values(scene, visitor))
    path = re.sub(r"{\w+}", lambda _: str(next(values)), path)
    if method == SOCKET:
        code = scene.server.first_word(visitor, path)
        return SOCKETS.get(code, code), code
    answer = scene.server.ask(visitor, method, path, case.body(scene, visitor), **case.query)
    is_refused = answer.status_code >= 400 and "json" in answer.headers["content-type"]
    code = f" {answer.json()['code']}" if is_refused else ""
    return f"{answer.status_code}{code}", answer.text


def _secrets(access: str, role: str, is_allowed: bool) -> list[str]:
    """What no answer may have in it: the note of another seat, and names where it is refused."""
    hidden = [] if access == "house" or role == "seat" else [NOTE]
    return hidden if is_allowed else [*hidden, *NAMES.values()]


def write_note(scene: Scene) -> None:
    """Let the seat write something for itself."""
    visitor = scene.devices.get("seat", scene.host)
    scene.server.do(visitor, "PUT", f"{scene.path}/note?seat={SEAT}", {"number": 0, "text": NOTE})
