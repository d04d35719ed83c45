"""Texts of people and editions stay plain text on the page and never run."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.tab_pool import PATIENCE
from tests.server.harness import Client
from tests.server.run.test_page import changed_edition

RUNS = "<img src=x onerror=document.body.id=1>"

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


@pytest.mark.slow
def test_text_of_players_never_runs_as_markup(server: Client, arrive: Arrive) -> None:
    text = re.sub(
        r'^name = ".*"', f'name = "{RUNS}"', changed_edition(), count=1, flags=re.MULTILINE
    )
    assert server.http.post("/api/editions", content=text).status_code == 201
    edition = server.http.get("/api/server").json()["editions"]
    key = next(each["key"] for each in edition if each["name"] == RUNS)
    seats = [{"colour": "red", "name": RUNS}, {"colour": "blue", "name": RUNS}]
    table = server.create_table({"seats": seats, "edition": key})
    ana = arrive(server)
    tab = ana.tab
    tab.goto(server.url)
    expect(tab.locator(f'[data-game="{table}"]').first).to_contain_text(RUNS)
    tab.locator('[data-do="new"]').click()
    tab.locator("dialog[open]").wait_for()
    tab.keyboard.press("Escape")
    tab.wait_for_function(
        "() => history.state === null"
    )  # closing the sheet goes back in the history
    ana.open_table(table, ["red"])
    expect(tab.locator("body")).to_contain_text(RUNS)
    tab.locator('[data-do="menu"]').first.click()
    assert tab.locator('img[src="x"]').count() == 0
    assert tab.evaluate("document.body.id") == ""
