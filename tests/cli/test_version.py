"""``redcathedral --version`` and the list of commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import redcathedral
from redcathedral import compiled
from tests.conftest import loaded_engine


def run(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    start = ["-c", code] if code else ["-m", "redcathedral"]
    return subprocess.run(
        [sys.executable, *start, *arguments], capture_output=True, encoding="utf-8", check=False
    )


def test_the_version_says_which_engine() -> None:
    done = run("--version")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert first == f"redcathedral {redcathedral.__version__}"
    assert re.fullmatch(r"engine: (compiled|pure \(.+\))", second)
    assert loaded_engine("redcathedral.engine.rules") in second


def test_the_reason_is_the_one_of_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "find_spec", lambda _: None)
    monkeypatch.setattr(compiled, "files", lambda _: tmp_path)
    assert compiled.engine_build() == (
        "pure (the source is running as it is, not the installed package)"
    )
    (tmp_path / "_build.txt").write_text("pure: no C compiler\n", encoding="utf-8")
    assert compiled.engine_build() == "pure (no C compiler)"


@pytest.mark.parametrize("arguments", [["--version"], ["play", "--help"]])
def test_the_start_loads_no_more_than_it_needs(arguments: list[str]) -> None:
    heavy = ["prompt_toolkit", "numpy", "asyncio", "babel.dates"]
    heavy += ["redcathedral.engine.rules", "rich"] if arguments == ["--version"] else []
    code = (
        "import sys; from redcathedral.cli import main\n"
        f"try: main({arguments})\n"
        "except SystemExit: pass\n"
        f"sys.exit(' '.join(name for name in {heavy} if name in sys.modules))"
    )
    assert run(code=code).stderr.strip() == ""


def test_without_a_command_there_is_help() -> None:
    done = run()
    assert "play" in done.stdout + done.stderr
    assert "--version" in done.stdout + done.stderr


def test_an_unknown_command_is_wrong_usage() -> None:
    done = run("plya")
    assert done.returncode == 2
    assert "play" in done.stderr
