"""Play a game in the terminal: announce turns, ask people and bots, show the result."""

import threading
from typing import Final

from redcathedral.box.quoting import printable
from redcathedral.cli.terminal import commands, offers
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.engine.phases import CHOOSE_CLAIM, CHOOSE_ORNAMENT
from redcathedral.play.bot import Bot
from redcathedral.play.match import decide
from redcathedral.play.trial import Trial
from redcathedral.text import position

CHOICES_FOR_IVAN: Final = (CHOOSE_CLAIM, CHOOSE_ORNAMENT)
THINKING_NOTICE_SECONDS: Final = 2.0  # before the table says that a bot is thinking


def run(table: TerminalTable) -> None:
    """Play a game to its end; raises Quit if a player leaves."""
    table.welcome()
    while not table.game.is_over:
        _announce(table)
        bot = table.bots.get(table.game.seat)
        if bot is None:
            _ask_person(table)
        else:
            _ask_bot(table, bot)
    _show_result(table)


def _announce(table: TerminalTable) -> None:
    state = table.game.state
    if table.announced_turn == state.turn or state.phase in CHOICES_FOR_IVAN:
        return
    table.announced_turn = int(state.turn)
    table.dialogue.lines(["", table.narrator.say(position.turn(state, table.names))])
    if table.game.seat not in table.bots:
        table.dialogue.screen.say(table.narrator.say(position.summary(state, table.game.seat)))


def _ask_bot(table: TerminalTable, bot: Bot) -> None:
    state, seat = table.game.state, table.game.seat
    values = {"who": table.called[seat]}
    notice = threading.Timer(THINKING_NOTICE_SECONDS, table.dialogue.tell, ("bot.thinks",), values)
    notice.daemon = True
    notice.start()
    try:
        decision = decide(bot, state, printable(table.game.header.seats[seat].text))
    finally:
        notice.cancel()
    table.play(decision)


def _ask_person(table: TerminalTable) -> None:
    game = table.game
    if table.has_new_position:
        table.has_new_position = False
        _show_legal_decisions(table)
    if text := table.ask([*commands.COMMANDS]):
        commands.run_command(table, text)
    elif len(game.legal_ids) == 1:
        table.play(game.legal_ids[0])
    else:
        table.dialogue.tell("prompt.hint")


def _show_legal_decisions(table: TerminalTable) -> None:
    """Show the kinds of legal decisions, or all decisions of a choice for Ivan."""
    state, legal = table.game.state, table.game.legal_ids
    if len(legal) == 1:
        table.dialogue.tell("prompt.only", meaning=table.narrator.decision(Trial(state, legal[0])))
    elif state.phase in CHOICES_FOR_IVAN:
        table.dialogue.tell("prompt.ivan")
        table.enumerate(offers.each(legal))
    else:
        table.dialogue.tell("prompt.possible", kinds=table.typed.any_of(offers.kinds(legal)))


def _show_result(table: TerminalTable) -> None:
    state = table.game.state
    table.dialogue.lines(["", table.narrator.text("over.title")])
    table.dialogue.lines(table.narrator.lines(position.score(state, table.names)))
    table.dialogue.screen.say(table.narrator.result(state, table.names))
    table.finish()
