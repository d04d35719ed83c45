"""Where a device is told that it is its turn, and the pages behind the links in messages."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.http.device import Asking
from redcathedral.server.http.sentence_page import MEDIA, sentence_page
from redcathedral.server.http.visitor import visitor_of
from redcathedral.server.notify.links import Purpose
from redcathedral.server.notify.register import Linked, Register
from redcathedral.server.table.table_message import words_in
from redcathedral.server.wire.notify import NewAddress, NewQuiet, Tellings
from redcathedral.text.catalog import DEFAULT_LANGUAGE


@get("/api/notify")
async def get_tellings(register: NamedDependency[Register], request: Asking) -> Tellings:
    return await register.tellings(visitor_of(request.scope).device)


@post("/api/notify")
async def post_address(
    register: NamedDependency[Register], request: Asking, data: JSONBody[NewAddress]
) -> Tellings:
    """Name where this device is told; a mailbox and a web address are asked first."""
    return await register.add(
        visitor_of(request.scope).device, data, str(request.base_url).rstrip("/")
    )


@post("/api/notify/quiet", status_code=200)
async def post_quiet(
    register: NamedDependency[Register], request: Asking, data: JSONBody[NewQuiet]
) -> Tellings:
    return await register.be_quiet(visitor_of(request.scope).device, data.quiet)


@post("/api/notify/{address_id:str}/test", status_code=202)
async def post_test(
    register: NamedDependency[Register], request: Asking, address_id: FromPath[str]
) -> None:
    await register.test(visitor_of(request.scope).device, address_id)


@delete("/api/notify/{address_id:str}")
async def delete_address(
    register: NamedDependency[Register], request: Asking, address_id: FromPath[str]
) -> None:
    await register.remove(visitor_of(request.scope).device, address_id)


@get("/api/notify/confirm/{secret:str}", media_type=MEDIA)
async def get_confirm(register: NamedDependency[Register], secret: FromPath[str]) -> Response[str]:
    """Ask whether somebody wants to be told; nothing is changed, as mail scanners come too."""
    return await _page(register, secret, "confirm")


@post("/api/notify/confirm/{secret:str}", media_type=MEDIA, status_code=200)
async def post_confirm(register: NamedDependency[Register], secret: FromPath[str]) -> Response[str]:
    return _answer(await register.confirm(secret))


@get("/api/notify/unsubscribe/{secret:str}", media_type=MEDIA)
async def get_unsubscribe(
    register: NamedDependency[Register], secret: FromPath[str]
) -> Response[str]:
    return await _page(register, secret, "unsubscribe")


@post("/api/notify/unsubscribe/{secret:str}", media_type=MEDIA, status_code=200)
async def post_unsubscribe(
    register: NamedDependency[Register], secret: FromPath[str]
) -> Response[str]:
    """Somebody wants to be told nothing any more; also by one click in a mail (RFC 8058)."""
    return _answer(await register.unsubscribe(secret))


async def _page(register: Register, secret: str, purpose: Purpose) -> Response[str]:
    try:
        linked = await register.linked(secret, purpose)
    except RequestRefused as refused:
        return _html(DEFAULT_LANGUAGE, "notify.page.unknown", "", status=refused.status)
    if linked.has_ended or (purpose == "confirm" and linked.is_confirmed):
        return _answer(linked)
    button = f"notify.page.{purpose}.do"
    return _html(linked.language, f"notify.page.{purpose}", linked.label, button)


def _answer(linked: Linked) -> Response[str]:
    done = "unsubscribed" if linked.has_ended else "confirmed"
    return _html(linked.language, f"notify.page.{done}", linked.label)


def _html(
    language: str, text: str, label: str, button: str = "", *, status: int = 200
) -> Response[str]:
    words = words_in(language)
    asked = words.text(button) if button else ""
    return sentence_page(language, words.text(text, address=label), button=asked, status=status)
