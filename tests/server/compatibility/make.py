"""Makes ``eb91d14``: a database by a server of that version, and what that server shows of it.

README.md says how to run it.
"""

from __future__ import annotations

import json
import lzma
import random
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from redcathedral.engine import playout
from redcathedral.record import read
from redcathedral.server.core.table import seated_game
from redcathedral.server.core.visitor import COOKIE, secret_hash
from redcathedral.server.features.notifications.links import secret_of
from redcathedral.server.features.notifications.settings import read_settings
from redcathedral.server.features.notifications.sql import NotificationStore
from redcathedral.server.sql.store import DATABASE_FILE, SqlStore
from tests.ai.analysis.endings import last_turns
from tests.record.games import text
from tests.server.compatibility.facts import Devices, Json, shown_by
from tests.server.core.test_play_state import wait_for_presence
from tests.server.fake_clock import FakeClock
from tests.server.features.notifications.browser import Browser
from tests.server.features.plans.test_plans import CLAIM, send_plan
from tests.server.harness import Client, Page, decide, play_out, serving
from tests.server.run.test_page import changed_edition

NAMES = ("ana", "boris", "eva", "guest")
BOTS = ("random", "greedy", "master:nodes=40", "mcts:nodes=7")
DAY = 24 * 3600
TWO: Json = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Борис"}]}
OPTIONS: Json = {
    "workshop_side": "advanced",
    "sides": {"green": "basic"},
    "prestige_for_rubles": "one_moment",
    "limited_rubles": True,
    "ivan_recognition_tile": "once",
    "final_roll": "leaves_open",
}
SETTINGS = read_settings(
    "https://cathedral.example", "smtp://127.0.0.1:9", "table@example.org", ["127.0.0.0/8"]
)


class Maker:
    """A server of the old version with four devices, and the tables made so far."""

    def __init__(self, folder: Path, devices: Devices, clock: FakeClock) -> None:
        self.folder = folder
        self.devices = devices
        self.clock = clock
        self.tables: dict[str, str] = {}
        self.secrets: dict[str, str] = {}
        self.chance = random.Random(7)

    def __getitem__(self, device: str) -> Client:
        return self.devices[device]

    def new(self, name: str, wish: Json, device: str = "ana") -> str:
        self.tables[name] = self[device].create_table(wish)
        return self.tables[name]

    def send(self, path: str, device: str = "ana", method: str = "POST", **data: object) -> Json:
        """The answer of a request that must succeed."""
        answer = self[device].http.request(method, f"/api/{path}", json=data)
        assert answer.is_success, (path, answer.text)
        found: Json = answer.json() if answer.content else {}
        return found

    def link(self, name: str, seat: str | None) -> str:
        """The secret of a new link to a seat, or for spectators."""
        made = self.send(f"tables/{self.tables[name]}/links", seat=seat)
        self.secrets[f"{name}/{seat or '-'}"] = made["secret"]
        return str(made["secret"])

    def take(self, page: Page, count: int, *others: Page) -> None:
        """Make some decisions."""
        for _ in range(count):
            act(page, type="play", decision=decide(page.now["legal"], self.chance))
        together(page, *others)


def until(page: Page, wanted: Callable[[Json], object]) -> None:
    """Receive messages until this is true of the table."""
    while not wanted(page.now):
        message = page.receive()
        assert message["type"] not in ("refused", "gone"), message


def together(page: Page, *others: Page) -> None:
    """Let all see what the page has seen."""
    for other in others:
        until(other, lambda now: now["number"] >= page.now["number"])


def act(page: Page, *others: Page, type: str, **fields: object) -> Json:
    """A command that changes the table, seen by all."""
    number = page.now["number"]
    page.send_command(type, **fields)
    until(page, lambda now: now["number"] > number)
    together(page, *others)
    return page.now


# --- the tables


