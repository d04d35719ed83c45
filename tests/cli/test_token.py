"""The token of ``redcathedral serve`` where the data folder cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from redcathedral.cli.app import application
from redcathedral.files import HOME_VARIABLE


@pytest.mark.parametrize("words", [("serve", "--show-token"), ("serve", "--new-token")])
def test_the_way_out_is_named(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv(HOME_VARIABLE, str(file / "home"))
    result = CliRunner().invoke(application(words), words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"the token cannot be written to {file / 'home' / 'token'}: Not a directory; "
        "choose another folder with REDCATHEDRAL_HOME\n"
    )
