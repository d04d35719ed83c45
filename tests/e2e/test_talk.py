"""Two windows chat, keep notes, and begin the next game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, WIDE, Person
from tests.e2e.tab_pool import PATIENCE
from tests.e2e.test_axe import is_good
from tests.e2e.test_finale import finale
from tests.server.harness import RED_AND_BLUE, Client

MARKUP = "<img src=x onerror=\"document.title='gone'\"> <b>http://127.0.0.1/</b>"

expect.set_options(timeout=PATIENCE)


def do(person: Person, name: str) -> None:
    person.tab.locator(f'[data-do="{name}"]:visible').first.click()


def type_line(person: Person, text: str) -> None:
    field = person.tab.locator('[data-field="chat"]')
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def lines(person: Person) -> list[str]:
    return person.tab.locator('[data-testid="chat"] .text').all_inner_texts()


def is_below(lower: Locator, upper: Locator) -> bool:
    """Whether an element begins where the other ends."""
    box, above = lower.bounding_box(), upper.bounding_box()
    assert box
    assert above
    return above["y"] < box["y"] < above["y"] + above["height"] + 20


@pytest.mark.slow
def test_two_windows_chat(server: Client, arrive: Arrive) -> None:
    """What is markup stays text; what is not read is counted, what is muted is not shown."""
    table = server.create_table(RED_AND_BLUE)
    ana, eva = arrive(server, size=(1280, 720)), arrive(server, size=NARROW, touch=True)
    ana.open_table(table, ["red"])
    eva.open_table(table, ["blue"])
    do(ana, "chat")
    type_line(ana, MARKUP)
    unread = eva.tab.get_by_test_id("unread")
    expect(unread).to_have_text("1")
    bubble = eva.tab.get_by_test_id("bubble")
    expect(bubble).to_contain_text(MARKUP)
    assert is_below(bubble, eva.tab.locator('[data-mark="red"]'))
    is_good(eva, "a line at its player")
    do(eva, "chat")
    expect(eva.tab.locator('[data-testid="chat"] .text')).to_have_text(MARKUP)
    expect(unread).to_have_count(0)
    assert eva.tab.locator('[data-testid="chat"] :is(img, .text *, a)').count() == 0
    assert "gone" not in eva.tab.title()
    type_line(eva, "I see")
    expect(ana.tab.locator('[data-testid="chat"] .text').last).to_have_text("I see")
    is_good(ana, "chat, wide")
    is_good(eva, "chat, narrow")

    ana.tab.locator("summary", has_text=ana.text("web.chat.mute")).click()
    ana.tab.locator('[data-field="mute-blue"]').check()
    assert lines(ana) == [MARKUP]
    assert "1" in ana.tab.get_by_test_id("muted").inner_text()
    do(ana, "talk-close")
    type_line(eva, "Still there?")
    do(eva, "say-thanks")
    expect(eva.tab.locator('[data-testid="chat"] .text').last).to_have_text("Thank you")
    expect(ana.tab.get_by_test_id("unread")).to_have_count(0)
    assert ana.tab.get_by_test_id("bubble").count() == 0
    ana.tab.reload()  # who is muted stays so, and what was said is there
    ana.screen.wait_for()
    do(ana, "chat")
    expect(ana.tab.get_by_test_id("muted")).to_be_visible()
    ana.tab.locator("summary", has_text=ana.text("web.chat.mute")).click()
    ana.tab.locator('[data-field="mute-blue"]').uncheck()
    assert lines(ana) == [MARKUP, "I see", "Still there?", "Thank you"]


@pytest.mark.long
def test_spectator_reads_the_chat(server: Client, arrive: Arrive) -> None:
    """And one page at which all sit has nobody to talk to."""
    table = server.create_table(RED_AND_BLUE)
    ana, watcher = arrive(server), arrive(server)
    ana.open_table(table)
    assert ana.tab.locator('[data-do="chat"]').count() == 0
    ana.open_table(table, ["red"])
    watcher.open_table(table, [])
    do(ana, "chat")
    type_line(ana, "Hello")
    do(watcher, "chat")
    expect(watcher.tab.locator('[data-testid="chat"] .text')).to_have_text(["Hello"])
    assert watcher.tab.locator('[data-field="chat"]').count() == 0
    expect(watcher.tab.get_by_text(watcher.text("web.chat.reading"))).to_be_visible()


def test_writing_is_not_interrupted(server: Client, arrive: Arrive) -> None:
    """With the keyboard: others play on, and letters are no shortcuts."""
    table = server.create_table(RED_AND_BLUE)
    ana, page = arrive(server), server.open_page(table, seat="red")
    ana.open_table(table, ["blue"])
    ana.tab.keyboard.press("c")
    field = ana.tab.locator('[data-field="chat"]')
    expect(field).to_be_focused()
    ana.tab.keyboard.type("mu")
    page.play("die white +0")
    page.play("end")
    ana.until(page.now["number"])
    ana.tab.keyboard.type("ch")
    expect(field).to_have_value("much")
    expect(field).to_be_focused()
    ana.tab.keyboard.press("Escape")
    expect(ana.tab.get_by_test_id("prompt")).to_be_focused()
    ana.tab.keyboard.press("c")
    expect(field).to_have_value("much")


@pytest.mark.long
def test_note_is_saved_while_typing(server: Client, arrive: Arrive) -> None:
    """Of two devices of a seat the one that was late is asked which note stays."""
    table = server.create_table(RED_AND_BLUE)
    ana, phone = arrive(server, size=(1280, 720)), arrive(server, size=NARROW, touch=True)
    for person in (ana, phone):
        person.open_table(table, ["red"])
        do(person, "menu")
        do(person, "note")
    field = ana.tab.locator('[data-field="note"]')
    late = phone.tab.locator('[data-field="note"]')
    expect(late).to_be_editable()
    field.fill("gold first")
    state = ana.tab.get_by_test_id("note-state")
    expect(state).to_have_text(ana.text("web.note.kept"))
    assert server.http.get(f"/api/tables/{table}/note?seat=red").json()["text"] == "gold first"
    assert server.http.get(f"/api/tables/{table}/note?seat=blue").json()["text"] == ""
    late.fill("stone first")
    other = phone.tab.get_by_test_id("note-other")
    expect(other).to_contain_text("gold first")
    expect(late).to_have_value("stone first")
    is_good(phone, "two notes")
    do(phone, "note-mine")
    expect(phone.tab.get_by_test_id("note-state")).to_have_text(phone.text("web.note.kept"))
    do(phone, "talk-close")
    do(ana, "talk-close")
    do(ana, "menu")
    do(ana, "note")
    expect(field).to_have_value("stone first")
    field.fill("nothing")
    do(ana, "talk-close")  # at once
    do(ana, "menu")
    do(ana, "note")
    expect(field).to_have_value("nothing")
    phone.wrong = [line for line in phone.wrong if "409" not in line]  # the browser's own word


@pytest.mark.long
@pytest.mark.parametrize("kind", [pytest.param("again", marks=pytest.mark.long), "same"])
def test_two_windows_continue_to_the_next_game(server: Client, arrive: Arrive, kind: str) -> None:
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    page.send_command("agree")
    page.until(lambda now: now["over"])
    page.send_chat_line("red", "Well played")
    ana, eva = arrive(server, size=WIDE), arrive(server, size=NARROW, touch=True)
    ana.open_table(table, ["red"])
    eva.open_table(table, ["blue"])
    do(ana, kind)
    ana.tab.wait_for_url(lambda url: table not in url)
    begins = server.http.get("/api/words/en").json()["table.rematch"].format(who="Ana")
    expect(finale(eva).get_by_text(begins)).to_be_visible()
    if kind == "same":
        is_good(eva, "the next game has begun")
    finale(eva).locator('[data-do="rematch"]').click()
    eva.tab.wait_for_url(lambda url: table not in url)
    assert ana.table_id == eva.table_id
    assert (ana.tab.url[-3:], eva.tab.url[-4:]) == ("red", "blue")
    expect(eva.screen).to_have_attribute("data-table", eva.table_id)
    expect(eva.screen).to_have_attribute("data-due", "blue")  # the second begins
    expect(eva.screen).to_have_attribute("data-yours", "true")
    do(eva, "chat")
    expect(eva.tab.get_by_test_id("earlier")).to_contain_text("Well played")
    if kind == "same":
        is_good(eva, "the chat of the game before")
        games = (table, eva.table_id)
        codes = {server.http.get(f"/api/tables/{each}/setup").json()["code"] for each in games}
        assert len(codes) == 1
