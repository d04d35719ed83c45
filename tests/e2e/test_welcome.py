"""The start page and the new game dialog."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive, site_runs_it
from tests.e2e.games import load
from tests.e2e.person import NARROW, WIDE, Person, random_policy
from tests.e2e.test_axe import is_good
from tests.server.harness import RED_AND_BLUE, Client, Json, ServerProcess


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


def seats(person: Person) -> list[str]:
    """The colours of the seats in the set-up, in their order."""
    fields = person.tab.locator('[data-field^="colour."]:checked').all()
    return [str(field.get_attribute("value")) for field in fields]


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(WIDE, False, id="wide"),
        pytest.param(NARROW, True, id="narrow", marks=pytest.mark.slow),
    ],
)
def test_the_first_game_is_one_click_away(
    size: tuple[int, int], dark: bool, server: Client, arrive: Arrive
) -> None:
    """Against the weakest level, with the cards of a first game."""
    person = arrive(server, size=size, dark=dark, touch=size == NARROW)
    person.start()
    first = person.button("web.begin-first")
    first.wait_for()
    is_good(person, "nothing played yet")
    first.click()
    person.screen.wait_for()
    table = server.http.get(f"/api/tables/{person.table_id}").json()
    assert table["options"]["first_game"]
    info = server.http.get("/api/server").json()
    assert sorted(seat["bot"] or "" for seat in table["seats"]) == ["", info["levels"][0]["bot"]]


@pytest.mark.long
def test_a_new_device_is_offered_the_lessons_next_to_existing_games(
    server: Client, arrive: Arrive
) -> None:
    """Until they are declined."""
    table = server.create_table(RED_AND_BLUE)
    person = arrive(server)
    person.start()
    person.tab.locator(f'[data-game="{table}"]').wait_for()
    is_good(person, "the lessons are offered")
    person.button("web.learn.first").click()
    person.tab.wait_for_selector('[data-step="1"]')
    person.start()
    person.button("web.learn.not-now").click()
    expect(person.button("web.begin-first")).to_have_count(0)
    person.start()
    person.tab.locator(f'[data-game="{table}"]').wait_for()
    assert person.button("web.learn.first").count() == 0


@pytest.mark.slow
def test_the_offer_of_lessons_ends_with_the_first_game(server: Client, arrive: Arrive) -> None:
    server.create_table(RED_AND_BLUE)
    person = arrive(server)
    person.start()
    person.button("web.begin-first").click()
    person.screen.wait_for()
    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    assert person.button("web.learn.first").count() == 0


@pytest.mark.long
def test_a_saved_game_shows_its_cathedral(server: Client, arrive: Arrive) -> None:
    """As many storeys are drawn as built as there are, in the colours of their owners."""
    person = arrive(server)
    tables = [load(server, "3p-basic-01", part) for part in (0.1, 0.5)]
    tables.append(load(server, "3p-basic-01"))
    person.start()
    person.tab.locator('[data-field="filter"][value="all"]').check(force=True)
    for table in tables:
        row = person.tab.locator(f'[data-game="{table}"]')
        row.wait_for()
        game = server.http.get(f"/api/tables/{table}").json()
        sites = [site for tower in game["position"]["towers"] for site in tower]
        built = [site for site in sites if site["done"]]
        drawn = row.locator('use[href^="#section-"], use[href^="#drum"]')
        assert drawn.count() == len(built)
        assert row.locator('use[href^="#plan-"]').count() == len(sites) - len(built)
        for colour in ("red", "blue", "green"):
            owned = row.locator(f".p-{colour}.owned").count()
            assert owned == len([site for site in sites if site["owner"] == colour])
    last = person.tab.locator(f'[data-game="{tables[-1]}"]')
    totals = [str(score["total"]) for score in game["over"]["scores"]]
    assert last.locator("li b").all_inner_texts() == totals
    assert last.locator(".crown").count() == len(game["over"]["winners"])


@pytest.mark.slow
def test_what_waits_is_on_the_first_screen_of_a_phone(server: Client, arrive: Arrive) -> None:
    """The game against somebody elsewhere, and the first of the other games."""
    person = arrive(server, size=NARROW, touch=True)
    load(server, "4p-basic-01", 0.3)
    person.start()
    person.button("web.new").tap()
    person.tab.locator('[data-field="company"][value="friends"]').check(force=True)
    person.tab.locator('[data-field="name.0"]').fill("Ana")
    person.tab.locator('[data-field="lot"]').uncheck(force=True)
    person.tab.locator('[data-do="start"]').tap()
    person.screen.wait_for()
    table = person.table_id
    for _ in range(2):
        load(server, "3p-basic-01", 0.3)
    person.start()
    waiting = person.tab.get_by_test_id("waiting").get_by_role("button")
    expect(waiting).to_be_in_viewport(ratio=1)
    expect(person.tab.locator('[data-do="open"]').first).to_be_in_viewport(ratio=1)
    is_good(person, "a game waits")
    waiting.tap()
    person.screen.wait_for()
    assert person.table_id == table


@site_runs_it
def test_filters_games_by_state(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    for _ in range(13):
        server.create_table(RED_AND_BLUE)
    over = load(server, "2p-basic-01")
    person.start()
    rows = person.tab.locator("[data-game]")
    rows.first.wait_for()
    before = rows.count()
    person.tab.locator('[data-do="more"]').focus()
    person.tab.keyboard.press("Enter")
    rows.nth(12).wait_for()
    person.tab.wait_for_function(
        "(game) => document.activeElement.closest('[data-game]')?.dataset.game === game",
        arg=rows.nth(before).get_attribute("data-game"),
    )
    person.tab.locator('[data-field="filter"][value="over"]').check(force=True)
    person.tab.locator(f'[data-game="{over}"]').wait_for()
    assert [row.get_attribute("data-game") for row in rows.all()] == [over]
    person.tab.locator('[data-field="filter"][value="running"]').check(force=True)
    rows.nth(9).wait_for()
    person.tab.locator('[data-do="more"]').click()
    rows.nth(12).wait_for()
    details = rows.locator(".details").all_inner_texts()
    assert len(set(details)) == rows.count() == 13  # similar games, with different details


@pytest.mark.slow
def test_the_order_of_the_seats(server: Client, arrive: Arrive) -> None:
    """By the keyboard, the focus going along, and by drag."""
    person = arrive(server)
    person.start()
    person.button("web.new").click()
    tab = person.tab
    tab.locator('[data-field="players"][value="3"]').check(force=True)
    tab.locator('[data-field="name.0"]').fill("Ana")
    assert seats(person) == ["red", "blue", "green"]

    tab.locator('[data-do="later.0"]').focus()
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => document.activeElement.dataset.do === 'later.1'")
    assert seats(person) == ["blue", "red", "green"]
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => document.activeElement.dataset.do === 'earlier.2'")
    assert seats(person) == ["blue", "green", "red"]
    assert tab.locator("[role=status]").inner_text() == "Red (Ana): seat 3"
    assert tab.locator('[data-field="name.2"]').input_value() == "Ana"

    def middle(seat: int) -> tuple[float, float]:
        box = tab.locator(f'[data-seat="{seat}"] .banner').bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    tab.mouse.move(*middle(2))
    tab.mouse.down()
    tab.mouse.move(*middle(0), steps=4)
    tab.mouse.up()
    tab.mouse.move(*middle(1))
    assert seats(person) == ["red", "blue", "green"]

    tab.locator('[data-do="later.0"]').click()
    tab.locator('[data-field="lot"]').uncheck()
    person.button("web.begin").click()
    person.screen.wait_for()
    table = server.http.get(f"/api/tables/{person.table_id}").json()
    assert [seat["colour"] for seat in table["seats"]] == ["blue", "red", "green"]

    person.start()  # the page asks again who begins, and remembers the seats
    person.button("web.new").click()
    assert seats(person) == ["blue", "red", "green"]
    assert tab.locator('[data-field="lot"]').is_checked()


@pytest.mark.slow
def test_building_plans_come_from_the_edition(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.start()
    person.button("web.new").click()
    key = server.http.get("/api/server").json()["edition"]
    plans: Json = server.http.get(f"/api/editions/{key}").json()["plans"]
    figures = person.tab.locator("figure")
    for players in (1, 2, 3, 4):
        person.tab.locator(f'[data-field="players"][value="{players}"]').check(force=True)
        drawn = plans[str(max(players, 2))]
        figures.nth(len(drawn) - 1).wait_for()
        assert figures.count() == len(drawn)
        domes = [figure.locator('use[href="#plan-dome"]').count() for figure in figures.all()]
        assert domes == [len(plan) for plan in drawn]


def test_failed_edition_shows_an_error_in_sight(
    server: Client, arrive: Arrive, tmp_path: Path
) -> None:
    person = arrive(server, size=(1280, 640))
    person.start()
    person.button("web.new").click()
    bad = tmp_path / "bad.toml"
    bad.write_text("nonsense")
    person.tab.locator('[data-do="options"]').click()
    person.tab.locator('[data-field="edition-file"]').set_input_files(bad)
    alert = person.tab.get_by_role("alert")
    alert.wait_for()
    seen = "(box) => box.top >= 0 && box.bottom <= innerHeight"
    assert alert.evaluate(f"(element) => ({seen})(element.getBoundingClientRect())")
    person.wrong = [line for line in person.wrong if "400" not in line]


def settings(person: Person) -> None:
    """Open the settings."""
    person.button("web.settings").click()
    person.tab.get_by_role("dialog").wait_for()


@pytest.mark.long
def test_sound_is_off_by_default(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.add_init_script(
        "globalThis.begun = 0; const Made = AudioContext;"
        "globalThis.AudioContext = class extends Made { constructor() { super(); begun += 1; } };"
    )
    table = server.create_table(RED_AND_BLUE)
    person.open_table(table)
    person.play_out(random_policy(2), most=6)
    assert person.tab.evaluate("begun") == 0
    person.start()
    settings(person)
    assert person.tab.locator('[data-field="volume"]').is_disabled()
    person.tab.locator('[data-field="sound"]').check()
    assert person.tab.evaluate("begun") == 1  # how it sounds is heard at once
    person.open_table(table)
    assert person.tab.evaluate("begun") == 0
    person.play_out(random_policy(3), most=6)
    assert person.tab.evaluate("begun") == 1


@pytest.mark.long
def test_game_works_without_sound_support(server: Client, arrive: Arrive) -> None:
    person = arrive(server, fresh=True)
    person.tab.add_init_script(
        "globalThis.AudioContext = class { constructor() { throw new DOMException('none'); } };"
    )
    person.start()
    settings(person)
    person.tab.locator('[data-field="sound"]').check()
    person.open_table(server.create_table(RED_AND_BLUE))
    person.play_out(random_policy(2), most=6)


@pytest.mark.long
def test_retries_loading_an_edition(server: Client, arrive: Arrive) -> None:
    person = arrive(server)
    person.tab.route("**/api/editions/**", lambda route: route.abort(), times=1)
    person.open_table(server.create_table(RED_AND_BLUE))
    assert person.now()["due"]["yours"]
    assert person.marked()
    person.wrong = [line for line in person.wrong if "ERR_FAILED" not in line]


@pytest.mark.long
def test_text_size_setting(server: Client, arrive: Arrive) -> None:
    """All words grow, and stay so; the drawings' own do not."""
    person = arrive(server, size=NARROW, touch=True)
    server.create_table(RED_AND_BLUE)
    person.start()

    def sizes() -> list[float]:
        script = """() => [...document.querySelectorAll('h1, header p, .btn, footer')]
          .map((element) => parseFloat(getComputedStyle(element).fontSize))"""
        found: list[float] = person.tab.evaluate(script)
        return found

    before = sizes()
    settings(person)
    person.tab.locator('[data-field="textSize"][value="130"]').check(force=True)
    is_good(person, "settings with large text")
    person.button("web.close").click()
    person.start()
    assert (
        person.tab.locator(".who text").first.evaluate("(text) => getComputedStyle(text).fontSize")
        == "10.5px"
    )
    assert sizes() == pytest.approx([each * 1.3 for each in before])
    is_good(person, "start with large text")
    person.button("web.new").click()
    is_good(person, "set-up with large text")