def alone(make: Maker) -> None:
    """A hot seat: settings, decisions taken back and played again, hints, another set-up alike."""
    table = make.new("alone", {**TWO, "auto_end": True})
    page = make["ana"].open_page(table)
    act(page, type="settings", auto_end=False)
    make.take(page, 12)
    while page.now["can"]["undo"]:
        act(page, type="undo")
    act(page, type="ask", what="takeback")
    act(page, type="redo")
    act(page, type="allow-hints")
    page.send_command("hints")
    until(page, lambda now: now["is_hinted"])
    setup = make["ana"].http.get(f"/api/tables/{table}/setup").json()["code"]
    make.secrets["setup"] = setup
    make.new("setup", {**TWO, "setup": setup})
    make.tables["branch"] = make.send(f"tables/{table}/branch", log=5)["id"]


def finished(make: Maker) -> None:
    """A game to its end, its rematch, and the end of a record with its analysis."""
    wish = {"seats": [TWO["seats"][0], {"colour": "blue", "kind": "bot", "bot": "random"}]}
    table = make.new("finished", wish)
    play_out(make["ana"].open_page(table), make.chance)
    make.tables["rematch"] = make.send(f"tables/{table}/rematch", setup=True)["id"]
    record = last_turns(read(text("2p-basic-02")), 2).text()
    answer = make["ana"].http.post("/api/tables/load", content=record)
    make.tables["analysed"] = loaded = str(answer.json()["id"])
    make.send(f"tables/{loaded}/analysis")
    while make["ana"].http.get(f"/api/tables/{loaded}/analysis").json()["progress"] == "working":
        pass


def solo(make: Maker) -> None:
    """Against Ivan with dice at the table, a corrected roll, and every option changed."""
    seats = [{"colour": "green", "name": "Ana"}, {"colour": "yellow", "kind": "ivan"}]
    table = make.new("solo", {"seats": seats, "own_dice": True, "options": OPTIONS})
    page = make["ana"].open_page(table)
    for step in range(60):
        if roll := page.now["roll"]:
            tiles = make.chance.sample(roll["tiles"], len(roll["tiles"]))
            faces = [make.chance.randint(1, 6) for _ in roll["dice"]]
            act(page, type="roll", **({"tiles": tiles} if tiles else {"faces": faces}))
            if faces and step < 30 and page.now["can"]["undo"]:
                act(page, type="undo")
        else:
            make.take(page, 1)


def bots(make: Maker) -> None:
    """Bots alone up to the cap; bots with options, and an edition of a user."""
    seats = [{"colour": "red", "kind": "bot", "bot": "random"}]
    seats += [{"colour": "blue", "kind": "bot", "bot": "apprentice"}]
    usual = playout.TURNS_PER_SEAT
    vars(seated_game)["TURNS_PER_SEAT"] = 2
    page = make["ana"].open_page(make.new("capped", {"seats": seats}))
    until(page, lambda now: now["over"])
    vars(seated_game)["TURNS_PER_SEAT"] = usual
    upload = make["ana"].http.post("/api/editions", content=changed_edition().encode())
    key = upload.json()["key"]
    seats = [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "bot", "bot": BOTS[2]}]
    seats += [{"colour": "green", "kind": "bot", "bot": BOTS[3]}]
    wish = {"seats": seats, "edition": key, "options": {"first_game": True}}
    page = make["ana"].open_page(make.new("edition", wish))
    for _ in range(2):
        make.take(page, 1)
        until(page, lambda now: now["legal"])


