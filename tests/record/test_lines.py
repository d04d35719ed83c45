"""Files in any form: packed, broken, endless, in other encodings."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from redcathedral.record import UnreadableRecord, lines, read, replay
from redcathedral.record.lines import MAX_BYTES, is_cut, lines_of
from tests.record.games import SMALL


@pytest.mark.parametrize("name", ["game.rcg", "game.rcg.gz", "game"])
def test_a_packed_file_is_known_by_its_content(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(gzip.compress(SMALL.encode()))
    assert read(file).text() == SMALL


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (gzip.compress(SMALL.encode())[:-9], 0, "the gzip data is broken"),
        (gzip.compress(SMALL.encode())[:40] + b"x" * 40, 0, "the gzip data is broken"),
        (b"\x1f\x8bnot gzip at all", 0, "the gzip data is broken"),
        (b"\x1f\x8b", 0, "the gzip data is broken"),
        (SMALL.encode("utf-16"), 1, "the text is not UTF-8 (byte 0xff at offset 0)"),
        (SMALL.replace("Ana", "Zo\xeb").encode("latin-1"), 4, "byte 0xeb"),
        (gzip.compress(b"\n" * (MAX_BYTES + 1)), 0, "holds more than 32 MiB of text"),
        (b"\n" * (MAX_BYTES + 1), 0, "holds more than 32 MiB of text"),
        (b"", 0, "the file is empty"),
        (b"\x00" * 50, 1, "this is not a game record"),
        (b"#" + b"\n#" * 40, 41, "the file is empty"),
    ],
    ids=range(11),
)
def test_rejects_files_that_are_not_text(
    tmp_path: Path, data: bytes, line: int, reason: str
) -> None:
    file = tmp_path / "game.rcg"
    file.write_bytes(data)
    with pytest.raises(UnreadableRecord) as caught:
        read(file)
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == (str(file), line)
    assert caught.value.fix


def test_stops_unpacking_a_gzip_bomb(tmp_path: Path) -> None:
    file = tmp_path / "bomb.rcg.gz"
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream:
        for _ in range(80):
            stream.write(bytes(1024 * 1024))
    file.write_bytes(packed.getvalue())
    assert file.stat().st_size < 100_000
    assert "32 MiB" in replay(file).problems[0].reason


def test_rejects_a_missing_file(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "no.rcg", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: Is a directory"),
        (Path("a\0b"), "cannot be read: embedded null byte"),
    ):
        (found,) = replay(path).problems
        assert found.reason == reason
        assert found.line == 0


def test_too_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINES", 30)
    (found,) = replay(SMALL + "end\n").problems
    assert (found.line, found.reason) == (31, "no record has a file this long")


def test_lines_and_comments() -> None:
    lines = list(lines_of("a b\t# c # d\r\n\n#\n  # e\rf#g\nState {#} # h\nstart {} # i\n"))
    assert [(line.number, line.words, line.comment) for line in lines] == [
        (1, ["a", "b"], "c # d"),
        (3, [], ""),
        (4, [], "e"),
        (5, ["f#g"], None),
        (6, ["State", "{#}", "#", "h"], None),
        (7, ["start", "{}"], "i"),
    ]


def test_is_cut_only_on_a_last_line_without_newline() -> None:
    assert is_cut("a\nb", 2)
    assert not is_cut("a\nb", 1)
    assert not is_cut("a\nb\n", 2)
    assert not is_cut("", 0)
