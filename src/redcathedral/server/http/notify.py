"""Where a device is told that it is its turn, and the pages behind the links in messages."""

import base64
import hashlib
from html import escape
from typing import Final

from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from redcathedral.server.host.refusal import RequestRefused
from redcathedral.server.http.device import Asking
from redcathedral.server.http.visitor import visitor_of
from redcathedral.server.notify.links import Purpose
from redcathedral.server.notify.register import Linked, Register
from redcathedral.server.table.table_message import words_in
from redcathedral.server.wire.notify import NewAddress, NewQuiet, Tellings
from redcathedral.words.catalogue import DEFAULT_LANGUAGE

STYLE: Final = (
    "body{margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;padding:20px;"
    "font:18px/1.4 sans-serif;color:#2b1d16;background:#f4ead7}"
    "main{max-width:34em}h1{font:700 26px/1.2 serif}"
    "button{font:inherit;padding:12px 20px;color:#fff;background:#9d2a20;border:0;"
    "border-radius:4px}"
)
_HASH: Final = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# One form that goes to this server, and no script: all else is as strict as for the page.
POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; img-src data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    # Where it says nothing the form would come from "null", which is refused.
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
}
MEDIA: Final = MediaType.HTML


@get("/api/notify")
async def get_tellings(register: NamedDependency[Register], request: Asking) -> Tellings:
    """Where this device is told, and what it may name."""
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
    """When this device is told nothing."""
    return await register.be_quiet(visitor_of(request.scope).device, data.quiet)


@post("/api/notify/{address_id:str}/test", status_code=202)
async def post_test(
    register: NamedDependency[Register], request: Asking, address_id: FromPath[str]
) -> None:
    """Have an address of this device told something, to try it."""
    await register.test(visitor_of(request.scope).device, address_id)


@delete("/api/notify/{address_id:str}")
async def delete_address(
    register: NamedDependency[Register], request: Asking, address_id: FromPath[str]
) -> None:
    """Tell nothing at an address of this device any more."""
    await register.remove(visitor_of(request.scope).device, address_id)


@get("/api/notify/confirm/{secret:str}", media_type=MEDIA)
async def get_confirm(register: NamedDependency[Register], secret: FromPath[str]) -> Response[str]:
    """Ask whether somebody wants to be told; nothing is changed, as mail scanners come too."""
    return await _page(register, secret, "confirm")


@post("/api/notify/confirm/{secret:str}", media_type=MEDIA, status_code=200)
async def post_confirm(register: NamedDependency[Register], secret: FromPath[str]) -> Response[str]:
    """Somebody wants to be told."""
    return _answer(await register.confirm(secret))


@get("/api/notify/unsubscribe/{secret:str}", media_type=MEDIA)
async def get_unsubscribe(
    register: NamedDependency[Register], secret: FromPath[str]
) -> Response[str]:
    """Ask whether somebody wants to be told nothing any more."""
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
    """A page of one sentence, and where something is asked a button."""
    words = words_in(language)
    title = escape(words.text("board.title"))
    said = escape(words.text(text, address=label))
    form = ""
    if button:
        form = f'<form method="post"><button>{escape(words.text(button))}</button></form>'
    html = (
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f"<main><h1>{title}</h1><p>{said}</p>{form}</main></html>"
    )
    return Response(html, media_type=MEDIA, headers=HEADERS, status_code=status)


HANDLERS: Final = (
    get_tellings,
    post_address,
    post_quiet,
    post_test,
    delete_address,
    get_confirm,
    post_confirm,
    get_unsubscribe,
    post_unsubscribe,
)
