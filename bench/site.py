"""Tasks of the site: a host, a Chromium with a new profile, and a simulated visitor.

``bench.site_python`` measures inside the Python of the page.
"""

from __future__ import annotations

import inspect
import pickle
import re
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import cast

from playwright.sync_api import sync_playwright

from bench import site_python
from redcathedral.ai.bots.levels import LEVELS
from tests.e2e import games
from tests.e2e.browser import FLAGS, find_chromium
from tests.e2e.person import random_policy
from tests.server.harness import RED_AND_BLUE
from tests.site.hosting import SITE, Host, built_site
from tests.site.visitor import LISTEN, Visitor
from tools.site.__main__ import PARTS
from tools.site.python import engine_note

PYTHON = PARTS / "python"
DECISIONS = 60
FIRST_DECISIONS = 8  # before the first hints of a page
HINT_GAME = "2p-basic-01"
HINT_PARTS = (0.1, 0.3, 0.5, 0.7, 0.9)  # of the game, after which there are hints
PATIENCE = 60_000  # ms
SETTLED = 3_000  # ms, after which a page has freed what it needed to start
# Times since the navigation began, the messages of the server, and the times from click to message.
WATCH = """
globalThis.times = {};
globalThis.clicks = [];
const note = (name) => (times[name] ??= performance.now());
let awaited = 'board';
const look = () => {
  if (document.querySelector('[data-do="new"]')) note('drawn');
  if (document.querySelector('[data-testid="table"][data-number]')) note('board');
  if (document.querySelector('[data-testid="hints"] .turn')) note('hints');
  if (!(awaited in times)) requestAnimationFrame(look);
};
globalThis.lookFor = (name) => {
  delete times[name];
  awaited = name;
  look();
};
look();
let clicked = null;
let sent = null;
addEventListener('click', ({ timeStamp }) => { clicked = times.clicked = timeStamp; }, true);
globalThis.Worker = class extends Worker {
  constructor(...parts) {
    super(...parts);
    this.addEventListener('message', ({ data }) => {
      if (data.kind === 'ready') times.ready = true;
      if (data.kind === 'answer' && times.ready) note('usable');
      if (sent === null || data.kind !== 'message') return;
      if (!/"type":"(table|changes)"/.test(data.text)) return;
      clicks.push(performance.now() - sent);
      sent = null;
    });
  }
  postMessage(message, ...others) {
    if (message.kind === 'send' && clicked !== null) {
      sent = clicked;
      clicked = null;
    }
    super.postMessage(message, ...others);
  }
};
"""
UNTIL = """(name) => new Promise((resolve) => {
  const check = () => name in times ? resolve(times[name]) : setTimeout(check, 10);
  check();
})"""
# Waits until the browser has stored all files, which begins when the page is usable.
KEPT = "navigator.serviceWorker.ready.then(() => null)"
# Another tab that holds the games, so that this page starts no Python.
HOLD = "navigator.locks.request('redcathedral', () => new Promise(() => null)); null"
RUN_JOB = """(job) => new Promise((resolve) => {
  globalThis.second ??= new Worker('site/jobWorker.js', { type: 'module' });
  second.onmessage = ({ data }) => resolve([...data]);
  second.postMessage({ job: new Uint8Array(job) });
})"""


def built(_number: int) -> dict[str, float]:
    """Return whether there are a browser, a site, and a compiled engine in it."""
    return {
        "browser": find_chromium() is not None,
        "site": SITE.is_dir(),
        "compiled": PYTHON.is_dir() and engine_note(PYTHON) == "compiled",
    }


@contextmanager
def _visit() -> Iterator[tuple[Visitor, Host]]:
    """Return the empty tab of a new visitor, with a profile on the disk."""
    program = find_chromium()
    assert program is not None
    with (
        built_site() as host,
        tempfile.TemporaryDirectory() as profile,
        sync_playwright() as playwright,
    ):
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, args=FLAGS
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(LISTEN)
        context.add_init_script(WATCH)
        yield Visitor(context.pages[0], host.url), host
        context.close()


def _load(visitor: Visitor) -> None:
    """Load the start page."""
    visitor.tab.goto("about:blank")
    visitor.tab.goto(f"{visitor.server.url}/")


def _load_completely(visitor: Visitor) -> None:
    """Load the start page, and wait until the browser has stored all files."""
    _load(visitor)
    visitor.tab.evaluate(KEPT)


def _time(visitor: Visitor, name: str) -> float:
    """Return when something was seen, in milliseconds since the navigation."""
    milliseconds: float = visitor.tab.evaluate(UNTIL, name)
    return milliseconds


def _begin_hot_seat(visitor: Visitor) -> None:
    """Open a new game for two persons at this device."""
    visitor.open_table(visitor.server.create_table(RED_AND_BLUE))


