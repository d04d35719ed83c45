"""Messages about a set-up: its code, and the components to lay out."""

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.play.game import Game
from redcathedral.record.setup_code import turn_order
from redcathedral.server.core.table.messages import TableMessages, narrator_for
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table.seated_game import players as table_players
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.features.setups.wire import SetupInfo, SetupPart, SetupTable
from redcathedral.text.setup_steps import setup_steps


def setup_info(game: Game, edition: EditionRef) -> SetupInfo | None:
    code = game.setup_code
    if code is None:
        return None
    header = game.header
    return SetupInfo(code, len(header.seats), header.options.first_game, edition.key)


def setup_message(
    language: str,
    edition: Edition,
    reference: EditionRef,
    *,
    players: int | None = None,
    options: Options | None = None,
    code: str | None = None,
) -> SetupTable:
    """Return a set-up with a code, or a random one; raises HeaderError or SetupCodeError."""
    solo = players == 1
    game = Game(None if solo else players, solo=solo, options=options, edition=edition, setup=code)
    setup_code = str(game.setup_code)
    colour_order = turn_order(setup_code)
    if not game.solo:
        game = Game(colours=colour_order[: len(game.colours)], edition=edition, setup=setup_code)
    seated = SeatedGame(game, table_players(game.header))
    table = TableMessages("setup", seated, reference).table(language, frozenset())
    info = setup_info(game, reference)
    assert info is not None
    steps = setup_steps(game, narrator_for(language), colour_order)
    return SetupTable(info, table, [SetupPart(title, lines) for title, lines in steps])
