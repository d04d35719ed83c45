"""``redcathedral rules``: show a rule by its number, or search the rules."""

from typing import Annotated

import typer

from redcathedral.box.quoting import shorten
from redcathedral.cli import FAILED
from redcathedral.cli.arguments import LanguageOption, narrator_for
from redcathedral.text.rulebook import Rulebook


def rules(
    what: Annotated[
        list[str] | None,
        typer.Argument(help="A number, such as R5.4 or R5, or a question or words."),
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Show a rule by its number, or the rules that answer a question.

    Without a number or word it shows the aim, an example turn and the options, and lists the
    sections.  The exit status is 1 if there is no such rule.

    Example: redcathedral rules R5.4
    """
    narrator = narrator_for(language)
    book = Rulebook(narrator.language)
    text = " ".join(what or [])
    lines = book.found(text) if text else book.overview()
    if not lines:
        typer.echo(narrator.text("rules-none", text=shorten(text)), err=True)
        if suggestion := book.suggestion(text):
            typer.echo(narrator.text("rules-near", near=suggestion), err=True)
        else:
            chapters = tuple(f"{name} {book.title(name)}" for name in book.sections)
            typer.echo(narrator.text("rules-chapters", chapters=chapters), err=True)
        raise typer.Exit(FAILED)
    for line in lines:
        typer.echo(line)
