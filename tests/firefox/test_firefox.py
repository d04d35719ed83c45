"""A whole game by clicks in Firefox, driven over WebDriver BiDi."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from redcathedral.server.run.static import Page
from tests.e2e.browser import is_required
from tests.server.harness import Json, serving
from tests.site.hosting import built_site

HERE = Path(__file__).parent
SEATS = {
    "seats": [
        {"colour": "red", "name": "Ana"},
        {"colour": "blue", "kind": "bot", "bot": "greedy"},
        {"colour": "green", "kind": "bot", "bot": "greedy"},
    ]
}
PATIENCE = 900  # seconds


pytestmark = pytest.mark.long


def play(address: str, home: Path) -> Json:
    """Play a game in Firefox, if it is here; return what the page shows at the end."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    node = shutil.which("node", path=f"{HERE.parents[1] / '.venv/bin'}{os.pathsep}{os.defpath}")
    if not (firefox and node and (HERE / "node_modules").is_dir() and Page().is_built):
        reason = "There is no Firefox here (Debian: apt-get install firefox-esr), or no driver."
        if is_required():
            pytest.fail(reason)
        pytest.skip(reason)
    played = subprocess.run(
        [node, str(HERE / "play.js"), firefox, address],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | {"HOME": str(home)},
    )
    assert played.returncode == 0, played.stderr
    result: Json = json.loads(played.stdout)
    assert result["wrong"] == []
    return result


def check_scores(scores: Json, over: Json) -> None:
    """Check that the page shows the scores of the server."""
    assert over["reason"] == "finished"
    assert scores == {score["colour"]: score["total"] for score in over["scores"]}


@pytest.mark.installed
def test_a_whole_game_in_firefox(tmp_path: Path) -> None:
    """Every click is answered, nothing goes wrong, and the scores shown are the server's."""
    with serving(tmp_path) as server:
        table = server.create_table(SEATS)
        result = play(f"{server.url}/#/table/{table}", tmp_path)
        check_scores(result["scores"], server.http.get(f"/api/tables/{table}").json()["over"])


@pytest.mark.site
def test_a_whole_game_at_the_site_in_firefox(tmp_path: Path) -> None:
    with built_site() as host:
        result = play(f"{host.url}/", tmp_path)
    check_scores(result["scores"], result["over"])
