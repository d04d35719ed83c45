"""The stored addresses and notices.

A notice is stored in the transaction of the action that begins a turn.  Its state is first ``due``,
then ``sending``, and at the end ``sent`` or ``given-up``; in quiet hours it is ``rest``.  A notice
that no longer applies is deleted.  Times are in milliseconds since 1970.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Row, delete, insert, select, update

from redcathedral.server.features.notifications.wire import ChannelKind
from redcathedral.server.sql.schema import GAME, METADATA
from redcathedral.server.sql.seats import names_of
from redcathedral.server.sql.transaction import StorePart

# Addresses for notifications.  After an address is removed, its row stays for a while: the key
# prevents repeated requests to confirm it, and `asked_by` counts for a day in the request limits.
ADDRESS: Final = sa.Table(
    "address",
    METADATA,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("device", sa.String(64), nullable=True, index=True),  # a hash; null if removed
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("key", sa.String(64), nullable=False, index=True),  # a hash of the target
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("quiet", sa.Text, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("secret", sa.String(43), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    # no request to confirm it before this time
    sa.Column("silent_until", sa.BigInteger, nullable=False),
    sa.Column("asked_by", sa.String(64), nullable=True),  # the device that added it, by its hash
)

NOTICE: Final = sa.Table(
    "notice",
    METADATA,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column(
        "address", sa.String(22), sa.ForeignKey("address.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column("game", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=True),
    sa.Column("seat", sa.Integer, nullable=False),
    # the number of the turn, or the kind of message
    sa.Column("turn", sa.String(16), nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("next_at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("game", "seat", "turn", "address", name="uq_notice_game"),
    sa.Index("ix_notice_state", "state", "next_at"),
)

# For notices that were sent or given up, and unconfirmed addresses.
RETENTION_MS: Final = 14 * 24 * 3600 * 1000
DAY_MS: Final = 24 * 3600 * 1000
CONFIRM: Final = "confirm"
TEST: Final = "test"
RESTING: Final = "rest"  # the state of a notice that waits for the end of quiet hours
UNSENT_STATES: Final = ("due", RESTING, "sending")
NO_SEAT: Final = -1  # of a notice that is not about a game
# All notices with their addresses and games.
DUE_NOTICES: Final = (
    select(
        NOTICE.c.id.label("notice"),
        *(NOTICE.c[name] for name in ("game", "seat", "turn", "tries", "next_at")),
        *(ADDRESS.c[column.name].label(f"a_{column.name}") for column in ADDRESS.columns),
        GAME.c.turn.label("now"),
        *(GAME.c[name] for name in ("to_move", "over", "seats", "picture")),
    )
    .join(ADDRESS, ADDRESS.c.id == NOTICE.c.address)
    .outerjoin(GAME, GAME.c.id == NOTICE.c.game)
)


@dataclass(frozen=True, slots=True)
class AddressRow:
    """A device's address; links derive from ``secret``; ``target`` and ``quiet`` are JSON."""

    id: str
    device: str | None
    kind: ChannelKind
    target: str
    key: str
    language: str
    quiet: str
    confirmed: bool
    secret: str
    created: int
    silent_until: int
    asked_by: str | None


