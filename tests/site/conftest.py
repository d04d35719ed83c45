"""Fixtures for the tests of the site in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.e2e.conftest import browser
from tests.e2e.person import WIDE
from tests.site.hosting import SITE, Host, hosting
from tests.site.visitor import Visitor

__all__ = ["browser"]
Visit: TypeAlias = Callable[..., Visitor]


@pytest.fixture
def host() -> Iterator[Host]:
    if not SITE.is_dir():
        pytest.fail("The site is not built. Run: make test-site")
    with hosting() as host:
        yield host


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Visit]:
    """Return a function that opens a tab for a visitor. No page may report an error by the end."""
    visitors: list[Visitor] = []

    def come(
        *, size: tuple[int, int] = WIDE, touch: bool = False, tab: Tab | None = None
    ) -> Visitor:
        visitors.append(Visitor(browser, host, size=size, touch=touch, tab=tab))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    wrong = "\n".join(line for visitor in visitors for line in visitor.wrong)
    assert not wrong, wrong
