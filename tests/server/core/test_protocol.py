"""The tool that generates the page's types of the protocol messages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from redcathedral.box.vocabulary import COLOURS, DICE
from redcathedral.server.core.wire import lobby, protocol

ROOT = Path(__file__).parents[3]


def test_tool_writes_the_message_types(tmp_path: Path) -> None:
    """The tool runs in a tree without the generated file, which is not in git."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tmp_path / "web/src").mkdir(parents=True)
    script = tools / "protocol_types.py"
    script.write_bytes((ROOT / "tools/protocol_types.py").read_bytes())
    subprocess.run([sys.executable, script], check=True)
    written = (tmp_path / "web/src/protocol.gen.ts").read_text(encoding="utf-8")
    for struct in (protocol.Table, protocol.Legal, lobby.Summary):
        assert f"export interface {struct.__name__} {{" in written
        for field in struct.__struct_encode_fields__:
            assert f"\n  {field}" in written
    assert f"  COLOURS: readonly {list(COLOURS)};" in written
    assert f"  DICE: readonly {list(DICE)};" in written
    assert "export type Colour = Lists['COLOURS'][number];" in written
