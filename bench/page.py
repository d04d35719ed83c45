"""Tasks of the page: a separate server, a Chromium, and a simulated player.

A click is timed from the browser's event until the frame with the new position is drawn.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.browser import find_chromium, launch_chromium
from tests.e2e.person import Person, random_policy
from tests.server.harness import Client, ServerProcess

DECISIONS = 60
SEATS = {"seats": [{"colour": colour} for colour in ("red", "blue", "green", "yellow")]}
AGAINST_A_BOT = {"seats": [{"colour": "red"}, {"colour": "blue", "kind": "bot", "bot": "random"}]}
CPU_THROTTLING_RATE = 4  # times slower than this processor
LATE_FRAME_MILLISECONDS = 20
TIME_FRAMES = """() => {
  window.frames_seen = [];
  let last = null;
  const onFrame = (now) => {
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
    if (last !== null && isMoving) window.frames_seen.push(now - last);
    last = isMoving ? now : null;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}"""
TIME_CLICKS = """() => {
  window.measured = [];
  let start = null;
  addEventListener('click', (event) => { start = event.timeStamp; }, true);
  const drawn = () => {
    if (start === null) return;
    const from = start;
    start = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.measured.push(performance.now() - from);
      port2.postMessage(null);
    });
  };
  new MutationObserver(drawn).observe(document.querySelector('[data-testid="table"]'), {
    attributes: true,
    attributeFilter: ['data-number'],
  });
}"""

WAIT_FOR_TIMES = """(count) => new Promise((resolve) => {
  const check = () => window.measured.length < count ? setTimeout(check, 20) : resolve();
  check();
})"""


def browser(_number: int) -> dict[str, float]:
    """Return whether there is a Chromium."""
    return {"found": find_chromium() is not None}


@contextmanager
def _server_and_browser() -> Iterator[tuple[Client, Browser]]:
    program = find_chromium()
    assert program is not None
    with tempfile.TemporaryDirectory() as folder, launch_chromium(program) as browser:
        server = ServerProcess(Path(folder))
        client = server.client()
        try:
            yield client, browser
        finally:
            client.close()
            server.kill()


def clicks(number: int) -> dict[str, float]:
    """Measure milliseconds from click to position, with all animations."""
    with _server_and_browser() as (client, browser):
        person = Person(browser, client, moving=True)
        person.open_table(client.create_table(SEATS))
        person.tab.evaluate(TIME_CLICKS)
        person.play_out(random_policy(number), most=DECISIONS)
        person.tab.evaluate(WAIT_FOR_TIMES, DECISIONS)
        times = sorted(person.tab.evaluate("window.measured"))
        person.close()
    return {"milliseconds": statistics.median(times), "slow": times[int(0.95 * len(times))]}


def weight(_number: int) -> dict[str, float]:
    """Measure bytes over the wire until the first decision can be made."""
    with _server_and_browser() as (client, browser):
        person = Person(browser, client)
        loaded = person.weigh(client.create_table(SEATS))
        person.close()
    return {"bytes": sum(loaded.values())}


def frames(number: int) -> dict[str, float]:
    """Measure the percentage of late frames during animations, on a slow processor."""
    with _server_and_browser() as (client, browser):
        person = Person(browser, client, moving=True)
        person.open_table(client.create_table(AGAINST_A_BOT))
        session = person.context.new_cdp_session(person.tab)
        session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_THROTTLING_RATE})
        person.tab.evaluate(TIME_FRAMES)
        person.play_out(random_policy(number), most=DECISIONS)
        times = person.tab.evaluate("window.frames_seen")
        person.close()
    return {
        "late": 100 * sum(time > LATE_FRAME_MILLISECONDS for time in times) / len(times),
        "frames": len(times),
    }
