"""A connection that is lost during a commit: the decision is neither lost nor played twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from redcathedral.server.sql.store import SqlStore
from tests.server.harness import RED_AND_BLUE, Page
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
    servers = ServerCluster(proxy.url, tmp_path)
    try:
        servers.start(2)
        yield servers
    finally:
        servers.close()


def play_and_be_refused(page: Page) -> int:
    """Send a decision that is not saved; return the version before it."""
    page.send_command("play", decision=page.now["legal"][0]["id"])
    assert page.next_refusal()["code"] == "not-saved"
    return int(page.now["number"])


def test_a_decision_whose_commit_was_not_answered_is_shown_later(
    cluster: ServerCluster, proxy: LossyProxy
) -> None:
    table = cluster.client(0).create_table(RED_AND_BLUE)
    pages = [cluster.client(number).open_page(table) for number in (0, 1)]
    proxy.loses_answer.set()
    before = play_and_be_refused(pages[0])
    for page in pages:
        if page.now["number"] == before:
            page.until(lambda now: now["number"] > before)
    assert [page.now["number"] for page in pages] == [before + 1] * 2
    assert pages[0].now["position"] == pages[1].now["position"]
    with closing(SqlStore(cluster.url)) as store:
        assert len(store.load(table).actions) == before + 1


def test_a_decision_whose_commit_was_lost_can_be_played_again(
    cluster: ServerCluster, proxy: LossyProxy
) -> None:
    table = cluster.client(0).create_table(RED_AND_BLUE)
    page = cluster.client(0).open_page(table)
    proxy.loses_commit.set()
    before = play_and_be_refused(page)
    assert page.next_table()["number"] == before
    page.send_command("play", decision=page.now["legal"][0]["id"])
    assert page.until(lambda now: now["number"] > before)["number"] == before + 1
    with closing(SqlStore(cluster.url)) as store:
        assert len(store.load(table).actions) == before + 1
