"""A mistake as a task: the player looks for a better turn, and the judge compares it."""

from functools import partial
from typing import Final

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import DEEP, Judge
from redcathedral.ai.analysis.story import MIN_MISTAKE, Mistake, Story
from redcathedral.ai.analysis.value import shortfall
from redcathedral.ai.puzzles.puzzle import Decisions, OtherTurn, Puzzle, apply_all
from redcathedral.ai.weights import file as weights_file
from redcathedral.record.game_record import Record
from redcathedral.record.position import to_json
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.puzzle_table import PuzzleTable
from redcathedral.server.core.sent_game import SentGame
from redcathedral.server.core.table.hint_message import HintResult
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.wire import protocol as wire
from redcathedral.server.core.wire.message import PageMessage
from redcathedral.server.core.workers import Workers
from redcathedral.text.story import StoryNarrator
from redcathedral.text.transcript import Transcript

COMPARE_SECONDS: Final = 600.0  # two positions take seconds compiled, minutes interpreted


class MistakeTable(PuzzleTable):
    """The task in one page; a solution is no costly mistake and regains at least half the loss."""

    def __init__(
        self, actor: Actor, story: Story, mistake: Mistake, language: str, workers: Workers
    ) -> None:
        seated, play = actor.seated, mistake.play
        game = seated.game.record
        position = to_json(game.walk(play.step).state)
        record = Record(game.header, game.components, position)
        best, *others = play.best
        turns = (
            *(OtherTurn(turn.ids, turn.value, turn.loss, turn.error) for turn in others),
            OtherTurn(play.ids, play.values[play.seat], play.mistake, play.error),
        )
        players = len(game.header.seats)
        puzzle = Puzzle(players, 0, mistake.turn.number, "", best.ids, best.value, turns, (), ())
        words = narrator_for(language)
        transcript = Transcript(words, game, {one.play.step for one in story.mistakes})
        names = table_seat_names(seated)
        narrator = StoryNarrator(words, transcript, story, names, has_luck=False)
        tasks = [one for one in story.mistakes if one.play.seat == play.seat]
        later = [one for one in tasks[tasks.index(mistake) + 1 :] if narrator.is_task(one)]
        details = {
            "id": f"{actor.id}.{mistake.decisions}",
            "title": narrator.title(mistake),
            "about": narrator.task(mistake),
            "next": f"{actor.id}.{later[0].decisions}" if later else None,
        }
        super().__init__(puzzle, record, seated.players, actor.edition, language, details)
        self._game = SentGame(seated.game.edition, game.header, position, ())
        self._workers = workers
        self._half_loss = play.mistake / 2

    async def answer(self, command: wire.GameCommand) -> PageMessage:
        since = self._seated.version
        message = await super().answer(command)
        key = self._reached_key
        if key is None or key == self._best_key or key in self._other_turns:
            return message
        ids = tuple(move.decision for move in self._seated.game.history)
        job = partial(_compare, self._game, self._puzzle.ids, ids)
        self._other_turns[key] = await self._workers.run_with_retries(job, COMPARE_SECONDS, "")
        return self.message(since)

    def _is_found(self) -> bool:
        turn = self._other_turns.get(self._reached_key or 0)
        if turn is None:
            return super()._is_found()
        return turn.less <= self._half_loss and turn.less <= max(MIN_MISTAKE, turn.error)

    def _solution(self) -> HintResult:
        return HintResult(super()._solution().hints[:1], [])


def _compare(game: SentGame, best: Decisions, ids: Decisions) -> OtherTurn:
    """Compare a turn with the best one, in the process of a worker."""
    weights = weights_file.packaged()
    error_model = error_model_of(weights, DEEP, len(game.header.seats)) or NO_ERROR
    judge = Judge(weights.network(), DEEP)
    start = game.record().first_state()
    seat = start.decider
    first, turn = (judge.candidate(line, apply_all(start, line)) for line in (best, ids))
    value = error_model.widened(turn.values)[seat]
    loss = shortfall(turn.values[seat], first.values[seat])
    return OtherTurn(ids, value, loss, error_model.loss_error(turn, first, seat))
