"""Who may do and see what: every route, command and message as every kind of visitor.

``access.txt`` is the table.  Each of its cells is tried at real servers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import pytest
from litestar import Litestar

from tests.server.access.doors import SOCKET, Tables, check_routes
from tests.server.access.requests import CASES
from tests.server.access.server import AccessServer, access_server
from tests.server.access.table import FILE, AccessTable, read_table

pytestmark = pytest.mark.xdist_group("access")
MODES: Final = ("own", "lan", "club")
TABLE: Final = read_table(FILE.read_text())
SERVER: Final = "the server"
TABLES: Final = ("a table of the house", "a private table", "a public table")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, AccessServer]]:
    """A server of each kind."""
    with ExitStack() as stack:
        yield {
            mode: stack.enter_context(access_server(tmp_path_factory.mktemp(mode), mode))
            for mode in MODES
        }


def assert_no_problem(problems: list[str]) -> None:
    assert not problems, "\n" + "\n".join(problems)


@pytest.mark.parametrize("title", [SERVER, TABLES[0]])
def test_routes_in_each_kind_of_server(title: str, servers: dict[str, AccessServer]) -> None:
    tables = {mode: Tables(servers[mode], "house") for mode in MODES}

    def place(who: str) -> tuple[Tables, str]:
        mode, _, role = who.partition(".")
        return tables[mode], role

    assert_no_problem(check_routes(TABLE, TABLE.sections[title], place))


@pytest.mark.parametrize("title", TABLES[1:])
def test_routes_of_a_table(title: str, servers: dict[str, AccessServer]) -> None:
    tables = Tables(servers["club"], title.split()[1])
    problems = check_routes(TABLE, TABLE.sections[title], lambda who: (tables, who))
    assert_no_problem(problems)
