"""A small HTML page with one sentence, for links in mails and unknown addresses."""

import base64
import hashlib
from html import escape
from typing import Final

from redcathedral.server.core.route import Reply
from redcathedral.server.core.table.messages import narrator_for

STYLE: Final = (
    "body{margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;padding:20px;"
    "font:18px/1.4 sans-serif;color:#2b1d16;background:#f4ead7}"
    "main{max-width:34em}h1{font:700 26px/1.2 serif}a{color:#9d2a20}"
    "button{font:inherit;padding:12px 20px;color:#fff;background:#9d2a20;border:0;"
    "border-radius:4px}"
)
STYLE_HASH: Final = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# The policy allows one form that posts to this server, and no scripts.
CONTENT_SECURITY_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; img-src data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    # Without a referrer the form would have the origin "null", which the server refuses.
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
}
MEDIA_TYPE: Final = "text/html"


def sentence_page(
    language: str, sentence: str, *, button: str = "", start: str = "", status: int = 200
) -> Reply:
    """Return a page with a sentence, and a ``button`` or a link with the text ``start``."""
    title = escape(narrator_for(language).text("board.title"))
    form = f'<form method="post"><button>{escape(button)}</button></form>' if button else ""
    link = f'<p><a href="/">{escape(start)}</a></p>' if start else ""
    html = (
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f"<main><h1>{title}</h1><p>{escape(sentence)}</p>{form}{link}</main></html>"
    )
    return Reply(html, MEDIA_TYPE, HEADERS, status)
