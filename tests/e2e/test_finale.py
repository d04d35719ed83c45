"""The announcement of the last round, and the finale."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from tests.e2e.conftest import Arrive
from tests.e2e.games import text
from tests.e2e.person import Person
from tests.server.harness import Client, Json

SVG = "{http://www.w3.org/2000/svg}"
ANIMATED = """() => [...new Set(document.getAnimations()
  .flatMap((each) => each.effect.getKeyframes()).flatMap((frame) => Object.keys(frame)))]"""
SIZE = """async (text) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}"""
SYSTEM_DIALOG = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files, text }) => (window.shared = [text, files[0].type]);
}"""
FRAMES = """async (film) => {
  const video = document.createElement('video');
  video.src = `data:video/mp4;base64,${film}`;
  await new Promise((resolve) => (video.onloadeddata = resolve));
  const canvas = document.createElement('canvas');
  const frames = [];
  for (const time of [0.1, 2, 4, 5.9, 7.5]) {
    video.currentTime = time;
    await new Promise((resolve) => (video.onseeked = resolve));
    canvas.getContext('2d').drawImage(video, 0, 0, 300, 150);
    frames.push(canvas.toDataURL());
  }
  return [video.duration, ...frames];
}"""  # the duration, and five pictures
TIED = "3p-advanced-01"  # at equal prestige


