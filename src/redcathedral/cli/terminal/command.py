"""``redcathedral terminal``: play a game in the terminal."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from redcathedral.cli.arguments import OPTIONS_HELP, LanguageOption, named_options, narrator_for

_game = partial(typer.Option, rich_help_panel="The game (without these, a few questions)")


def terminal(
    players: Annotated[int | None, _game(min=2, max=4, help="How many seats.")] = None,
    solo: Annotated[bool, _game("--solo", help="Alone against Ivan.")] = False,
    seat: Annotated[
        list[str] | None,
        _game(
            metavar="COLOUR=WHO",
            help="The player of a seat, once for each seat, in turn order: red=Ana, "
            "blue=bot:architect. Seats not named get bot:journeyman.",
        ),
    ] = None,
    side: Annotated[
        str | None, _game(metavar="basic|advanced", help="The side of the workshop boards.")
    ] = None,
    first_game: Annotated[
        bool,
        _game(
            "--first-game",
            help="Use the four influence cards for a first game; our choice of cards.",
        ),
    ] = False,
    option: Annotated[
        list[str] | None,
        _game(
            metavar="NAME=VALUE",
            help=f"{OPTIONS_HELP}; workshop_side.COLOUR=... for one seat. Repeatable.",
        ),
    ] = None,
    setup: Annotated[
        str | None, _game(metavar="CODE", help="Start with the set-up of this code.")
    ] = None,
    edition: Annotated[
        str | None, _game(metavar="FILE", help="Play with the numbers of this edition.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Do not offer an unfinished game.")] = False,
    learn: Annotated[
        bool, typer.Option("--learn", help="Lessons: a few minutes, step by step.")
    ] = False,
    language: LanguageOption = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines only, without line editing or completion.")
    ] = False,
) -> None:
    """Play a game in the terminal, in plain sentences.

    Without options it asks a few questions; Enter for each starts a game against a bot of the level
    journeyman. The game is saved after every decision and offered again at the next start. Type
    help at the table. The exit status is 1 if a bot fails.
    """
    from redcathedral.box import EditionError
    from redcathedral.cli.messages import UNREADABLE, exit_with
    from redcathedral.cli.terminal import game_options
    from redcathedral.cli.terminal.session import Session
    from redcathedral.record.header import HeaderError
    from redcathedral.record.setup_code import SetupCodeError

    has_game = bool(players or solo or seat or side or first_game or setup)
    if learn and (has_game or option or edition or load or new):
        raise typer.BadParameter("a lesson has its own game; omit the other options")
    if load is not None and (has_game or option):
        raise typer.BadParameter("a saved game already has seats and options; omit them")
    try:
        if setup is not None:
            players, solo = game_options.players_of(setup, edition, players, solo)
        options = named_options(side, first_game, option or [])
        new_game = (
            game_options.from_arguments(players, solo, seat or [], options, setup)
            if has_game
            else None
        )
    except (game_options.SeatError, HeaderError, SetupCodeError) as error:
        raise typer.BadParameter(str(error)) from None
    except EditionError as error:
        exit_with(str(error), UNREADABLE)
    if solo and players:
        raise typer.BadParameter("--solo is one player against Ivan; omit --players")
    session = Session(narrator_for(language), plain=plain, edition=edition, options=options)
    raise typer.Exit(session.learn() if learn else session.run(new_game, load=load, new=new))
