"""What each visitor is sent: the kinds of messages, and the fields that differ between visitors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Final, TypeAlias

from redcathedral.server.core.wire.protocol import AskHints, Heartbeat, PlayDecision, Undo
from redcathedral.server.features.chat.wire import Say
from redcathedral.server.features.plans.wire import PlanTurn
from tests.server.access.live import CLOCK, FIRST, LiveTable
from tests.server.access.scene import COLOURS, HOST, NAMES, OTHER, SEAT, SPECTATORS, Scene
from tests.server.access.server import AccessServer
from tests.server.access.table import AccessTable, Section
from tests.server.harness import Json

SENT: Final = "sent"
NOT: Final = "not"
LINE: Final = "a line of the seat"
Heard: TypeAlias = Mapping[str, list[Json]]


def new_scene(server: AccessServer, access: str) -> Scene:
    """A table at which all seats are taken, with a clock."""
    return Scene(server, access, colours=(SEAT, HOST, OTHER), clock=CLOCK)


def _all(live: LiveTable) -> Heard:
    return {role: live.sent(role) for role in live.pages}


def _welcome(live: LiveTable) -> Heard:
    return live.welcome


def _decision(live: LiveTable) -> Heard:
    live.send("seat", PlayDecision(live.number, live.legal(FIRST)))
    return _all(live)


def _changes(live: LiveTable) -> Heard:
    watching = LiveTable(live.scene, list(live.pages), "&changes=true")
    live.do("seat", Undo(live.number))
    heard = _all(watching)
    for page in watching.pages.values():
        page.close()
    return heard


def _line(live: LiveTable) -> Heard:
    live.send("seat", Say(SEAT, LINE))
    return _all(live)


def _later(live: LiveTable) -> Heard:
    late = LiveTable(live.scene, list(live.pages))
    for page in late.pages.values():
        page.close()
    return late.welcome


def _plan(live: LiveTable) -> Heard:
    live.begin()
    live.send("seat", PlanTurn(SEAT, [live.legal(FIRST)]))
    return _all(live)


def _hints(live: LiveTable) -> Heard:
    live.agree_to_hints()
    live.run("seat", AskHints(), "hints")  # they are known from now on
    _all(live)
    live.send("seat", AskHints())
    return _all(live)


def _refusal(live: LiveTable) -> Heard:
    live.send("seat", Undo(10**6))
    return _all(live)


def _heartbeat(live: LiveTable) -> Heard:
    live.send("seat", Heartbeat())
    return _all(live)


def _lost_place(live: LiveTable) -> Heard:
    """What an open page is sent when its visitor loses the seat, until it plays none."""
    heard: dict[str, list[Json]] = {}
    scene = Scene(live.scene.server, live.scene.access, ("seat", "other", "spectator"))
    ways = {
        "removed": ("seat", "DELETE", f"/seats/{SEAT}", None),
        "banned": ("other", "POST", "/bans", {"seat": OTHER}),
        "spectator": ("spectator", "DELETE", f"/links/{SPECTATORS}", None),
    }
    for loser, (role, method, path, body) in ways.items():
        page = scene.page(role)
        page.next_table()
        scene.server.do(scene.host, method, f"{scene.path}{path}", body)
        heard[loser] = [page.receive()]
        while heard[loser][-1].get("yours"):
            heard[loser].append(page.receive())
        page.close()
    return heard


def _removal(live: LiveTable) -> Heard:
    """What the pages at a table are sent when it is removed."""
    scene = Scene(live.scene.server, live.scene.access, ("spectator",))
    pages = {role: scene.page(role) for role in ("host", "spectator")}
    for page in pages.values():
        page.next_table()
    scene.server.do(scene.host, "DELETE", scene.path)
    heard: dict[str, list[Json]] = {}
    for role, page in pages.items():
        heard[role] = [page.receive()]
        while heard[role][-1]["type"] != "gone":
            heard[role].append(page.receive())
    return heard


EVENTS: Final[dict[str, Callable[[LiveTable], Heard]]] = {
    "the table, when they come": _welcome,
    "who is here, when they come": _welcome,
    "that there is no table for them": _welcome,
    "the table, when the seat decides": _decision,
    "the changes, when the seat goes back": _changes,
    "a line of the chat, when it is said": _line,
    "the lines of the chat, when they come": _later,
    "the plan of the seat, when it is made": _plan,
    "the plan of the seat, when they come": _later,
    "the hints that the seat asks for": _hints,
    "the refusal of what the seat asks": _refusal,
    "the answer to a sign of life of the seat": _heartbeat,
    "that the place is lost, at an open page": _lost_place,
    "that the table is removed": _removal,
}


def check_messages(table: AccessTable, section: Section, scene: Scene) -> list[str]:
    """Return what differs from a section of messages, whose rows follow each other."""
    live = LiveTable(scene, section.visitors)
    problems: list[str] = []
    for row in section.rows:
        heard = EVENTS[row.what](live)
        for visitor, cell in section.cells(row.what):
            known = (
                heard[visitor]
                if visitor in heard
                else [{"type": "gone", "code": live.refused[visitor]}]
            )
            found = [one for one in known if one["type"] == row.name]
            said = (found[0]["code"] if row.name == "gone" else SENT) if found else NOT
            if said != table.meaning(cell).rpartition(" ")[2]:
                place = f"{section.title} | {row.what} ({row.name}) | {visitor}"
                problems.append(f"{place}: the table says {cell}, the server: {said}")
    return problems


# --- fields


def check_fields(section: Section, scene: Scene) -> list[str]:
    """Return what differs from a section of fields.

    A field without a row must have the same value for all visitors who see it.
    """
    live = LiveTable(scene, section.visitors)
    live.ask()
    tables = {role: messages[0] for role, messages in _later(live).items()}
    seen = {role: _seen(live, role, tables.get(role)) for role in section.visitors}
    problems: list[str] = []
    for row in section.rows:
        for visitor, cell in section.cells(row.what):
            said = _value(seen[visitor], row.name, seen["spectator"])
            if said != cell:
                place = f"{section.title} | {row.what} ({row.name}) | {visitor}"
                problems.append(f"{place}: the table says {cell}, the server says {said}")
    rest = {visitor: _without(seen[visitor], section.names) for visitor in tables}
    return problems + [
        f"{section.title} | {path} | {visitor}: differs, and has no row"
        for visitor, found in rest.items()
        for path in _differences(found, rest["seat"])
    ]


def _seen(live: LiveTable, role: str, table: Json | None) -> Json:
    """What a visitor sees: the table at the socket, and of HTTP the table and the list of games."""
    scene = live.scene
    is_page = scene.access == "house" and role not in scene.devices
    visitor = scene.devices.get(role, scene.host)
    query = {"seat": COLOURS.get(role, SPECTATORS)} if is_page or visitor is scene.host else {}
    again = scene.server.ask(visitor, "GET", scene.path, **query)
    games = scene.server.get(visitor, "/api/tables", which="all")["games"]
    listed = [game for game in games if game["id"] == scene.id]
    names: list[Json] = scene.server.ask(visitor, "GET", "/api/mine").json()
    return {
        "table": table,
        "again": None if table is None else again.json() == table,
        "is_listed": bool(listed),
        "listed": listed[0] if listed and table is not None else None,
        "names": sorted({each["name"] for each in names} & {*NAMES.values()}),
    }


def _value(found: Json, path: str, spectator: Json) -> str:
    """A field in short; of questions it is that of the first."""
    if _at(found, path.partition(".")[0]) is None:
        return "-"
    value = _at(found, path)
    if path == "table.prompt":
        return "watching" if value == _at(spectator, path) else "own"
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None | []:
            return "none"
        case [{}, *_]:
            return "some"
        case list():
            return ",".join(map(str, value))
        case {}:
            return "some"
        case _:
            return str(value)


def _at(found: object, path: str) -> object:
    for name in path.split("."):
        if isinstance(found, list):
            found = found[0] if found else None
        if not isinstance(found, dict):
            return None
        found = found[name]
    return found


def _without(found: Json, paths: set[str]) -> Json:
    rest = deepcopy(found)
    for path in paths:
        *way, name = path.split(".")
        owner = _owner(rest, way)
        if isinstance(owner, dict):
            owner.pop(name, None)
    return rest


def _owner(found: object, way: list[str]) -> object:
    for name in way:
        found = found[name] if isinstance(found, dict) else None
        if isinstance(found, list):
            found = found[0] if found else None
    return found


def _differences(one: object, other: object, path: str = "") -> list[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        names = {**one, **other}
        return [
            difference
            for name in names
            for difference in _differences(one.get(name), other.get(name), f"{path}.{name}")
        ]
    return [] if one == other or not path else [path.lstrip(".")]
