"""Health, readiness and metrics: what the people who run a server ask it."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import httpx
import pytest

from tests.server.harness import RED_AND_BLUE, Client, ServerProcess, decide, serving

NAME = "games.example.org"
VISITOR = {"x-forwarded-for": "203.0.113.9"}  # through a proxy


def numbers(client: Client) -> dict[str, float]:
    """Return the metrics without labels."""
    response = client.http.get("/metrics")
    assert response.status_code == 200
    lines = (line for line in response.text.splitlines() if not line.startswith("#"))
    pairs = (line.rpartition(" ")[::2] for line in lines)
    return {name: float(value) for name, value in pairs if "{" not in name}


def test_a_server_is_healthy_and_ready(server: Client) -> None:
    for path in ("/healthz", "/readyz"):
        response = server.http.get(path)
        assert response.status_code == 200, path
        assert server.http.head(path).status_code == 200, path


def test_metrics_count_tables_pages_and_actions(server: Client) -> None:
    before = numbers(server)
    table = server.create_table(RED_AND_BLUE)
    page = server.open_page(table)
    page.send_command("play", decision=decide(page.now["legal"], random.Random(1)))
    page.next_table()
    after = numbers(server)
    added = {name: after[name] - before[name] for name in before}
    assert added["redcathedral_tables"] == added["redcathedral_tables_led"] == 1
    assert added["redcathedral_pages"] == 1
    assert added["redcathedral_actions_total"] >= 1
    assert added["redcathedral_failed_actions_total"] == 0
    assert 0 < added["redcathedral_commit_seconds_total"] < 60


def test_metrics_have_one_line_for_each_route(server: Client) -> None:
    for _ in range(2):
        table = server.create_table(RED_AND_BLUE)
        assert server.http.get(f"/api/tables/{table}").status_code == 200
    text = server.http.get("/metrics").text
    assert 'path="/api/tables/{table_id}"' in text
    assert table not in text


@pytest.mark.slow
def test_metrics_are_for_this_machine_trusted_networks_and_the_token(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--name", NAME, "--proxy", "198.51.100.0/24")
    address, _, token = server.address.partition("?token=")
    with httpx.Client(base_url=address) as http:

        def status(**headers: str) -> int:
            return http.get("/metrics", headers=headers).status_code

        assert status() == 200
        assert status(**VISITOR) == 401
        assert status(**{"x-forwarded-for": "198.51.100.7"}) == 200
        assert status(**VISITOR, authorization=f"Bearer {token}") == 200
        assert status(**VISITOR, authorization=f"Bearer {token}x") == 401
        assert status(**VISITOR, authorization=token) == 401
        assert status(host="evil.example") == 403
        assert http.get("/metrics", headers=VISITOR, params={"token": token}).status_code == 200
        assert http.get("/healthz", headers=VISITOR).status_code == 200
    assert server.end() == 0


def test_a_guest_in_a_club_reads_no_metrics(tmp_path: Path) -> None:
    with serving(tmp_path, token="a-token", is_club=True) as server:
        for path, status in (("/healthz", 200), ("/readyz", 200), ("/metrics", 200)):
            assert server.http.get(path).status_code == status
        assert httpx.get(f"{server.url}/metrics", headers=VISITOR).status_code == 401


@pytest.mark.slow
def test_a_server_drains_before_its_end(tmp_path: Path) -> None:
    """It still serves while proxies find out that it is not ready; a second signal ends it."""
    server = ServerProcess(tmp_path, "--drain", "600")
    client = server.client()
    table = client.create_table(RED_AND_BLUE)
    page = client.open_page(table)
    server.process.send_signal(signal.SIGTERM)
    while client.http.get("/readyz").status_code == 200:
        pass
    assert client.http.get("/readyz").status_code == 503
    assert client.http.get("/healthz").status_code == 200
    page.send_command("play", decision=decide(page.now["legal"], random.Random(1)))
    page.next_table()
    client.close()
    assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