def open_seats(make: Maker) -> None:
    """A private game of three: links, a bot at an open seat, a plan, a note, a chat, moves."""
    seats: list[Json] = [{"colour": "red", "name": "Ana"}]
    seats += [{"colour": colour, "is_open": True} for colour in ("blue", "green", "yellow")]
    table = make.new("private", {"seats": seats, "access": "private"})
    for seat in ("blue", "green", None):
        make.link("private", seat)
    make.send(f"tables/{table}/seats/yellow/bot", method="PUT", bot="greedy")
    make.send(f"join/{make.secrets['private/blue']}", "boris", name="Борис")
    make.send(f"join/{make.secrets['private/-']}", "guest")
    make.send(f"join/{make.secrets['private/green']}", "eva", name="Éva")
    make.send(f"tables/{table}/seats/blue", "boris", method="DELETE")
    make.send(f"join/{make.link('private', 'blue')}", "boris", name="Boris")
    make.send(f"tables/{table}/seats/blue/name", "boris", method="PUT", name="Борис #1"[:5])
    red, blue = make["ana"].open_page(table), make["boris"].open_page(table)
    green = make["eva"].open_page(table)
    act(red, blue, green, type="allow-hints")
    act(blue, red, green, type="allow-hints")
    act(green, red, blue, type="allow-hints")
    act(blue, red, green, type="allow-hints", allowed=False)
    send_plan(blue, *CLAIM, shows=False)
    make.send(f"tables/{table}/note?seat=blue", "boris", method="PUT", number=0, text="Holz!")
    for page, seat, line in (
        (red, "red", "Hello"),
        (blue, "blue", "Привет"),
        (green, "green", "x"),
    ):
        page.send_chat_line(seat, line)
        while page.receive()["type"] != "chat":
            pass
    blue.close()
    while red.now["due"]["seat"] == "red":
        make.take(red, 1)
    make.secrets["move"] = make.send("mine/link", "boris")["secret"]
    public = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}]}
    make.new("open", {**public, "access": "public"})
    make.new("closed", {**public, "access": "private"}, "boris")
    gone = make.new("forgotten", {**public, "access": "public"}, "boris")
    make.send(f"tables/{gone}/seats/blue", "eva", name="Gone")
    for device, seat in (("boris", "red"), ("eva", "blue")):
        page = make[device].open_page(gone)
        page.send_chat_line(seat, f"from {seat}")
        while page.receive()["type"] != "chat":
            pass
        page.close()
    assert make["eva"].http.delete("/api/mine", params={"name": "Gone"}).status_code == 204


def together_played(make: Maker) -> None:
    """Clocks of all three kinds: questions, pauses, bots for people, an agreement."""
    clock: Json = {"kind": "bank", "time": 600, "increment": 5}
    table = make.new("agreed", {**TWO, "clock": clock, "stand_in": "random"})
    red, blue = (make["ana"].open_page(table, seat=seat) for seat in ("red", "blue"))
    running(red, blue)
    while red.now["due"]["seat"] == "red":
        make.take(red, 1, blue)
    make.clock.move(7)
    act(red, blue, type="ask", what="takeback")
    act(blue, red, type="answer", what="takeback", agreed=False)
    act(red, blue, type="ask", what="pause")
    act(blue, red, type="answer", what="pause", agreed=True)
    act(red, blue, type="go-on")
    act(red, blue, type="agree")
    act(red, blue, type="agree", agreed=False)
    act(red, blue, type="agree")
    act(blue, red, type="agree")
    for page in (red, blue):
        page.close()

    seats = [{"colour": colour} for colour in ("red", "blue", "green")]
    turn: Json = {"kind": "turn", "time": 45}
    table = make.new("stand-ins", {"seats": seats, "clock": turn, "stand_in": "random"})
    red, blue, green = (make["ana"].open_page(table, seat=each["colour"]) for each in seats)
    running(red, blue, green)
    make.clock.move(46)
    until(red, lambda now: now["due"]["seat"] == "blue")
    together(red, blue, green)
    act(red, blue, green, type="come-back", seat="red")
    act(blue, red, green, type="give-up", seat="blue")
    until(red, lambda now: now["due"]["seat"] == "green")
    together(red, green)
    act(green, red, type="ask", what="pause")
    act(red, green, type="answer", what="pause", agreed=True)
    green.close()
    wait_for_presence(red, make.clock, lambda shown: "green" not in shown["here"])
    make.clock.move(60)
    wait_for_presence(red, make.clock, lambda shown: "green" in shown["away"])
    act(red, type="ask", what="stand-in", seat="green")
    for page in (red, blue):
        page.close()
    path = f"/api/tables/{table}"
    while not make["ana"].http.get(path).json()["play_state"]["clock"]["is_held"]:
        make.clock.move(2)

    days: Json = {**TWO, "clock": {"kind": "days", "time": 3}, "stand_in": "random"}
    page = make["ana"].open_page(make.new("days", days), seat="red")
    make.take(page, 1)
    page.close()


