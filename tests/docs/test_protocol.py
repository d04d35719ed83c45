"""docs/reference/protocol.md has the tables that the code describes, and every socket."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest

from redcathedral.server.core.route import routes_of
from redcathedral.server.registry import feature_classes
from tools.protocol_reference import PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")


def rows_after(marker: str) -> dict[str, list[str]]:
    """Return the other cells of the first table after a line, by the first cell of each row."""
    lines = TEXT[TEXT.index(marker) :].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("| "))
    rows = {}
    for line in takewhile(lambda line: line.startswith("|"), lines[first + 2 :]):
        name, *cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        rows[name] = cells
    return rows


def test_the_tables_equal_those_of_the_code() -> None:
    """If this fails, run ``python tools/protocol_reference.py``."""
    assert page(TEXT) == TEXT


def test_rejects_a_page_without_the_markers_of_a_table() -> None:
    with pytest.raises(ValueError, match=r"protocol\.md has no place for the part requests"):
        page("# The table's protocol\n")


def test_a_request_has_its_query_its_types_and_its_docstring() -> None:
    rows = rows_after("### Lobby\n")
    games = "`GET /api/tables?which=running\\|open\\|over\\|all&before=&lang=`"
    assert rows[games][:2] == ["", "`GamePage`"]
    assert rows["`POST /api/tables/ID/branch`"] == [
        "`Branch`",
        "`Summary`",
        "Begin a new game that continues a table from an entry of its log.",
    ]


def test_a_command_has_its_fields_and_the_rule_for_its_number() -> None:
    rows = rows_after("<!-- commands -->\n")
    assert rows["`play`"][:2] == ["`decision: number`", "must be current"]
    assert rows["`give-up`"][:2] == ["`seat: Colour`", "may be older"]
    assert rows["`heartbeat`"][1] == "none"


def test_every_socket_is_documented() -> None:
    sockets = {
        re.sub(r"{\w+}", "*", route.path)
        for feature in feature_classes()
        for route, _ in routes_of(feature)
        if route.method is None
    }
    documented = re.findall(r"`(/api/[^`?]*/live)", TEXT)
    assert {re.sub(r"\b[A-Z]+\b", "*", path) for path in documented} == sockets
