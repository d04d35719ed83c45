"""``redcathedral edition``: show the numbers of an edition with their marks, check a file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Annotated, NoReturn

import typer

from redcathedral.box import MARKS, Edition, EditionError, load_edition
from redcathedral.cli.edition_json import edition_json
from redcathedral.cli.edition_tables import print_edition

app = typer.Typer(
    help="Show an edition (the numbers on the cardboard), or check one you have written.",
    no_args_is_help=True,
)

_JSON = Annotated[bool, typer.Option("--json", help="Print JSON, for a program to read.")]


@app.command()
def show(
    edition: Annotated[
        str | None,
        typer.Argument(
            help="The id of an edition, or a .toml file.", show_default="the packaged one"
        ),
    ] = None,
    as_json: _JSON = False,
) -> None:
    """Show all numbers of an edition as tables, each row with its mark.

    A mark tells where a number comes from: printed, likely or reconstructed.
    """
    try:
        loaded = load_edition(edition)
    except EditionError as error:
        _refuse(error, as_json)
    if as_json:
        typer.echo(json.dumps(edition_json(loaded), indent=1, ensure_ascii=False))
    else:
        print_edition(loaded)


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="A .toml file, or the id of an edition.")],
    as_json: _JSON = False,
) -> None:
    """Check an edition; name the line, the reason and the fix of every problem.

    Exit status 0 when it can be played, 2 when not.
    """
    try:
        edition = load_edition(file)
    except EditionError as error:
        _refuse(error, as_json)
    counts, marks = component_counts(edition), mark_counts(edition)
    if as_json:
        result = {"ok": True, "id": edition.id, "hash": edition.hash}
        typer.echo(json.dumps({**result, "counts": counts, "marks": marks}, indent=1))
        return
    typer.echo(f"ok: {edition.id}, {edition.name}")
    typer.echo(f"hash: {edition.hash}")
    typer.echo("components: " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    typer.echo("rows by mark: " + ", ".join(f"{n} {mark}" for mark, n in marks.items()))


def component_counts(edition: Edition) -> dict[str, int]:
    """How many pieces of each sort the edition has."""
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
    """How many rows carry each mark; marks for a part of a row are not counted."""
    rows = Counter(mark for path, mark in edition.marks.items() if path.count(".") == 1)
    return {mark: rows[mark] for mark in MARKS}


def _refuse(error: EditionError, as_json: bool) -> NoReturn:
    """Say all problems of an edition and end with status 2."""
    if as_json:
        problems = [asdict(problem) for problem in error.problems]
        result = {"ok": False, "file": error.file, "problems": problems}
        typer.echo(json.dumps(result, indent=1))
    else:
        typer.echo(str(error), err=True)
        count = len(error.problems)
        typer.echo(f"{count} problem{'s' if count > 1 else ''}, not playable", err=True)
    raise typer.Exit(2)
