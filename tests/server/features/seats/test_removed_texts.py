"""The host and local visitors remove what a seat wrote."""

from __future__ import annotations

from tests.server.features.seats.conftest import Club
from tests.server.features.seats.test_seats import CLUB, api_error, names
from tests.server.features.seats.test_server_bans import table_with
from tests.server.harness import Client, Page


def remove(client: Client, table: str, seat: str = "blue") -> int:
    return client.http.delete(f"/api/tables/{table}/seats/{seat}/texts").status_code


def until_chat(page: Page, *texts: str, since: int = 0) -> None:
    """Wait for a message with these chat lines; by default they are the whole chat."""
    shown: list[str] | None = None
    while shown != [*texts]:
        message = page.receive()
        if message["type"] == "chat" and message["since"] == since:
            shown = [line["text"] for line in message["lines"]]


def test_pages_no_longer_show_the_name_and_the_chat_lines_of_a_seat(club: Club) -> None:
    table = table_with(club.ana, club.boris)
    red, blue = club.ana.open_page(table), club.boris.open_page(table)
    blue.send_chat_line("blue", "an insult")
    until_chat(red, "an insult")
    red.send_chat_line("red", "please leave")
    until_chat(red, "please leave", since=1)
    note = f"/api/tables/{table}/note?seat=blue"
    club.boris.http.put(note, json={"number": 0, "text": "my note"}).raise_for_status()
    assert remove(club.ana, table) == 204
    for page in (red, blue, club.eve.open_page(table)):
        until_chat(page, "please leave")
        assert names(page) == {"red": "Ana", "blue": ""}
        assert page.now["seats"][1]["called"] == "Blue"
        assert "Boris" not in str(page.now)
    # the player keeps the seat and the private note
    assert club.boris.http.get(note).json()["text"] == "my note"
    assert blue.now["yours"] == ["blue"]
    assert remove(club.ana, table) == 204  # again


def test_texts_of_an_empty_seat_and_of_a_finished_game_are_removed(club: Club) -> None:
    table = table_with(club.ana, club.boris)
    red, blue = club.ana.open_page(table), club.boris.open_page(table)
    blue.send_chat_line("blue", "an insult")
    until_chat(red, "an insult")
    assert club.boris.http.delete(f"/api/tables/{table}/seats/blue").status_code == 204
    assert remove(club.ana, table) == 204
    until_chat(red)
    over = table_with(club.ana, club.boris)
    red, blue = club.ana.open_page(over), club.boris.open_page(over)
    red.send_command("agree", agreed=True)
    blue.until(lambda now: now["agreed"])
    blue.send_command("agree", agreed=True)
    blue.until(lambda now: now["over"])
    assert remove(club.ana, over) == 204
    assert blue.until(lambda now: now["seats"][1]["name"] == "")["over"]


def test_only_the_host_and_local_visitors_remove_texts(club: Club) -> None:
    table = table_with(club.ana, club.boris)
    for guest in (club.boris, club.eve):
        answer = guest.http.delete(f"/api/tables/{table}/seats/red/texts")
        assert api_error(answer) == (403, "not-yours")
    assert names(club.eve.open_page(table)) == {"red": "Ana", "blue": "Boris"}
    assert remove(club.owner, table, "red") == 204
    assert names(club.eve.open_page(table)) == {"red": "", "blue": "Boris"}
    hidden = club.ana.create_table({**CLUB, "access": "private"})
    assert remove(club.owner, hidden, "red") == 404
