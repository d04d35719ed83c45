"""Queries for the list of games; each part of a query reads one index in its order.

A game is in one of three groups: it is over, it has open seats, or it is running with all seats
taken.  Each group has a partial index by the access to its games and the time of their last change.

Each query is built once and takes parameters: ``since``, ``device``, ``limit`` and, for a page
after the first one, ``changed`` and ``id`` of the last game before it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, assert_never

import sqlalchemy as sa
from sqlalchemy import BigInteger, ColumnElement, Integer, Select, bindparam, select

from redcathedral.server.core.store.rows import EVERYTHING, LOCAL_ACCESS, VisibleTo
from redcathedral.server.core.store.schema import GAME, HOLDER, IS_OPEN, IS_OVER, IS_RUNNING
from redcathedral.server.core.wire.lobby import GAME_KINDS, GameKind
from redcathedral.server.core.wire.protocol import Access

PUBLIC: Final[Access] = "public"
FOR_LOCAL: Final[tuple[Access, ...]] = (PUBLIC, LOCAL_ACCESS)  # the games that local visitors see
ALL: Final[tuple[Access, ...]] = (*FOR_LOCAL, "private")

SINCE: Final = bindparam("since", type_=BigInteger)
LIMIT: Final = bindparam("limit", type_=Integer)
LAST_SEEN: Final = sa.tuple_(bindparam("changed", type_=BigInteger), bindparam("id"))

Part = Select[int, str]  # the time of each game's last change, and its id


def accesses(seen: VisibleTo) -> tuple[Access, ...]:
    if seen == EVERYTHING:
        return ALL
    return FOR_LOCAL if seen.is_local else (PUBLIC,)


@cache
def page(which: GameKind, open_to: tuple[Access, ...], *, is_first: bool) -> Select[str]:
    parts = []
    for part in _parts(which, open_to):
        rest = part if is_first else part.where(sa.tuple_(GAME.c.changed, GAME.c.id) < LAST_SEEN)
        newest = rest.order_by(GAME.c.changed.desc(), GAME.c.id.desc()).limit(LIMIT)
        parts.append(select(newest.subquery()))
    merged = sa.union_all(*parts).subquery()
    return select(merged.c.id).order_by(merged.c.changed.desc(), merged.c.id.desc()).limit(LIMIT)


@cache
def counts(open_to: tuple[Access, ...]) -> Select[*tuple[int, ...]]:
    return select(*(_count(_parts(which, open_to)).label(which) for which in GAME_KINDS))


def _count(parts: Sequence[Part]) -> sa.ScalarSelect[int]:
    bounded = [select(part.limit(LIMIT).subquery()) for part in parts]
    merged = sa.union_all(*bounded).limit(LIMIT).subquery()
    return select(sa.func.count()).select_from(merged).scalar_subquery()


def _parts(which: GameKind, open_to: tuple[Access, ...]) -> list[Part]:
    """Select the games of a kind in several parts; each part reads one index."""
    keys = select(GAME.c.changed, GAME.c.id)
    if which == "open":
        return [keys.where(GAME.c.access == PUBLIC, IS_OPEN)]
    kind, groups = _groups(which)
    parts = [
        keys.where(GAME.c.access == access, group, *kind) for group in groups for access in open_to
    ]
    if open_to != ALL:
        is_mine = (
            HOLDER.c.device == bindparam("device"),
            HOLDER.c.access.in_(set(ALL) - set(open_to)),
        )
        parts.append(keys.where(GAME.c.id.in_(select(HOLDER.c.game).where(*is_mine)), *kind))
    return parts


def _groups(
    which: Literal["running", "over", "all"],
) -> tuple[list[ColumnElement[bool]], list[ColumnElement[bool]]]:
    match which:
        case "running":
            return [GAME.c.over.is_(None), GAME.c.changed >= SINCE], [IS_RUNNING, IS_OPEN]
        case "over":
            return [IS_OVER], [IS_OVER]
        case "all":
            return [], [IS_RUNNING, IS_OPEN, IS_OVER]
        case _:
            assert_never(which)
