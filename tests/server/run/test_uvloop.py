"""Where uvloop is installed the server uses it, and tables open."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.server.harness import AGAINST_A_BOT, ServerProcess

pytest.importorskip("uvloop", reason="uvloop is not installed: there is none for Windows")


def has_loaded_uvloop(server: ServerProcess) -> bool:
    """Return whether a process has loaded uvloop."""
    return "/uvloop/" in Path(f"/proc/{server.process.pid}/maps").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux says which libraries a program uses")
@pytest.mark.parametrize("has_uvloop", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_table_opens_on_either_loop(tmp_path: Path, *, has_uvloop: bool) -> None:
    server = ServerProcess(tmp_path, has_uvloop=has_uvloop)
    client = server.client()
    page = client.open_page(client.create_table(AGAINST_A_BOT))
    assert page.play(page.first_legal("die"))["number"] > 0
    assert has_loaded_uvloop(server) == has_uvloop
    client.close()
    assert server.end() == 0
    assert "Traceback" not in server.output
