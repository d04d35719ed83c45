"""The wheel for Pyodide: a notebook can install it and play.  Node runs Pyodide, not a browser."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tools.release.native import PLAY_ONCE
from tools.release.pyodide_wheel import check_wheel, write_wheel
from tools.site.__main__ import PARTS
from tools.site.python import engine_note

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]


def test_a_notebook_installs_the_wheel_and_plays_the_same_game(tmp_path: Path) -> None:
    """The installer, micropip, checks the tag and the requirements."""
    if (note := engine_note(PARTS / "python")) != "compiled":
        pytest.skip(note)
    metadata = (distribution("redcathedral").read_text("METADATA") or "").encode()
    sdist = tmp_path / "redcathedral-0.1.0.tar.gz"
    with tarfile.open(sdist, "w") as archive:
        entry = tarfile.TarInfo("redcathedral-0.1.0/PKG-INFO")
        entry.size = len(metadata)
        archive.addfile(entry, io.BytesIO(metadata))
    wheel = write_wheel(PARTS / "python", sdist, tmp_path)
    played = subprocess.run([sys.executable, PLAY_ONCE], capture_output=True, check=True).stdout
    check_wheel(wheel, PARTS, tmp_path / "check.log", json.loads(played))
