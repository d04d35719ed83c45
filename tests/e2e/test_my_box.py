"""Entering a box: by keys and by clicks, within the effort that owners accept."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from redcathedral.box.entered_edition import edition_of
from redcathedral.box.share_code import read_share_code
from tests.e2e.box_inputs import Way, inputs, invented, seconds
from tests.e2e.conftest import Arrive
from tests.server.harness import Client

MAX_INPUTS = 900
MAX_MINUTES = 15
MAX_REPORT = 2000  # characters; the address of a new issue can have a text of this length


@pytest.mark.parametrize(
    "way",
    [pytest.param("keys", marks=pytest.mark.slow), pytest.param("clicks", marks=pytest.mark.long)],
)
def test_the_invented_box_is_entered(server: Client, arrive: Arrive, way: Way) -> None:
    person = arrive(server)
    person.tab.goto(f"{server.url}/#/box")
    for entry in inputs(way):
        target = person.tab.locator(entry.selector).first
        if entry.line is None:
            target.click()
        else:
            target.fill(entry.line)
            target.press("Enter")
    expected = edition_of(invented()[1])
    assert expected.edition is not None
    person.tab.get_by_test_id("read").filter(has_text=f"{len(expected.read)} of").wait_for()
    link = person.tab.locator('[data-field="copied"]')
    code = link.input_value().rpartition("/")[2]
    edition = server.http.get(f"/api/editions/{code}").json()
    assert edition["hash"] == expected.edition.hash
    person.tab.locator('[data-do="report"]').click()
    report = person.tab.locator("details [data-field='copied']").input_value()
    assert f"rows read: {len(expected.read)} of" in report
    assert expected.edition.hash in report
    assert read_share_code(report.rpartition("code: ")[2]).cards == invented()[1].cards
    assert len(quote(report)) < MAX_REPORT


@pytest.mark.parametrize("way", ["keys", "clicks"])
def test_a_box_takes_a_quarter_of_an_hour(way: Way) -> None:
    entries = inputs(way)
    assert sum(entry.count for entry in entries) <= MAX_INPUTS
    assert seconds(entries) / 60 <= MAX_MINUTES
    assert sum(entry.begins for entry in entries) >= 40 + 9 + 12 + 4
