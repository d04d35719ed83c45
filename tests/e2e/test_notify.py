"""Turn notifications: icon and title of an open page, and push for a closed one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from redcathedral.server.sql.store import DATABASE_FILE
from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.e2e.test_axe import is_good
from tests.server.event_loop import run
from tests.server.features.notifications.fake_server import desk, settings
from tests.server.features.notifications.receivers import Receiver, receiving
from tests.server.harness import RED_AND_BLUE, Client, serving

# A push service cannot be reached from here: this is what a browser gets of one.
SUBSCRIBED = """
let kept = null;
PushManager.prototype.getSubscription = async () => kept;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  const raw = Uint8Array.from(atob(applicationServerKey.replace(/-/g, '+').replace(/_/g, '/')),
    (letter) => letter.charCodeAt(0));
  if (raw.length !== 65) throw new TypeError('no key');
  const keys = { p256dh: applicationServerKey, auth: 'MDEyMzQ1Njc4OWFiY2RlZg' };
  const endpoint = 'https://127.0.0.1/push';
  kept = { endpoint, options: { applicationServerKey: raw.buffer },
    toJSON: () => ({ endpoint, keys }), unsubscribe: async () => { kept = null; return true; } };
  return kept;
};
"""
SOUNDS = """
window.sounds = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) {
  window.sounds.push(this.frequency.value);
  return start.apply(this, at);
};
"""
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true });"
NOTIFIED = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, tag }) => [title, body, tag]);
}"""


@pytest.fixture
def server(empty_server: Client) -> Client:
    """A server without games: these tests look at its list of games, or change the server."""
    return empty_server


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Client]:
    """A server that sends to this machine too."""
    with serving(tmp_path, messages=settings(None)) as client:
        yield client


def ask(person: Person) -> None:
    """Open the sheet from the table's menu."""
    person.button("web.menu").click()
    person.button("web.notify").click()
    person.tab.get_by_role("dialog", name=person.text("web.notify")).wait_for()


def icon(person: Person) -> str:
    return str(person.tab.locator("link[rel=icon]").get_attribute("href"))


@pytest.mark.slow
def test_icon_and_title_show_whose_turn_it_is(server: Client, arrive: Arrive) -> None:
    blue = arrive(server, fresh=True)
    table = server.create_table(RED_AND_BLUE)
    blue.tab.add_init_script(SOUNDS + HIDDEN)
    blue.start()
    blue.tab.evaluate("localStorage.setItem('redcathedral.settings', '{\"sound\": true}')")
    blue.open_table(table, ["blue"])
    title = blue.text("web.title.yours")
    assert (icon(blue), title in blue.tab.title()) == ("./icon.svg", False)
    blue.tab.mouse.click(5, 5)  # browsers make no sound before that
    page = server.open_page(table)
    for text in ("die white +0", "end"):
        page.play(text)
    blue.tab.locator("link[rel=icon][href='./icon-turn.svg']").wait_for(state="attached")
    assert title in blue.tab.title()
    assert blue.tab.evaluate("sounds") == [660, 880]  # that of one's turn, in the background
    assert blue.tab.evaluate("fetch('icon-turn.svg').then((found) => found.status)") == 200
    for text in (page.first_legal("die"), "end"):
        page.play(text)
    blue.tab.locator("link[rel=icon][href='./icon.svg']").wait_for(state="attached")
    assert title not in blue.tab.title()
    for text in (page.first_legal("die"), "end"):
        page.play(text)
    blue.tab.locator("link[rel=icon][href='./icon-turn.svg']").wait_for(state="attached")
    blue.button("web.menu").click()
    blue.button("web.to-start").click()
    blue.tab.locator("link[rel=icon][href='./icon.svg']").wait_for(state="attached")


