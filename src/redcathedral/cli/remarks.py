"""What is to be said of bots before they play: once, in a line, before anything is played."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import typer

from redcathedral.bots.registry import remarks
from redcathedral.box import Edition
from redcathedral.box.quoting import printable
from redcathedral.play.bot import BotWarning


def tell_remarks(specs: Iterable[str], edition: Edition) -> None:
    """Say what these bots have to say to an edition.

    Raises BotSpecError for a bot that cannot play this edition.
    """
    tell(remarks(specs, edition))


def tell(texts: Iterable[str]) -> None:
    """Say each text once, on standard error; the bots' own warnings are not shown from then on."""
    for text in dict.fromkeys(texts):
        typer.echo(f"warning: {printable(text)}", err=True)
    warnings.simplefilter("ignore", BotWarning)
