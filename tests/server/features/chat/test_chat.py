"""The chat of a table and the private notes of its seats: rights, limits and readers."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.features.chat.store import ChatStore
from redcathedral.server.features.chat.text import (
    MAX_LINE_LENGTH,
    MAX_LINES_PER_MINUTE,
    MAX_MARKS_PER_LETTER,
    MAX_NOTE_LENGTH,
    MINUTE_SECONDS,
    ChatRateLimit,
    plain_line,
)
from redcathedral.server.sql.store import SqlStore
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, Page, serving

MARKUP = "<img src=x onerror=alert(1)> <b>\"'&amp; javascript:alert(1)"


def send_line(page: Page, seat: str, text: str) -> Json:
    """Send a chat line; return the next message."""
    page.send_chat_line(seat, text)
    return page.receive()


def chat_lines(message: Json) -> list[tuple[str, str]]:
    assert message["type"] == "chat", message
    return [(line["seat"], line["text"]) for line in message["lines"]]


def receive_chat(page: Page, wanted: list[tuple[str, str]]) -> None:
    """Read messages, in however many parts they come, until the page has the wanted lines."""
    lines: list[tuple[str, str]] = []
    while lines != wanted:
        message = page.receive()
        lines = (lines if message["since"] else []) + chat_lines(message)


def test_all_pages_receive_chat_lines(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, blue = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    watcher = server.open_page(table, seat="-")
    assert chat_lines(send_line(red, "red", "Good luck")) == [("red", "Good luck")]
    for page in (blue, watcher):
        assert chat_lines(page.receive()) == [("red", "Good luck")]
    answer = send_line(blue, "blue", "And to you")
    assert (answer["since"], chat_lines(answer)) == (1, [("blue", "And to you")])
    assert red.receive() == answer
    # Chat does not change the game.
    assert red.now["number"] == server.open_page(table).now["number"] == 0


def test_late_page_receives_the_missing_lines(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red = server.open_page(table, seat="red")
    for text in ("one", "two", "three"):
        send_line(red, "red", text)
    assert [text for _, text in chat_lines(server.open_page(table).receive())] == [
        "one",
        "two",
        "three",
    ]
    again = server.open_page(table, chat_since=2).receive()
    assert (again["since"], chat_lines(again)) == (2, [("red", "three")])
    # A page with lines that were deleted since receives the whole chat.
    whole = server.open_page(table, chat_since=9).receive()
    assert (whole["since"], len(whole["lines"])) == (0, 3)


def test_only_seated_people_can_chat(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    watcher, red = server.open_page(table, seat="-"), server.open_page(table, seat="red")
    assert send_line(watcher, "red", "I am red")["code"] == "watching"
    assert send_line(red, "blue", "I am blue")["code"] == "chat-seat"
    assert send_line(red, "green", "I am nobody")["code"] == "chat-seat"
    assert send_line(red, "violet", "I am nobody")["code"] == "unreadable"
    both = server.open_page(table)
    for seat in ("red", "blue"):  # both people use one page
        assert chat_lines(send_line(both, seat, "Me"))[0] == (seat, "Me")
    alone = server.open_page(server.create_table(AGAINST_A_BOT))
    assert send_line(alone, "blue", "I am a bot")["code"] == "chat-seat"


def test_rejects_chat_in_a_lesson(server: Client) -> None:
    page = server.listen("lessons/first/1")
    page.next_table()
    assert send_line(page, "red", "Hello")["code"] == "chat-alone"


def test_markup_stays_text(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    assert chat_lines(send_line(page, "red", MARKUP)) == [("red", MARKUP)]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("  a \n b\t\r\nc  ", "a b c"),
        ("e\u0301", "\u00e9"),
        ("\u202egnp.exe\u2066!\u2069", "gnp.exe!"),
        ("nul\x00 bell\x07 esc\x1b[31m", "nul bell esc[31m"),
        ("line\u2028line\u0085line", "line line line"),
        ("\ufeffmark", "mark"),
        ("שלום", "שלום"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("می\u200cروم", "می\u200cروم"),
        ("\U0001fa77", "\U0001fa77"),
        ("h" + "\u0335" * 200 + "i", "h" + "\u0335" * MAX_MARKS_PER_LETTER + "i"),
    ],
)
def test_line_becomes_plain_text(typed: str, expected: str) -> None:
    assert plain_line(typed) == expected


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "chat-empty"),
        (" \n\t ", "chat-empty"),
        ("\u202e\x00", "chat-empty"),
        ("a" * (MAX_LINE_LENGTH + 1), "chat-long"),
    ],
)
def test_rejects_empty_and_long_lines(server: Client, typed: str, code: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        plain_line(typed)
    assert refused.value.code == code
    page = server.open_page(server.create_table(RED_AND_BLUE))
    answer = send_line(page, "red", typed)
    assert answer["code"] == code
    assert answer["reason"]
    assert answer["fix"]
    # The refused line is not stored.
    assert len(chat_lines(send_line(page, "red", "a" * MAX_LINE_LENGTH))) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "\u200b",
        "\u3164\u2800",
        "\u200d\u200c",
        "\u034f\u061c\u00ad",
        "\u200e\u200f",
        "\u0301 \ufe0f",
        "\ufffc\U000e0041",
        "\ue000\u0378",
    ],
)
def test_line_of_invisible_characters_is_empty(typed: str) -> None:
    with pytest.raises(CommandRefused, match="chat-empty"):
        plain_line(typed)


def test_limits_chat_lines_per_minute(server: Client) -> None:
    pace = ChatRateLimit()
    for _ in range(MAX_LINES_PER_MINUTE):
        pace.check(0, 100.0)
    pace.check(1, 100.0)
    with pytest.raises(CommandRefused, match="chat-fast"):
        pace.check(0, 99.9 + MINUTE_SECONDS)
    pace.check(0, 100.0 + MINUTE_SECONDS)
    page = server.open_page(server.create_table(RED_AND_BLUE))
    for number in range(MAX_LINES_PER_MINUTE):
        assert chat_lines(send_line(page, "red", str(number)))
    answer = send_line(page, "red", "more")
    assert (answer["code"], str(MAX_LINES_PER_MINUTE) in answer["fix"]) == ("chat-fast", True)
    assert chat_lines(send_line(page, "blue", "I have said nothing yet"))


def test_slow_page_receives_all_lines_without_gaps(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    red, slow = server.open_page(table, seat="red"), server.open_page(table, seat="blue")
    for number in range(MAX_LINES_PER_MINUTE):
        send_line(red, "red", str(number))
    texts: list[str] = []
    while len(texts) < MAX_LINES_PER_MINUTE:
        message = slow.receive()
        assert message["since"] == len(texts)
        texts += [text for _, text in chat_lines(message)]
    assert texts == [str(number) for number in range(MAX_LINES_PER_MINUTE)]


def test_chat_and_notes_appear_in_no_other_data(tmp_path: Path) -> None:
    """No list, table, log, record, past or set-up contains them."""
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table, seat="red")
        send_line(page, "red", "a secret word")
        write_note(server, table, "red", 0, "a secret word")
        page.play("die white +0")
        page.play("end")
        paths = ["", "/past", "/record?names=true", "/setup"]
        paths_with_table = [f"/api/tables/{table}{path}" for path in paths]
        paths_with_table += ["/api/tables", "/api/mine/games?name=Ana"]
        for path in paths_with_table:
            answer = server.http.get(path)
            assert answer.status_code == 200
            assert "secret" not in answer.text
        assert "secret" not in str(page.now)
    with serving(tmp_path) as server:  # chat and notes are stored
        assert chat_lines(server.open_page(table).receive()) == [("red", "a secret word")]
        assert read_note(server, table, "red") == {"number": 1, "text": "a secret word"}
        assert server.http.delete(f"/api/tables/{table}").status_code == 204
    store = SqlStore.in_folder(tmp_path)
    assert store.part(ChatStore).chat(table) == []
    assert store.part(ChatStore).note(table, 0).text == ""
    store.close()


def test_two_servers_share_the_chat_of_a_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.create_table(RED_AND_BLUE)
        red, blue = one.open_page(table, seat="red"), other.open_page(table, seat="blue")
        send_line(red, "red", "first")
        blue.send_chat_line("blue", "second")
        receive_chat(blue, [("red", "first"), ("blue", "second")])
        assert chat_lines(send_line(red, "red", "third")) == [("blue", "second"), ("red", "third")]


def test_pages_learn_of_deleted_lines_after_a_restart(tmp_path: Path) -> None:
    store = SqlStore.in_folder(tmp_path)
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        for seat in ("red", "blue"):
            send_line(page, seat, "forget me")
    store.part(ChatStore).forget_chat(table, {0, 1})
    store.part(ChatStore).forget_chat(table, {0, 1})  # no lines are left to delete
    with serving(tmp_path) as server:
        whole = server.open_page(table, chat_since=2).receive()
        assert (whole["since"], whole["lines"]) == (0, [])
        page = server.open_page(table)
        new = [*send_line(page, "red", "one")["lines"], *send_line(page, "red", "two")["lines"]]
        again = server.open_page(table, chat_since=2).receive()
        assert (again["since"], again["lines"]) == (0, new)
        assert [line["text"] for line in new] == ["one", "two"]
        page = server.open_page(table, chat_since=new[-1]["number"])
        assert chat_lines(send_line(page, "red", "three")) == [
            ("red", "three")
        ]  # the page has the earlier lines
    store.close()


def test_another_server_learns_of_deleted_lines(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.create_table(RED_AND_BLUE)
        red, blue = one.open_page(table, seat="red"), other.open_page(table, seat="blue")
        send_line(red, "red", "forget me")
        blue.send_chat_line("blue", "first")
        receive_chat(blue, [("red", "forget me"), ("blue", "first")])
        with closing(SqlStore.in_folder(tmp_path)) as third:
            third.part(ChatStore).forget_chat(table, {0})
        blue.send_chat_line("blue", "second")
        receive_chat(blue, [("blue", "first"), ("blue", "second")])


# --- the notepad ---------------------------------------------------------------------------------


def read_note(server: Client, table: str, seat: str) -> Json:
    answer = server.http.get(f"/api/tables/{table}/note", params={"seat": seat})
    return dict(answer.json())


def write_note(server: Client, table: str, seat: str, number: int, text: str) -> Json:
    body = {"number": number, "text": text}
    answer = server.http.put(f"/api/tables/{table}/note", params={"seat": seat}, json=body)
    return {"status": answer.status_code, **answer.json()}


def test_note_of_a_seat_is_private(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    blue = server.open_page(table, seat="blue")
    assert read_note(server, table, "red") == {"number": 0, "text": ""}
    assert write_note(server, table, "red", 0, "gold\r\nthen stone")["number"] == 1
    assert write_note(server, table, "red", 1, MARKUP + "\x00\u202e") == {
        "status": 200,
        "number": 2,
        "text": MARKUP,
    }
    assert read_note(server, table, "blue") == {"number": 0, "text": ""}
    blue.send_command("settings", auto_end=True)
    assert "javascript" not in str(blue.next_table())  # no message contains the note


def test_rejects_a_note_based_on_an_old_version(server: Client) -> None:
    table = server.create_table(RED_AND_BLUE)
    write_note(server, table, "red", 0, "from the desk")
    for number in (0, 2):
        answer = write_note(server, table, "red", number, "from the phone")
        assert (answer["status"], answer["code"]) == (409, "note-changed")
    assert read_note(server, table, "red")["text"] == "from the desk"
    assert write_note(server, table, "red", 1, "from the phone")["number"] == 2


def test_rejects_a_note_without_a_seat(server: Client) -> None:
    table = server.create_table(AGAINST_A_BOT)
    for seat in ("blue", "green", "", "-", "red,blue"):  # a bot, an unused color, no seat
        answer = write_note(server, table, seat, 0, "mine")
        assert (answer["status"], answer["code"]) == (403, "not-seated")
        assert read_note(server, table, seat)["code"] == "not-seated"
    assert server.http.get(f"/api/tables/{table}/note").status_code == 400
    assert write_note(server, "nowhere", "red", 0, "mine")["status"] == 404
    assert write_note(server, table, "red", -1, "mine")["status"] in (400, 409)
    assert write_note(server, table, "red", 0, "a" * (MAX_NOTE_LENGTH + 1))["code"] == "note-long"
    assert write_note(server, table, "red", 0, "a" * MAX_NOTE_LENGTH)["status"] == 200


def test_lines_and_notes_of_a_person_can_be_deleted(tmp_path: Path) -> None:
    """A page that showed the deleted lines receives the remaining lines again."""
    store = SqlStore.in_folder(tmp_path)
    with serving(tmp_path) as server:
        table = server.create_table(RED_AND_BLUE)
        page = server.open_page(table)
        send_line(page, "red", "mine")
        send_line(page, "blue", "hers")
        write_note(server, table, "red", 0, "mine")
    assert [line.text for line in store.part(ChatStore).chat(table) if not line.seat] == ["mine"]
    assert [store.part(ChatStore).note(table, seat).text for seat in (0, 1)] == ["mine", ""]
    store.part(ChatStore).forget_chat(table, {0})
    store.part(ChatStore).forget_notes(table, {0})
    with serving(tmp_path) as server:
        assert chat_lines(server.open_page(table).receive()) == [("blue", "hers")]
        assert read_note(server, table, "red") == {"number": 0, "text": ""}
    store.close()
