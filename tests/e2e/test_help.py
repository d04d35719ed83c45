"""The help dialog describes the page."""

from __future__ import annotations

from redcathedral.text.catalog import load_texts
from tests.e2e.conftest import Arrive
from tests.server.harness import Client
from tools.text_nodes import wordings


def test_help_shows_a_summary_of_the_rules(server: Client, arrive: Arrive) -> None:
    """They name its buttons, and no command of the terminal."""
    person = arrive(server)
    person.start()
    person.button("web.help").click()
    sheet = person.tab.get_by_role("dialog")
    for topic in sheet.locator("summary").all():
        topic.click()
    text = sheet.inner_text()
    assert "look market" not in text
    for id_, node in load_texts("en").items():
        lines = [line for wording in wordings(node) for line in wording.split("\n")]
        if id_.startswith("rules."):
            assert all((line in text) != id_.endswith(".typed") for line in lines), id_
    for button in ("web.go.end", "web.go.stop"):
        assert person.text(button) in text
    assert person.text("web.help.numbers") in text