def seated(server: Client, name: str, turns: int = 0) -> str:
    """Create a table with names, with ``turns`` turns left to play; return its id."""
    names = iter(("Mila", "Oskar", "Jun", "Ana"))
    whole = re.sub(r"(?m)^(seat \w+)$", lambda found: f"{found[1]} {next(names)}", text(name))
    starts = [match.start() for match in re.finditer(r"(?m)^turn ", whole)]
    record = whole[: starts[-turns]] if turns else whole
    answer = server.http.post("/api/tables/load", content=record.encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.long
def test_the_last_round_is_announced(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(seated(server, TIED, 4))
    ribbon = person.tab.get_by_test_id("last-round")
    assert ribbon.inner_text() == ""
    person.open_table(seated(server, TIED, 2))
    now = person.now()
    names = {seat["colour"]: seat["name"] for seat in now["seats"]}
    lines = ribbon.inner_text().split("\n")
    assert lines[0] == person.text("web.last-round")
    by, left = now["last_round"]["by"], now["last_round"]["left"]
    assert lines[1].startswith(names[by])
    assert left[0] == now["due"]["seat"]
    shown = [each.split("\n")[-1] for each in ribbon.locator(".seat").all_inner_texts()]
    assert shown == [names[colour] for colour in left]
    assert "last turn" in person.tab.get_by_test_id("prompt").inner_text()


def finale(person: Person, done: str = "true") -> Locator:
    """The end on the screen, while it is shown or with its result."""
    sheet = person.tab.locator(f'[data-testid="finale"][data-done="{done}"]')
    sheet.wait_for()
    return sheet


def has_the_scores(sheet: Locator, over: Json) -> None:
    """The bars stand in the order of the places and say the totals, as the table does."""
    totals = {score["colour"]: str(score["total"]) for score in over["scores"]}
    bars = sheet.locator("[data-bar]").all()
    assert [bar.get_attribute("data-bar") for bar in bars] == over["places"]
    for bar in bars:
        colour = str(bar.get_attribute("data-bar"))
        assert bar.locator(".sum").inner_text() == totals[colour]
        assert sheet.locator(f'[data-score="{colour}"]').text_content() == totals[colour]


@pytest.mark.slow
def test_the_end_is_shown_and_can_be_skipped(server: Client, arrive: Arrive) -> None:
    person = arrive(server, moving=True)
    person.open_table(seated(server, TIED, 3))
    person.now()
    person.button("web.menu").click()
    person.button("web.agree").click()
    person.button("web.agree.yes").click()
    sheet = finale(person, "false")
    assert sheet.get_by_role("heading").inner_text() == person.text("web.ending")
    assert set(person.tab.evaluate(ANIMATED)) <= {
        *("offset", "computedOffset", "easing", "composite"),
        *("transform", "opacity"),
    }
    person.tab.keyboard.press("Escape")
    over = person.now()["over"]
    sheet = finale(person)
    has_the_scores(sheet, over)
    assert person.text("web.over.agreed") in sheet.get_by_role("status").inner_text()
    person.tab.keyboard.press("Escape")
    person.tab.get_by_test_id("finale").wait_for(state="detached")
    assert "if the game ended now" not in person.tab.locator("main").inner_text()
    person.tab.locator('[data-do="scores"]').click()
    finale(person)


@pytest.mark.slow
def test_ended_game_shows_its_result_at_once(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.open_table(seated(server, TIED))
    sheet = finale(person)
    over = person.now()["over"]
    assert person.tab.evaluate("document.getAnimations().length") == 0
    has_the_scores(sheet, over)
    names = {seat["colour"]: seat["name"] for seat in person.now()["seats"]}
    won, next_ = (names[colour] for colour in over["places"][:2])
    assert over["decided"]["by"] == "cards"
    assert sheet.locator(".decided").inner_text().startswith(f"{won} and {next_} have 28 prestige")
    assert person.text("web.grand-architect") in sheet.get_by_role("status").inner_text()
    assert not sheet.get_by_role("table").is_visible()
    sheet.locator("summary").click()
    assert sheet.get_by_role("table").is_visible()
    storeys = "[...document.querySelectorAll('.art use')].map((use) => use.href.baseVal)"
    person.tab.goto(server.url)
    person.tab.locator(".art use").first.wait_for()
    assert person.tab.evaluate(storeys).count("#plan-dome") == 2  # two domes were never built


@pytest.mark.long
def test_player_who_resigned_is_never_shown_as_winner(
    empty_server: Client, arrive: Arrive, tmp_path: Path
) -> None:
    server = empty_server  # its game is in the list of all
    table = seated(server, TIED, 3)
    page = server.open_page(table)
    best = max(page.now["seats"], key=lambda seat: int(seat["total"]))
    page.send_command("give-up", seat=best["colour"])
    page.next_table()
    page.send_command("agree")
    over = page.until(lambda now: now["over"])["over"]
    assert over["places"][-1] == best["colour"]
    assert best["total"] == max(score["total"] for score in over["scores"])
    person = arrive(server)
    person.open_table(table)
    sheet = finale(person)
    mark = person.text("web.together.gave-up")
    [winner] = over["winners"]
    for colour, has_won in ((best["colour"], False), (winner, True)):
        bar = sheet.locator(f'[data-bar="{colour}"]')
        assert ("won" in str(bar.get_attribute("class")).split()) == has_won
        assert (mark in bar.inner_text()) == (not has_won)
    names = {seat["colour"]: seat["name"] for seat in page.now["seats"]}
    assert sheet.get_by_role("heading").inner_text() == f"{names[winner]} wins"
    assert f"Gave up: {best['name']}." in sheet.get_by_role("status").inner_text()
    sheet.locator('[data-do="postcard"]').click()
    with person.tab.expect_download() as found:
        person.tab.locator('[data-do="svg"]').click()
    card = tmp_path / "card.svg"
    found.value.save_as(card)
    texts = [each.text or "" for each in ET.parse(card).getroot().iter(f"{SVG}text")]
    assert [text.strip() for text in texts].count(mark) == 1
    person.tab.goto(server.url)
    row = person.tab.locator(f'[data-game="{table}"]')
    row.get_by_text(f"{names[winner]} wins").wait_for()
    seat = row.locator("li", has_text=best["name"])
    assert (seat.locator(".crown").count(), mark in seat.inner_text()) == (0, True)


@pytest.mark.long
def test_postcard_is_a_standalone_drawing(server: Client, arrive: Arrive, tmp_path: Path) -> None:
    person = arrive(server)
    person.open_table(seated(server, "shared-01"))
    finale(person).locator('[data-do="postcard"]').click()
    kept = {}
    for kind in ("svg", "png"):
        with person.tab.expect_download() as found:
            person.tab.locator(f'[data-do="{kind}"]').click()
        kept[kind] = tmp_path / f"card.{kind}"
        found.value.save_as(kept[kind])
    card = kept["svg"].read_text(encoding="utf-8")
    root = ET.fromstring(card)
    assert root.find(f".//{SVG}use") is None
    assert not re.search(r"href|var\(|light-dark|<style|<image|url\((?!#)", card)
    ids = {each.get("id") for each in root.iter()}
    assert set(re.findall(r"url\(#([\w-]+)\)", card)) <= ids
    over = person.now()["over"]
    texts = {(element.text or "") for element in root.iter(f"{SVG}text")}
    assert texts >= {seat["name"] for seat in person.now()["seats"]}
    assert texts >= {str(score["total"]) for score in over["scores"]}
    assert person.tab.evaluate(SIZE, card) == [1200, 800]
    png = kept["png"].read_bytes()
    assert png.startswith(b"\x89PNG")
    assert [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)] == [2400, 1600]


@pytest.mark.slow
def test_postcard_is_shared_and_copied_as_a_picture(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.open_table(seated(server, "solo-basic-01"))
    sheet = finale(person)
    assert person.text("web.grand-architect") not in sheet.inner_text()  # Ivan wins
    sheet.locator('[data-do="postcard"]').click()
    line = person.tab.locator(".share .details")
    line.filter(has_text="Solo").wait_for()
    assert re.search(r"20\d\d · Solo · .*52 turns$", line.text_content() or "")
    person.tab.locator('[data-do="copy-picture"]').click()
    person.tab.get_by_text(person.text("web.copied")).wait_for()
    copied = "async () => (await navigator.clipboard.read()).flatMap((item) => item.types)"
    assert person.tab.evaluate(copied) == ["image/png"]
    share = person.tab.locator('.share [data-do="share"]')
    share.click()  # this browser has no dialog for it
    text = person.tab.locator('[data-field="copied"]').input_value()
    assert text == "Ivan wins: Ivan 36 and Mila 22"
    person.tab.evaluate(SYSTEM_DIALOG)
    share.click()
    person.tab.wait_for_function("() => window.shared")
    assert person.tab.evaluate("window.shared") == [text, "image/png"]


@pytest.mark.long
def test_film_is_a_video_of_eight_seconds(server: Client, arrive: Arrive, tmp_path: Path) -> None:
    person = arrive(server, fresh=True)
    person.open_table(seated(server, "2p-basic-01"))
    finale(person).locator('[data-do="postcard"]').click()
    person.tab.locator('[data-field="kind"][value="film"]').check(force=True)
    button = person.tab.locator('[data-do="make-film"]')
    button.get_by_text(person.text("web.film.cancel")).click()
    button.get_by_text(person.text("web.film.make")).click()
    with person.tab.expect_download() as found:
        person.tab.locator('[data-do="save-film"]').click(timeout=120_000)
    film = tmp_path / "film.mp4"
    found.value.save_as(film)
    encoded = b64encode(film.read_bytes()).decode()
    duration, *frames = person.context.new_page().evaluate(FRAMES, encoded)
    assert duration == pytest.approx(8, abs=0.1)
    assert len(set(frames)) == 5


@pytest.mark.long
def test_explains_that_a_browser_cannot_make_films(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.add_init_script("delete window.VideoEncoder")
    person.open_table(seated(server, "shared-01"))
    finale(person).locator('[data-do="postcard"]').click()
    person.tab.locator('[data-field="kind"][value="film"]').check(force=True)
    person.tab.get_by_text(person.text("web.film.none")).wait_for()
    assert person.tab.locator('[data-do="make-film"]').count() == 0


@pytest.mark.long
def test_reports_a_postcard_image_that_cannot_be_made(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.add_init_script("HTMLCanvasElement.prototype.toBlob = (done) => done(null);")
    person.open_table(seated(server, "shared-01"))
    finale(person).locator('[data-do="postcard"]').click()
    person.tab.locator('[data-do="png"]').click()
    person.tab.get_by_text(person.text("web.postcard.failed")).wait_for()
