from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from redcathedral.server.core.system_clock import SystemClock
from redcathedral.server.run.static import Page
from redcathedral.text import languages
from tests.e2e.browser import NO_BROWSER, find_chromium, is_required, launch_chromium
from tests.e2e.person import WIDE, Person
from tests.e2e.tab_pool import TabPool
from tests.server.harness import Client, serving

HERE = Path(__file__).parent
Arrive: TypeAlias = Callable[..., Person]


# The site runs these tests in .ci/run (tests/site/test_one_device.py), and `make test-full` at the
# server.
site_runs_it: Final = pytest.mark.long


def in_each_language(slow: str) -> pytest.MarkDecorator:
    """Run a long test in each language; in one of them it is only slow."""
    marks = {each: pytest.mark.slow if each == slow else pytest.mark.long for each in languages()}
    return pytest.mark.parametrize(
        "language", [pytest.param(each, marks=mark) for each, mark in marks.items()]
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: they need the installed package, which contains the page."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.installed)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the Chromium that all tests of this process share."""
    program = find_chromium()
    if program is None or not Page().is_built:
        reason = NO_BROWSER if program is None else "The page is not built: make install builds it."
        if is_required():
            pytest.fail(reason)
        pytest.skip(reason)
    with launch_chromium(program) as browser:
        yield browser


@pytest.fixture
def clock() -> SystemClock | None:
    """Return the clock of the server. Tests override it to set the time."""
    return None


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Return the server that the tests of this process share."""
    with serving(tmp_path_factory.mktemp("server")) as client:
        yield client


@pytest.fixture
def server(shared_server: Client) -> Iterator[Client]:
    """A client of the shared server. Tests that list games override it with `empty_server`."""
    client = Client(shared_server.url)
    yield client
    client.close()


@pytest.fixture
def empty_server(tmp_path: Path, clock: SystemClock | None) -> Iterator[Client]:
    """A server with an empty data folder."""
    with serving(tmp_path, clock=clock) as client:
        yield client


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> TabPool:
    """The tabs that the tests of this process share."""
    return TabPool(browser)


@pytest.fixture
def arrive(browser: Browser, tabs: TabPool) -> Iterator[Arrive]:
    """Return a function that opens a tab for a person. No page may report an error by the end.

    ``fresh`` opens a new window, for tests that leave scripts, a clock or a cache in it.
    """
    people: list[Person] = []
    shared: dict[Person, tuple[bool, str]] = {}

    def come(
        server: Client,
        *,
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        moving: bool = False,
        dark: bool = False,
        language: str = "en",
        fresh: bool = False,
        tab: Tab | None = None,
    ) -> Person:
        pooled = None if fresh or tab else tabs.take(touch=touch, language=language)
        person = Person(
            browser,
            server,
            size=size,
            touch=touch,
            moving=moving,
            dark=dark,
            language=language,
            tab=tab or pooled,
        )
        people.append(person)
        if pooled:
            shared[person] = touch, language
        return person

    yield come
    for person in people:
        if person not in shared:
            person.context.close()
    for person, (touch, language) in shared.items():
        person.stop_listening()
        tabs.give_back(person.tab, person.server.url, touch=touch, language=language)
    wrong = "\n".join(line for person in people for line in person.wrong)
    assert not wrong, wrong
