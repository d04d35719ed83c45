"""The types of the messages, and the page's copy of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "protocol_types.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
