"""A number next to a right-to-left name keeps its place."""

from __future__ import annotations

import re

import pytest

from redcathedral.text import Narrator
from tests.e2e.conftest import Arrive
from tests.e2e.games import text
from tests.server.harness import Client

NAME = "\u05d3\u05d5\u05d3"
# Where a number follows the name in the same line of text, but is drawn before it.
REVERSED = """(name) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const box = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  const found = { seen: 0, wrong: [] };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const start = node.data.indexOf(name);
    if (start < 0) continue;
    const block = node.parentElement.closest('li, p, span, button, td, div');
    const after = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const drawn = box(node, start, start + name.length);
    let isAfter = false;
    while (after.nextNode()) {
      const next = after.currentNode;
      const from = next === node ? start + name.length : 0;
      isAfter ||= next === node;
      const digit = isAfter && /\\d+/.exec(next.data.slice(from));
      if (!digit) continue;
      const at = from + digit.index;
      const number = box(next, at, at + digit[0].length);
      if (!number.width || !drawn.width) break;
      if (Math.abs(number.top - drawn.top) > 6) break;
      found.seen += 1;
      if (number.left < drawn.right - 1) found.wrong.push(block.textContent);
      break;
    }
  }
  return found;
}"""


SHOW = """(text) => {
  const line = document.createElement('p');
  line.textContent = text;
  document.querySelector('main').prepend(line);
}"""


@pytest.mark.slow
def test_numbers_stay_behind_names(empty_server: Client, arrive: Arrive) -> None:
    """In the list of games, in a text of the server for pages, in the log and at the end."""
    server = empty_server
    record = re.sub(r"(?m)^(seat \w+)$", rf"\1 {NAME}", text("3p-advanced-01"), count=1)
    answer = server.http.post("/api/tables/load", content=record.encode())
    assert answer.status_code == 201, answer.text
    person = arrive(server)
    person.start()
    person.tab.locator("[data-game]").first.wait_for()
    person.tab.evaluate(SHOW, Narrator(isolates=True).text("table.prompt", who=NAME, ways="1.2"))
    assert person.tab.evaluate(REVERSED, NAME) == {"seen": 2, "wrong": []}
    person.open_table(answer.json()["id"])
    assert NAME in [seat["called"] for seat in person.now()["seats"]]  # without marks
    person.tab.get_by_test_id("finale").wait_for()
    found = person.tab.evaluate(REVERSED, NAME)
    assert found["seen"] > 5
    assert found["wrong"] == []