@pytest.mark.long
def test_a_web_address_is_named_confirmed_and_removed(
    tmp_path: Path, home: Client, hook: Receiver, arrive: Arrive
) -> None:
    """The pages behind the links are those of a real browser: the form comes from this server."""
    person = arrive(home)
    person.open_table(home.create_table(RED_AND_BLUE))
    ask(person)
    sheet = person.tab.get_by_role("dialog", name=person.text("web.notify"))
    sheet.get_by_text(person.text("web.notify.mail.none")).wait_for()
    sheet.get_by_role("checkbox", name=person.text("web.notify.quiet")).check()
    sheet.locator("[data-field=quiet-end]").fill("06:30")
    sheet.get_by_role("textbox", name=person.text("web.notify.webhook")).fill(hook.url)
    sheet.locator("[data-way=webhook]").get_by_role("button").click()
    named = sheet.locator("[data-address=webhook]")
    named.get_by_text(person.text("web.notify.asked")).wait_for()
    is_good(person, "messages")

    who = device(person)

    async def sent() -> None:
        async with desk(f"sqlite:///{tmp_path / DATABASE_FILE}", settings(None)) as later:
            (row,) = later.notices.addresses(who)
            assert '"end":"06:30"' in row.quiet
            later.now = row.created
            await later.pass_(0)

    run(sent())
    while not hook.got:  # the server was sending it itself
        person.tab.evaluate("0")
    link = hook.got[-1].json["confirm"]
    other = arrive(home)  # where nobody is known
    other.tab.goto(link)
    is_good(other, "link")
    other.button("notify.page.confirm.do").click()
    other.tab.get_by_text("now gets a message").wait_for()
    person.tab.reload()
    ask(person)
    person.tab.locator("[data-address=webhook][data-confirmed=true]").wait_for()
    assert person.tab.locator("[data-field=quiet-end]").input_value() == "06:30"
    person.button("web.notify.test").click()
    person.tab.get_by_text(person.text("web.notify.tested")).wait_for()
    person.button("web.notify.remove").click()
    person.tab.locator("[data-address]").wait_for(state="detached")


def device(person: Person) -> str:
    (secret,) = (
        cookie["value"]
        for cookie in person.context.cookies()
        if cookie["name"] == "redcathedral-device"
    )
    return hashlib.sha256(secret.encode()).hexdigest()


@pytest.mark.slow
def test_browser_shows_a_push_notification(home: Client, arrive: Arrive) -> None:
    person = arrive(home, fresh=True)
    person.context.grant_permissions(["notifications"])
    person.tab.add_init_script(SUBSCRIBED)
    table = home.create_table(RED_AND_BLUE)
    person.open_table(table)
    ask(person)
    on = person.tab.locator("[data-do=push]")
    on.click()
    person.tab.locator("[data-address=push]").wait_for()
    is_good(person, "push")
    person.tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = person.context.new_cdp_session(person.tab)
    workers: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: workers.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not workers:
        person.tab.evaluate("0")
    for number, id_ in enumerate(("n1", "n1", "n2")):
        notice = {"id": id_, "kind": "turn", "title": "It is your turn", "body": f"{number}"}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": home.url,
                "registrationId": workers[-1],
                "data": json.dumps(notice | {"table": table}),
            },
        )
        person.tab.wait_for_function(  # one message a table, and that is the last
            f"async (wanted) => JSON.stringify(await ({NOTIFIED})()) === JSON.stringify(wanted)",
            arg=[[notice["title"], notice["body"], table]],
        )
    person.button("web.notify.remove").click()
    on.wait_for()


@pytest.mark.long
@pytest.mark.parametrize(
    ("script", "trouble"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "plain"),
        ("delete window.PushManager", "none"),
        ("Object.defineProperty(Notification, 'permission', { value: 'denied' })", "denied"),
    ],
)
def test_explains_why_a_browser_gets_no_notifications(
    server: Client, arrive: Arrive, script: str, trouble: str
) -> None:
    person = arrive(server, fresh=True)
    person.tab.add_init_script(script)
    person.start()
    person.button("web.settings").click()
    person.button("web.notify").click()
    person.tab.get_by_text(person.text(f"web.notify.push.{trouble}")).wait_for()
    assert person.tab.locator("[data-do=push]").count() == 0


@pytest.mark.long
def test_reports_a_push_service_that_does_not_answer(server: Client, arrive: Arrive) -> None:
    """That of this browser, which has none."""
    person = arrive(server, fresh=True)
    person.context.grant_permissions(["notifications"])
    person.tab.add_init_script(
        "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('x'))"
    )
    person.start()
    person.button("web.settings").click()
    person.button("web.notify").click()
    person.tab.locator("[data-do=push]").click()
    person.tab.get_by_text(person.text("web.notify.push.failed")).wait_for()
