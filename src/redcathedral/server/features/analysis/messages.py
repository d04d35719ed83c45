"""Creates the message about an analysis, and its files."""

from redcathedral.ai.analysis.judge import DEEP
from redcathedral.ai.analysis.report import Analysis, Turn, to_json
from redcathedral.ai.analysis.story import Mistake, story_of
from redcathedral.ai.analysis.value import Values
from redcathedral.box.vocabulary import COLOURS
from redcathedral.record.game_record import Record
from redcathedral.server.core.table.names import table_players, table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.features.analysis import wire
from redcathedral.server.features.analysis.results import Results
from redcathedral.text import Narrator
from redcathedral.text.analysis import AnalysisNarrator
from redcathedral.text.names import given_names
from redcathedral.text.story import StoryNarrator
from redcathedral.text.translator import without_isolation


def analysis_message(
    seated: SeatedGame,
    name: str,
    words: Narrator,
    readers: frozenset[int],
    since: int,
    progress: wire.Progress,
    results: Results,
    seconds: int | None,
) -> wire.Analysed:
    record = seated.game.record
    analysis = results.analysis(seated.record())
    headline, mistakes, turns, sums = "", [], [], []
    if analysis.turns and results.version != since:
        narrator, story = _narrators(seated, name, analysis, words, readers)
        if len(analysis.turns) == len(results.hashes):
            headline = story.headline()
        mistakes = [_mistake(record, name, mistake, story) for mistake in story.mistakes]
        turns = [_turn(turn, narrator) for turn in analysis.turns]
        sums = narrator.sums() if progress == "done" else []
    return wire.Analysed(
        progress=progress,
        first_done=len(results.first),
        done=len(results.done),
        all=len(results.hashes),
        seconds=seconds,
        version=results.version,
        headline=headline,
        mistakes=mistakes,
        before=_chances(analysis.turns[0].before) if turns else [],
        turns=turns,
        sums=sums,
        measure=words.text("analysis.measure", rollouts=analysis.budget.rollouts),
    )


def analysis_file(
    seated: SeatedGame, name: str, analysis: Analysis, words: Narrator, kind: str
) -> str:
    if kind not in ("svg", "txt"):
        return to_json(analysis)
    narrator, story = _narrators(seated, name, analysis, words)
    if kind == "svg":
        return narrator.picture()
    lines = narrator.head()
    if analysis.turns:
        seats = range(len(seated.players))
        lines += [*story.lines(seats), *narrator.ledger(seats)]
    return without_isolation("\n".join(lines) + "\n")


def _narrators(
    seated: SeatedGame,
    name: str,
    analysis: Analysis,
    words: Narrator,
    readers: frozenset[int] = frozenset(),
) -> tuple[AnalysisNarrator, StoryNarrator]:
    names = given_names(table_players(seated.game.state.setting, seated.players))
    record = seated.game.record
    narrator = AnalysisNarrator(words, name, record, analysis, names, seated.winners)
    story = story_of(analysis.turns)
    called = table_seat_names(seated)
    return narrator, StoryNarrator(
        words, narrator.transcript, story, called, readers, has_luck=analysis.budget == DEEP
    )


def _turn(turn: Turn, words: AnalysisNarrator) -> wire.AnalysedTurn:
    return wire.AnalysedTurn(
        number=turn.number,
        at=turn.decisions,
        until=turn.decisions + sum(len(play.ids) for play in turn.plays),
        chances=_chances(turn.after),
        explanations=[*words.turn_balances(turn), *words.luck(turn)],
    )


def _mistake(
    record: Record, table: str, mistake: Mistake, words: StoryNarrator
) -> wire.ListedMistake:
    return wire.ListedMistake(
        seat=COLOURS[record.header.colours[mistake.play.seat]],
        number=mistake.turn.number,
        at=mistake.decisions,
        title=words.title(mistake),
        played=words.played(mistake),
        better=words.better(mistake),
        gains=words.gains(mistake),
        task=f"{table}.{mistake.decisions}" if words.is_task(mistake) else None,
    )


def _chances(values: Values) -> list[wire.Chance]:
    return [wire.Chance(value.share, value.error) for value in values]
