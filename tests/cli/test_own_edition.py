"""A user's own edition: begun, checked, played; and one that borrows the packaged id."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redcathedral.box import EditionError, edition_text, load_edition, parse_edition
from redcathedral.cli import serve
from redcathedral.cli.app import application
from redcathedral.play.game import Game
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.editions import Editions, row_of
from redcathedral.server.features.uploads.uploads import read_edition
from redcathedral.server.sql.store import SqlStore

PACKAGED = edition_text("reconstructed-2020")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDCATHEDRAL_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(application(words), words, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def error_output(result: Result) -> str:
    """Return the text in the box of a usage error, in one line."""
    return " ".join(result.stderr.replace("│", " ").split())


def changed(text: str) -> str:
    return text.replace('cost = "WWB"', 'cost = "WWS"')


def test_a_new_one_can_be_checked_and_played_at_once() -> None:
    result = run("edition", "new", "my-box.toml")
    assert result.exit_code == 0
    assert result.stdout.startswith("my-box.toml: the edition my-box, with the numbers of ")
    assert "edition check my-box.toml" in result.stdout
    mine, packaged = load_edition("my-box.toml"), load_edition()
    assert (mine.id, mine.name, mine.hash) == ("my-box", "my-box", packaged.hash)
    assert mine.marks == packaged.marks
    assert run("edition", "check", "my-box.toml").exit_code == 0
    played = run("lab", "simulate", "--games", "1", "--edition", "my-box.toml", "--out", "games")
    assert played.exit_code == 0
    assert played.stderr == ""


@pytest.mark.parametrize(
    ("words", "id_", "name"),
    [
        (("Mein Kasten.toml",), "mein-kasten", "Mein Kasten"),
        (("a.b_c.toml",), "a-b-c", "a.b_c"),
        (("own", "--id", "box-2", "--name", 'My "box" \\ 2'), "box-2", 'My "box" \\ 2'),
    ],
)
def test_its_id_and_name(words: tuple[str, ...], id_: str, name: str) -> None:
    assert run("edition", "new", *words).exit_code == 0
    mine = load_edition(Path(words[0]))
    assert (mine.id, mine.name) == (id_, name)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("箱.toml",), "'' is not an id for an edition"),
        (("a.toml", "--id", "My Box"), "'My Box' is not an id for an edition"),
        (
            ("reconstructed-2020.toml",),
            "reconstructed-2020 is the id of a packaged edition; choose",
        ),
        (("a.toml", "--name", ""), "write one line of 1 to 80 printable characters"),
        (("no/such/folder.toml",), "no/such/folder.toml cannot be written: No such file"),
    ],
)
def test_what_cannot_be_written(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    result = run("edition", "new", *words)
    assert result.exit_code == 2
    assert reason in error_output(result)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_not_replaced_without_force() -> None:
    file = Path("my-box.toml")
    file.write_text("mine")
    result = run("edition", "new", "my-box.toml")
    assert result.exit_code == 2
    assert "my-box.toml already exists; name another file, or use --force" in error_output(result)
    assert file.read_text() == "mine"
    assert run("edition", "new", "my-box.toml", "--force").exit_code == 0
    assert load_edition(file).id == "my-box"


@pytest.fixture
def borrowed() -> Path:
    """The packaged edition's id over other numbers."""
    file = Path("borrowed.toml")
    file.write_text(changed(PACKAGED), encoding="utf-8")
    return file


REFUSED = (
    "borrowed.toml: line {line}: edition.id: reconstructed-2020 is a packaged edition, and its "
    'numbers are different (format). Fix: write your own id and name, such as id = "my-box".'
)


@pytest.mark.parametrize(
    "words",
    [
        ("edition", "check", "borrowed.toml"),
        ("lab", "simulate", "--games", "1", "--edition", "borrowed.toml"),
        ("terminal", "--new", "--plain", "--players", "2", "--edition", "borrowed.toml"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.usefixtures("borrowed")
def test_other_numbers_under_the_packaged_id_are_refused(words: tuple[str, ...]) -> None:
    line = PACKAGED[: PACKAGED.index('id = "reconstructed-2020"')].count("\n") + 1
    result = run(*words)
    assert result.exit_code == 2
    assert REFUSED.format(line=line) in result.stderr.splitlines()


@pytest.mark.usefixtures("borrowed")
def test_a_server_does_not_begin_with_such_an_edition() -> None:
    with pytest.raises(EditionError, match="numbers are different"):
        serve._edition_texts(["borrowed.toml"])


@pytest.mark.usefixtures("borrowed")
def test_the_packaged_numbers_may_have_the_packaged_id() -> None:
    text = PACKAGED.replace('name = "R', 'name = "A r').replace("likely", "printed")
    Path("same.toml").write_text(text, encoding="utf-8")
    assert run("edition", "check", "same.toml").exit_code == 0


def test_games_that_were_played_with_such_an_edition_open(borrowed: Path) -> None:
    edition = load_edition(borrowed)
    Game(players=2, seed=1, edition=edition).save("game.rcg")
    for command in (("replay",), ("show",)):
        result = run(*command, "game.rcg", "--edition", "borrowed.toml")
        assert (result.exit_code, result.stderr) == (0, "")
    result = run("terminal", "--plain", "--load", "game.rcg", "--edition", "borrowed.toml")
    assert result.exit_code == 0
    assert "At the table" in result.stdout


def test_a_server_keeps_such_an_edition_but_takes_no_new_one(tmp_path: Path) -> None:
    text = changed(PACKAGED)
    with closing(SqlStore.in_folder(tmp_path / "data")) as store:
        row = row_of(parse_edition(text), text)
        store.editions.add(row)
        kept = Editions(store)
        assert kept.find(row.head.key)[1].hash == row.head.hash
    with pytest.raises(ApiError) as refused:
        read_edition(text)
    assert "numbers are different" in refused.value.problem.reason
    assert "such as id =" in refused.value.problem.fix


def test_an_id_of_ones_own_is_asked_for_only_where_it_matters() -> None:
    assert parse_edition(changed(PACKAGED)).id == "reconstructed-2020"
    with pytest.raises(EditionError):
        parse_edition(changed(PACKAGED), own_id=True)
