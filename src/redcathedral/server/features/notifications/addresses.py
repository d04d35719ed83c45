"""Add, confirm and remove the addresses to which devices get notifications."""

import logging
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.features.notifications import sql
from redcathedral.server.features.notifications.channel import Channel, Target
from redcathedral.server.features.notifications.links import Purpose, id_in, is_valid
from redcathedral.server.features.notifications.messenger import Messenger
from redcathedral.server.features.notifications.problem import SendError
from redcathedral.server.features.notifications.push import ServerKey
from redcathedral.server.features.notifications.quiet import quiet_hours, quiet_text, time_zone
from redcathedral.server.features.notifications.settings import MessageSettings
from redcathedral.server.features.notifications.wire import (
    NewAddress,
    NotificationAddress,
    NotificationSettings,
    QuietHours,
)
from redcathedral.text import languages

LOG: Final = logging.getLogger(__name__)
ID_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
MAX_ADDRESSES: Final = 10  # of a device
MAX_DAILY_REQUESTS: Final = 3  # of a device, to confirm an address
MAX_DAILY_REQUESTS_OF_ALL: Final = 100  # of all devices
REFUSAL_MS: Final = 30 * sql.DAY_MS  # without new requests, after an address was refused


@dataclass(frozen=True, slots=True)
class LinkedAddress:
    """The address that a link in a message is about, for the page behind the link."""

    language: str
    label: str
    is_confirmed: bool
    is_removed: bool