@pytest.mark.slow
def test_chooses_a_theme(server: Client, arrive: Arrive) -> None:
    person = arrive(server, dark=True)
    server.create_table(RED_AND_BLUE)
    person.start()
    settings(person)
    person.tab.locator('[data-field="theme"][value="contrast"]').check(force=True)
    is_good(person, "settings")
    person.button("web.close").click()
    is_good(person, "start")
    person.start()
    assert person.tab.evaluate("document.documentElement.dataset.theme") == "contrast"


def test_page_is_installable(server: Client, arrive: Arrive) -> None:
    """Chromium finds nothing that keeps it from being installed; the icons are as they say.

    It is not translated by the browser, which would leave old numbers on the table.
    """
    person = arrive(server, fresh=True)
    person.start()
    assert person.tab.evaluate("document.body.translate") is False
    assert person.tab.locator('meta[name="google"][content="notranslate"]').count() == 1
    session = person.context.new_cdp_session(person.tab)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{server.url}/manifest.webmanifest"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # a window of this kind has nothing to install into
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        answer = server.http.get(f"/{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.slow
def test_offline_page_when_the_server_cannot_be_reached(tmp_path: Path, arrive: Arrive) -> None:
    """The page says so instead of the browser, keeps nothing of a game, and comes back."""
    server = ServerProcess(tmp_path)
    try:
        client = server.client()
        person = arrive(client, fresh=True)
        person.open_table(client.create_table(RED_AND_BLUE))
        person.tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
        client.close()
    finally:
        server.kill()
    person.tab.reload()
    person.tab.get_by_role("heading", name=person.text("problem.no-answer")).wait_for()
    assert person.screen.count() == 0
    is_good(person, "server away")
    kept = """async () => {
      const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const found = (await Promise.all(all.map((cache) => cache.keys()))).flat();
      return found.map((each) => new URL(each.url).pathname);
    }"""
    assert person.tab.evaluate(kept) == ["/away"]
    server = ServerProcess(tmp_path, "--port", client.url.rpartition(":")[2])
    try:
        person.screen.wait_for()  # it comes back by itself, to where it was
        person.context.close()
    finally:
        server.kill()
    person.wrong = [line for line in person.wrong if "ERR_CONNECTION" not in line]
