"""``redcathedral setup``: show a random set-up for the physical box, or the set-up of a code."""

import json
from typing import Annotated

import typer

from redcathedral.box.options import Options
from redcathedral.box.quoting import printable
from redcathedral.cli import arguments
from redcathedral.cli.messages import usage_error
from redcathedral.play.game import Game
from redcathedral.record.setup_code import SetupCodeError, turn_order
from redcathedral.text.setup_steps import setup_steps


def setup(
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="The number of players.", show_default="2")
    ] = None,
    solo: Annotated[bool, typer.Option("--solo", help="Alone against Ivan.")] = False,
    first_game: Annotated[
        bool,
        typer.Option(
            "--first-game",
            help="Use the four influence cards for a first game; our choice of cards.",
        ),
    ] = False,
    code: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Show the set-up of this code instead of a random one."),
    ] = None,
    edition: arguments.PlayEdition = None,
    language: arguments.LanguageOption = None,
    as_json: arguments.AsJson = False,
) -> None:
    """Draw a set-up for the box on your table.

    The steps follow the order of the rules.  The code repeats the set-up, also in a game on screen.
    """
    narrator = arguments.narrator_for(language)
    if solo and players:
        raise typer.BadParameter("--solo is one player against Ivan; omit --players")
    if code is not None and first_game:
        raise typer.BadParameter("a code says whether it is a first game; omit --first-game")
    own_edition = None if edition is None else arguments.load_editions([edition], own_id=True)[0]
    options = Options(first_game=first_game)
    try:
        game = Game(players, solo=solo, options=options, edition=own_edition, setup=code)
    except SetupCodeError as error:
        usage_error("--code", str(error))
    setup_code = str(game.setup_code)
    steps = setup_steps(game, narrator, turn_order(setup_code))
    if as_json:
        parts = [step._asdict() for step in steps]
        typer.echo(json.dumps({"setup_code": setup_code, "parts": parts}, indent=1))
        return
    typer.echo(f"{narrator.text('web.setup')}: {setup_code}")
    for title, lines in steps:
        typer.echo(f"\n{printable(title)}")
        for line in lines:
            typer.echo(f"  {printable(line)}")
