"""The course of a game at the table: whose turn it is, who decides, how it ends."""

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
SILENT_SECONDS: Final = 2.0  # after which a thinking bot is announced


def run(table: TerminalTable) -> None:
    table.welcome()
    while not table.game.is_over:
        _announce(table)
        bot = table.bots.get(table.game.seat)
        if bot is None:
            _ask_person(table)
        else:
            _ask_bot(table, bot)
    _tell_result(table)


def _announce(table: TerminalTable) -> None:
    state = table.game.state
    if table.announced == state.turn or state.phase in CHOICES_FOR_IVAN:
        return
    table.announced = int(state.turn)
    table.dialogue.lines(["", table.words.say(position.turn(state, table.names))])
    if table.game.seat not in table.bots:
        table.dialogue.screen.say(table.words.say(position.summary(state, table.game.seat)))


def _ask_bot(table: TerminalTable, bot: Bot) -> None:
    state, seat = table.game.state, table.game.seat
    who = table.called[seat]
    note = threading.Timer(SILENT_SECONDS, table.dialogue.tell, ("bot.thinks",), {"who": who})
    note.daemon = True
    note.start()
    try:
        decision = decide(bot, state, printable(table.game.header.seats[seat].text))
    finally:
        note.cancel()
    table.play(decision)


def _ask_person(table: TerminalTable) -> None:
    game = table.game
    if table.is_news:
        table.is_news = False
        _tell_possible(table)
    if text := table.ask([*commands.COMMANDS]):
        commands.obey(table, text)
    elif len(game.legal_ids) == 1:
        table.play(game.legal_ids[0])
    else:
        table.dialogue.tell("prompt.hint")


def _tell_possible(table: TerminalTable) -> None:
    """What may be done, in short; a choice for Ivan is listed at once."""
    state, legal = table.game.state, table.game.legal_ids
    if len(legal) == 1:
        table.dialogue.tell("prompt.only", meaning=table.words.decision(Trial(state, legal[0])))
    elif state.phase in CHOICES_FOR_IVAN:
        table.dialogue.tell("prompt.ivan")
        table.enumerate(offers.each(legal))
    else:
        table.dialogue.tell("prompt.possible", kinds=table.typed.words(offers.kinds(legal)))


def _tell_result(table: TerminalTable) -> None:
    state = table.game.state
    table.dialogue.lines(["", table.words.text("over.title")])
    table.dialogue.lines(table.words.lines(position.score(state, table.names)))
    table.dialogue.screen.say(table.words.result(state, table.names))
    table.finish()