def first_visit(_number: int) -> dict[str, float]:
    """Measure a first visit, in bytes and milliseconds, and a second one."""
    with _visit() as (visitor, host):
        _load(visitor)
        result = {name: _time(visitor, name) for name in ("drawn", "usable")}
        visitor.tab.evaluate(KEPT)
        result["bytes"] = host.sent_bytes
        _load(visitor)
        result |= {f"{name}_again": _time(visitor, name) for name in ("drawn", "usable")}
        _begin_hot_seat(visitor)
        result["board"] = _time(visitor, "board")
    return result


def clicks(number: int) -> dict[str, float]:
    """Measure milliseconds from a click to the message with the new position.

    Like a person, the visitor holds the button for a moment, and asks the page nothing meanwhile.
    """
    with _visit() as (visitor, _):
        visitor.rest, visitor.hold = 200, 80
        _load_completely(visitor)
        _begin_hot_seat(visitor)
        visitor.play_out(random_policy(number), most=DECISIONS)
        times = sorted(visitor.tab.evaluate("clicks"))
    return {"milliseconds": statistics.median(times), "slow": times[int(0.95 * len(times))]}


def hints(number: int) -> dict[str, float]:
    """Measure the seconds until hints are shown: the first of a page, and some of a record."""
    with _visit() as (visitor, _):
        _load_completely(visitor)
        _begin_hot_seat(visitor)
        first = _hints(visitor)
        part = HINT_PARTS[number % len(HINT_PARTS)]
        visitor.show_table(games.load(visitor.server, HINT_GAME, part))
        return {"first": first, "seconds": _hints(visitor)}


def _hints(visitor: Visitor) -> float:
    """Request hints, and return the seconds until they are shown."""
    visitor.tab.evaluate("lookFor('hints')")
    visitor.tab.locator('[data-do="hint"]').click()
    agree = visitor.tab.locator('[data-do="show-hints"]')
    agree.or_(visitor.tab.locator('[data-testid="hints"] .turn').first).first.wait_for()
    if agree.count():
        agree.click()
    return (_time(visitor, "hints") - _time(visitor, "clicked")) / 1000


def memory(number: int) -> dict[str, float]:
    """Measure the megabytes of both Pythons, and how many there are without a bot."""
    with _visit() as (visitor, _):
        other = visitor.context.new_page()
        other.goto(f"{visitor.server.url}/licences.txt")
        other.evaluate(HOLD)
        _load(visitor)
        take_over = visitor.tab.locator('[data-do="site"]')
        take_over.wait_for()
        without = _renderers(visitor)
        take_over.click()
        _time(visitor, "usable")
        visitor.tab.evaluate(KEPT)
        first = _renderers(visitor)
        pythons = len(visitor.tab.workers)
        _begin_hot_seat(visitor)
        visitor.play_out(random_policy(number), most=FIRST_DECISIONS)
        before = _renderers(visitor)
        pythons = max(pythons, len(visitor.tab.workers))
        _hints(visitor)
        second = _renderers(visitor) - before
        assert len(visitor.tab.workers) == pythons + 1
    return {"first": first - without, "second": second, "pythons": pythons}


def _renderers(visitor: Visitor) -> float:
    """Return the resident megabytes of the processes that run pages and their workers."""
    browser = visitor.context.browser
    assert browser is not None
    visitor.tab.wait_for_timeout(SETTLED)
    visitor.tab.request_gc()
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    numbers: list[int] = [each["id"] for each in processes if each["type"] == "renderer"]
    lines = [Path(f"/proc/{number}/status").read_text() for number in numbers]
    kilobytes = sum(int(re.findall(r"RssAnon:\s+(\d+) kB", text)[0]) for text in lines)
    return kilobytes * 1024 / 1e6


def decisions(_number: int) -> dict[str, float]:
    """Count random decisions in the Python of a page, and measure the seconds."""
    with _visit() as (visitor, _):
        _load_completely(visitor)
        return _in_python(visitor, "decisions()")


def turns(_number: int) -> dict[str, float]:
    """Measure milliseconds of the median turn of each level in the Python of a page."""
    with _visit() as (visitor, _):
        _load_completely(visitor)
        return {level: _in_python(visitor, f"turn({level!r})")["milliseconds"] for level in LEVELS}


def _in_python(visitor: Visitor, call: str) -> dict[str, float]:
    """Call a function of ``bench.site_python`` as a job for the page's second Python."""
    source = inspect.getsource(site_python)
    job = partial(eval, f"exec(source, globals()) or {call}", {"source": source})
    result: object = pickle.loads(bytes(visitor.tab.evaluate(RUN_JOB, list(pickle.dumps(job)))))
    if isinstance(result, Exception):
        raise result
    return cast("dict[str, float]", result)
