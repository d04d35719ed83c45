"""``redcathedral setup``: a set-up drawn for the box on the table, or that of a code."""

import json
from typing import Annotated

import typer

from redcathedral.box.options import Options
from redcathedral.box.quoting import printable
from redcathedral.cli.arguments import (
    AsJson,
    LanguageOption,
    PlayEdition,
    load_editions,
    words_in,
)
from redcathedral.cli.messages import refuse
from redcathedral.play.game import Game
from redcathedral.record.setup_code import SetupCodeError, turn_order
from redcathedral.text.set_up import set_up_list


def setup(
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="How many play.", show_default="2")
    ] = None,
    solo: Annotated[bool, typer.Option("--solo", help="Alone against Ivan.")] = False,
    first_game: Annotated[
        bool,
        typer.Option(
            "--first-game",
            help="With four influence cards for a first game; which four is our choice.",
        ),
    ] = False,
    code: Annotated[
        str | None, typer.Option(metavar="CODE", help="The set-up with this code; none is drawn.")
    ] = None,
    edition: PlayEdition = None,
    language: LanguageOption = None,
    as_json: AsJson = False,
) -> None:
    """Draw a set-up for the box on your table.

    The steps have the order of the rules.  The code repeats the set-up, also in a game on screen.
    """
    words = words_in(language)
    if solo and players:
        raise typer.BadParameter("--solo is one player against Ivan; leave --players out")
    if code is not None and first_game:
        raise typer.BadParameter("a code says whether it is a first game; leave --first-game out")
    own = None if edition is None else load_editions([edition], own_id=True)[0]
    options = Options(first_game=first_game)
    try:
        game = Game(players, solo=solo, options=options, edition=own, setup=code)
    except SetupCodeError as error:
        refuse("--code", str(error))
    drawn = str(game.setup_code)
    parts = set_up_list(game, words, turn_order(drawn))
    if as_json:
        told = [part._asdict() for part in parts]
        typer.echo(json.dumps({"setup_code": drawn, "parts": told}, indent=1))
        return
    typer.echo(f"{words.text('web.setup')}: {drawn}")
    for title, lines in parts:
        typer.echo(f"\n{printable(title)}")
        for line in lines:
            typer.echo(f"  {printable(line)}")
