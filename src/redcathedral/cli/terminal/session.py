"""Brings somebody to the table: an unfinished game, a saved one, or a new one."""

from __future__ import annotations

import os
from pathlib import Path

import typer
from babel.dates import format_datetime

from redcathedral.box import Edition, EditionError, load_edition
from redcathedral.box.options import Options
from redcathedral.cli.program_name import program
from redcathedral.cli.terminal import game_options
from redcathedral.cli.terminal.game_options import WishError, Wishes
from redcathedral.cli.terminal.saved_games import Shelf, Slot, data_folder
from redcathedral.cli.terminal.screen import Quit, open_screen
from redcathedral.cli.terminal.table import Table
from redcathedral.play.game import Game
from redcathedral.play.match import BotError
from redcathedral.record.header import HeaderError
from redcathedral.record.problem import RecordError
from redcathedral.record.quote import printable
from redcathedral.words import Words, preferred_language

FAILED = 1
INTERRUPTED = 130
REFUSED = 2


class Host:
    """Finds the game, seats everybody, and says goodbye."""

    def __init__(self, *, plain: bool, edition: str | None, options: Options) -> None:
        self.words = Words(preferred_language(os.environ))
        self.screen = open_screen(plain)
        self.shelf = Shelf(data_folder())
        self.edition_source = edition
        self.options = options

    def run(self, wanted: Wishes | None, *, load: Path | None, new: bool) -> int:
        """Play; the exit status."""
        table: Table | None = None
        try:
            edition = None
            if self.edition_source is not None:
                edition = load_edition(self.edition_source, own_id=load is None)
            table = self._table(wanted, edition, load, new)
            table.run()
        except (EditionError, RecordError, HeaderError, WishError) as error:
            return self._refuse(str(error))
        except OSError as error:
            if error.filename is None:  # the output, not a file
                raise
            return self._refuse(self.words.text("file.failed", reason=str(error)))
        except BotError as error:
            reason = printable(str(error))
            usual = game_options.USUAL
            self.screen.say(self.words.text("bot.failed", reason=reason, other=usual))
            self._goodbye(table)
            return FAILED
        except Quit:
            self._goodbye(table)
        except EOFError:
            self.screen.say()
            self._goodbye(table)
        except KeyboardInterrupt:
            self.screen.say()
            self._goodbye(table)
            return INTERRUPTED
        finally:
            if table is not None:
                table.leave()
        return 0

    def _refuse(self, reason: str) -> int:
        for line in reason.splitlines():
            typer.echo(printable(line), err=True)
        return REFUSED

    def _goodbye(self, table: Table | None) -> None:
        if table is None:
            self.screen.say(self.words.text("goodbye.nothing"))
        else:
            table.say_goodbye()

    def _table(
        self, wanted: Wishes | None, edition: Edition | None, load: Path | None, new: bool
    ) -> Table:
        if load is not None:
            return self._seat(Game.load(load, edition=edition), None)
        if not new:
            resumed = self._resumed()
            if resumed is not None:
                return resumed
        if wanted is None:
            wanted = game_options.ask(self.screen, self.words, self.options)
        game = Game(
            players=len(wanted.seats),
            solo=wanted.ivan is not None,
            colours=wanted.colours,
            names=[who for _, who in wanted.seats],
            options=wanted.options,
            edition=edition,
        )
        return self._seat(game, None)

    def _seat(self, game: Game, slot: Slot | None) -> Table:
        file = None if self.edition_source is None else Path(self.edition_source)
        return Table(
            game,
            words=self.words,
            screen=self.screen,
            shelf=self.shelf,
            slot=slot,
            edition_file=file if file is not None and file.is_file() else None,
        )

    def _resumed(self) -> Table | None:
        """The latest unfinished game, if there is one and somebody wants to go on with it."""
        for slot in self.shelf.unfinished():
            try:
                edition = load_edition(slot.edition) if slot.edition.is_file() else None
                game = Game.load(slot.path, edition=edition)
            except (RecordError, EditionError, OSError) as error:
                self.screen.say(self.words.text("resume.broken", reason=printable(str(error))))
                self._put_aside(slot, is_broken=True)
                continue
            if game.is_over:  # it was over before it could be put aside
                self._put_aside(slot)
                continue
            if self._wanted(game, slot):
                return self._seat(game, slot)
            self._put_aside(slot)
            return None
        return None

    def _wanted(self, game: Game, slot: Slot) -> bool:
        names = [seat.text for seat in game.header.seats]
        who = tuple(
            printable(self.words.player(game.state.setting, seat, names))
            for seat in range(len(game.colours))
        )
        when = format_datetime(slot.when, "medium", locale=self.words.language)
        question = self.words.text(
            "resume.question", when=when, who=who, turn=int(game.state.turn) + 1
        )
        yes, no = self.words.text("answer.yes"), self.words.text("answer.no")
        while True:
            typed = game_options.heard(self.screen, self.words, question, (yes, no)).casefold()
            if not typed or yes.startswith(typed):
                return True
            if no.startswith(typed):
                return False
            self.screen.say(self.words.text("setup.unclear", answers=(yes, no)))

    def _put_aside(self, slot: Slot, *, is_broken: bool = False) -> None:
        try:
            path = slot.finish()
        except OSError:
            return
        file = printable(str(path))
        text = "resume.aside-broken" if is_broken else "resume.aside"
        self.screen.say(self.words.text(text, file=file, program=program()))
