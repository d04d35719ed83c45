"""Who is to be told of what an action brings about: written down with the action itself."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select

from redcathedral.server.core.store.schema import ADDRESS, HOLDER, NOTICE

SEND_DELAY: Final = 20_000  # until somebody is told: a page that has lost its connection comes back
OVER: Final = "over"  # told instead of a turn's number


@dataclass(frozen=True, slots=True)
class News:
    """The ``turn`` of these seats by its number, or OVER; ``people`` are all people's seats."""

    turn: str
    seats: tuple[int, ...]
    people: frozenset[int]


def add_notices(connection: Connection, game: str, news: News, at: int) -> None:
    """Write notices for the devices concerned, except one that plays all people's seats."""
    holders = _holders(connection, game)
    everywhere = _everywhere(holders, news.people)
    wanted: dict[str, int] = {}  # one seat a device: the end is told once
    for seat, device in sorted(holders):
        if seat in news.seats and device not in everywhere:
            wanted.setdefault(device, seat)
    if not wanted:
        return
    addresses = connection.execute(
        select(ADDRESS.c.id, ADDRESS.c.device).where(
            ADDRESS.c.device.in_(wanted), ADDRESS.c.confirmed
        )
    ).all()
    is_it = (NOTICE.c.game == game, NOTICE.c.turn == news.turn)
    told = select(NOTICE.c.seat, NOTICE.c.address).where(*is_it)
    known = {(row.seat, row.address) for row in connection.execute(told)}
    rows = [
        notice_values(row.id, game, wanted[row.device], news.turn, at, SEND_DELAY)
        for row in addresses
        if (wanted[row.device], row.id) not in known
    ]
    if rows:
        connection.execute(insert(NOTICE), rows)


def _holders(connection: Connection, game: str) -> list[tuple[int, str]]:
    found = connection.execute(
        select(HOLDER.c.seat, HOLDER.c.device).where(HOLDER.c.game == game, HOLDER.c.seat >= 0)
    )
    return [(row.seat, row.device) for row in found]


def _everywhere(holders: Iterable[tuple[int, str]], people: frozenset[int]) -> frozenset[str]:
    held: dict[str, set[int]] = {}
    for seat, device in holders:
        held.setdefault(device, set()).add(seat)
    return frozenset(device for device, seats in held.items() if seats >= people)


def notice_values(
    address: str, game: str | None, seat: int, turn: str, at: int, pause: int
) -> dict[str, str | int | None]:
    return {
        "id": secrets.token_urlsafe(16),
        "address": address,
        "game": game,
        "seat": seat,
        "turn": turn,
        "state": "due",
        "tries": 0,
        "created": at,
        "next_at": at + pause,
    }
