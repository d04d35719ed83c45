"""A step of a lesson as a table for one page, which the server does not store."""

from typing import Final

from msgspec import structs

from redcathedral.play.lessons import load_lesson
from redcathedral.server.core.table.actions import DecisionPlayed, TableAction
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.messages import TableMessages, narrator_for
from redcathedral.server.core.table.prompt import verb_of
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.core.wire import protocol as wire
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.play_state import PlayStateCommand
from redcathedral.text import Argument
from redcathedral.text.catalog import LESSON_TEXTS
from redcathedral.text.translator import Translator

LEARNER_COLOURS: Final = ("red",)


class LessonTable:
    """The state of a step in one page; it refuses decisions that the task does not ask for."""

    def __init__(self, lesson: str, index: int, edition: EditionRef, language: str) -> None:
        self._name = lesson
        self._index = index
        self._lesson = load_lesson(lesson)
        self._attempt = self._lesson.attempt(index)
        game = self._attempt.game
        self._seated = SeatedGame(game, players(game.header))
        self._seats = self._seated.seats_of(LEARNER_COLOURS)
        self._messages = TableMessages(f"{lesson}-{index + 1}", self._seated, edition)
        self._language = language
        self._texts = Translator(language, part=LESSON_TEXTS)

    def message(self, since: int = -1) -> wire.Table:
        attempt = self._attempt
        table = self._messages.table(self._language, self._seats, since)
        permissions = structs.replace(
            table.can,
            undo=self._can_undo,
            undo_beyond=False,
            agree=False,
            hint=False,
            allow_hints=False,
            plan=None,
        )
        return structs.replace(
            table,
            legal=[] if attempt.is_done else table.legal,
            prompt=self._app_text("lesson.done") if attempt.is_done else table.prompt,
            can=permissions,
            play_state=None,
            lesson=wire.LessonStep(
                lesson=self._name,
                step=self._index + 1,
                of=len(self._lesson.steps),
                title=self._text(),
                task=self._task(),
                hint=self._text("hint"),
                done=self._text("done") if attempt.is_done else None,
                rule=attempt.step.rule,
                wanted=attempt.expected,
            ),
        )

    async def answer(self, command: wire.GameCommand) -> wire.Table | wire.Refused:
        since = self._seated.version
        action = self._action(command)
        if isinstance(action, DecisionPlayed) and action.steps[0] not in self._attempt.expected:
            return self._not_asked_for(action.steps[0])
        self._seated.apply(action)
        self._messages.update(self._seated)
        return self.message(since)

    def refused(self, code: str, **values: Argument) -> wire.Refused:
        refused = self._messages.refused(self._language, self._seats, code, **values)
        return structs.replace(refused, legal=[]) if self._attempt.is_done else refused

    @property
    def _can_undo(self) -> bool:
        return self._attempt.decisions_made > 0 and self._seated.can_undo(self._seats)

    def _action(self, command: wire.GameCommand) -> TableAction:
        if isinstance(command, wire.Undo) and (command.beyond or not self._can_undo):
            raise CommandRefused("undo")
        if isinstance(command, wire.AskHints | wire.AllowHints):
            raise CommandRefused("hint")
        if isinstance(command, wire.Agree | wire.ChangeSettings | PlayStateCommand):
            raise CommandRefused("agree")
        if isinstance(command, wire.PlayDecision) and self._attempt.is_done:
            raise CommandRefused("illegal")
        return decide(command, self._seated, self._seats).action

    def _not_asked_for(self, decision: int) -> wire.Refused:
        refused = self.refused("illegal")
        reason = self._text("no", verb=verb_of(decision))
        fix = self._app_text("lesson.again")
        return structs.replace(refused, code="lesson", reason=reason, fix=fix)

    def _task(self) -> str:
        change = self._lesson.change(self._index)
        task = self._text("task")
        return f"{self._texts.text(change[0], n=change[1])} {task}" if change else task

    def _text(self, part: str = "", **values: Argument) -> str:
        name = f"{self._name}.{self._attempt.step.name}"
        return self._texts.text(f"{name}.{part}" if part else name, **values)

    def _app_text(self, text_id: str) -> str:
        return narrator_for(self._language).text(text_id)
