"""Run a session in the terminal: resume, load or start a game, and play it."""

from pathlib import Path

import typer
from babel.dates import format_datetime

from redcathedral.box import Edition, EditionError, load_edition
from redcathedral.box.options import Options
from redcathedral.box.quoting import printable
from redcathedral.cli import FAILED
from redcathedral.cli.messages import INTERRUPTED, UNREADABLE, program_command
from redcathedral.cli.terminal import game_loop, game_options, lessons, view
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.game_options import GameOptions, SeatError
from redcathedral.cli.terminal.saved_games import SavedGame, SavedGames
from redcathedral.cli.terminal.screen import Quit, open_screen
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.files import data_folder
from redcathedral.play.game import Game
from redcathedral.play.match import BotError
from redcathedral.record.header import HeaderError
from redcathedral.record.report import RecordError
from redcathedral.text import Narrator


class Session:
    """One run of the program in the terminal."""

    def __init__(
        self, narrator: Narrator, *, plain: bool, edition: str | None, options: Options
    ) -> None:
        self.dialogue = Dialogue(open_screen(plain), narrator)
        self.saved_games = SavedGames(data_folder())
        self.edition_source = edition
        self.options = options

    def run(self, new_game: GameOptions | None, *, load: Path | None, new: bool) -> int:
        table: TerminalTable | None = None
        try:
            table = self._start_table(new_game, load, new)
            game_loop.run(table)
        except EditionError as error:
            line = error.problems[0].line
            return self._print_reasons(self.dialogue.problem("bad-edition", line=line), str(error))
        except RecordError as error:
            problem = self.dialogue.problem("bad-record", line=error.line)
            return self._print_reasons(problem, str(error))
        except (HeaderError, SeatError) as error:
            return self._print_reasons(self.dialogue.problem("bad-game"), str(error))
        except OSError as error:
            if error.filename is None:  # the output, not a file
                raise
            return self._print_reasons(
                self.dialogue.narrator.text("file.failed", reason=str(error))
            )
        except BotError as error:
            self.dialogue.tell(
                "bot.failed", reason=printable(str(error)), other=game_options.DEFAULT_OPPONENT
            )
            self._say_goodbye(table)
            return FAILED
        except Quit:
            self._say_goodbye(table)
        except (EOFError, KeyboardInterrupt) as error:
            self.dialogue.screen.say()
            self._say_goodbye(table)
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 0
        finally:
            if table is not None:
                table.release()
        return 0

    def learn(self) -> int:
        try:
            lessons.run(self.dialogue)
        except Quit:
            return 0
        except (EOFError, KeyboardInterrupt) as error:
            self.dialogue.screen.say()
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 0
        return 0

    def _print_reasons(self, *reasons: str) -> int:
        for line in "\n".join(reasons).splitlines():
            typer.echo(printable(line), err=True)
        return UNREADABLE

    def _say_goodbye(self, table: TerminalTable | None) -> None:
        if table is None:
            self.dialogue.tell("goodbye.nothing")
        else:
            table.say_goodbye()

    def _start_table(
        self, new_game: GameOptions | None, load: Path | None, new: bool
    ) -> TerminalTable:
        edition: Edition | None = None
        if self.edition_source is not None:
            edition = load_edition(self.edition_source, own_id=load is None)
        if load is not None:
            return self._open_table(Game.load(load, edition=edition))
        if not new and (resumed_table := self._resume_table()) is not None:
            return resumed_table
        if new_game is None:
            new_game = game_options.from_questions(self.dialogue, self.options)
        return self._open_table(new_game.game(edition))

    def _open_table(self, game: Game, saved: SavedGame | None = None) -> TerminalTable:
        file = None if self.edition_source is None else Path(self.edition_source)
        file = file if file is not None and file.is_file() else None
        return TerminalTable(game, self.dialogue, self.saved_games, saved, file)

    def _resume_table(self) -> TerminalTable | None:
        for saved in self.saved_games.unfinished():
            try:
                edition = load_edition(saved.edition) if saved.edition.is_file() else None
                game = Game.load(saved.path, edition=edition)
            except (RecordError, EditionError, OSError) as error:
                self.dialogue.tell("resume.broken", reason=printable(str(error)))
                self._archive(saved, "resume.aside-broken")
                continue
            if not game.is_over and self._confirm_resume(game, saved):
                return self._open_table(game, saved)
            self._archive(saved)
            if not game.is_over:
                break
        return None

    def _confirm_resume(self, game: Game, saved: SavedGame) -> bool:
        narrator = self.dialogue.narrator
        when = format_datetime(saved.when, "medium", locale=narrator.language)
        turn = int(game.state.turn) + 1
        question = narrator.text(
            "resume.question", when=when, who=view.players(narrator, game), turn=turn
        )
        yes, no = narrator.text("answer.yes"), narrator.text("answer.no")
        return self.dialogue.choose(question, (yes, no), yes) == yes

    def _archive(self, saved: SavedGame, text: str = "resume.aside") -> None:
        try:
            path = saved.finish()
        except OSError:
            return
        self.dialogue.tell(text, file=printable(str(path)), program=program_command())
