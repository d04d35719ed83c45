"""Players may answer the same question at the same moment; each answer names its question."""

from __future__ import annotations

import pytest

from tests.server.core.test_play_state import THREE, TIMED, open_pages
from tests.server.fake_clock import FakeClock
from tests.server.harness import Client, Json, Page

TIMED_THREE: Json = {**THREE, "clock": TIMED["clock"]}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def table(server: Client) -> tuple[Page, Page, Page]:
    """Three people at separate pages."""
    red, blue, green = open_pages(server, TIMED_THREE, "red", "blue", "green")
    return red, blue, green


def read_to_version(page: Page, number: int) -> None:
    """Read messages up to a version of the table."""
    while page.now["number"] < number:
        page.next_table()


def read_to_newest(*pages: Page) -> None:
    """Read messages on all pages up to the newest version that a page has seen."""
    newest = max(page.now["number"] for page in pages)
    for page in pages:
        read_to_version(page, newest)


def ask(page: Page, *others: Page, what: str = "pause") -> int:
    """Ask the other players and read the question on all pages; return its number."""
    page.send_command("ask", what=what)
    page.next_table()
    read_to_newest(page, *others)
    [question] = page.now["play_state"]["questions"]
    return int(question["number"])


def send_from_all(kind: str, *pages: Page, **fields: object) -> None:
    """Send a command from every page before a page reads the other commands."""
    for page in pages:
        page.send_command(kind, **fields)


def read_until_paused(*pages: Page) -> None:
    """Read messages until the game is paused."""
    for page in pages:
        page.until(lambda now: now["play_state"]["is_paused"])


def test_simultaneous_agreements_end_the_game(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    send_from_all("agree", red, blue, green)
    for page in table:
        assert page.until(lambda now: now["over"])["over"]["reason"] == "agreed"


def test_simultaneous_answers_agree_to_a_pause(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    send_from_all("answer", blue, green, what="pause", agreed=True, question=number)
    read_until_paused(*table)


def test_answer_without_question_number_uses_the_version(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    ask(red, blue, green)
    send_from_all("answer", blue, green, what="pause", agreed=True)
    read_until_paused(*table)


def test_simultaneous_requests_for_a_pause_agree(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    send_from_all("ask", red, blue, green, what="pause")
    read_until_paused(*table)


def test_simultaneous_refusals_of_a_pause(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    send_from_all("answer", blue, green, what="pause", agreed=False, question=number)
    for page in (blue, green):
        assert page.until(lambda now: not now["play_state"]["questions"])["number"] == number + 1
    blue.send_command("agree")  # no refusal comes before this answer
    for page in (blue, green):
        assert page.until(lambda now: now["agreed"])["agreed"] == ["blue"]


def test_simultaneous_requests_to_resume(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    send_from_all("answer", blue, green, what="pause", agreed=True, question=number)
    read_until_paused(*table)
    send_from_all("go-on", red, blue)
    for page in (red, blue):
        page.until(lambda now: not now["play_state"]["is_paused"])
        page.send_command("agree")
        page.until(lambda now: now["agreed"])


def test_simultaneous_agreements_to_hints(table: tuple[Page, Page, Page]) -> None:
    send_from_all("allow-hints", *table)
    for page in table:
        page.until(lambda now: now["hints_allowed"] == ["red", "blue", "green"])


def test_two_players_give_up_at_once(table: tuple[Page, Page, Page]) -> None:
    red, blue, _ = table
    red.send_command("give-up", seat="red")
    blue.send_command("give-up", seat="blue")
    for page in table:
        page.until(lambda now: now["play_state"]["gave_up"] == ["red", "blue"])


def test_rejects_an_answer_to_a_closed_question(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    red.send_command("answer", what="pause", agreed=False, question=number)
    red.next_table()
    blue.send_command("answer", what="pause", agreed=True, question=number)
    blue.next_table()
    assert blue.next_refusal()["code"] == "question-gone"


@pytest.mark.parametrize("has_name", [True, False], ids=["named", "by its version"])
def test_rejects_an_answer_to_a_replaced_question(
    table: tuple[Page, Page, Page], has_name: bool
) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    red.send_command("answer", what="pause", agreed=False, question=number)
    red.next_table()
    red.send_command("ask", what="pause")
    assert red.next_table()["play_state"]["questions"][0]["number"] == number + 2
    blue.send_command(
        "answer", what="pause", agreed=True, **({"question": number} if has_name else {})
    )
    while (answer := blue.receive())["type"] == "table":
        pass
    assert answer["code"] == "question-gone"
    assert answer["reason"] == "This question is no longer open."
    assert blue.next_table()["play_state"]["questions"][0]["agreed"] == ["red"]


def test_rejects_agreement_to_end_after_another_decision(table: tuple[Page, Page, Page]) -> None:
    red, blue, _ = table
    before = blue.now
    red.play(red.first_legal("die"))
    read_to_version(blue, red.now["number"])
    blue.now = before  # blue has not seen the decision
    blue.send_command("agree")
    assert blue.next_refusal()["code"] == "question-gone"


def test_rejects_agreement_after_withdrawal(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    red.send_command("agree")
    red.next_table()
    read_to_newest(red, blue, green)
    before = blue.now
    red.send_command("agree", agreed=False)
    red.next_table()
    read_to_newest(red, blue)
    blue.now = before
    blue.send_command("agree")
    assert blue.next_refusal()["code"] == "question-gone"
    assert blue.next_table()["agreed"] == []


def test_rejects_a_takeback_request_for_a_stale_position(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    while red.now["due"]["seat"] == "red":
        red.play(str(red.now["legal"][-1]["text"]))
    read_to_newest(red, blue, green)
    before = red.now
    blue.play(blue.first_legal("die"))
    read_to_version(red, blue.now["number"])
    red.now = before
    red.send_command("ask", what="takeback")
    assert red.next_refusal()["code"] == "stale"
