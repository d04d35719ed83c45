"""Addresses at which there is nothing: a page for people, a problem for programs."""

from __future__ import annotations

import re

import httpx
import pytest

from redcathedral.server.middleware.accept import preferred_language, prefers_html
from redcathedral.server.middleware.security_headers import SECURITY_HEADERS
from redcathedral.text import Narrator, languages
from tests.server.harness import Client

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"
WAYS = ("/nosuchpage", "/assets/none.js", "/api/nothing")


def visit(server: Client, way: str, language: str = "en", accept: str = BROWSER) -> httpx.Response:
    return server.http.get(way, headers={"accept": accept, "accept-language": language})


def test_a_browser_gets_a_page_in_its_language(server: Client) -> None:
    for language in languages():
        answer = visit(server, "/nosuchpage", f"{language}-XX,en;q=0.5")
        words = Narrator(language)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert f'<html lang="{language}">' in answer.text
        assert f"<p>{words.text('problem.not-found')}</p>" in answer.text
        assert f'<a href="/">{words.text("problem.not-found.fix")}</a>' in answer.text


@pytest.mark.parametrize("way", WAYS)
def test_the_page_has_the_security_headers(server: Client, way: str) -> None:
    """It has no script, and does not repeat the address."""
    answer = visit(server, f"{way}/%3Cscript%3E?x=%22%3E%3Cscript%3E")
    assert answer.status_code == 404
    assert "script" not in answer.text
    for name, _ in SECURITY_HEADERS:
        assert name.decode() in answer.headers
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r"script-src|unsafe", policy)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["vary"] == "accept, accept-language"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html;q=0, */*", ""])
def test_a_program_gets_the_problem(server: Client, way: str, accept: str) -> None:
    answer = visit(server, way, accept=accept)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_browsers_get_other_errors_as_json(server: Client) -> None:
    assert visit(server, "/api/words/xx").json()["code"] == "unknown-language"


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        (BROWSER, True),
        ("TEXT/HTML", True),
        ("application/json, text/html", True),
        ("application/json, text/html;q=0.9", False),
        ("text/html;q=0", False),
        ("text/html;q=x", False),
        ("*/*", False),
        ("", False),
        (",;,q=1", False),
    ],
)
def test_accept_headers_that_prefer_html(header: str, wanted: bool) -> None:
    assert prefers_html(header) is wanted


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("xx,en;q=0.3,de;q=0.7", "de"),
        ("fr;q=0, it;q=0.1", "it"),
        ("*", "en"),
        ("", "en"),
        ("\x00;;;,", "en"),
    ],
)
def test_the_preferred_language(header: str, wanted: str) -> None:
    assert preferred_language(header, languages(), "en") == wanted
