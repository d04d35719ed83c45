"""Games by links: seats, the lobby, another device, and guests of a private server."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import WebSocketRoute

from redcathedral.record.person_name import PersonNameError, person_name
from redcathedral.text import Narrator
from redcathedral.text.names import name_problem
from tests.e2e.browser import ELSEWHERE
from tests.e2e.conftest import Arrive
from tests.e2e.person import NARROW, WIDE, Person, random_policy
from tests.e2e.test_axe import is_good
from tests.server.harness import RED_AND_BLUE, Client, Json, Page, decide, serving

TOKEN = "a-token-for-tests"
SIZES = pytest.mark.parametrize(
    "size", [pytest.param(WIDE, marks=pytest.mark.long), NARROW], ids=["wide", "narrow"]
)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Client]:
    """A club, as its guests see it."""
    with serving(tmp_path, token=TOKEN, is_club=True) as server:
        guest = Client(server.url)
        yield guest
        guest.close()


def press(person: Person, name: str, within: str = "") -> None:
    person.tab.locator(f'{within} [data-do="{name}"]').click()


def begin(person: Person, company: str, name: str, players: int = 2) -> str:
    """Set a game up in the dialog, the first seat for oneself; the table."""
    person.start()
    press(person, "new")
    person.tab.locator(f'[data-field="players"][value="{players}"]').check(force=True)
    person.tab.locator(f'[data-field="company"][value="{company}"]').check(force=True)
    person.tab.locator('[data-field="name.0"]').fill(name)
    press(person, "start")
    person.screen.wait_for()
    return person.table_id


def link_to(person: Person, place: str) -> str:
    """The link that the sheet shows."""
    field = person.tab.locator(f'[data-place="{place}"] [data-field="copied"]')
    return field.input_value()


def sit_down(person: Person, address: str, name: str) -> None:
    person.tab.goto(address)
    person.tab.locator('[data-field="name"]').fill(name)
    press(person, "sit")
    person.screen.wait_for()


def seat_of(person: Person) -> Json:
    """Return the newest table message of a page."""
    return person.tables[max(person.tables)]


def play(people: list[Person], decisions: int, seed: int = 1) -> None:
    """Let each player decide at their own page, and wait until the others see it."""
    choose = random_policy(seed)
    for _ in range(decisions):
        number = people[0].number
        for person in people:
            person.until(number)
        mover = next(one for one in people if one.screen.get_attribute("data-yours") == "true")
        table = mover.now()
        mover.decide(choose(mover, table))
        latest = mover.number
        for person in people:
            person.until(latest)


def refused_names(person: Person, address: str) -> None:
    """The form says what is wrong with a name, and that somebody has it already."""
    person.tab.goto(address)
    field = person.tab.locator('#join [data-field="name"]')
    alert = person.tab.get_by_role("alert")
    for name in ("Bo\u202eris", "Boris #1", "\u3164"):
        field.fill(name)
        press(person, "sit")
        with pytest.raises(PersonNameError) as bad:
            person_name(name)
        for text in name_problem(Narrator(), bad.value):
            alert.get_by_text(text).wait_for()
    person.wrong.clear()  # the browser reports the refusals
    field.fill(" ana ")
    person.tab.get_by_text(person.text("web.lobby.name.taken")).wait_for()


@pytest.mark.slow
def test_two_play_by_links_and_one_goes_offline(server: Client, arrive: Arrive) -> None:
    ana, boris = arrive(server), arrive(server)
    table = begin(ana, "friends", "Ana")
    ana.tab.get_by_test_id("only-here").wait_for()
    address = link_to(ana, "blue")
    refused_names(boris, address)
    invitation = boris.tab.get_by_test_id("invitation")
    assert "Ana invites you" in invitation.inner_text()
    assert invitation.locator('[data-do="learn"]').is_visible()
    sit_down(boris, address, "Boris 👩\u200d🚀")
    assert "/join/" not in boris.tab.url
    press(ana, "done")
    arrivals = ana.tab.get_by_test_id("arrivals")
    arrivals.get_by_text("has sat down").wait_for()
    ana.tab.get_by_text("Boris").first.wait_for()
    assert seat_of(ana)["yours"] == ["red"]
    assert seat_of(boris)["yours"] == ["blue"]
    play([ana, boris], 3)

    boris.context.set_offline(True)
    boris.tab.wait_for_selector('[data-testid="table"][data-live="false"]')
    assert boris.tab.get_by_test_id("prompt").inner_text().strip() == boris.text("web.lost")
    boris.context.set_offline(False)
    boris.tab.wait_for_selector('[data-testid="table"][data-live="true"]')
    play([ana, boris], 2)
    assert boris.table_id == table
    # for a player of the table, the link opens only the table
    boris.tab.goto(address)
    boris.tab.locator('[data-testid="invitation"] [data-do="open"]').click()
    boris.screen.wait_for()


def test_preview_of_a_link_has_a_picture(server: Client) -> None:
    """Under an absolute address, because messengers need one."""
    text = server.http.get("/").text
    [address] = re.findall(r'property="og:image" content="([^"]+)"', text)
    assert address.startswith(server.url)
    assert server.http.get(address).headers["content-type"] == "image/jpeg"


@pytest.mark.slow
def test_action_bar_shows_that_it_waits_for_the_server(server: Client, arrive: Arrive) -> None:
    """A command is on its way for long, until it is let through."""
    person = arrive(server, fresh=True)
    held: list[Callable[[], None]] = []

    def hold(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()
        socket.on_message(lambda text: held.append(lambda: upstream.send(text)))

    person.tab.route_web_socket("**/live?*", hold)
    person.open_table(server.create_table(RED_AND_BLUE))
    prompt = person.tab.get_by_test_id("prompt")
    person.tab.get_by_text(person.text("web.your-turn.detail")).wait_for()
    person.button("web.menu").click()
    person.tab.locator('[data-do="all"]').click()
    person.tab.locator("[data-decision]").first.click()
    person.tab.get_by_text(person.text("web.bar.waiting")).wait_for()
    assert prompt.inner_text().strip() == person.text("web.bar.waiting")
    number = person.number
    for send in held:
        send()
    person.until_not(number)
    assert person.text("web.bar.waiting") not in prompt.inner_text()


@pytest.mark.long
@SIZES
def test_what_a_link_shows_is_good(size: tuple[int, int], server: Client, arrive: Arrive) -> None:
    """The new screens; and the host lets a bot sit down, and frees a seat."""
    touch = size == NARROW
    ana = arrive(server, size=size, touch=touch, dark=touch)
    begin(ana, "friends", "Ana", 3)
    link_to(ana, "blue")
    for summary in ana.tab.locator("dialog summary").all():
        summary.click()
    is_good(ana, "invite")
    green = link_to(ana, "green")
    blue = link_to(ana, "blue")
    press(ana, "bot", '[data-place="green"]')
    ana.tab.locator('[data-place="green"]').wait_for(state="detached")

    boris = arrive(server, size=size, touch=touch, dark=touch)
    boris.tab.goto(blue)
    boris.tab.locator('[data-do="sit"]').wait_for()
    is_good(boris, "join")
    sit_down(boris, blue, "Boris")
    arrivals = ana.tab.get_by_test_id("arrivals")
    arrivals.get_by_text("has sat down").wait_for()
    press(ana, "leave", '[data-place="blue"]')
    assert ana.tab.evaluate("document.activeElement.dataset.do") == "stay"
    press(ana, "confirm", '[data-place="blue"]')
    boris.tab.get_by_text(boris.text("web.out")).wait_for()
    arrivals.get_by_text("has left").wait_for()
    is_good(boris, "out")
    boris.wrong.clear()  # the browser reports the refusals below
    for ended in (green, blue):
        boris.tab.goto("about:blank")
        boris.tab.goto(ended)
        boris.tab.get_by_text(boris.text("problem.unknown-link")).wait_for()
        is_good(boris, "no such link")
    press(boris, "home")
    boris.button("web.new").wait_for()
    assert all("404" in line for line in boris.wrong)
    boris.wrong.clear()
    ana.wrong.clear()  # it asked whether the link was still good


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=pytest.mark.slow),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.long),
    ],
)
def test_lobby(size: tuple[int, int], club: Client, arrive: Arrive) -> None:
    ana = arrive(club, size=size, touch=size == NARROW)
    table = begin(ana, "anybody", "Ana")
    only_here = ana.tab.get_by_test_id("only-here").inner_text()
    assert only_here == ana.text("web.invite.only-here.club")
    press(ana, "done")
    boris = arrive(club, size=size, touch=size == NARROW)
    boris.start()
    row = boris.tab.locator(f'[data-list="open"] [data-game="{table}"]')
    row.wait_for()
    is_good(boris, "lobby")
    row.locator('[data-do="open"]').click()
    boris.screen.wait_for()
    assert seat_of(boris)["yours"] == []
    boris.start()
    row.locator('[data-do="sit"]').click()
    boris.tab.locator('dialog [data-field="name"]').fill("Boris")
    is_good(boris, "sit down")
    press(boris, "sit", "dialog")
    boris.screen.wait_for()
    ana.tab.get_by_text("Boris").first.wait_for()
    play([ana, boris], 2)
    # he stands up, and the seat is in the list again
    boris.tab.keyboard.press("m")
    press(boris, "leave", "dialog")
    with boris.tab.expect_response("**/seats/blue"):  # going elsewhere would break it off
        press(boris, "confirm-leave", "dialog")
    boris.start()
    row.locator('[data-do="sit"]').click()
    press(boris, "sit", "dialog")
    boris.screen.wait_for()
    # the host bans him, by keys: he reads why, and comes back when the ban is over
    ana.tab.keyboard.press("m")
    press(ana, "invite", "dialog")
    place = '[data-place="blue"]'
    ana.tab.locator(f"{place} summary").click()
    ana.tab.locator(f'{place} [data-do="ban"]').focus()
    ana.tab.keyboard.press("Enter")
    assert ana.tab.evaluate("document.activeElement.dataset.do") == "stay"
    is_good(ana, "ban")
    ana.tab.keyboard.press("Shift+Tab")
    ana.tab.keyboard.press("Enter")
    boris.tab.get_by_text(boris.text("problem.banned")).first.wait_for()
    is_good(boris, "banned")
    press(ana, "unban", '[data-testid="bans"]')
    ana.tab.get_by_test_id("bans").wait_for(state="detached")
    boris.tab.get_by_text(boris.text("web.try-again")).click()
    boris.screen.wait_for()
    assert all("404" in line for line in ana.wrong)
    ana.wrong.clear()  # it asked whether the link of a free seat was still good


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WIDE, id="wide", marks=pytest.mark.long),
        pytest.param(NARROW, id="narrow", marks=pytest.mark.slow),
    ],
)
def test_owner_removes_what_a_guest_wrote_and_bans_the_guest(
    size: tuple[int, int], club: Client, arrive: Arrive
) -> None:
    """The owner of the server only watches; another guest is the host."""
    boris, owner = (arrive(club, size=size, touch=size == NARROW) for _ in range(2))
    seats = [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}]
    table = club.create_table({"access": "public", "seats": seats})
    answer = club.http.post(f"/api/tables/{table}/links", json={"seat": "blue"})
    sit_down(boris, f"{club.url}/#/join/{answer.json()['secret']}", "Rude")
    owner.tab.goto(f"{club.url}/?token={TOKEN}#/table/{table}")
    owner.screen.wait_for()
    owner.tab.keyboard.press("m")
    press(owner, "invite", "dialog")
    place = '[data-place="blue"]'
    owner.tab.locator(f"{place} summary").click()
    assert owner.tab.locator('[data-do="again"], [data-do="leave"]').count() == 0
    owner.tab.locator(f'{place} [data-do="erase"]').focus()
    owner.tab.keyboard.press("Enter")
    assert owner.tab.evaluate("document.activeElement.dataset.do") == "stay"
    is_good(owner, "remove texts")
    owner.tab.keyboard.press("Shift+Tab")
    owner.tab.keyboard.press("Enter")
    owner.tab.locator(f"{place} h3", has_text=owner.text("player.blue")).wait_for()
    assert owner.tab.evaluate("document.activeElement.dataset.do") == "erase"
    boris.tab.get_by_text("Rude").first.wait_for(state="detached")
    assert seat_of(boris)["seats"][1]["name"] == ""
    press(owner, "ban", place)
    assert owner.tab.locator(f'{place} [data-do="confirm"]').count() == 0  # for the host
    press(owner, "ban-server", place)
    boris.tab.get_by_text(boris.text("problem.banned")).first.wait_for()
    is_good(owner, "bans from the server")
    boris.start()
    boris.tab.get_by_text(boris.text("problem.banned")).first.wait_for()
    is_good(boris, "banned from the server")
    assert all("403" in line for line in boris.wrong)
    boris.wrong.clear()
    press(owner, "unban", '[data-testid="server-bans"]')
    owner.tab.get_by_test_id("server-bans").wait_for(state="detached")
    boris.open_table(table)


@pytest.mark.slow
def test_a_guest_of_a_server_with_a_token(tmp_path: Path, arrive: Arrive) -> None:
    """The guest sees the table that the link opened, and no error."""
    with serving(tmp_path, token=TOKEN) as server:
        guest = Client(server.url)
        table = server.create_table(
            {
                "access": "private",
                "seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "is_open": True}],
            }
        )
        answer = server.http.post(f"/api/tables/{table}/links", json={"seat": "blue"})
        boris = arrive(guest)
        boris.tab.goto(server.url)
        boris.tab.get_by_test_id("guest").wait_for()
        is_good(boris, "guest")
        sit_down(boris, f"{server.url}/#/join/{answer.json()['secret']}", "Boris")
        boris.tab.goto(f"{server.url}/#/")
        boris.tab.locator(f'[data-game="{table}"]').wait_for()
        boris.close()  # before the server stops
        guest.close()


@pytest.mark.long
def test_moves_seats_to_another_device(server: Client, arrive: Arrive) -> None:
    ana, phone = arrive(server), arrive(server, size=NARROW, touch=True)
    table = begin(ana, "friends", "Ana")
    press(ana, "done")
    ana.start()
    press(ana, "mine")
    press(ana, "move", "dialog")
    address = ana.tab.locator('[data-testid="move"] [data-field="copied"]').input_value()
    is_good(ana, "my games")
    phone.tab.goto(address)
    phone.tab.locator('[data-do="take"]').wait_for()
    is_good(phone, "another device")
    press(phone, "take")
    phone.tab.get_by_text("1 game").wait_for()
    phone.open_table(table)
    assert seat_of(phone)["yours"] == ["red"]
    assert seat_of(phone)["is_host"]
    # the first device is forgotten; the phone plays on
    press(ana, "forget", "dialog")
    press(ana, "confirm", "dialog .acts")
    ana.tab.get_by_text(ana.text("web.forget.done")).wait_for()
    phone.tab.wait_for_function(f"() => {phone.number} >= 0")
    phone.open_table(table)
    assert seat_of(phone)["yours"] == ["red"]


@pytest.mark.long
def test_shows_a_link_as_a_qr_code(tmp_path: Path, arrive: Arrive) -> None:
    """As another program draws it; where only this machine could open it there is none."""
    with serving(tmp_path, names=[ELSEWHERE]) as server:
        near, far = arrive(server), Client(server.url)
        ana = arrive(far, fresh=True)
        far.url = far.url.replace("127.0.0.1", ELSEWHERE)
        begin(near, "friends", "Ana")
        begin(ana, "friends", "Ana")
        for person in (near, ana):
            link_to(person, "blue")
        assert near.tab.locator('[data-do="qr"]').count() == 0
        press(ana, "qr", '[data-place="blue"]')
        drawing = ana.tab.locator('[data-place="blue"] details svg')
        drawing.wait_for()
        is_good(ana, "qr code")
        link = link_to(ana, "blue")
        assert len(link) == 78  # fills the code: after less the other program pads another way
        codes = (
            segno.make(link, micro=False, error="l", boost_error=False, mask=mask)
            for mask in range(8)
        )
        shown = drawing.locator("path").get_attribute("d")
        assert shown in ["".join(squares(code)) for code in codes]
        # browsers say this of every page over plain HTTP
        ana.wrong = [line for line in ana.wrong if "Cross-Origin-Opener-Policy" not in line]
        far.close()


def squares(code: segno.QRCode) -> Iterator[str]:
    """The black modules of a code as parts of a path."""
    for y, row in enumerate(code.matrix_iter(border=4)):
        for x, module in enumerate(row):
            if module:
                yield f"M{x} {y}h1v1h-1z"


@pytest.mark.long
def test_four_players_finish_a_game_by_links(server: Client, arrive: Arrive) -> None:
    """Two players use browsers and two use programs, until the game is over."""
    ana, boris = people = [arrive(server), arrive(server)]
    table_id = begin(ana, "friends", "Ana", 4)
    sit_down(boris, link_to(ana, "blue"), "Boris")
    programs: list[Client] = []
    pages: list[Page] = []
    for place, name in (("green", "Cilka"), ("yellow", "Dan")):
        programs.append(Client(server.url))
        secret = link_to(ana, place).rpartition("/")[2]
        answer = programs[-1].http.post(f"/api/join/{secret}", json={"name": name})
        assert answer.json() == {"id": table_id, "seat": place}
        pages.append(programs[-1].open_page(table_id))
    press(ana, "done")
    chance = random.Random(4)
    seats = ["red", "blue", "green", "yellow"]
    while True:
        known = [
            *(max(person.tables) for person in people),
            *(page.now["number"] for page in pages),
        ]
        number = max(known)
        for person in people:
            person.until(number)
        for page in pages:
            while page.now["number"] < number:
                page.next_table()
        tables = [*(person.tables[number] for person in people), *(page.now for page in pages)]
        assert [table["yours"] for table in tables] == [[seat] for seat in seats]
        if tables[0]["over"]:
            break
        at = seats.index(tables[0]["due"]["seat"])
        assert [len(table["legal"]) > 0 for table in tables] == [at == place for place in range(4)]
        chosen = decide(tables[at]["legal"], chance)
        if at < len(people):
            people[at].decide(next(legal for legal in tables[at]["legal"] if legal["id"] == chosen))
        else:
            pages[at - len(people)].send_command("play", decision=chosen)
            pages[at - len(people)].next_table()
    assert {table["over"]["reason"] for table in tables} == {"finished"}
    assert server.http.get(f"/api/tables/{table_id}").status_code == 404  # not a seated device
    for program in programs:
        program.close()
