"""Games survive a reload of the page and a crash of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.games import load
from tests.e2e.person import random_policy
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, ServerProcess


def kept(server: Client, table: str) -> Json:
    """Return the table as the server sends it, without the notice."""
    table_json: Json = server.http.get(f"/api/tables/{table}").json()
    return {key: value for key, value in table_json.items() if key != "notice"}


def test_reload_keeps_the_game(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(load(server, "2p-basic-01", 0.3))
    before = person.play_out(random_policy(3), most=3)
    log = person.log()
    person.tables.clear()
    person.tab.reload()
    person.screen.wait_for()
    after = person.now()
    assert after["position"] == before["position"]
    assert after["legal"] == before["legal"]
    assert person.log() == log
    assert person.play_out(random_policy(4), most=1)["number"] == before["number"] + 1


@pytest.mark.slow
def test_a_pick_that_is_not_finished_is_not_a_decision(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(server.create_table(RED_AND_BLUE))
    before = person.now()
    key = next(way["on"][0] for way in before["legal"] if way["text"].startswith("claim"))
    person.press(key)
    assert person.marked() != {way["on"][0] for way in before["legal"]}
    person.tables.clear()
    person.tab.reload()
    person.screen.wait_for()
    assert person.now()["position"] == before["position"]


@pytest.mark.long
def test_game_survives_a_killed_server(tmp_path: Path, arrive: Arrive) -> None:
    """The page reports it, reconnects by itself, and the game resumes in the same position."""
    server = ServerProcess(tmp_path)
    client = server.client()
    table = client.create_table(AGAINST_A_BOT)
    person = arrive(client, fresh=True)
    person.open_table(table)
    try:
        for seed in range(2):
            before = person.play_out(random_policy(seed), most=8)
            if before["over"]:
                break
            log = person.log()
            server.kill()
            client.close()
            person.tab.get_by_text(person.text("web.lost")).first.wait_for()
            assert person.marked() == set()
            assert person.number == before["number"]
            server = ServerProcess(tmp_path, "--port", client.url.rpartition(":")[2])
            client = server.client()
            person.tab.get_by_text(person.text("web.lost")).first.wait_for(state="hidden")
            assert person.now()["position"] == before["position"]
            assert person.log() == log
            assert kept(client, table)["position"] == before["position"]
        person.context.close()
        # the mark of the icon may be asked for while nobody answers
        person.wrong = [line for line in person.wrong if "/icon" not in line]
    finally:
        server.kill()
        client.close()


@site_runs_it
def test_game_list_continues_a_game(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    table = load(server, "2p-basic-01", 0.3)
    person.open_table(table)
    before = person.play_out(random_policy(5), most=2)
    person.start()
    person.tables.clear()
    row = person.tab.locator(f'[data-game="{table}"]')
    row.get_by_role("button", name=person.text("web.go-on-game"), exact=True).click()
    person.screen.wait_for()
    assert person.now()["position"] == before["position"]


@site_runs_it
def test_saves_and_loads_a_game(server: Client, arrive: Arrive, tmp_path: Path) -> None:
    person = arrive(server)
    person.open_table(load(server, "2p-basic-01", 0.3))
    before = person.play_out(random_policy(6), most=2)
    person.button("web.menu").click()
    with person.tab.expect_download() as coming:
        person.tab.get_by_role("link", name=person.text("web.save"), exact=True).click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.suffix == ".rcg"
    person.start()
    person.tables.clear()
    person.tab.locator('input[type="file"]').set_input_files(file)
    person.screen.wait_for()
    assert person.now()["position"] == before["position"]


def test_rejects_a_file_that_is_no_record(server: Client, arrive: Arrive, tmp_path: Path) -> None:
    """The error says where and what to do; only the quote from the file is in English."""
    person = arrive(server, language="pl")
    person.start()
    bad = tmp_path / "bad.rcg"
    bad.write_text("redcathedral-record 1\nnonsense\n")
    person.tab.locator('input[type="file"]').set_input_files(bad)
    alert = person.tab.get_by_role("alert")
    alert.wait_for()
    assert "zobacz wiersz 2" in alert.locator("b").inner_text()
    assert person.text("problem.bad-record.fix") in alert.inner_text()
    assert "no `edition` line" in alert.locator('[lang="en"]').inner_text()
    person.wrong = [line for line in person.wrong if "400" not in line]


@pytest.mark.parametrize(
    ("address", "code"), [("table/nothing", "unknown-table"), ("learn/first/99", "unknown-step")]
)
def test_missing_tables_are_reported_in_the_reader_s_language(
    address: str, code: str, server: Client, arrive: Arrive
) -> None:
    person = arrive(server, language="pl")
    person.tab.goto(f"{server.url}/#/{address}")
    alert = person.tab.get_by_role("alert")
    alert.get_by_text(person.text(f"problem.{code}")).wait_for()
    alert.get_by_text(person.text(f"problem.{code}.fix")).wait_for()


@pytest.mark.long
def test_a_long_log_grows_when_scrolled(server: Client, arrive: Arrive) -> None:
    """Entries far down are drawn later; in the end all are there, the first turn last."""
    person = arrive(server)
    person.open_table(load(server, "4p-advanced-01", 0.6))
    entries = person.tab.locator("section.log [data-entry]")
    recent = entries.count()
    wanted = len(person.now()["log"])
    assert 0 < recent < wanted
    more = person.tab.locator('[data-do="earlier"]')
    while more.count():
        more.scroll_into_view_if_needed()
        person.tab.wait_for_function(
            "many => document.querySelectorAll('section.log [data-entry]').length > many",
            arg=recent,
        )
        recent = entries.count()
    assert recent == wanted
    turns = person.tab.locator("section.log section")
    assert turns.last.locator("[data-entry]").first.get_attribute("data-entry") == "0"
