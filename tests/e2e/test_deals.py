"""The deal of the day, and the comparison of games of a deal."""

from __future__ import annotations

from playwright.sync_api import FilePayload

from tests.e2e.conftest import Arrive, site_runs_it
from tests.server.features.deals.test_deals import play_turns
from tests.server.harness import Client


@site_runs_it
def test_the_deal_of_the_day_is_played_shared_and_compared(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    person.button("web.daily").click()
    screen = person.tab.get_by_test_id("invitation")
    screen.locator('[data-do="today"]').click()
    screen.locator('[data-do="play"]').click()
    person.screen.wait_for()
    table = person.table_id
    page = server.open_page(table)
    play_turns(page, 2, seed=1)  # on some days the turn of Ivan has choices
    page.send_command("agree", agreed=True)
    over = page.until(lambda now: now["over"])["over"]
    [code, _] = server.http.get("/api/deals", params={"opponent": "ivan"}).json()

    person.tab.goto(f"{server.url}/#/deal/{code}")
    line = screen.locator('[data-field="copied"]').first
    line.wait_for()
    mine, ivans = (score["total"] for score in over["scores"])
    result = f"{mine} to {ivans}, 2 turns"
    assert f"against Ivan: {result}\n{server.url}/#/deal/{code}" in line.input_value()
    record = server.http.get(f"/api/tables/{table}/record").content
    file: FilePayload = {"name": "sent.rcg", "mimeType": "text/plain", "buffer": record}
    screen.locator('[data-field="record"]').set_input_files(file)
    screen.get_by_role("status").get_by_text("Checked: the received game").wait_for()
    assert screen.locator("dd").all_inner_texts() == [result] * 2

    person.tab.goto(f"{server.url}/#/deal/{code}/cut")
    screen.get_by_role("alert").wait_for()
    assert screen.locator('[data-do="play"]').inner_text() == "Go to your game"
    person.wrong = [text for text in person.wrong if "400" not in text]
