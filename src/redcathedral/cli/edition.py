"""``redcathedral edition``: show, check or create an edition."""

import json
import re
import shlex
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from redcathedral.box import MARKS, Edition, EditionError, edition_text, editions, load_edition
from redcathedral.box.file_sections import EDITION_ID
from redcathedral.box.quoting import printable
from redcathedral.box.source import DEFAULT_EDITION, read_source
from redcathedral.cli.arguments import AsJson, refuse_unwritable
from redcathedral.cli.messages import count_of, program_command, usage_error
from redcathedral.files import write_text

app = typer.Typer(
    help="Show, check or create an edition: the numbers of the box.", no_args_is_help=True
)


@app.command()
def show(
    edition: Annotated[
        str | None,
        typer.Argument(
            help="The id of an edition, or a .toml file.", show_default="the packaged one"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show all numbers of an edition: its file, one row per component.

    Each row has a mark for the origin of its numbers: printed, likely or reconstructed.
    """
    try:
        source = read_source(edition)
        load_edition(edition)
    except EditionError as error:
        _exit_with_problems(error, as_json)
    if as_json:
        typer.echo(json.dumps(source.valid_tables, indent=1))
    else:
        typer.echo("\n".join(map(printable, source.text.splitlines())))


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="A .toml file, or the id of an edition.")],
    as_json: AsJson = False,
) -> None:
    """Check an edition, and report every problem.

    A problem has a line, a reason and a fix.  The exit status is 0 if the edition can be played,
    otherwise 2.
    """
    try:
        edition = load_edition(file, own_id=True)
    except EditionError as error:
        _exit_with_problems(error, as_json)
    counts, marks = component_counts(edition), mark_counts(edition)
    if as_json:
        result = {"ok": True, "id": edition.id, "hash": edition.hash}
        typer.echo(json.dumps({**result, "counts": counts, "marks": marks}, indent=1))
        return
    typer.echo(f"ok: {edition.id}, {edition.name}")
    typer.echo(f"hash: {edition.hash}")
    typer.echo("components: " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    typer.echo("rows by mark: " + ", ".join(f"{n} {mark}" for mark, n in marks.items()))


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The new file: my-box.toml.")],
    own_id: Annotated[
        str | None, typer.Option("--id", help="Its id.", show_default="from the name of the file")
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="Its name.", show_default="from the name of the file"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write the packaged edition to a file that you can change.

    The file has its own id.  You can play with it at once; it has the numbers of the packaged
    edition.

    Example: redcathedral edition new my-box.toml
    """
    stem = file.name.removesuffix(".toml")
    id_ = re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-")[:60] if own_id is None else own_id
    if re.fullmatch(EDITION_ID, id_) is None:
        usage_error(
            "--id", f"{id_!r} is not an id for an edition: write lowercase letters, digits and -"
        )
    if id_ in editions():
        usage_error("--id", f"{id_} is the id of a packaged edition; choose another id")
    title = printable(stem)[:80] if name is None else name
    if not 1 <= len(title) <= 80 or not title.isprintable():
        usage_error("--name", "write one line of 1 to 80 printable characters")
    if file.exists() and not force:
        usage_error("FILE", f"{file} already exists; name another file, or use --force")
    with refuse_unwritable("FILE", file):
        write_text(file, new_edition_text(id_, title))
    typer.echo(f"{file}: the edition {id_}, with the numbers of {DEFAULT_EDITION}.")
    typer.echo("Change its rows, then check and play:")
    typer.echo(f"  {program_command()} edition check {shlex.quote(str(file))}")
    typer.echo(f"  {program_command()} play --edition {shlex.quote(str(file))}")


def new_edition_text(id_: str, name: str) -> str:
    text = edition_text(DEFAULT_EDITION)
    for key, value in (("id", id_), ("name", name)):
        line = f"{key} = {json.dumps(value, ensure_ascii=False)}".replace("\\", r"\\")
        text = re.sub(f"^{key} = .*$", line, text, count=1, flags=re.MULTILINE)
    return text


def component_counts(edition: Edition) -> dict[str, int]:
    sections = Counter(card.section for card in edition.cards)
    return {
        "materials": sum(edition.materials),
        "resource tiles": len(edition.resource_tiles),
        "workshop tiles": sum(tile.count for tile in edition.workshop_tiles),
        "bases": sections[0],
        "middles": sections[1],
        "domes": sections[2],
        "influence cards": len(edition.influence),
        "building plans": sum(len(plans) for plans in edition.plans.values()),
        "solo cards": len(edition.ivan_cards),
    }


def mark_counts(edition: Edition) -> dict[str, int]:
    """Count the rows with each mark, but not the marks of parts of a row."""
    rows = Counter(mark for path, mark in edition.marks.items() if path.count(".") == 1)
    return {mark: rows[mark] for mark in MARKS}


def _exit_with_problems(error: EditionError, as_json: bool) -> NoReturn:
    if as_json:
        problems = [asdict(problem) for problem in error.problems]
        typer.echo(json.dumps({"ok": False, "file": error.file, "problems": problems}, indent=1))
    else:
        typer.echo(str(error), err=True)
        typer.echo(f"{count_of(len(error.problems), 'problem')}, not playable", err=True)
    raise typer.Exit(2)