def running(*pages: Page) -> None:
    """Wait until the clock of a table runs."""
    until(pages[0], lambda now: not now["play_state"]["clock"]["is_held"])
    together(pages[0], *pages[1:])


def addresses(make: Maker) -> None:
    """One address of each channel, and one that has ended."""
    push = Browser("https://127.0.0.1:8443/push").subscription
    keys = {"p256dh": push.keys.p256dh, "auth": push.keys.auth}
    quiet = {"start": "22:00", "end": "07:30", "zone": "Europe/Prague"}
    make.send("notify", language="cs", push={"endpoint": push.endpoint, "keys": keys}, quiet=quiet)
    make.send("notify", language="en", mail="ana@example.org")
    make.send("notify", language="de", webhook="https://127.0.0.1:8443/hook")
    make.send("notify", "boris", language="pl", webhook="https://127.0.0.1:8443/boris")
    made = make.send("notify", "eva", language="en", webhook="https://127.0.0.1:8443/other")
    make.send(f"notify/{made['addresses'][0]['id']}", "eva", method="DELETE")
    with closing(SqlStore.in_folder(make.folder)) as store:
        for device, kind in (("ana", "mail"), ("boris", "webhook")):
            device_hash = secret_hash(make[device].http.cookies[COOKIE])
            found = store.part(NotificationStore).addresses(device_hash)
            row = next(row for row in found if row.kind == kind)
            for purpose in ("confirm", "unsubscribe"):
                make.secrets[f"{purpose}/{kind}"] = secret_of(row, purpose)
    secret = make.secrets["confirm/webhook"]
    assert make["guest"].http.post(f"/api/notify/confirm/{secret}").status_code == 200


STEPS: Sequence[Callable[[Maker], None]] = (
    addresses,
    solo,
    bots,
    open_seats,
    together_played,
    alone,
    finished,
)


def main(target: Path) -> None:
    """Make the files of the folder."""
    clock = FakeClock()
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        with serving(folder, bots=BOTS, clock=clock, messages=SETTINGS) as first:
            others = [Client(first.url) for _ in NAMES[1:]]
            for each in others:
                stack.callback(each.close)
            make = Maker(folder, dict(zip(NAMES, [first, *others], strict=True)), clock)
            for step in STEPS:
                print(step.__name__, flush=True)
                step(make)
        cookies = {each: dict(make[each].http.cookies) for each in NAMES}
        with serving(folder, bots=BOTS, clock=clock, messages=SETTINGS) as first:
            shown_by(first.url, cookies, make.tables)  # it stops clocks that ran at the end
        with closing(sqlite3.connect(folder / DATABASE_FILE)) as connection:
            connection.execute("vacuum into ?", (str(target / DATABASE_FILE),))
        packed = lzma.compress((target / DATABASE_FILE).read_bytes(), preset=9)
        (target / DATABASE_FILE).unlink()
        (target / f"{DATABASE_FILE}.xz").write_bytes(packed)
        with serving(folder, bots=BOTS, clock=clock, messages=SETTINGS) as first:
            shown = shown_by(first.url, cookies, make.tables)
    answers = {
        "at": clock.now(),
        "tables": make.tables,
        "cookies": cookies,
        "secrets": make.secrets,
        "shown": shown,
    }
    content = json.dumps(answers, ensure_ascii=False, separators=(",", ":"))
    (target / "shown.json.xz").write_bytes(lzma.compress(content.encode(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
