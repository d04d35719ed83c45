"""An answer names the question that it answers: two people may give theirs at the same moment."""

from __future__ import annotations

import pytest

from tests.server.core.test_play_state import THREE, TIMED, sit
from tests.server.fake_clock import FakeClock
from tests.server.harness import Client, Json, Page

TIMED_THREE: Json = {**THREE, "clock": TIMED["clock"]}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def table(server: Client) -> tuple[Page, Page, Page]:
    """Three people at pages of their own."""
    red, blue, green = sit(server, TIMED_THREE, "red", "blue", "green")
    return red, blue, green


def see(page: Page, number: int) -> None:
    """Read on to a version."""
    while page.now["number"] < number:
        page.table()


def all_see(*pages: Page) -> None:
    """Read on to the newest version that one of them has seen."""
    newest = max(page.now["number"] for page in pages)
    for page in pages:
        see(page, newest)


def ask(page: Page, *others: Page, what: str = "pause") -> int:
    """Ask all the others, who see it; the question's number."""
    page.say("ask", what=what)
    page.table()
    all_see(page, *others)
    [question] = page.now["play_state"]["questions"]
    return int(question["number"])


def together(kind: str, *pages: Page, **fields: object) -> None:
    """All say it about the table as they have seen it; none has seen what the others say."""
    for page in pages:
        page.say(kind, **fields)


def see_pause(*pages: Page) -> None:
    """Read on until the game is paused."""
    for page in pages:
        page.until(lambda now: now["play_state"]["is_paused"])


def test_two_agree_to_end_the_game(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    together("agree", red, blue, green)
    for page in table:
        assert page.until(lambda now: now["over"])["over"]["reason"] == "agreed"


def test_two_agree_to_a_pause(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    together("answer", blue, green, what="pause", agreed=True, question=number)
    see_pause(*table)


def test_an_older_page_names_the_version_in_which_it_saw_the_question(
    table: tuple[Page, Page, Page],
) -> None:
    red, blue, green = table
    ask(red, blue, green)
    together("answer", blue, green, what="pause", agreed=True)
    see_pause(*table)


def test_two_ask_for_a_pause(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    together("ask", red, blue, green, what="pause")
    see_pause(*table)


def test_two_decline(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    together("answer", blue, green, what="pause", agreed=False, question=number)
    for page in (blue, green):
        assert page.until(lambda now: not now["play_state"]["questions"])["number"] == number + 1
    blue.say("agree")  # nothing was refused before this is answered
    for page in (blue, green):
        assert page.until(lambda now: now["agreed"])["agreed"] == ["blue"]


def test_two_go_on(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    together("answer", blue, green, what="pause", agreed=True, question=number)
    see_pause(*table)
    together("go-on", red, blue)
    for page in (red, blue):
        page.until(lambda now: not now["play_state"]["is_paused"])
        page.say("agree")
        page.until(lambda now: now["agreed"])


def test_two_agree_to_hints(table: tuple[Page, Page, Page]) -> None:
    together("allow-hints", *table)
    for page in table:
        page.until(lambda now: now["hints_allowed"] == ["red", "blue", "green"])


def test_two_give_up(table: tuple[Page, Page, Page]) -> None:
    red, blue, _ = table
    red.say("give-up", seat="red")
    blue.say("give-up", seat="blue")
    for page in table:
        page.until(lambda now: now["play_state"]["gave_up"] == ["red", "blue"])


def test_an_answer_to_a_question_that_is_gone_is_refused(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    red.say("answer", what="pause", agreed=False, question=number)
    red.table()
    blue.say("answer", what="pause", agreed=True, question=number)
    blue.table()
    assert blue.next_refusal()["code"] == "question-gone"


@pytest.mark.parametrize("has_name", [True, False], ids=["named", "by its version"])
def test_an_answer_to_a_question_that_was_replaced_is_refused(
    table: tuple[Page, Page, Page], has_name: bool
) -> None:
    red, blue, green = table
    number = ask(red, blue, green)
    red.say("answer", what="pause", agreed=False, question=number)
    red.table()
    red.say("ask", what="pause")
    assert red.table()["play_state"]["questions"][0]["number"] == number + 2
    blue.say("answer", what="pause", agreed=True, **({"question": number} if has_name else {}))
    while (told := blue.receive())["type"] == "table":
        pass
    assert told["code"] == "question-gone"
    assert told["reason"] == "This question is no longer open."
    assert blue.table()["play_state"]["questions"][0]["agreed"] == ["red"]


def test_nobody_ends_a_game_that_has_gone_on(table: tuple[Page, Page, Page]) -> None:
    red, blue, _ = table
    before = blue.now
    red.play(red.first_legal("die"))
    see(blue, red.now["number"])
    blue.now = before  # it has not seen the decision
    blue.say("agree")
    assert blue.next_refusal()["code"] == "question-gone"


def test_who_withdraws_is_not_agreed_with(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    red.say("agree")
    red.table()
    all_see(red, blue, green)
    before = blue.now
    red.say("agree", agreed=False)
    red.table()
    all_see(red, blue)
    blue.now = before
    blue.say("agree")
    assert blue.next_refusal()["code"] == "question-gone"
    assert blue.table()["agreed"] == []


def test_a_takeback_is_asked_for_the_game_as_it_was_seen(table: tuple[Page, Page, Page]) -> None:
    red, blue, green = table
    while red.now["due"]["seat"] == "red":
        red.play(str(red.now["legal"][-1]["text"]))
    all_see(red, blue, green)
    before = red.now
    blue.play(blue.first_legal("die"))
    see(red, blue.now["number"])
    red.now = before
    red.say("ask", what="takeback")
    assert red.next_refusal()["code"] == "stale"
