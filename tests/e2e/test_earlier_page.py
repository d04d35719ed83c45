"""The page with the stored data of a browser and a database of version eb91d14."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from redcathedral.play.lessons import load_lesson
from tests.e2e import test_cardboard
from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.e2e.tab_pool import PATIENCE
from tests.e2e.test_puzzles import open_list
from tests.e2e.test_talk import do
from tests.server.compatibility.earlier import FOLDER, Json, opened, shown

TABLES: dict[str, str] = shown()["tables"]

expect.set_options(timeout=PATIENCE)


def return_to(person: Person) -> Json:
    """Bring the cookies and the storage of the browser, then open the page; what was stored."""
    kept: Json = json.loads((FOLDER / "browser.json").read_text(encoding="utf-8"))
    for name, value in shown()["cookies"]["ana"].items():
        person.context.add_cookies([{"name": name, "value": value, "url": person.server.url}])
    person.start()
    for name, value in kept.items():
        set_item = "([name, text]) => localStorage.setItem(name, text)"
        person.tab.evaluate(set_item, [name, json.dumps(value)])
    person.start()
    return kept


def standing(person: Person, practice: str) -> Locator:
    """How far somebody has come in a lesson."""
    row = person.tab.locator("li", has=person.tab.locator(f'[data-practice="{practice}"]'))
    return row.locator(".progress")


@pytest.mark.slow
def test_finds_all_data_stored_by_an_earlier_page(tmp_path: Path, arrive: Arrive) -> None:
    with opened(tmp_path) as server:
        person = arrive(server, fresh=True)
        kept = return_to(person)
        tab = person.tab

        # settings
        root = tab.locator("html")
        expect(root).to_have_attribute("data-theme", "contrast")
        assert "--type: 1.15" in str(root.get_attribute("style"))
        person.button("web.settings").click()
        expect(tab.locator('[data-field="pace"][value="calm"]')).to_be_checked()
        tab.keyboard.press("Escape")

        # the set-up dialog, and the name by which somebody sat down last
        person.button("web.new").click()
        expect(tab.locator('[data-field="players"][value="3"]')).to_be_checked()
        expect(tab.locator('[data-field="name.0"]')).to_have_value("Ána")
        tab.keyboard.press("Escape")
        tab.locator('[data-field="filter"][value="open"]').check(force=True)
        tab.locator(f'[data-game="{TABLES["forgotten"]}"] [data-do="sit"]').click()
        expect(tab.locator('dialog [data-field="name"]')).to_have_value("Anička")
        tab.keyboard.press("Escape")

        # lessons and puzzles
        tab.locator('[data-do="learn"]').click()
        steps = len(load_lesson("first").steps)
        expect(standing(person, "first")).to_have_text(f"1 of {steps} steps done")
        open_list(person)
        found = tab.locator(".progress", has_text=re.compile(r"^1 of \d+ solved$"))
        expect(found).to_have_count(1)

        # what was laid out, and the score pad
        test_cardboard.go(person, "score")
        expect(tab.locator('[data-field="name.0"]')).to_have_value("Ana")
        test_cardboard.go(person, "position")
        expect(tab.get_by_test_id("position")).to_contain_text("Ána")

        # the seat, and a link to another one
        person.open_table(TABLES["private"])
        assert person.tables[person.number]["own"] == ["red"]
        do(person, "menu")
        do(person, "invite")
        secret = kept["redcathedral.links"][TABLES["private"]]["blue"]
        copied = tab.locator('[data-place="blue"] [data-field="copied"]')
        expect(copied).to_have_value(f"{server.url}/#/join/{secret}")
        do(person, "done")

        # what was read of the chat, who is muted, and a note that was never sent
        assert tab.get_by_test_id("unread").count() == 0
        do(person, "chat")
        expect(tab.locator('[data-testid="chat"] .text')).to_have_text(["Hello", "Привет"])
        do(person, "talk-close")
        do(person, "menu")
        do(person, "note")
        expect(tab.locator('[data-field="note"]')).to_have_value("unsent")
        expect(tab.get_by_test_id("note-state")).to_have_text(person.text("web.note.kept"))
        path = f"{server.url}/api/tables/{TABLES['private']}/note?seat=red"
        assert person.context.request.get(path).json()["text"] == "unsent"