@dataclass(frozen=True, slots=True)
class NoticeGame:
    """The current state of the game that a notice is about."""

    id: str
    turn: int
    to_move: str
    over: str | None
    seats: str
    picture: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A notice to send; a change of ``tries`` or ``next_at`` shows that another server has it."""

    id: str
    address: AddressRow
    seat: int
    turn: str
    tries: int
    next_at: int
    game: NoticeGame | None


class NotificationStore(StorePart):
    """The addresses and notices of a store; use it in the store's thread."""

    def addresses(self, device: str) -> list[AddressRow]:
        of_device = select(ADDRESS).where(ADDRESS.c.device == device)
        rows = self._rows(of_device.order_by(ADDRESS.c.created, ADDRESS.c.id))
        return [_address(row) for row in rows]

    def address(self, address_id: str) -> AddressRow | None:
        rows = self._rows(select(ADDRESS).where(ADDRESS.c.id == address_id))
        return _address(rows[0]) if rows else None

    def silent_until(self, key: str) -> int:
        """Return the time before which an address gets no request to confirm it; 0 for none."""
        latest = sa.func.max(ADDRESS.c.silent_until)
        ((silent_until,),) = self._rows(select(latest).where(ADDRESS.c.key == key))
        return silent_until or 0

    def count_requests(
        self, at: int, confirmed_kinds: Collection[ChannelKind], device: str | None = None
    ) -> int:
        """Count the addresses of these channels added since ``at``, by a device or by all."""
        query = select(sa.func.count()).select_from(ADDRESS)
        query = query.where(ADDRESS.c.created >= at, ADDRESS.c.kind.in_(confirmed_kinds))
        if device is not None:
            query = query.where(ADDRESS.c.asked_by == device)
        ((count,),) = self._rows(query)
        return count

    def add(self, row: AddressRow, turn: str | None = None) -> None:
        values = {column.name: getattr(row, column.name) for column in ADDRESS.columns}
        with self._transaction() as connection:
            connection.execute(insert(ADDRESS), values)
            if turn is not None:
                connection.execute(
                    insert(NOTICE), notice_values(row.id, None, NO_SEAT, turn, row.created, 0)
                )

    def change(self, row: AddressRow) -> None:
        """Change an address's target, language and quiet hours; its delayed notices are due."""
        self._update(
            ADDRESS.c.id == row.id, target=row.target, language=row.language, quiet=row.quiet
        )
        self._make_due(ADDRESS.c.id == row.id)

    def set_quiet_hours(self, device: str, quiet: str) -> None:
        """Change the quiet hours of a device's addresses; delayed notices are due again."""
        self._update(ADDRESS.c.device == device, quiet=quiet)
        self._make_due(ADDRESS.c.device == device)

    def confirm(self, address_id: str) -> None:
        self._update(ADDRESS.c.id == address_id, confirmed=True)

    def _make_due(self, condition: ColumnElement[bool]) -> None:
        resting = (
            NOTICE.c.state == RESTING,
            NOTICE.c.address.in_(select(ADDRESS.c.id).where(condition)),
        )
        self._run(update(NOTICE).where(*resting).values(state="due", next_at=0))

    def _update(self, condition: ColumnElement[bool], **values: object) -> None:
        self._run(update(ADDRESS).where(condition).values(**values))

    def remove_address(self, address_id: str, silent_until: int) -> None:
        """Remove an address, but keep its row for the request limits until ``silent_until``."""
        values = {"device": None, "target": "", "quiet": "", "confirmed": False}
        statement = update(ADDRESS).where(ADDRESS.c.id == address_id)
        with self._transaction() as connection:
            connection.execute(delete(NOTICE).where(NOTICE.c.address == address_id))
            connection.execute(statement.values(**values, silent_until=silent_until))

    def delete_address(self, key: str) -> None:
        self._run(delete(ADDRESS).where(ADDRESS.c.key == key))

    def forget(self, device: str, at: int) -> None:
        for row in self.addresses(device):
            self.remove_address(row.id, row.silent_until if row.silent_until > at else 0)
        self._update(ADDRESS.c.asked_by == device, asked_by=None)

    def add_test(self, address: str, at: int) -> bool:
        with self._transaction() as connection:
            waiting = select(NOTICE.c.id).where(
                NOTICE.c.address == address, NOTICE.c.turn == TEST, NOTICE.c.created > at - 60_000
            )
            if connection.execute(waiting).first() is not None:
                return False
            connection.execute(insert(NOTICE), notice_values(address, None, NO_SEAT, TEST, at, 0))
            return True

    def due(self, at: int, limit: int) -> list[DueNotice]:
        is_due = (NOTICE.c.state.in_(UNSENT_STATES), NOTICE.c.next_at <= at)
        with self._transaction() as connection:
            rows = connection.execute(
                DUE_NOTICES.where(*is_due).order_by(NOTICE.c.next_at).limit(limit)
            ).all()
            games = {row.game for row in rows if row.game is not None}
            names = names_of(connection, [*games])
        return [_due(row, names) for row in rows]

    def claim(self, notice: DueNotice, until: int) -> DueNotice | None:
        """Reserve a notice for this server; None if another server has reserved it.

        If this server dies before it reports the result, the notice becomes due again at ``until``.
        """
        values = {"state": "sending", "tries": notice.tries + 1, "next_at": until}
        with self._transaction() as connection:
            changed = connection.execute(update(NOTICE).where(*_same(notice)).values(**values))
            if changed.rowcount != 1:
                return None
            row = connection.execute(DUE_NOTICES.where(NOTICE.c.id == notice.id)).one()
            names = names_of(connection, [] if row.game is None else [row.game])
        return _due(row, names)

    def retry_at(self, notice: DueNotice, until: int) -> None:
        self._update_notice(notice, {"state": "due", "next_at": until})

    def delay_until_quiet_ends(self, notice: DueNotice, until: int) -> None:
        """Delay a notice, unless the quiet hours have changed since it was read."""
        same = select(ADDRESS.c.id).where(
            ADDRESS.c.id == notice.address.id, ADDRESS.c.quiet == notice.address.quiet
        )
        self._update_notice(
            notice, {"state": RESTING, "next_at": until}, NOTICE.c.address.in_(same)
        )

    def finish(self, notice: DueNotice, state: Literal["sent", "given-up"]) -> None:
        self._update_notice(notice, {"state": state, "next_at": 0})

    def _update_notice(
        self, notice: DueNotice, values: dict[str, str | int], *more: ColumnElement[bool]
    ) -> None:
        self._run(update(NOTICE).where(*_same(notice), *more).values(**values))

    def delete_notice(self, notice: DueNotice) -> None:
        """Delete a notice that no longer applies; if it applies again, a new one is stored."""
        self._run(delete(NOTICE).where(*_same(notice)))

    def delete_old(self, at: int, confirmed_kinds: Collection[ChannelKind]) -> None:
        """Delete old notices and addresses; ``confirmed_kinds`` are channels with confirmation."""
        old_notices = (NOTICE.c.state.not_in(UNSENT_STATES), NOTICE.c.created < at - RETENTION_MS)
        is_removed = ADDRESS.c.device.is_(None)
        counts = sa.and_(ADDRESS.c.kind.in_(confirmed_kinds), ADDRESS.c.created >= at - DAY_MS)
        ended = (is_removed, ADDRESS.c.silent_until < at, ~counts)
        unconfirmed = (
            ~is_removed,
            ADDRESS.c.confirmed.is_(False),
            ADDRESS.c.created < at - RETENTION_MS,
        )
        with self._transaction() as connection:
            connection.execute(delete(NOTICE).where(*old_notices))
            connection.execute(delete(ADDRESS).where(*ended))
            connection.execute(delete(ADDRESS).where(*unconfirmed))
            connection.execute(update(ADDRESS).where(is_removed, ~counts).values(asked_by=None))


def _same(notice: DueNotice) -> tuple[ColumnElement[bool], ...]:
    return (
        NOTICE.c.id == notice.id,
        NOTICE.c.tries == notice.tries,
        NOTICE.c.next_at == notice.next_at,
    )


def notice_values(
    address: str, game: str | None, seat: int, turn: str, at: int, delay_ms: int
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
        "next_at": at + delay_ms,
    }


def _address(row: Row[*tuple[object, ...]], start: str = "") -> AddressRow:
    return AddressRow(
        **{column.name: getattr(row, start + column.name) for column in ADDRESS.columns}
    )


def _due(row: Row[*tuple[object, ...]], names: dict[str, tuple[str, ...]]) -> DueNotice:
    game = None
    if row.game is not None:
        people = names.get(row.game, ())
        game = NoticeGame(row.game, row.now, row.to_move, row.over, row.seats, row.picture, people)
    address = _address(row, "a_")
    return DueNotice(row.notice, address, row.seat, row.turn, row.tries, row.next_at, game)
