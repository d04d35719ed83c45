"""What people say at a table and note for themselves: who may, how much, who reads it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.server.core.store.store import Store
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.features.chat.store import ChatStore
from redcathedral.server.features.chat.text import (
    AT_ONCE,
    LONGEST,
    MARKS,
    MINUTE,
    NOTE,
    ChatRateLimit,
    plain_line,
)
from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json, Page, serving

MARKUP = "<img src=x onerror=alert(1)> <b>\"'&amp; javascript:alert(1)"


def say(page: Page, seat: str, text: str) -> Json:
    """Say something; what comes of it."""
    page.send_chat_line(seat, text)
    return page.receive()


def lines(message: Json) -> list[tuple[str, str]]:
    assert message["type"] == "chat", message
    return [(line["seat"], line["text"]) for line in message["lines"]]


def test_what_is_said_is_read_by_all_who_look(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red, blue = server.sit(table, seat="red"), server.sit(table, seat="blue")
    watcher = server.sit(table, seat="-")
    assert lines(say(red, "red", "Good luck")) == [("red", "Good luck")]
    for page in (blue, watcher):
        assert lines(page.receive()) == [("red", "Good luck")]
    answer = say(blue, "blue", "And to you")
    assert (answer["since"], lines(answer)) == (1, [("blue", "And to you")])
    assert red.receive() == answer
    assert red.now["number"] == server.sit(table).now["number"] == 0  # it is no change of the game


def test_who_comes_later_reads_what_they_do_not_know(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red = server.sit(table, seat="red")
    for text in ("one", "two", "three"):
        say(red, "red", text)
    assert [text for _, text in lines(server.sit(table).receive())] == ["one", "two", "three"]
    again = server.sit(table, chat_since=2).receive()
    assert (again["since"], lines(again)) == (2, [("red", "three")])
    whole = server.sit(table, chat_since=9).receive()  # of what was forgotten meanwhile
    assert (whole["since"], len(whole["lines"])) == (0, 3)


def test_only_who_sits_at_the_table_says_something(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    watcher, red = server.sit(table, seat="-"), server.sit(table, seat="red")
    assert say(watcher, "red", "I am red")["code"] == "watching"
    assert say(red, "blue", "I am blue")["code"] == "chat-seat"
    assert say(red, "green", "I am nobody")["code"] == "chat-seat"
    assert say(red, "violet", "I am nobody")["code"] == "unreadable"
    both = server.sit(table)
    for seat in ("red", "blue"):  # two people at one page
        assert lines(say(both, seat, "Me"))[0] == (seat, "Me")
    alone = server.sit(server.new(AGAINST_A_BOT))
    assert say(alone, "blue", "I am a bot")["code"] == "chat-seat"


def test_in_a_lesson_there_is_nobody_to_talk_to(server: Client) -> None:
    page = server.listen("lessons/first/1")
    page.table()
    assert say(page, "red", "Hello")["code"] == "chat-alone"


def test_markup_stays_text(server: Client) -> None:
    page = server.sit(server.new(RED_AND_BLUE))
    assert lines(say(page, "red", MARKUP)) == [("red", MARKUP)]


@pytest.mark.parametrize(
    ("typed", "said"),
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
        ("h" + "\u0335" * 200 + "i", "h" + "\u0335" * MARKS + "i"),
    ],
)
def test_a_line_is_plain_text(typed: str, said: str) -> None:
    assert plain_line(typed) == said


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "chat-empty"),
        (" \n\t ", "chat-empty"),
        ("\u202e\x00", "chat-empty"),
        ("a" * (LONGEST + 1), "chat-long"),
    ],
)
def test_what_is_no_line_is_refused(server: Client, typed: str, code: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        plain_line(typed)
    assert refused.value.code == code
    page = server.sit(server.new(RED_AND_BLUE))
    answer = say(page, "red", typed)
    assert answer["code"] == code
    assert answer["reason"]
    assert answer["fix"]
    assert len(lines(say(page, "red", "a" * LONGEST))) == 1  # nothing of the other is left


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
def test_a_line_of_which_nothing_shows_is_empty(typed: str) -> None:
    with pytest.raises(CommandRefused, match="chat-empty"):
        plain_line(typed)


def test_a_seat_says_so_much_a_minute(server: Client) -> None:
    pace = ChatRateLimit()
    for _ in range(AT_ONCE):
        pace.check(0, 100.0)
    pace.check(1, 100.0)
    with pytest.raises(CommandRefused, match="chat-fast"):
        pace.check(0, 99.9 + MINUTE)
    pace.check(0, 100.0 + MINUTE)
    page = server.sit(server.new(RED_AND_BLUE))
    for number in range(AT_ONCE):
        assert lines(say(page, "red", str(number)))
    answer = say(page, "red", "more")
    assert (answer["code"], str(AT_ONCE) in answer["fix"]) == ("chat-fast", True)
    assert lines(say(page, "blue", "I have said nothing yet"))


def test_a_page_that_does_not_read_is_told_all_at_once(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    red, slow = server.sit(table, seat="red"), server.sit(table, seat="blue")
    for number in range(AT_ONCE):
        say(red, "red", str(number))
    heard: list[str] = []
    while len(heard) < AT_ONCE:
        message = slow.receive()
        assert message["since"] == len(heard)
        heard += [text for _, text in lines(message)]
    assert heard == [str(number) for number in range(AT_ONCE)]


def test_what_is_said_and_noted_stands_nowhere_else(tmp_path: Path) -> None:
    """Not in the list, the table, the log, the record, what happened or the zip file."""
    with serving(tmp_path) as server:
        table = server.new(RED_AND_BLUE)
        page = server.sit(table, seat="red")
        say(page, "red", "a secret word")
        write(server, table, "red", 0, "a secret word")
        page.play("die white +0")
        page.play("end")
        paths = ["", "/past", "/record?names=true", "/setup"]
        asked = [f"/api/tables/{table}{path}" for path in paths]
        asked += ["/api/tables", "/api/mine/games?name=Ana"]
        for path in asked:
            answer = server.http.get(path)
            assert answer.status_code == 200
            assert "secret" not in answer.text
        assert "secret" not in str(page.now)
    with serving(tmp_path) as server:  # and it is still there after a restart
        assert lines(server.sit(table).receive()) == [("red", "a secret word")]
        assert read(server, table, "red") == {"number": 1, "text": "a secret word"}
        assert server.http.delete(f"/api/tables/{table}").status_code == 204
    store = Store.in_folder(tmp_path)
    assert ChatStore(store.transaction).chat(table) == []
    assert ChatStore(store.transaction).note(table, 0).text == ""
    store.close()


def test_two_programs_say_something_at_the_same_table(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.new(RED_AND_BLUE)
        red, blue = one.sit(table, seat="red"), other.sit(table, seat="blue")
        say(red, "red", "first")
        assert lines(say(blue, "blue", "second")) == [("red", "first"), ("blue", "second")]
        assert lines(say(red, "red", "third")) == [("blue", "second"), ("red", "third")]


def test_what_was_forgotten_is_told_after_a_restart_too(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path)
    with serving(tmp_path) as server:
        table = server.new(RED_AND_BLUE)
        page = server.sit(table)
        for seat in ("red", "blue"):
            say(page, seat, "forget me")
    ChatStore(store.transaction).forget_chat(table, {0, 1})
    ChatStore(store.transaction).forget_chat(table, {0, 1})  # of which nothing is left
    with serving(tmp_path) as server:
        whole = server.sit(table, chat_since=2).receive()
        assert (whole["since"], whole["lines"]) == (0, [])
        page = server.sit(table)
        new = [*say(page, "red", "one")["lines"], *say(page, "red", "two")["lines"]]
        again = server.sit(table, chat_since=2).receive()
        assert (again["since"], again["lines"]) == (0, new)
        assert [line["text"] for line in new] == ["one", "two"]
        page = server.sit(table, chat_since=new[-1]["number"])
        assert lines(say(page, "red", "three")) == [("red", "three")]  # it knew the rest
    store.close()


def test_another_program_hears_that_something_was_forgotten(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        table = one.new(RED_AND_BLUE)
        red, blue = one.sit(table, seat="red"), other.sit(table, seat="blue")
        say(red, "red", "forget me")
        say(blue, "blue", "first")
        with closing(Store.in_folder(tmp_path)) as third:
            ChatStore(third.transaction).forget_chat(table, {0})
        answer = say(blue, "blue", "second")
        assert answer["since"] == 0
        assert lines(answer) == [("blue", "first"), ("blue", "second")]


# --- the notepad ---------------------------------------------------------------------------------


def read(server: Client, table: str, seat: str) -> Json:
    answer = server.http.get(f"/api/tables/{table}/note", params={"seat": seat})
    return dict(answer.json())


def write(server: Client, table: str, seat: str, number: int, text: str) -> Json:
    body = {"number": number, "text": text}
    answer = server.http.put(f"/api/tables/{table}/note", params={"seat": seat}, json=body)
    return {"status": answer.status_code, **answer.json()}


def test_a_seat_notes_something_for_itself(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    blue = server.sit(table, seat="blue")
    assert read(server, table, "red") == {"number": 0, "text": ""}
    assert write(server, table, "red", 0, "gold\r\nthen stone")["number"] == 1
    assert write(server, table, "red", 1, MARKUP + "\x00\u202e") == {
        "status": 200,
        "number": 2,
        "text": MARKUP,
    }
    assert read(server, table, "blue") == {"number": 0, "text": ""}
    blue.say("settings", auto_end=True)
    assert "javascript" not in str(blue.table())  # nor is it told to anybody


def test_two_devices_of_a_seat_do_not_lose_what_was_typed(server: Client) -> None:
    table = server.new(RED_AND_BLUE)
    write(server, table, "red", 0, "from the desk")
    for known in (0, 2):
        answer = write(server, table, "red", known, "from the phone")
        assert (answer["status"], answer["code"]) == (409, "note-changed")
    assert read(server, table, "red")["text"] == "from the desk"
    assert write(server, table, "red", 1, "from the phone")["number"] == 2


def test_a_note_is_refused_where_nobody_sits(server: Client) -> None:
    table = server.new(AGAINST_A_BOT)
    for seat in ("blue", "green", "", "-", "red,blue"):  # a bot, nobody, no seat
        answer = write(server, table, seat, 0, "mine")
        assert (answer["status"], answer["code"]) == (403, "not-seated")
        assert read(server, table, seat)["code"] == "not-seated"
    assert server.http.get(f"/api/tables/{table}/note").status_code == 400
    assert write(server, "nowhere", "red", 0, "mine")["status"] == 404
    assert write(server, table, "red", -1, "mine")["status"] in (400, 409)
    assert write(server, table, "red", 0, "a" * (NOTE + 1))["code"] == "note-long"
    assert write(server, table, "red", 0, "a" * NOTE)["status"] == 200


def test_what_a_person_wrote_can_be_forgotten(tmp_path: Path) -> None:
    """Also where a page shows it: it is told all that is left once more."""
    store = Store.in_folder(tmp_path)
    with serving(tmp_path) as server:
        table = server.new(RED_AND_BLUE)
        page = server.sit(table)
        say(page, "red", "mine")
        say(page, "blue", "hers")
        write(server, table, "red", 0, "mine")
    assert [line.text for line in ChatStore(store.transaction).chat_of(table, {0})] == ["mine"]
    assert [ChatStore(store.transaction).note(table, seat).text for seat in (0, 1)] == ["mine", ""]
    ChatStore(store.transaction).forget_chat(table, {0})
    ChatStore(store.transaction).forget_notes(table, {0})
    with serving(tmp_path) as server:
        assert lines(server.sit(table).receive()) == [("blue", "hers")]
        assert read(server, table, "red") == {"number": 0, "text": ""}
    store.close()
