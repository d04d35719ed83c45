"""Loading any file, with any bytes, returns an edition or raises EditionError."""

from __future__ import annotations

import os
import pickle
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from redcathedral.box import Edition, EditionError, load_edition
from redcathedral.box.problem import Problem
from redcathedral.box.quoting import toml_text
from redcathedral.box.source import MAX_BYTES


def outcome(content: bytes, own: Path) -> Edition | EditionError:
    """Return the result of loading these bytes; check that an error is well formed."""
    own.write_bytes(content)
    try:
        return load_edition(own)
    except EditionError as error:
        check_error(error, content.count(b"\n") + 1)
        return error


def check_error(error: EditionError, lines: int) -> None:
    assert error.problems
    assert list(error.problems) == sorted(error.problems)
    for problem in error.problems:
        assert 0 <= problem.line <= lines
        assert problem.reason
        assert problem.fix
        assert str(problem).isprintable()


def only(content: bytes, own: Path) -> Problem:
    error = outcome(content, own)
    assert isinstance(error, EditionError)
    (problem,) = error.problems
    return problem


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"", 1, "nothing of an edition"),
        (b"\n\n# nothing\n", 1, "nothing of an edition"),
        (b"a = 1\n[b]\n", 1, "nothing of an edition"),
        (b"\x00\x01\x02", 1, "not TOML"),
        (b"[edition]\nid = '\xff'", 2, "not UTF-8"),
        (b"\xff\xfe[\x00e\x00", 1, "not UTF-8"),
        (b"[edition]\n\nid = ", 3, "not TOML"),
        (b"[edition]\nid = 1\nid = 2\n", 3, "twice"),
        (b"[edition]\n[edition]\n", 2, "twice"),
        (b"a = " + b"[\n" * 60_000, 0, "nested too deep"),
        (b"a = " + b"[{a=[\n" * 9_000, 0, "nested too deep"),
        (b"\na" + b".a" * 60_000 + b" = 1", 2, "a line of 120,005 characters"),
        (b"a = 2020-99-99", 1, "not TOML"),
        (b"a = 1\r[edition]", 1, "not TOML"),
        (b"#" * (MAX_BYTES + 1), 0, "bytes are too many for an edition"),
        ("[edition]\n\u2028\u202e = 3".encode(), 2, "not TOML"),
    ],
)
def test_rejects_files_that_are_not_editions(
    content: bytes, line: int, words: str, own: Path
) -> None:
    problem = only(content, own)
    assert words in problem.reason
    assert problem.line == line
    assert problem.rule == "format"


@pytest.mark.once
@pytest.mark.parametrize(
    "value",
    [
        "0x" + "f" * 500,
        "1" + "0" * 500,
        "-1" + "0" * 30,
        "1e999",
        "nan",
        "-inf",
        "true",
        '"\\u0007\\u001b[31m' + "x" * 500 + '"',
        "'''a\nb'''",
        "[[[[[[]]]]]]",
        "[1, 'two', 3.0]",
        "{}",
        "{ a.b.c = 1 }",
        "{ mark = {}, marks = { marks = 1 } }",
        "1979-05-27T07:32:00Z",
        "07:32:00",
        '"\U0001f600"',
    ],
)
def test_reports_wrong_values_in_any_place(value: str, good: str, own: Path) -> None:
    """Replace a tenth of the values of the packaged edition by one of another type or size."""
    lines = good.splitlines()
    start = lines.index("[edition]") + len(value) % 10  # so that the lines are not always the same
    for number in range(start, len(lines), 10):
        head, equals, tail = lines[number].rpartition(" = ")
        if equals:
            end = tail[tail.index(",") :] if "," in tail else " }" if "}" in tail else ""
            changed = [*lines[:number], f"{head} = {value}{end}", *lines[number + 1 :]]
            outcome("\n".join(changed).encode(), own)
            whole = lines[number].split(" = ")[0]
            changed = [*lines[:number], f"{whole} = {value}", *lines[number + 1 :]]
            outcome("\n".join(changed).encode(), own)


def mutated(content: bytes, rng: random.Random) -> bytes:
    """Return the file with a few random changes: bytes, lines, numbers, quotes, letters."""
    data = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data))
        match rng.randrange(6):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randint(1, 40)]
            case 2:
                data[at:at] = bytes(rng.choice(b'[]{}",.=#\n 0123WBSGEPR+*-') for _ in range(3))
            case 3:
                other = rng.randrange(len(data))
                data[at:at] = data[other : other + rng.randint(1, 80)]
            case 4:
                numbers = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
                data[rng.choice(numbers)] = rng.choice(b"0123456789")
            case _:
                lines = bytes(data).split(b"\n")
                rng.shuffle(lines[rng.randrange(len(lines)) :])
                del lines[rng.randrange(len(lines))]
                data = bytearray(b"\n".join(lines))
    return bytes(data)


@pytest.mark.once
@pytest.mark.parametrize("seed", range(20))
def test_mutations_of_the_good_file(seed: int, good: str, own: Path) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        outcome(mutated(good.encode(), rng), own)


def test_random_bytes(own: Path) -> None:
    rng = random.Random(7)
    for length in (1, 10, 100, 1000, 10_000):
        for _ in range(10):
            outcome(rng.randbytes(length), own)


def test_rejects_a_path_that_is_not_a_file(tmp_path: Path) -> None:
    for source, words in (
        (tmp_path, "not a file"),
        (tmp_path / "missing.toml", "no such file"),
        ("missing", "no such file or edition"),
        ("", "not a file"),
        ("reconstructed-2020.toml", "no such file"),
        ("../editions/reconstructed-2020", "no such file"),
        ("a" * 5000, "no such file" if sys.version_info >= (3, 14) else "cannot be read"),
        ("a\0b", ""),
        ("bad\udcffname", ""),
    ):
        with pytest.raises(EditionError) as caught:
            load_edition(source)
        (problem,) = caught.value.problems
        assert words in problem.reason
        assert "reconstructed-2020" in problem.fix
        assert problem.line == 0
        assert f"{problem.reason}. Fix: " in str(caught.value)
        caught.value.file.encode()


def test_rejects_an_unreadable_file(good: str, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own.write_text(good)

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(EditionError, match="cannot be read: Permission denied"):
        load_edition(own)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(EditionError, match="not a file"):
        load_edition(tmp_path / "pipe.toml")


def test_error_has_all_problems_and_can_be_pickled(own: Path) -> None:
    error = outcome(b"[edition]\n", own)
    assert isinstance(error, EditionError)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    coded = Problem(1, "bases.b1", "a reason", "R5.3", "a fix", "card-cost", {"n": 11})
    (same,) = pickle.loads(pickle.dumps(EditionError("my.toml", [coded]))).problems
    assert (same.code, same.values) == ("card-cost", {"n": 11})
    assert {same} == {replace(same, code="", values={})}
    assert (
        f"{own}: line 1: edition.id: this is not an id for an edition (format). Fix: write"
        in str(error)
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a" * 100, "'" + "a" * 37 + "...'"),
        ("a\nb\x1b", "'a\\nb\\x1b'"),
        (True, "true"),
        (3, "3"),
        (-(10**30), "a huge number"),
        (2.5, "2.5"),
        ([1], "a list"),
        ({}, "a row of keys in braces"),
        (None, "a date or time"),
    ],
)
def test_errors_show_values_briefly(value: object, text: str) -> None:
    assert toml_text(value) == text
