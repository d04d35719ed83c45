"""Where a device is told that it is its turn, and the pages behind the links in messages."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.notifications.addresses import AddressBook, LinkedAddress
from redcathedral.server.features.notifications.links import Purpose
from redcathedral.server.features.notifications.wire import (
    NewAddress,
    NewQuiet,
    NotificationSettings,
)
from redcathedral.server.middleware.device import AnyRequest
from redcathedral.server.middleware.sentence_page import MEDIA, sentence_page
from redcathedral.server.middleware.visitor import visitor_of
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@get("/api/notify")
async def get_notifications(
    address_book: NamedDependency[AddressBook], request: AnyRequest
) -> NotificationSettings:
    return await address_book.notification_settings(visitor_of(request.scope).device)


@post("/api/notify")
async def post_address(
    address_book: NamedDependency[AddressBook], request: AnyRequest, data: JSONBody[NewAddress]
) -> NotificationSettings:
    """Name where this device is told; a mailbox and a web address are asked first."""
    return await address_book.add(
        visitor_of(request.scope).device, data, str(request.base_url).rstrip("/")
    )


@post("/api/notify/quiet", status_code=200)
async def post_quiet(
    address_book: NamedDependency[AddressBook], request: AnyRequest, data: JSONBody[NewQuiet]
) -> NotificationSettings:
    return await address_book.set_quiet_hours(visitor_of(request.scope).device, data.quiet)


@post("/api/notify/{address_id:str}/test", status_code=202)
async def post_test(
    address_book: NamedDependency[AddressBook], request: AnyRequest, address_id: FromPath[str]
) -> None:
    await address_book.test(visitor_of(request.scope).device, address_id)


@delete("/api/notify/{address_id:str}")
async def delete_address(
    address_book: NamedDependency[AddressBook], request: AnyRequest, address_id: FromPath[str]
) -> None:
    await address_book.remove(visitor_of(request.scope).device, address_id)


@get("/api/notify/confirm/{secret:str}", media_type=MEDIA)
async def get_confirm(
    address_book: NamedDependency[AddressBook], secret: FromPath[str]
) -> Response[str]:
    """Ask whether somebody wants to be told; nothing is changed, as mail scanners come too."""
    return await _page(address_book, secret, "confirm")


@post("/api/notify/confirm/{secret:str}", media_type=MEDIA, status_code=200)
async def post_confirm(
    address_book: NamedDependency[AddressBook], secret: FromPath[str]
) -> Response[str]:
    return _answer(await address_book.confirm(secret))


@get("/api/notify/unsubscribe/{secret:str}", media_type=MEDIA)
async def get_unsubscribe(
    address_book: NamedDependency[AddressBook], secret: FromPath[str]
) -> Response[str]:
    return await _page(address_book, secret, "unsubscribe")


@post("/api/notify/unsubscribe/{secret:str}", media_type=MEDIA, status_code=200)
async def post_unsubscribe(
    address_book: NamedDependency[AddressBook], secret: FromPath[str]
) -> Response[str]:
    """Somebody wants to be told nothing any more; also by one click in a mail (RFC 8058)."""
    return _answer(await address_book.unsubscribe(secret))


async def _page(address_book: AddressBook, secret: str, purpose: Purpose) -> Response[str]:
    try:
        linked = await address_book.linked(secret, purpose)
    except ApiError as refused:
        return _html(DEFAULT_LANGUAGE, "notify.page.unknown", "", status=refused.status)
    if linked.has_ended or (purpose == "confirm" and linked.is_confirmed):
        return _answer(linked)
    button = f"notify.page.{purpose}.do"
    return _html(linked.language, f"notify.page.{purpose}", linked.label, button)


def _answer(linked: LinkedAddress) -> Response[str]:
    done = "unsubscribed" if linked.has_ended else "confirmed"
    return _html(linked.language, f"notify.page.{done}", linked.label)


def _html(
    language: str, text: str, label: str, button: str = "", *, status: int = 200
) -> Response[str]:
    words = narrator_for(language)
    asked = words.text(button) if button else ""
    return sentence_page(language, words.text(text, address=label), button=asked, status=status)
