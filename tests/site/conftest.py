"""Fixtures for the tests of the site in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.e2e.conftest import browser
from tests.e2e.person import WIDE
from tests.server.harness import Client
from tests.site.hosting import Host, built_site
from tests.site.page_client import PageClient
from tests.site.tabs import SiteTabs, Stay
from tests.site.visitor import LastingVisitor, Visitor, new_tab

__all__ = ["browser"]
Visit: TypeAlias = Callable[..., Visitor]


def check_errors(visitors: Sequence[Visitor]) -> None:
    """Check that no page reported an error."""
    wrong = "\n".join(line for visitor in visitors for line in visitor.wrong)
    assert not wrong, wrong


@pytest.fixture
def host() -> Iterator[Host]:
    """The web server of one test, which may change its files."""
    with built_site() as host:
        yield host


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Visit]:
    """Return a function that opens a tab for a visitor. No page may report an error by the end."""
    visitors: list[Visitor] = []

    def come(
        *, size: tuple[int, int] = WIDE, touch: bool = False, tab: Tab | None = None
    ) -> Visitor:
        visitors.append(
            Visitor(tab or new_tab(browser, touch=touch), host.url, size=size, touch=touch)
        )
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    check_errors(visitors)


@pytest.fixture(scope="session")
def site_tabs(browser: Browser) -> Iterator[SiteTabs]:
    """The tabs that the tests of the page share."""
    with built_site() as host:
        yield SiteTabs(browser, host.url)


@pytest.fixture
def stay(site_tabs: SiteTabs) -> Iterator[Stay]:
    """The tab of a test of the page."""
    stay = Stay(site_tabs)
    yield stay
    stay.end()
    check_errors([stay.visitor] if stay.visitor else [])


@pytest.fixture
def server(stay: Stay, site_tabs: SiteTabs) -> PageClient:
    """The server in the tab of the test, without games."""
    return PageClient(site_tabs.url, stay.tab)


@pytest.fixture
def arrive(stay: Stay) -> Callable[..., LastingVisitor]:
    """Return the function with which tests of the page open a tab for a person.

    Tests that leave scripts in a ``fresh`` window cannot use it.
    """

    def come(server: Client, *, fresh: bool = False, **options: Any) -> LastingVisitor:
        del server, fresh
        return stay.arrive(**options)

    return come
