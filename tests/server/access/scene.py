"""A table with every kind of visitor, made by the requests that a page would send."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Final

from redcathedral.box.vocabulary import Colour
from tests.server.access.server import AccessServer, Device
from tests.server.harness import Json, Page

SEAT: Final[Colour] = "blue"  # first to decide, so that every row has something to do for it
HOST: Final = "red"
OTHER: Final = "green"
OPEN: Final = "yellow"
SPECTATORS: Final = "-"
COLOURS: Final = {"host": HOST, "seat": SEAT, "other": OTHER}  # of the players
ROLES: Final = ("removed", "banned", "other", "seat", "spectator")
NAMES: Final = {"host": "Ana", "seat": "Boris", "other": "Olga"}


class Scene:
    """A table of one kind of access with its visitors; each visitor has a separate device.

    ``host`` has set the table up and plays a seat.  ``seat`` holds the seat that rows are about,
    ``other`` another one.  ``spectator`` has come by the link for spectators, ``removed`` had a
    seat until the host freed it, ``banned`` until the host banned them.  ``guest`` has a cookie
    from elsewhere, ``nobody`` neither a cookie nor a token, ``member`` the token and no place here.
    """

    def __init__(
        self,
        server: AccessServer,
        access: str,
        roles: Collection[str] = ROLES,
        colours: Collection[str] = (SEAT, HOST, OTHER, OPEN),
        host: Device | None = None,
        **wish: object,
    ) -> None:
        self.server = server
        self.access = access
        self._prepared: set[str] = set()
        is_local = access == "house"
        self.host = host or Device(has_token=is_local)
        self.devices = {
            "host": self.host,
            "nobody": Device(unknown=True),
            "guest": Device(cookie="g" * 43),
            "member": Device(has_token=True, cookie="m" * 43),
        }
        played = [colour for role, colour in COLOURS.items() if is_local or role == "host"]
        seats = [
            {"colour": colour, "name": NAMES.get(role, "")}
            if (role := _role(colour)) and colour in played
            else {"colour": colour, "is_open": not is_local}
            for colour in colours
        ]
        made = {"access": access, "seats": seats, "stand_in": "random", **wish}
        self.id = str(server.do(self.host, "POST", "/api/tables", made)["id"])
        self.path = f"/api/tables/{self.id}"
        for role in () if is_local else ROLES:
            if role in roles:
                self.devices[role] = Device()
                self.enter(role)

    def prepare(self, what: str, before: Callable[[Scene], object]) -> None:
        """Do what a row needs before it, once."""
        if what not in self._prepared:
            self._prepared.add(what)
            before(self)

    @cached_property
    def private(self) -> Scene:
        """A private table of the same host, with open seats."""
        return Scene(self.server, "private", (), host=self.host)

    def enter(self, role: str) -> None:
        """Let a visitor take a place at the table, and lose it if the role says so."""
        colour = None if role == "spectator" else COLOURS.get(role, OTHER)
        self.follow(self.devices[role], self.link(colour), NAMES.get(role, "Passing"))
        if role == "removed":
            self.server.do(self.host, "DELETE", f"{self.path}/seats/{colour}")
        elif role == "banned":
            self.server.do(self.host, "POST", f"{self.path}/bans", {"seat": colour})

    def link(self, colour: str | None) -> str:
        """The secret of a new link to a seat, or for spectators."""
        made = self.server.do(self.host, "POST", f"{self.path}/links", {"seat": colour})
        return str(made["secret"])

    def follow(self, device: Device, secret: str, name: str = "") -> None:
        """Take the place that a link leads to."""
        self.server.do(device, "POST", f"/api/join/{secret}", {"name": name})

    def page(self, role: str, more: str = "") -> Page:
        """Open a page of a visitor at the table; it has not received a message yet.

        At a local table, the page chooses the seat that it plays.
        """
        device, query = self.devices.get(role, self.host), "?lang=en"
        if self.access == "house" and role in ("host", "seat", "other", "spectator"):
            device, query = self.host, f"?seat={COLOURS.get(role, SPECTATORS)}"
        return self.server.open(device, f"{self.path}/live", query + more)

    def players(self) -> list[Page]:
        """Open a page for each player, or at a local table one for all, and receive the table."""
        roles = ("local",) if self.access == "house" else COLOURS
        pages = [self.page(role) for role in roles]
        for page in pages:
            page.next_table()
        return pages

    def end(self) -> None:
        """Let all players agree to end the game."""
        self._all_agree("agree", lambda now: now["over"], agreed=True)

    def allow_hints(self) -> None:
        """Let all players agree to hints."""
        self._all_agree("allow-hints", lambda now: len(now["hints_allowed"]) >= 3, allowed=True)

    def _all_agree(self, command: str, is_done: Callable[[Json], object], **fields: bool) -> None:
        pages = self.players()
        self.server.is_settled = False
        for page in pages:
            page.send_command(command, **fields)
        for page in pages:
            page.until(is_done)
            page.close()


def _role(colour: str) -> str:
    """Who plays a colour; empty for the seat that stays open."""
    return next((role for role, known in COLOURS.items() if known == colour), "")