class AddressBook:
    """The addresses of all devices; its methods raise ApiError."""

    def __init__(
        self,
        thread: StoreThread,
        messenger: Messenger,
        key: ServerKey,
        settings: MessageSettings,
        clock: Callable[[], int],
    ) -> None:
        self._thread = thread
        self._notices = thread.store.part(sql.NotificationStore)
        self._messenger = messenger
        self._key = key
        self._settings = settings
        self._clock = clock

    async def notification_settings(self, device: str) -> NotificationSettings:
        rows = await self._thread.do(self._notices.addresses, device)
        try:
            key = self._key.public
        except (OSError, ValueError) as error:
            LOG.error("browsers cannot be notified: %s", error)
            key = ""
        addresses = [self._address_message(row) for row in rows]
        return NotificationSettings(addresses, key, self._settings.has_mail)

    async def add(self, device: str, request: NewAddress, base: str) -> NotificationSettings:
        """Add or change an address; ``base`` is the URL of the page."""
        _check_quiet(request.quiet)
        if request.language not in languages():
            fix = f"choose one of: {', '.join(languages())}"
            raise ApiError(404, "unknown-language", fix=fix)
        channel, target = await self._target(request, base)
        await self._thread.do(self._store, device, request, channel, target)
        return await self.notification_settings(device)

    async def _target(self, request: NewAddress, base: str) -> tuple[Channel, Target]:
        channels = self._messenger.channels
        matching = [channel for channel in channels if channel.accepts(request)]
        if len(matching) != 1:
            *kinds, last = (channel.kind for channel in channels)
            reason = f"an address is one of {', '.join(kinds)} or {last}"
            raise _bad_address(reason, "send exactly one")
        try:
            return matching[0], await matching[0].parse(request, base)
        except (SendError, ValueError) as error:
            raise _bad_address(str(error), "correct the address, or use another one") from None

    def _store(self, device: str, request: NewAddress, channel: Channel, target: Target) -> None:
        now = self._clock()
        key = channel.key(target)
        rows = self._notices.addresses(device)
        text, quiet = msgspec.json.encode(target).decode(), quiet_text(request.quiet)
        row = next((row for row in rows if row.key == key), None)
        if row is not None:
            self._notices.change(replace(row, target=text, language=request.language, quiet=quiet))
            return
        if len(rows) >= MAX_ADDRESSES:
            raise ApiError(429, "too-many-addresses")
        if channel.needs_confirmation:
            self._check_request_limits(device, key, now)
        else:  # the browser may have subscribed before as another device
            self._notices.delete_address(key)
        row = sql.AddressRow(
            id=secrets.token_urlsafe(16),
            device=device,
            kind=channel.kind,
            target=text,
            key=key,
            language=request.language,
            quiet=quiet,
            confirmed=not channel.needs_confirmation,
            secret=secrets.token_urlsafe(32),
            created=now,
            silent_until=now + channel.confirmation_interval if channel.needs_confirmation else 0,
            asked_by=device,
        )
        self._notices.add(row, sql.CONFIRM if channel.needs_confirmation else None)

    def _check_request_limits(self, device: str, key: str, now: int) -> None:
        """Raise ApiError for too many confirmation requests, which may bother strangers."""
        if self._notices.silent_until(key) > now:
            raise ApiError(429, "asked-already")
        confirmed_kinds = self._messenger.confirmed_kinds
        of_device = self._notices.count_requests(now - sql.DAY_MS, confirmed_kinds, device)
        of_all = self._notices.count_requests(now - sql.DAY_MS, confirmed_kinds)
        if of_device >= MAX_DAILY_REQUESTS or of_all >= MAX_DAILY_REQUESTS_OF_ALL:
            raise ApiError(429, "too-many-addresses")

    async def set_quiet_hours(self, device: str, quiet: QuietHours | None) -> NotificationSettings:
        _check_quiet(quiet)
        await self._thread.do(self._notices.set_quiet_hours, device, quiet_text(quiet))
        return await self.notification_settings(device)

    async def test(self, device: str, address_id: str) -> None:
        row = await self._address_of_device(device, address_id)
        add_test = self._notices.add_test
        if not row.confirmed or not await self._thread.do(add_test, address_id, self._clock()):
            raise ApiError(429, "busy")

    async def remove(self, device: str, address_id: str) -> None:
        row = await self._address_of_device(device, address_id)
        await self._thread.do(self._notices.remove_address, address_id, row.silent_until)

    async def _address_of_device(self, device: str, address_id: str) -> sql.AddressRow:
        row = None
        if ID_PATTERN.fullmatch(address_id):
            row = await self._thread.do(self._notices.address, address_id)
        if row is None or row.device != device:
            raise ApiError(404, "unknown-address")
        return row

    async def linked(self, secret: str, purpose: Purpose) -> LinkedAddress:
        return self._linked_address(await self._address_of_link(secret, purpose))

    async def confirm(self, secret: str) -> LinkedAddress:
        row = await self._address_of_link(secret, "confirm")
        if row.device is not None and not row.confirmed:
            await self._thread.do(self._notices.confirm, row.id)
            row = replace(row, confirmed=True)
        return self._linked_address(row)

    async def unsubscribe(self, secret: str) -> LinkedAddress:
        row = await self._address_of_link(secret, "unsubscribe")
        if row.device is not None:
            silent_until = row.silent_until if row.confirmed else self._clock() + REFUSAL_MS
            await self._thread.do(self._notices.remove_address, row.id, silent_until)
            row = replace(row, device=None)
        return self._linked_address(row)

    async def _address_of_link(self, secret: str, purpose: Purpose) -> sql.AddressRow:
        address_id = id_in(secret)
        row = None
        if address_id is not None:
            row = await self._thread.do(self._notices.address, address_id)
        if row is None or not is_valid(secret, row, purpose):
            raise ApiError(404, "unknown-address")
        return row

    def _linked_address(self, row: sql.AddressRow) -> LinkedAddress:
        label = self._messenger.target(row).label if row.target else ""
        return LinkedAddress(row.language, label, row.confirmed, row.device is None)

    def _address_message(self, row: sql.AddressRow) -> NotificationAddress:
        target = self._messenger.target(row)
        quiet = quiet_hours(row.quiet)
        return NotificationAddress(
            row.id, row.kind, target.label, row.confirmed, quiet, target.endpoint
        )


def _check_quiet(quiet: QuietHours | None) -> None:
    if quiet is None:
        return
    try:
        time_zone(quiet.zone)
    except ValueError as error:
        raise _bad_address(str(error), "use a time zone such as Europe/Berlin") from None


def _bad_address(reason: str, fix: str) -> ApiError:
    return ApiError(400, "bad-address", reason, fix)
