"""Queries for the list of games; each part of a query reads one index in its order.

A game is in one of three groups: it is over, it has open seats, or it is running with all seats
taken.  Each group has a partial index by the access to its games and the time of their last change.

The parameters of the queries are ``since``, ``device``, ``limit`` and, after the first page,
``changed`` and ``id`` of the last game on the previous page.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy import BigInteger, ColumnElement, Integer, Select, bindparam, select

from redcathedral.server.core.store.rows import EVERYTHING, LOCAL_ACCESS, VisibleTo
from redcathedral.server.core.wire.lobby import GAME_KINDS, GameKind
from redcathedral.server.core.wire.protocol import Access
from redcathedral.server.sql.schema import GAME, HOLDER, IS_OPEN, IS_OVER, IS_RUNNING

PUBLIC_ACCESS: Final[Access] = "public"
LOCAL_ACCESSES: Final[tuple[Access, ...]] = (PUBLIC_ACCESS, LOCAL_ACCESS)  # for local visitors
ALL_ACCESSES: Final[tuple[Access, ...]] = (*LOCAL_ACCESSES, "private")

CHANGED_SINCE: Final = bindparam("since", type_=BigInteger)
ROW_LIMIT: Final = bindparam("limit", type_=Integer)
LAST_PLACE: Final = sa.tuple_(bindparam("changed", type_=BigInteger), bindparam("id"))

Part = Select[int, str]  # the time of each game's last change, and its id


def visible_accesses(visible_to: VisibleTo) -> tuple[Access, ...]:
    if visible_to == EVERYTHING:
        return ALL_ACCESSES
    return LOCAL_ACCESSES if visible_to.is_local else (PUBLIC_ACCESS,)


@cache
def page_query(kind: GameKind, accesses: tuple[Access, ...], *, is_first: bool) -> Select[str]:
    parts = _parts(kind, accesses)
    if not is_first:
        parts = [part.where(sa.tuple_(GAME.c.changed, GAME.c.id) < LAST_PLACE) for part in parts]
    newest_first = (GAME.c.changed.desc(), GAME.c.id.desc())
    pages = [select(part.order_by(*newest_first).limit(ROW_LIMIT).subquery()) for part in parts]
    games = sa.union_all(*pages).subquery()
    return select(games.c.id).order_by(games.c.changed.desc(), games.c.id.desc()).limit(ROW_LIMIT)


@cache
def counts_query(accesses: tuple[Access, ...]) -> Select[*tuple[int, ...]]:
    return select(*(_count(_parts(kind, accesses)).label(kind) for kind in GAME_KINDS))


def _count(parts: Sequence[Part]) -> sa.ScalarSelect[int]:
    limited = [select(part.limit(ROW_LIMIT).subquery()) for part in parts]
    games = sa.union_all(*limited).limit(ROW_LIMIT).subquery()
    return select(sa.func.count()).select_from(games).scalar_subquery()


def _parts(kind: GameKind, accesses: tuple[Access, ...]) -> list[Part]:
    """Select the games of a kind in several parts; each part reads one index."""
    keys = select(GAME.c.changed, GAME.c.id)
    if kind == "open":
        return [keys.where(GAME.c.access == PUBLIC_ACCESS, IS_OPEN)]
    conditions, groups = _groups(kind)
    parts = [
        keys.where(GAME.c.access == access, group, *conditions)
        for group in groups
        for access in accesses
    ]
    if accesses != ALL_ACCESSES:
        is_own = (
            HOLDER.c.device == bindparam("device"),
            HOLDER.c.access.in_(set(ALL_ACCESSES) - set(accesses)),
        )
        parts.append(keys.where(GAME.c.id.in_(select(HOLDER.c.game).where(*is_own)), *conditions))
    return parts


def _groups(
    kind: Literal["running", "over", "all"],
) -> tuple[list[ColumnElement[bool]], list[ColumnElement[bool]]]:
    match kind:
        case "running":
            return [GAME.c.over.is_(None), GAME.c.changed >= CHANGED_SINCE], [IS_RUNNING, IS_OPEN]
        case "over":
            return [IS_OVER], [IS_OVER]
        case "all":
            return [], [IS_RUNNING, IS_OPEN, IS_OVER]
