"""Play lessons in the terminal."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from redcathedral.ai.bots import levels
from redcathedral.cli.messages import program_command
from redcathedral.cli.terminal import commands
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.saved_games import SavedGames
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.files import data_folder, json_text, write_text
from redcathedral.play.lessons import LESSONS, Attempt, load_lesson
from redcathedral.record.notation import decision_text
from redcathedral.text import Argument
from redcathedral.text.catalog import LESSON_TEXTS
from redcathedral.text.translator import Translator

PROGRESS_FILE: Final = "lessons.json"  # the number of completed steps of each lesson
DISABLED_COMMANDS: Final = ("save", "load", "agree")
LESSON_COMMANDS: Final = ("hint", "back")


class StepTable(TerminalTable):
    """The table for a step of a lesson, which accepts only the decisions of the step."""

    def __init__(self, attempt: Attempt, dialogue: Dialogue, texts: Translator, name: str) -> None:
        self.attempt = attempt
        self._texts = texts
        self._lesson = name
        self._name = f"{name}.{attempt.step.name}"
        super().__init__(attempt.game, dialogue, SavedGames(data_folder()))

    def lesson_text(self, part: str = "", **values: Argument) -> str:
        return self._texts.text(f"{self._name}.{part}" if part else self._name, **values)

    def help(self) -> None:
        """Show the commands of a lesson, with a decision of its first step as an example."""
        example = self.typed.decision(load_lesson(self._lesson).attempt(0).expected[0])
        words = {
            word: self.typed.word(word) for word in (*LESSON_COMMANDS, "look", "rules", "quit")
        }
        self.dialogue.tell("lesson.how", example=example, **words)

    def save(self) -> None:
        """Do nothing, because lessons are not saved."""

    def play(self, decision: int) -> None:
        if decision in self.attempt.expected:
            super().play(decision)
            return
        verb = decision_text(decision).split()[0]
        self.dialogue.screen.say(self.lesson_text("no", verb=verb))
        self.dialogue.tell("lesson.again")


class LessonRun:
    """One lesson in the terminal."""

    def __init__(self, dialogue: Dialogue, name: str) -> None:
        self._dialogue = dialogue
        self._name = name
        self._steps = load_lesson(name).steps
        self._texts = Translator(dialogue.narrator.language, part=LESSON_TEXTS)

    def run(self) -> None:
        """Play the lesson to its end; raises Quit if the player leaves."""
        index = self._first_step()
        while index < len(self._steps):
            table = self._make_table(index)
            if not self._play(table):
                index = max(index - 1, 0)
                continue
            self._dialogue.screen.say(table.lesson_text("done"))
            index += 1
            _save_progress(self._name, index)
            if index < len(self._steps):
                self._dialogue.ask(self._dialogue.narrator.text("lesson.go-on"), ())
        self._dialogue.tell("lesson.over", program=program_command(), bot=next(iter(levels.LEVELS)))

    def _first_step(self) -> int:
        completed, total = _load_progress().get(self._name, 0), len(self._steps)
        is_started = 0 < completed < total
        resumes = is_started and self._dialogue.confirm("lesson.resume", n=completed, of=total)
        return completed if resumes else 0

    def _make_table(self, index: int) -> StepTable:
        lesson = load_lesson(self._name)
        table = StepTable(lesson.attempt(index), self._dialogue, self._texts, self._name)
        dialogue = self._dialogue
        dialogue.screen.say()
        dialogue.tell("lesson.step", n=index + 1, of=len(self._steps), title=table.lesson_text())
        if change := lesson.change(index):
            dialogue.screen.say(self._texts.text(change[0], n=change[1]))
        dialogue.screen.say(table.lesson_text("task"))
        if index == 0:
            table.help()
        return table

    def _play(self, table: StepTable) -> bool:
        """Play a step until it is done; return False if the player goes back."""
        typed = table.typed
        while not table.attempt.is_done:
            text = table.ask(LESSON_COMMANDS)
            if typed.is_word(text, "back"):
                return False
            self._run_command(table, text)
        return True

    def _run_command(self, table: StepTable, text: str) -> None:
        if not text:
            self._dialogue.screen.say(table.lesson_text("task"))
        elif table.typed.is_word(text, "hint"):
            self._dialogue.screen.say(table.lesson_text("hint"))
        elif table.typed.command(text.split()[0], DISABLED_COMMANDS) in DISABLED_COMMANDS:
            self._dialogue.tell("lesson.not-here")
        elif table.typed.is_word(text.split()[0], "undo") and not table.attempt.decisions_made:
            self._dialogue.tell("undo.nothing")
        else:
            commands.run_command(table, text)


def run(dialogue: Dialogue) -> None:
    narrator, typed = dialogue.narrator, dialogue.typed
    default = LESSONS[0]
    question = narrator.text(
        "lesson.choose", lessons=typed.any_of(LESSONS), usual=typed.word(default)
    )
    LessonRun(dialogue, dialogue.choose(question, LESSONS, default)).run()


def _progress_path() -> Path:
    return data_folder() / PROGRESS_FILE


def _load_progress() -> dict[str, int]:
    try:
        return msgspec.json.decode(_progress_path().read_bytes(), type=dict[str, int])
    except (OSError, msgspec.DecodeError):
        return {}


def _save_progress(lesson: str, steps: int) -> None:
    """Save the number of completed steps; ignore a failure, after which the lesson restarts."""
    progress = _load_progress()
    if steps > progress.get(lesson, 0):
        with suppress(OSError):
            write_text(_progress_path(), json_text({**progress, lesson: steps}))
