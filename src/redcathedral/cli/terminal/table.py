"""Hold a game in the terminal: its bots, the messages about it, and its saved file."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from redcathedral.ai import bots
from redcathedral.ai.bots import levels
from redcathedral.box.quoting import printable
from redcathedral.cli.messages import program_command
from redcathedral.cli.terminal import offers, view
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.game_options import DEFAULT_OPPONENT
from redcathedral.cli.terminal.saved_games import SavedGame, SavedGames
from redcathedral.play.bot import Bot
from redcathedral.play.game import Game
from redcathedral.play.move import Move
from redcathedral.record.event import Gained
from redcathedral.text.decisions import delivery_progress


class TerminalTable:
    """A game in the terminal, which is described and saved after every decision.

    ``bots`` has the bots by seat; ``listed`` has the choices of the last list.
    """

    def __init__(
        self,
        game: Game,
        dialogue: Dialogue,
        saved_games: SavedGames,
        saved: SavedGame | None = None,
        edition_file: Path | None = None,
    ) -> None:
        self.dialogue = dialogue
        self.narrator = dialogue.narrator
        self.typed = dialogue.typed
        self.saved_games = saved_games
        self.edition_file = edition_file
        self._can_save = True
        self.set_game(game, saved)

    def set_game(self, game: Game, saved: SavedGame | None = None) -> None:
        self.game, self.saved = game, saved
        self.names = view.names(game)
        self.called = view.called(game)
        self.bots = {
            number: self._bot(number, seat.bot)
            for number, seat in enumerate(game.header.seats)
            if seat.bot is not None
        }
        self.mark_changed()
        self.announced_turn = -1
        if saved is None and not game.is_over:
            self.save()

    def _bot(self, seat: int, spec: str) -> Bot:
        """Return the bot of a seat, or a default bot if it fails."""
        seed = secrets.randbits(32)
        try:
            bot = bots.make(spec, seed, seat)
        except bots.BotSpecError as error:
            reason, name = printable(str(error)), printable(self.game.header.seats[seat].text)
            self.dialogue.tell("bot.unknown", name=name, reason=reason, other=DEFAULT_OPPONENT)
            return bots.make(levels.DEFAULT_LEVEL, seed, seat)
        return bot

    def release(self) -> None:
        if self.saved is not None:
            self.saved.release()

    def ask(self, commands: Sequence[str]) -> str:
        """Return the input of the player to move; Tab completes decisions and commands."""

        def completions() -> list[str]:
            decisions = map(self.typed.decision, self.game.legal_ids)
            return [*decisions, *self.typed.words(commands)]

        player = self.narrator.player(self.game.state.setting, self.game.seat, self.names)
        prompt = self.narrator.text("prompt", who=player) + " "
        return printable(" ".join(self.dialogue.screen.ask(prompt, completions).split()))

    def play(self, decision: int) -> None:
        self.game.play(decision)
        self.show_move(self.game.history[-1])

    def show_move(self, move: Move) -> None:
        self.mark_changed()
        self.save()
        self.tell(move)

    def mark_changed(self) -> None:
        """Clear the list of choices after a change of the position."""
        self.listed: list[offers.DecisionGroup] = []
        self.has_new_position = True

    def welcome(self) -> None:
        game = self.game
        self.dialogue.tell("welcome.seats", who=view.players(self.narrator, game))
        if game.is_over:
            return
        if game.history:
            is_set_up = game.record.start is None
            if is_set_up and any(isinstance(event, Gained) for event in game.opening):
                self.dialogue.tell("welcome.ivan-paid")
            self.dialogue.tell("welcome.resumed")
            self.tell(game.history[-1])
        elif game.opening:
            self.dialogue.screen.say(
                self.narrator.paragraph(game.opening, game.state.setting, self.called)
            )
        self.dialogue.tell("welcome.hint")

    def help(self) -> None:
        self.dialogue.tell("help")
        self.dialogue.tell("help.hint")

    def tell(self, move: Move) -> None:
        decision_sentences, later_sentences = view.move_sentences(self.narrator, move, self.called)
        new_rules = (
            view.first_occurrences(self.narrator, self.game)
            if self.game.header.options.first_game
            else []
        )
        if move.seat not in self.bots:
            decision_sentences += self.narrator.lines(
                delivery_progress(self.game.state, move.decision)
            )
        paragraphs = filter(None, (decision_sentences, later_sentences))
        self.dialogue.lines(map(self.narrator.join, paragraphs))
        self.dialogue.lines(new_rules)

    def enumerate(self, choices: Sequence[offers.DecisionGroup]) -> None:
        self.listed = [*choices]
        self.dialogue.lines(offers.lines(self.narrator, self.game.state, choices, self.called))

    def say_goodbye(self) -> None:
        if self.game.is_over:
            return
        if self._can_save:
            self.dialogue.tell("goodbye.saved", program=program_command())
        else:
            self.dialogue.tell("goodbye.unsaved")

    def save(self) -> None:
        """Save the game; report a failure once, and the first success after it."""
        try:
            if self.saved is None:
                self.saved = self.saved_games.new(self.game.colours)
                if self.edition_file is not None:
                    self.saved.copy_edition(self.edition_file)
            self.game.save(self.saved.path)
        except OSError as error:
            if self._can_save:
                self.dialogue.tell("save.impossible", reason=reason(error))
            self._can_save = False
        else:
            if not self._can_save:
                self.dialogue.tell("save.again")
            self._can_save = True

    def finish(self) -> None:
        if self.saved is not None and self._can_save:
            try:
                file = self.saved.finish()
            except OSError as error:
                self.dialogue.tell("save.impossible", reason=reason(error))
            else:
                self.dialogue.tell("over.saved", file=printable(str(file)))
                self.dialogue.tell(
                    "over.analyse", file=printable(str(file)), program=program_command()
                )


def reason(error: OSError) -> str:
    """Return the reason of a system error, without the name of a temporary file."""
    return printable(error.strerror or str(error))
