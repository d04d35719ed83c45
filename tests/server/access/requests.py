"""What is sent for each row of the table of access that is a route: a request that is valid."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from redcathedral.ai.puzzles.puzzle import load
from redcathedral.box.entered_box import EnteredBox
from redcathedral.box.share_code import share_code
from redcathedral.box.source import DEFAULT_EDITION
from redcathedral.server.features.notifications.links import Purpose
from tests.server.access.scene import OPEN, SEAT, SPECTATORS, Scene
from tests.server.access.server import Device
from tests.server.harness import Json
from tests.server.run.test_page import changed_edition

Fill: TypeAlias = Callable[[Scene, Device], Any]


@dataclass(frozen=True)
class Case:
    """How a row is asked: values for the braces of its path, the query and the body.

    What ``changes`` the table is allowed at a new one each time, which has the visitor and these
    ``roles``; ``before`` is done at a table once.
    """

    values: Fill = lambda scene, _: [scene.id]
    query: Json = field(default_factory=dict)
    body: Fill = lambda _, __: None
    changes: bool = False
    roles: Collection[str] = ()
    before: Callable[[Scene], object] = lambda _: None
    after: Callable[[Scene], object] = lambda _: None
    kind: str = "running"  # which of the tables it is about


def fixed(value: object) -> Fill:
    """The same for all visitors."""
    return lambda _, __: value


def at(*values: str) -> Fill:
    """The table, and something there."""
    return lambda scene, _: [scene.id, *values]


def known_note(scene: Scene, _: Device) -> Json:
    """A note in place of the one that is there."""
    who = scene.devices.get("seat", scene.host)
    note: Json = scene.server.get(who, f"{scene.path}/note?seat={SEAT}")
    return {"number": note["number"], "text": note["text"] or "written"}


def first_ban(scene: Scene, _: Device) -> list[str]:
    """Return the first ban of a table. A local table never has one."""
    bans = scene.server.ask(scene.host, "GET", f"{scene.path}/bans").json()
    return [scene.id, bans[0]["id"] if bans else "none"]


def moving(scene: Scene, _: Device) -> list[str]:
    """A link that another device has made."""
    return [str(scene.server.do(Device(cookie="o" * 43), "POST", "/api/mine/link")["secret"])]


def setup_code(scene: Scene, _: Device) -> list[str]:
    """The code of the set-up of a game."""
    return [str(scene.server.get(scene.host, f"{scene.path}/setup")["code"])]


def edition_key(scene: Scene, _: Device) -> list[str]:
    """The edition of new games."""
    return [str(scene.server.get(scene.host, "/api/server")["edition"])]


def record(scene: Scene, _: Device) -> str:
    """The record of a game."""
    return scene.server.ask(scene.host, "GET", f"{scene.path}/record").text


def subscription(scene: Scene, who: Device) -> Json:
    """The push address of a browser; each device has another."""
    endpoint = f"{scene.server.deaf}{who.cookie}"
    return {"language": "en", "push": {"endpoint": endpoint, "keys": KEYS}}


def own_address(scene: Scene, who: Device) -> list[str]:
    """An address of the device that asks; nobody has none."""
    known: Json = {}
    if not who.unknown:
        known = scene.server.do(who, "POST", "/api/notify", subscription(scene, who))
    return [known["addresses"][0]["id"] if known else "x" * 22]


def foreign_address(scene: Scene, _: Device) -> list[str]:
    """An address of another device."""
    return own_address(scene, Device(cookie="o" * 43))


def message_link(purpose: Purpose) -> Fill:
    """The secret in a message to another device."""
    return lambda scene, _: [scene.server.secret_of(foreign_address(scene, _)[0], purpose)]


def uploaded(scene: Scene, who: Device) -> list[str]:
    """An edition that no game is played with; with a token, one that is there: it is refused."""
    if scene.server.mode != "own":
        return edition_key(scene, who)
    answer = scene.server.ask(scene.host, "POST", "/api/editions", changed_edition())
    assert answer.status_code == 201, answer.text
    return [str(answer.json()["key"])]


def invited(colour: str | None) -> Fill:
    """A new link to a seat or for spectators."""
    return lambda scene, _: [scene.link(colour)]


def free_open_seat(scene: Scene) -> None:
    """Open the seat again that somebody has taken."""
    scene.server.do(scene.host, "DELETE", f"{scene.path}/seats/{OPEN}")


def restore_spectator(scene: Scene) -> None:
    """Let the spectator come again, where there is one."""
    if "spectator" in scene.devices:
        scene.enter("spectator")


NAMED: Final = fixed({"name": "Somebody"})
TWO: Final[Json] = {"seats": [{"colour": "red"}, {"colour": "blue"}]}
PAD: Final[Json] = {
    **TWO,
    "pad": [{"prestige": n, "cards": [0] * 4, "ornaments": [0] * 4} for n in (1, 2)],
}
KEYS: Final[Json] = {  # of the example in RFC 8291
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkN"
    "toIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
NOTHING: Final = fixed([])
NO_TEXT: Final = b"\xff"

# What is asked for each row, by what it does.
CASES: Final[dict[str, Case]] = {
    # about no table
    "open the page": Case(NOTHING),
    "load a file of the page": Case(fixed(["icon.svg"])),
    "ask if the server runs": Case(NOTHING),
    "ask if it takes new pages": Case(NOTHING),
    "read metrics on the server's machine": Case(NOTHING),
    "ask what the server is": Case(NOTHING),
    "read the texts": Case(fixed(["en"])),
    "read the rules": Case(fixed(["en"]), {"find": "R1.1"}),
    "see a step of a lesson": Case(fixed(["first", "1"])),
    "play a step of a lesson": Case(fixed(["first", "1"])),
    "list the puzzles": Case(NOTHING, {"day": "2026-11-25"}),
    "play a puzzle": Case(fixed([load().puzzles[0].id])),
    "try a mistake again": Case(fixed(["no-table.3"])),
    "draw a set-up for the box": Case(NOTHING, body=fixed({"players": 2})),
    "look up a set-up": Case(setup_code),
    "choose a deal": Case(NOTHING, {"opponent": "ivan"}),
    "look up a deal": Case(fixed(["ivan~2023-11-01"])),
    "compare a game of no deal": Case(fixed(["master~2023-11-01"]), body=record),
    "check a position of the box": Case(NOTHING, body=fixed(TWO)),
    "score a game with the box": Case(NOTHING, body=fixed(PAD)),
    "see an edition": Case(edition_key),
    "save an edition as a file": Case(edition_key),
    "see the tables of an edition": Case(edition_key),
    "check a box that is entered": Case(NOTHING, body=fixed({})),
    "open the box of a link": Case(fixed([share_code(EnteredBox())])),
    "open the file of a box": Case(NOTHING, body=fixed(changed_edition())),
    "upload an edition": Case(NOTHING, body=fixed(changed_edition())),
    "upload what is no edition": Case(NOTHING, body=fixed(NO_TEXT)),
    "remove an edition": Case(uploaded),
    "remove an edition that is not there": Case(fixed(["nothing"])),
    "list the games": Case(NOTHING),
    "begin a local game": Case(NOTHING, body=fixed({**TWO, "access": "house"})),
    "begin a private game": Case(NOTHING, body=fixed({**TWO, "access": "private"})),
    "upload a record": Case(NOTHING, body=record),
    "upload a record with an edition": Case(NOTHING, {"edition": DEFAULT_EDITION}, record),
    "upload a record with no such edition": Case(NOTHING, {"edition": "nothing"}, record),
    "upload what is no record": Case(NOTHING, body=fixed(NO_TEXT)),
    "list your own names": Case(NOTHING),
    "list your own games": Case(NOTHING),
    "see your own statistics": Case(NOTHING),
    "see results with people": Case(NOTHING),
    "save your own games": Case(NOTHING),
    "forget an own name": Case(NOTHING, {"name": "Nobody by that name"}),
    "make a link for another device": Case(NOTHING),
    "take the seats of another device": Case(moving),
    "list the device's addresses": Case(NOTHING),
    "add an address": Case(NOTHING, body=subscription),
    "set quiet hours": Case(NOTHING, body=fixed({"quiet": None})),
    "try an own address": Case(own_address),
    "try an address of another device": Case(foreign_address),
    "remove an own address": Case(own_address),
    "remove an address of another device": Case(foreign_address),
    "see the question of a message": Case(message_link("confirm")),
    "answer the question of a message": Case(message_link("confirm")),
    "see the way out of messages": Case(message_link("unsubscribe")),
    "take the way out of messages": Case(message_link("unsubscribe")),
    "forget the device": Case(NOTHING),
    "list the server's bans": Case(NOTHING),
    "end a server ban": Case(fixed(["none"])),
    "find the description of the server": Case(NOTHING),
    "read the description of the server": Case(NOTHING),
    "look further in the description": Case(fixed(["openapi.json"])),
    "see a link to a private table": Case(lambda scene, _: [scene.private.link(OPEN)]),
    "follow a link to a private table": Case(
        lambda scene, _: [scene.private.link(OPEN)], body=NAMED
    ),
    # about a table
    "see the table": Case(),
    "see it live": Case(),
    "see its past": Case(),
    "see its summary": Case(),
    "see its set-up": Case(),
    "see its season": Case(),
    "save its season": Case(),
    "set its season": Case(query={"name": "Autumn"}),
    "see its deal result": Case(),
    "save its record": Case(query={"names": "true"}),
    "see its analysis": Case(),
    "save its analysis": Case(at("json")),
    "analyse a game that is not over": Case(before=lambda scene: scene.allow_hints()),
    "analyse a game that is over": Case(kind="over"),
    "stop its analysis": Case(),
    "branch from it": Case(body=fixed({"log": 0})),
    "begin the next game": Case(body=fixed({"setup": False}), kind="over"),
    "read the note of the seat": Case(query={"seat": SEAT}),
    "write the note of the seat": Case(query={"seat": SEAT}, body=known_note),
    "take an open seat": Case(at(OPEN), body=NAMED, after=free_open_seat),
    "rename the seat": Case(at(SEAT), body=NAMED),
    "let a bot take an open seat": Case(at(OPEN), body=fixed({"bot": "random"}), changes=True),
    "free the seat": Case(at(SEAT), after=lambda scene: scene.enter("seat")),
    "make a link to the seat": Case(body=fixed({"seat": SEAT})),
    "make a link for spectators": Case(body=fixed({})),
    "end the link to the seat": Case(at(SEAT)),
    "end the link for spectators": Case(at(SPECTATORS), after=restore_spectator),
    "list the bans": Case(),
    "ban the seat": Case(body=fixed({"seat": SEAT}), changes=True, roles=("seat",)),
    "ban the seat from the server": Case(
        body=fixed({"seat": SEAT, "everywhere": True}), changes=True, roles=("seat",)
    ),
    "remove what the seat wrote": Case(at(SEAT), changes=True, roles=("seat",)),
    "end a ban": Case(first_ban, changes=True, roles=("banned",)),
    "see a link to a seat": Case(invited(OPEN)),
    "follow a link to a seat": Case(invited(OPEN), body=NAMED),
    "see a link for spectators": Case(invited(None)),
    "follow a link for spectators": Case(invited(None), body=NAMED),
    "remove it while others play": Case(changes=True, roles=("seat",)),
    "remove it where nobody else plays": Case(changes=True, kind="alone"),
}
