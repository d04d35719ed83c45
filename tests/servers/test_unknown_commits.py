"""Connections that are lost during a commit: no decision is lost or played twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.server.sql.store import SqlStore
from tests.server.harness import RED_AND_BLUE, TIMEOUT_SECONDS, Page
from tests.servers.cluster import ServerCluster
from tests.servers.lossy_proxy import LossyProxy, lossy_proxy

pytestmark = pytest.mark.servers


@pytest.fixture
def proxy(postgresql: str) -> Iterator[LossyProxy]:
    with lossy_proxy(postgresql) as running:
        yield running


@pytest.fixture
def cluster(proxy: LossyProxy, tmp_path: Path) -> Iterator[ServerCluster]:
    """Two server processes that use the proxy."""
    with closing(ServerCluster(proxy.url, tmp_path)) as servers:
        servers.start(2)
        yield servers


def play(page: Page) -> None:
    page.send_command("play", decision=page.now["legal"][0]["id"])


def test_a_decision_with_an_unknown_fate_is_stored_once(
    cluster: ServerCluster, proxy: LossyProxy
) -> None:
    clients = [cluster.client(number) for number in (0, 1)]
    tables = [client.create_table(RED_AND_BLUE) for client in clients]
    stored, lost = clients[0].open_page(tables[0]), clients[1].open_page(tables[1])
    watching = clients[1].open_page(tables[0])
    for page in (stored, lost):
        proxy.lose_commit(stores=page is stored)
        play(page)
        assert proxy.has_lost.wait(TIMEOUT_SECONDS)
    assert stored.next_refusal()["code"] == lost.next_refusal()["code"] == "not-saved"
    for page in (stored, watching):  # without another command
        if page.now["number"] == 0:
            page.until(lambda now: now["number"] > 0)
    while lost.now["number"] == 0:
        play(lost)
        while (answer := lost.receive())["type"] == "table" and not answer["number"]:
            pass
    with closing(SqlStore(cluster.url)) as store:
        assert [len(store.load(table).actions) for table in tables] == [1, 1]
