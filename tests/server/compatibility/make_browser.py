"""Makes ``eb91d14/browser.json``: what the page of that version keeps in a browser.

README.md says how to run it.  The cookies and the tables are those of ``make.py``.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Route

from redcathedral.server.sql.store import DATABASE_FILE
from tests.e2e import test_cardboard, test_learn, test_puzzles
from tests.e2e.browser import find_chromium, launch_chromium
from tests.e2e.person import Person
from tests.e2e.test_talk import do
from tests.server.harness import serving

KEPT = "() => Object.fromEntries(Object.entries(localStorage).map(([k, v]) => [k, JSON.parse(v)]))"


def visit(person: Person, tables: dict[str, str]) -> None:
    """Use everything that the page remembers."""
    tab = person.tab
    person.start()
    person.button("web.settings").click()
    for name, value in (("theme", "contrast"), ("pace", "calm"), ("textSize", "115")):
        tab.locator(f'[data-field="{name}"][value="{value}"]').check(force=True)
    tab.keyboard.press("Escape")
    person.button("web.new").click()
    tab.locator('[data-field="players"][value="3"]').check(force=True)
    tab.locator('[data-field="name.0"]').fill("Ána")
    do(person, "start")
    person.screen.wait_for()
    person.open_table(tables["open"])
    do(person, "menu")
    do(person, "invite")
    tab.locator('[data-do="make"]').first.click()
    tab.locator('[data-field="copied"]').first.wait_for()
    do(person, "done")
    person.start()
    tab.locator('[data-field="filter"][value="open"]').check(force=True)
    tab.locator(f'[data-game="{tables["forgotten"]}"] [data-do="sit"]').click()
    tab.locator('dialog [data-field="name"]').fill("Anička")
    tab.locator('dialog [data-do="sit"]').click()
    tab.locator("dialog").wait_for(state="detached")
    person.open_table(tables["private"])
    do(person, "chat")
    tab.locator("summary", has_text=person.text("web.chat.mute")).click()
    tab.locator('[data-field="mute-green"]').check()
    do(person, "talk-close")
    tab.route(
        "**/note?seat=red", lambda route: route.abort() if is_put(route) else route.fallback()
    )
    do(person, "menu")
    do(person, "note")
    tab.locator('[data-field="note"]').fill("unsent")
    tab.wait_for_function("() => localStorage['redcathedral.note']")
    tab.goto("about:blank")
    test_puzzles.begin(person, test_puzzles.SHORT)
    test_puzzles.play(person, test_puzzles.SHORT.ids)
    test_learn.begin(person, "first")
    next(lesson := test_learn.steps(person, "first"))
    next(lesson)
    test_cardboard.lay_out(person, 3)
    test_cardboard.go(person, "score")
    tab.locator('[data-field="name.0"]').fill("Ana")
    tab.locator('[data-field="prestige.0"]').fill("12")
    tab.locator('[data-testid="result"]', has_text="Ana").wait_for()


def is_put(route: Route) -> bool:
    """Whether a request writes."""
    return route.request.method == "PUT"


def main(target: Path) -> None:
    """Visit the screens that keep something."""
    shown = json.loads(lzma.decompress((target / "shown.json.xz").read_bytes()))
    program = find_chromium()
    assert program is not None
    with TemporaryDirectory() as name, launch_chromium(program) as browser:
        (Path(name) / DATABASE_FILE).write_bytes(
            lzma.decompress((target / f"{DATABASE_FILE}.xz").read_bytes())
        )
        with serving(Path(name)) as server:
            person = Person(browser, server)
            for key, value in shown["cookies"]["ana"].items():
                person.context.add_cookies([{"name": key, "value": value, "url": server.url}])
            visit(person, shown["tables"])
            kept = person.tab.evaluate(KEPT)
            person.context.close()
    made = kept["redcathedral.links"][shown["tables"]["open"]]
    secret = shown["secrets"]["private/blue"]  # of a link that the stored database has
    kept["redcathedral.links"] = {shown["tables"]["private"]: dict.fromkeys(made, secret)}
    lines = [f" {json.dumps(key)}: {plain(value)}" for key, value in sorted(kept.items())]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (target / "browser.json").write_text(text, encoding="utf-8")


def plain(value: object) -> str:
    """A value in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
