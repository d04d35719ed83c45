"""The table: whose turn it is, what they may do, what came of it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from redcathedral.cli.program_name import program
from redcathedral.cli.remarks import tell
from redcathedral.cli.terminal import offers, user_input, view
from redcathedral.cli.terminal.game_options import BOT, USUAL
from redcathedral.cli.terminal.saved_games import Shelf, Slot
from redcathedral.cli.terminal.screen import Quit, Screen
from redcathedral.engine import events
from redcathedral.engine.phases import CHOOSE_CLAIM, CHOOSE_ORNAMENT
from redcathedral.play.game import Game, Move
from redcathedral.play.match import decide
from redcathedral.record.problem import RecordError
from redcathedral.record.quote import printable, short
from redcathedral.words import AnyOf, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redcathedral.play.bot import Bot

PATIENCE: Final = 2.0  # seconds after which a thinking bot is announced
LOG_LENGTH: Final = 10
RULES: Final = ("turn", "claim", "build", "market", "influence", "prestige", "end", "solo")
TYPED: Final = ("turn", "influence")  # of these the terminal has something to say of its own


class Table:
    """A game at the terminal: speaks on a screen, saves on a shelf."""

    def __init__(
        self,
        game: Game,
        *,
        words: Words,
        screen: Screen,
        shelf: Shelf,
        slot: Slot | None,
        edition_file: Path | None,
    ) -> None:
        self.words = words
        self.screen = screen
        self.shelf = shelf
        self.edition_file = edition_file
        self._saves = True
        self._sit(game, slot)

    def _sit(self, game: Game, slot: Slot | None) -> None:
        """Bring a game to the table, with its bots and its place on the shelf."""
        names = [printable(seat.text) for seat in game.header.seats]
        self.game, self.slot, self.names = game, slot, names
        said: list[str] = []
        self.bots = {
            seat: self._made(name, seat, said)
            for seat, name in enumerate(names)
            if name.startswith(BOT)
        }
        tell(said)
        self._changed()
        self._announced = -1
        if slot is None and not game.is_over:
            self._save()

    def _made(self, name: str, seat: int, said: list[str]) -> Bot:
        """The bot that a seat names, and what it has to say to the edition.

        A record may name one that is not known here, or cannot be made.
        """
        from redcathedral import bots

        seed = secrets.randbits(32)
        spec = name.removeprefix(BOT)
        try:
            made = bots.make(spec, seed, seat)
            said += bots.remarks([spec], self.game.edition)
        except bots.BotSpecError as error:
            self._say("bot.unknown", name=name, reason=printable(str(error)), other=USUAL)
            return bots.make(USUAL.removeprefix(BOT), seed, seat)
        return made

    def _changed(self) -> None:
        """The position is another one: what was listed is void, what is possible is news."""
        self._listed: list[offers.Choice] = []
        self._is_news = True

    def leave(self) -> None:
        """Let go of the game's place on the shelf."""
        if self.slot is not None:
            self.slot.leave()

    # --- speaking

    def _say(self, id: str, **values: int | str | tuple[str, ...] | AnyOf) -> None:  # noqa: A002
        if isinstance(text := values.get("text"), str):
            values["text"] = short(text)  # what somebody typed
        self.screen.say(self.words.text(id, **values))

    def _lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def _tell(self, move: Move) -> None:
        """What came of a decision; Ivan's turn begins on a line of its own."""
        own, rest = view.told(self.words, move)
        if move.seat not in self.bots:
            own += self.words.progress(move.decision, self.game.state)
        for part in (own, rest):
            if part:
                self.screen.say(self.words.join(part))

    def say_goodbye(self) -> None:
        """What becomes of the game when somebody leaves."""
        if self.game.is_over:
            return
        if self._saves:
            self._say("goodbye.saved", program=program())
        else:
            self._say("goodbye.unsaved")

    # --- saving

    def _save(self) -> None:
        """Save after every decision; say so when that fails, and when it works again."""
        try:
            if self.slot is None:
                self.slot = self.shelf.new(self.game.colours)
                if self.edition_file is not None:
                    self.slot.keep_edition(self.edition_file)
            self.game.save(self.slot.path)
        except OSError as error:
            if self._saves:
                self._say("save.impossible", reason=reason(error))
            self._saves = False
        else:
            if not self._saves:
                self._say("save.again")
            self._saves = True

    # --- the course of the game

    def run(self) -> None:
        """Play to the end; returns when it is over or somebody leaves."""
        try:
            self._welcome()
            while not self.game.is_over:
                self._announce()
                bot = self.bots.get(self.game.seat)
                if bot is None:
                    self._person()
                else:
                    self._bot(bot)
            self._over()
        except Quit:
            self.say_goodbye()

    def _welcome(self) -> None:
        game = self.game
        setting = game.state.setting
        who = tuple(
            self.words.player(setting, seat, self.names) for seat in range(len(game.colours))
        )
        self._say("welcome.seats", who=who)
        if game.is_over:
            return
        if game.history:
            if any(event.kind == events.GAINED for event in game.opening):
                self._say("welcome.ivan-paid")
            self._say("welcome.resumed")
            self._tell(game.history[-1])
        elif game.opening:
            self.screen.say(self.words.paragraph(game.opening, setting))
        self._say("welcome.hint")

    def _announce(self) -> None:
        """A line at the start of each turn, with what its player has."""
        state = self.game.state
        if self._announced == state.turn or state.phase in (CHOOSE_CLAIM, CHOOSE_ORNAMENT):
            return
        self._announced = int(state.turn)
        self.screen.say()
        self.screen.say(self.words.turn(state, self.names))
        if self.game.seat not in self.bots:
            self.screen.say(self.words.brief(state, self.game.seat))

    def _bot(self, bot: Bot) -> None:
        name = self.words.player(self.game.state.setting, self.game.seat)
        with self._patience(name):
            decision = decide(bot, self.game.state, self.names[self.game.seat])
        self._play(decision)

    @contextmanager
    def _patience(self, name: str) -> Iterator[None]:
        """Say that somebody is thinking, if it takes long."""
        note = threading.Timer(PATIENCE, self._say, ("bot.thinks",), {"who": name})
        note.daemon = True
        note.start()
        try:
            yield
        finally:
            note.cancel()

    def _play(self, decision: int) -> None:
        self.game.play(decision)
        self._moved(self.game.history[-1])

    def _moved(self, move: Move) -> None:
        self._changed()
        self._save()
        self._tell(move)

    def _over(self) -> None:
        self.screen.say()
        self._say("over.title")
        self._lines(self.words.score(self.game.state, self.names))
        self.screen.say(self.words.result(self.game.state, self.names))
        if self.slot is not None and self._saves:
            try:
                self._say("over.saved", file=printable(str(self.slot.finish())))
            except OSError as error:
                self._say("save.impossible", reason=reason(error))

    # --- listening

    def _person(self) -> None:
        """One line typed by whoever is to move."""
        game = self.game
        legal = game.legal_ids
        if self._is_news:
            self._is_news = False
            self._possible(legal)
        who = self.words.player(game.state.setting, game.seat, self.names)
        typed = self.screen.ask(self.words.text("prompt", who=who) + " ", self._candidates)
        text = " ".join(typed.split())
        if not text:
            if len(legal) == 1:
                self._play(legal[0])
            else:
                self._say("prompt.hint")
            return
        self._obey(printable(text), legal)

    def _possible(self, legal: list[int]) -> None:
        """What may be done, in short; a choice for Ivan is listed at once."""
        state = self.game.state
        if len(legal) == 1:
            self._say("prompt.only", meaning=self.words.decision(legal[0], state))
        elif state.phase in (CHOOSE_CLAIM, CHOOSE_ORNAMENT):
            self._say("prompt.ivan")
            self._enumerate(offers.each(legal))
        else:
            self._say("prompt.possible", kinds=offers.kinds(legal))

    def _candidates(self) -> list[str]:
        return [*self.game.legal, *user_input.COMMANDS]

    def _obey(self, text: str, legal: list[int]) -> None:
        command, rest = user_input.command(text)
        if not command and not user_input.starting_with(text, legal):
            alike = user_input.commands_like(text)
            if len(alike) > 1:
                self._say("answer.commands", commands=AnyOf(tuple(alike)))
                return
            command = alike[0] if len(alike) == 1 else ""
            rest = "" if command else rest
        match command:
            case "":
                self._decide(text, legal)
            case "?":
                self._list(rest, legal)
            case "look":
                self._look(rest)
            case "score":
                self._say("score.now")
                self._lines(self.words.score(self.game.state, self.names))
            case "log":
                self._log(rest)
            case "undo":
                self._undo(rest)
            case "redo":
                self._redo()
            case "save":
                self._save_as(rest)
            case "load":
                self._load(rest)
            case "agree":
                self._agree()
            case "rules":
                self._rules(rest)
            case "help":
                self._lines(self.words.text("help").split("\n"))
            case "quit":
                raise Quit
            case _:
                raise AssertionError(command)

    def _decide(self, text: str, legal: list[int]) -> None:
        match user_input.decision(text, legal, self._listed):
            case user_input.Take(decision):
                self._play(decision)
            case user_input.Unclear(found):
                self._say("answer.unclear", text=text)
                self._enumerate(offers.grouped(found))
            case user_input.Other(said, found):
                self._say("answer.other", text=said)
                self._enumerate(offers.grouped(found))
            case user_input.NotNow(meant):
                self._say("answer.not-now", text=meant, kinds=offers.kinds(legal))
            case user_input.NoNumber(number):
                known = len(self._listed)
                if known:
                    self._say("answer.no-number", text=number, n=known)
                else:
                    self._say("answer.no-list", text=number)
            case user_input.Nonsense(said, near):
                if near:
                    self._say("answer.perhaps", text=said, near=near)
                else:
                    self._say("answer.nonsense", text=said)

    # --- what may be done

    def _list(self, words: str, legal: list[int]) -> None:
        """The legal decisions by kind, numbered, with what each would do; many in short."""
        if words.casefold() == "all":
            self._enumerate(offers.each(legal))
            return
        found = user_input.containing(words, legal) if words else legal
        choices = offers.grouped(found)
        if not found:
            self._say("list.nothing", text=words, kinds=offers.kinds(legal))
        elif not words and offers.is_long(choices):
            self._lines(offers.summary(self.words, self.game.state, choices))
        else:
            self._enumerate(choices)

    def _enumerate(self, choices: list[offers.Choice]) -> None:
        self._listed = choices
        self._lines(offers.lines(self.words, self.game.state, choices))

    # --- what lies there, what happened

    def _look(self, what: str) -> None:
        self._lines(view.look(self.words, self.game, self.names, what))

    def _log(self, length: str) -> None:
        history = self.game.history
        if length.casefold() == "all":
            count = len(history)
        elif not length:
            count = LOG_LENGTH
        elif length.isdecimal() and int(length[:6]):
            count = int(length[:6])
        else:
            self._say("log.unknown", text=length)
            return
        if not history:
            self._say("log.empty")
        self._lines(view.log(self.words, history[-count:]))

    def _rules(self, words: str) -> None:
        topic = words.casefold()
        fitting = [name for name in RULES if topic and name.startswith(topic)]
        if len(fitting) == 1:
            self._lines(self.words.text(f"rules.{fitting[0]}").split("\n"))
            if fitting[0] in TYPED:
                self._lines(self.words.text(f"rules.{fitting[0]}.typed").split("\n"))
        elif words:
            self._say("rules-unknown", text=words, topics=RULES)
        else:
            self._say("rules-topics", topics=RULES)

    # --- back and forth

    def _undo(self, words: str) -> None:
        game = self.game
        if words.casefold() == "beyond":
            self._undo_beyond()
        elif words:
            self._say("undo.unknown", text=words)
        elif not game.can_undo():
            self._say("undo.impossible" if game.history else "undo.nothing")
        else:
            move = game.undo()
            self._changed()
            self._save()
            self._say("undo.done", decision=move.text)

    def _undo_beyond(self) -> None:
        """Back to the last decision that a person took, over rolls and the bots' turns."""
        game = self.game
        if all(move.seat in self.bots for move in game.history):
            self._say("undo.nothing")
            return
        taken = [game.undo(beyond=True)]
        while taken[-1].seat in self.bots:
            taken.append(game.undo(beyond=True))
        self._changed()
        self._announced = -1
        self._save()
        rolls = "some" if any(len(move.steps) > 1 for move in taken) else "none"
        self._say("undo.beyond", n=len(taken), decision=taken[-1].text, rolls=rolls)

    def _redo(self) -> None:
        if not self.game.can_redo:
            self._say("redo.nothing")
            return
        self.game.redo()
        self._moved(self.game.history[-1])

    def _agree(self) -> None:
        """The players end the game here; it is scored as it stands (R7.7)."""
        if self._sure("agree.question"):
            self.game.agree()
            self._save()

    # --- files

    def _save_as(self, words: str) -> None:
        if not words:
            self._say("save.usage")
            return
        path = _file(words)
        try:
            if path.exists() and not self._sure("save.exists", file=printable(str(path))):
                self._say("save.kept", file=printable(str(path)))
                return
            self.game.save(path)
        except OSError as error:
            self._say("save.failed", file=printable(str(path)), reason=reason(error))
        else:
            self._say("save.done", file=printable(str(path)))

    def _load(self, words: str) -> None:
        """Another game on this table; when that fails, the current one goes on."""
        if not words:
            self._say("load.usage")
            return
        try:
            edition = None if self.edition_file is None else self.game.edition
            game = Game.load(_file(words), edition=edition)
            if game.is_over:
                self._say("load.over", program=program())
                return
            old = self.slot
            self._sit(game, None)
        except (RecordError, OSError, ValueError) as error:
            for line in str(error).splitlines():
                self.screen.say(printable(line))
            self._say("load.failed")
            return
        if old is not None:
            old.leave()
            self._say("load.kept")
        self._welcome()

    def _sure(self, id: str, **values: str) -> bool:  # noqa: A002
        yes = self.words.text("answer.yes")
        typed = self.screen.ask(self.words.text(id, **values) + " ").strip().casefold()
        return bool(typed) and yes.startswith(typed)


def _file(text: str) -> Path:
    """A file as somebody types it."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # ~ and a name that nobody here has
        return Path(text)


def reason(error: OSError) -> str:
    """Why the system refused, without the names of files that only we know."""
    return printable(error.strerror or str(error))
