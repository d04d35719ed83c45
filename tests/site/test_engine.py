"""Without the tools to compile for WebAssembly, there is a reason in one line, and no engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.site.debian import ToolsMissingError, run
from tools.site.engine import compile_engine
from tools.site.pyodide import configuration

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]


def test_a_system_without_apt_has_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolsMissingError, match="apt-get cannot be run"):
        compile_engine(tmp_path / "engine", tmp_path / "debian")
    assert not (tmp_path / "engine").exists()


def test_the_reason_is_the_error_of_the_program() -> None:
    with pytest.raises(ToolsMissingError, match="sh failed: E: not found"):
        run("sh", "-c", "echo W: slow >&2; echo E: not found >&2; exit 100")


def test_macros_have_the_values_of_pyodide() -> None:
    template = "#define SIZEOF_SIZE_T 8\n#define HAVE_ALARM 1\n/* #undef HAVE_BROKEN_NICE */\n"
    assert configuration(template) == "#define SIZEOF_SIZE_T 4\n"
