from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser

from redcathedral.server.host.timekeeper import Timekeeper
from redcathedral.server.http.static import Page
from tests.e2e.browser import NONE, found, is_required, opened
from tests.e2e.person import Person
from tests.server.house import Client, serving

HERE = Path(__file__).parent
Arrive: TypeAlias = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them want the installed package, which has the page."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.installed)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    program = found()
    if program is None or not Page().is_built:
        reason = NONE if program is None else "The page is not built: make install builds it."
        if is_required():
            pytest.fail(reason)
        pytest.skip(reason)
    with opened(program) as browser:
        yield browser


@pytest.fixture
def watch() -> Timekeeper | None:
    """The time of the server, where a test does not move it by hand."""
    return None


@pytest.fixture
def house(tmp_path: Path, watch: Timekeeper | None) -> Iterator[Client]:
    """A server with an empty data folder."""
    with serving(tmp_path, watch=watch) as client:
        yield client


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Arrive]:
    """Let somebody come; at the end nothing may have gone wrong at their pages."""
    people: list[Person] = []

    def come(*arguments: object, **options: object) -> Person:
        people.append(Person(browser, *arguments, **options))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    wrong = "\n".join(line for person in people for line in person.wrong)
    assert not wrong, wrong
