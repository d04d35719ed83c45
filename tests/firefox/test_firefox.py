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
from tests.server.harness import serving

HERE = Path(__file__).parent
SEATS = {
    "seats": [
        {"colour": "red", "name": "Ana"},
        {"colour": "blue", "kind": "bot", "bot": "greedy"},
        {"colour": "green", "kind": "bot", "bot": "greedy"},
    ]
}
PATIENCE = 900  # seconds


@pytest.mark.long
@pytest.mark.installed
def test_a_whole_game_in_firefox(tmp_path: Path) -> None:
    """Every click is answered, nothing goes wrong, and the scores shown are the server's."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    node = shutil.which("node", path=f"{HERE.parents[1] / '.venv/bin'}{os.pathsep}{os.defpath}")
    if not (firefox and node and (HERE / "node_modules").is_dir() and Page().is_built):
        reason = "There is no Firefox here (Debian: apt-get install firefox-esr), or no driver."
        if is_required():
            pytest.fail(reason)
        pytest.skip(reason)
    with serving(tmp_path) as server:
        table = server.create_table(SEATS)
        played = subprocess.run(
            [node, str(HERE / "play.js"), firefox, f"{server.url}/#/table/{table}"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=os.environ | {"HOME": str(tmp_path)},
        )
        assert played.returncode == 0, played.stderr
        result = json.loads(played.stdout)
        over = server.http.get(f"/api/tables/{table}").json()["over"]
    assert result["wrong"] == []
    assert over["reason"] == "finished"
    assert result["scores"] == {score["colour"]: score["total"] for score in over["scores"]}
