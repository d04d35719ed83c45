"""The Python reference builds without warnings and has every name on its first page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

API = Path(__file__).parents[2] / "docs" / "reference" / "api"


@pytest.mark.slow
@pytest.mark.once
def test_the_reference_has_every_name_of_its_first_page(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html"]
    done = subprocess.run(
        [*build, "-d", str(tmp_path / "trees"), str(API), str(tmp_path / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    pages = "".join(path.read_text("utf-8") for path in (tmp_path / "html" / "packages").glob("*"))
    named = re.findall(r":(?:class|func|mod):`~?([\w.]+)`", (API / "index.rst").read_text("utf-8"))
    assert len(named) > 5
    assert [name for name in named if f'id="{name}"' not in pages.replace("module-", "")] == []
