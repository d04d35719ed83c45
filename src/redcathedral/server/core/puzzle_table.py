"""A puzzle as a table for one page: the player tries a turn, and the server judges it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import structs

from redcathedral.ai.analysis.hint import Hint
from redcathedral.ai.analysis.judge import position_key
from redcathedral.ai.puzzles.puzzle import OtherTurn, Puzzle, apply_all, ends_turn
from redcathedral.engine import rules
from redcathedral.play.game import Game
from redcathedral.record.game_record import Record
from redcathedral.server.core.table.actions import DecisionPlayed, TableAction, Undone
from redcathedral.server.core.table.command_result import CommandRefused
from redcathedral.server.core.table.commands import decide
from redcathedral.server.core.table.hint_message import HintResult, hints_message
from redcathedral.server.core.table.messages import TableMessages, narrator_for
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame, SeatedPlayer, players
from redcathedral.server.core.wire import protocol as wire
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.wire.play_state import PlayStateCommand
from redcathedral.text import Argument
from redcathedral.text.hints import HintNarrator

DICE_SEED: Final = 1  # the same for everyone
OPPONENT_PLAYER: Final = SeatedPlayer("bot", bot="architect")  # the bot that played the game
SOLUTION_TURNS: Final = 2  # the best turn and the second best


class PuzzleTable:
    """The state of a puzzle in one page; the player can reset the position for another try.

    ``record`` begins with the position.  ``details`` replace fields of the task.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        record: Record,
        seated_players: Sequence[SeatedPlayer],
        edition: EditionRef,
        language: str,
        details: Mapping[str, str | None] = MappingProxyType({}),
    ) -> None:
        self._puzzle = puzzle
        self._details = details
        self._start = record.first_state()
        self._best_key = position_key(apply_all(self._start, puzzle.ids))
        self._other_turns = {
            position_key(apply_all(self._start, turn.ids)): turn for turn in puzzle.others
        }
        self._seated = SeatedGame(Game(record=record, seed=DICE_SEED), seated_players)
        self._seats = frozenset({self._start.decider})
        self._messages = TableMessages(f"puzzle-{puzzle.id}", self._seated, edition)
        self._language = language
        self._reached_key: int | None = None  # of the position after the player's turn
        self._tries = 0
        self._is_solution_shown = False

    def message(self, since: int = -1) -> wire.Table:
        table = self._messages.table(self._language, self._seats, since)
        is_over = self._reached_key is not None
        can = structs.replace(
            table.can,
            undo=table.can.undo and not is_over,
            undo_beyond=False,
            agree=False,
            hint=not self._seated.game.history,
            allow_hints=False,
            plan=None,
        )
        task = wire.PuzzleTask(
            id=self._puzzle.id,
            players=self._puzzle.players,
            grade=self._puzzle.grade,
            tries=self._tries,
            is_found=self._is_found() if is_over else None,
            is_shown=self._is_solution_shown,
            verdict=self._verdict(),
        )
        task = structs.replace(task, **self._details)
        if is_over:
            next_step = "puzzle.found.next" if task.is_found else "puzzle.missed.next"
            prompt = narrator_for(self._language).text(next_step)
            table = structs.replace(table, legal=[], prompt=prompt, over=None)
        return structs.replace(table, can=can, play_state=None, puzzle=task)

    async def answer(self, command: wire.GameCommand) -> PageMessage:
        since = self._seated.version
        if isinstance(command, wire.AskHints) and not self._seated.game.history:
            self._is_solution_shown = True
            words = narrator_for(self._language)
            return hints_message(
                self._seated, words, table_seat_names(self._seated), self._solution()
            )
        before = self._seated.game.state.copy()
        action = self._action(command)
        self._seated.apply(action)
        if isinstance(action, DecisionPlayed):
            after = before.copy()
            rules.apply(after, action.steps[0])
            if ends_turn(before, after):
                self._reached_key = position_key(after)
                self._tries += 1
        else:
            self._reached_key = None
        self._messages.update(self._seated)
        return self.message(since)

    def refused(self, code: str, **values: Argument) -> wire.Refused:
        refused = self._messages.refused(self._language, self._seats, code, **values)
        return refused if self._reached_key is None else structs.replace(refused, legal=[])

    def _action(self, command: wire.GameCommand) -> TableAction:
        match command:
            case wire.Undo(number, beyond):
                count = len(self._seated.game.history)
                if number == self._seated.version and beyond and count:
                    return Undone(count, beyond=True)
                if beyond or self._reached_key is not None:
                    raise CommandRefused("undo")
            case wire.PlayDecision() if self._reached_key is not None:
                raise CommandRefused("illegal")
            case wire.AskHints() | wire.AllowHints():
                raise CommandRefused("hint")
            case _ if isinstance(command, wire.Agree | wire.ChangeSettings | PlayStateCommand):
                raise CommandRefused("agree")
            case _:
                pass
        return decide(command, self._seated, self._seats).action

    def _is_found(self) -> bool:
        return self._reached_key == self._best_key

    def _solution(self) -> HintResult:
        puzzle = self._puzzle
        first = Hint(puzzle.ids, puzzle.value, 0.0, 0.0)
        return HintResult(
            [first, *map(_hint, puzzle.others[: SOLUTION_TURNS - 1])], list(puzzle.reasons)
        )

    def _verdict(self) -> str:
        words = narrator_for(self._language)
        narrator = HintNarrator(words, ())
        if self._reached_key is None:
            return ""
        turn = self._other_turns.get(self._reached_key)
        if self._is_found():
            hint = _hint(turn) if turn else self._solution().hints[0]
            return words.text("puzzle.found", worth=narrator.worth(hint))
        sentences = [words.text("puzzle.missed")]
        if turn is not None and (less := narrator.less_worth(_hint(turn), "hint.less-best")):
            sentences.append(less)
        return words.join(sentences)


def packaged_puzzle_table(puzzle: Puzzle, edition: EditionRef, language: str) -> PuzzleTable:
    """Return the table of a packaged puzzle, where a bot plays the other seats."""
    record = puzzle.game()
    seat = record.first_state().decider
    seated_players = [
        player if player.kind == "ivan" or index == seat else OPPONENT_PLAYER
        for index, player in enumerate(players(record.header))
    ]
    return PuzzleTable(puzzle, record, seated_players, edition, language)


def _hint(turn: OtherTurn) -> Hint:
    return Hint(turn.ids, turn.value, turn.less, turn.error)
