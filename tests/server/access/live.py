"""The pages of all visitors at one table: what they send, and what each of them is sent."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.play_state import Answer, Ask, ComeBack, GiveUp, Resume
from redcathedral.server.core.wire.protocol import AllowHints, ChangeSettings, PlayDecision, Undo
from redcathedral.server.features.plans.wire import PlanTurn
from tests.server.access.scene import COLOURS, SEAT, Scene
from tests.server.access.server import is_ended
from tests.server.harness import TIMEOUT_SECONDS, Json, Page

FIRST: Final = "claim"  # a decision that can be taken back
ROLL: Final = "die white +0"
CLOCK: Final[Json] = {"kind": "turn", "time": 60}


class LiveTable:
    """A table, and a page of each visitor who may see it; ``refused`` are the others by the code.

    All that a page was sent since it was asked last is in the order in which it came.
    """

    def __init__(self, scene: Scene, visitors: Iterable[str], more: str = "") -> None:
        self.scene = scene
        self.pages: dict[str, Page] = {}
        self.refused: dict[str, str] = {}
        self.welcome: dict[str, list[Json]] = {}
        for role in visitors:
            page = scene.page(role, more)
            first = _receive(page)
            if first["type"] == "gone":
                assert is_ended(page)
                self.refused[role] = first["code"]
            else:
                self.pages[role] = page
                self.welcome[role] = [first, *self.sent(role)]
        for role in self.pages:  # the clock may have started with the last one
            self.sent(role)

    @property
    def now(self) -> Json:
        """The table as the seat's page knows it."""
        return self.pages["seat"].now

    @property
    def number(self) -> int:
        """The version of the table."""
        return int(self.now["number"])

    def send(self, role: str, command: Struct) -> None:
        """Send a command of a page."""
        self.scene.server.is_settled = False
        self._send(role, command)

    def _send(self, role: str, command: Struct) -> None:
        self.pages[role].connection.send(msgspec.json.encode(command).decode())

    def sent(self, role: str, *, is_back: bool = False) -> list[Json]:
        """All that a page was sent meanwhile.

        It asks twice for something that it may not do: what was there before the second refusal
        is all that there was before the first one.
        """
        page = self.pages[role]
        seat: Colour = "green" if role == "host" else "red"  # that is not the page's
        barrier = GiveUp(0, seat) if is_back else ComeBack(0, seat)
        found: list[Json] = []
        self.scene.server.settle()
        for _ in range(2):
            self._send(role, barrier)
            while not _is_refused(message := _receive(page), msgspec.to_builtins(barrier)["type"]):
                found.append(message)
        return found

    def run(self, role: str, command: Struct, shows: str = "table", **how: bool) -> str:
        """Send a command; return `ok` if its result arrives, or the code of the refusal."""
        self.scene.server.settle()
        before = self.number
        self.send(role, command)
        found: list[Json] = []
        while shows == "hints" and not {"hints", "refused"} & {one["type"] for one in found}:
            found.append(_receive(self.pages[role]))
        found += self.sent(role, **how)
        if role != "seat":
            self.sent("seat", **how)
        refused = [message["code"] for message in found if message["type"] == "refused"]
        if refused:
            return str(refused[0])
        kinds = [m["type"] for m in found if m["type"] != "table" or m["number"] > before]
        return "ok" if shows in kinds else f"no {shows}"

    def do(self, role: str, command: Struct, shows: str = "table") -> None:
        """Carry out a command that has to be accepted."""
        said = self.run(role, command, shows)
        assert said == "ok", (role, command, said)

    # --- where the table is brought for a row

    def legal(self, start: str) -> int:
        """The first decision of the seat that starts so."""
        return next(int(one["id"]) for one in self.now["legal"] if one["text"].startswith(start))

    def begin(self) -> None:
        """Take back what the seat has decided."""
        while self.now["can"]["undo"]:
            self.do("seat", Undo(self.number))

    def play(self) -> None:
        """Let the seat have decided something that can be taken back."""
        if not self.now["can"]["undo"]:
            self.do("seat", PlayDecision(self.number, self.legal(FIRST)))

    def take_back(self) -> None:
        """Let the seat have taken something back."""
        if not self.now["can"]["redo"]:
            self.play()
            self.begin()

    def wait_for_roll(self) -> None:
        """Let the game wait for dice that are rolled at the table."""
        if self.now["roll"] is None:
            self.begin()
            self.do("seat", ChangeSettings(auto_end=False, own_dice=True))
            self.do("seat", PlayDecision(self.number, self.legal(ROLL)))
            if self.now["roll"] is None:
                self.do("seat", PlayDecision(self.number, self.legal("end")))

    def roll_here(self) -> None:
        """Let the server roll the dice again."""
        self.begin()
        self.do("seat", ChangeSettings(auto_end=False, own_dice=False))

    def agree_to_hints(self) -> None:
        """Let all players agree to hints."""
        for role, colour in COLOURS.items():
            if colour not in self.now["hints_allowed"]:
                self.do(role, AllowHints(self.number))

    def want_no_hints(self) -> None:
        """Let one player want none."""
        if self.now["hints_allowed"]:
            self.do("host", AllowHints(self.number, allowed=False))

    def plan(self) -> None:
        """Let the seat plan the turn that has come."""
        self.begin()
        self.do("seat", PlanTurn(SEAT, [self.legal(FIRST)]), "plan")

    def questions(self) -> list[Json]:
        """What is asked at the table."""
        found: list[Json] = self.now["play_state"]["questions"]
        return found

    def ask(self) -> None:
        """Let another seat ask for a pause."""
        if not self.questions():
            self.do("other", Ask(self.number, "pause"))

    def withdraw(self, role: str) -> None:
        """Withdraw or decline what is asked."""
        if self.questions():
            self.do(role, Answer(self.number, "pause", agreed=False))

    def pause(self) -> None:
        """Let all players agree to a pause."""
        if not self.now["play_state"]["is_paused"]:
            self.ask()
            for role in ("seat", "host"):
                self.do(role, Answer(self.number, "pause", agreed=True))

    def go_on(self) -> None:
        """Let a pause be over."""
        if self.now["play_state"]["is_paused"]:
            self.do("host", Resume(self.number))

    def drop_plan(self) -> None:
        """Let the seat plan nothing."""
        self.do("seat", PlanTurn(SEAT, []), "plan")

    def replace_seat(self) -> None:
        """Let the time of the seat be up, so that a bot plays for it."""
        if not self.now["seats"][0]["stand_in"]:
            self.scene.server.clock.move(CLOCK["time"])
            while not self.now["seats"][0]["stand_in"]:
                _receive(self.pages["seat"])


def _receive(page: Page) -> Json:
    message: Json = json.loads(page.connection.recv(timeout=TIMEOUT_SECONDS))
    if message["type"] == "table":
        page.now = message
    return message


def _is_refused(message: Json, code: str) -> bool:
    return (message["type"], message.get("code")) == ("refused", code)
