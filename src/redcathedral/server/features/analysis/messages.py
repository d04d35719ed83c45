"""Creates the message about an analysis, and its files."""

from redcathedral.ai.analysis.report import Analysis, Play, Turn, to_json
from redcathedral.ai.analysis.value import Values
from redcathedral.box.vocabulary import COLOURS, Colour
from redcathedral.record.game_record import Record
from redcathedral.server.core.table.names import table_players
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.features.analysis.wire import (
    Analysed,
    AnalysedTurn,
    Chance,
    Mistake,
    Progress,
)
from redcathedral.text import Narrator
from redcathedral.text.analysis import AnalysisNarrator, is_reported
from redcathedral.text.isolation import without_isolation
from redcathedral.text.names import given_names


def analysis_message(
    seated: SeatedGame,
    name: str,
    analysis: Analysis,
    words: Narrator,
    *,
    progress: Progress,
    turns: int,
    since: int,
) -> Analysed:
    record = seated.game.record
    done = len(analysis.turns)
    new_turns = analysis.turns[since:]
    narrator = None
    if new_turns or progress == "done":
        narrator = _analysis_narrator(seated, name, analysis, words)
    return Analysed(
        progress=progress,
        done=done,
        all=turns,
        since=min(since, done),
        before=_chances(analysis.turns[0].before) if done else [],
        turns=[_turn(record, turn, narrator) for turn in new_turns if narrator],
        sums=narrator.sums() if narrator and progress == "done" else [],
        measure=words.text("analysis.measure", rollouts=analysis.budget.rollouts),
    )


def analysis_file(
    seated: SeatedGame, name: str, analysis: Analysis, words: Narrator, kind: str
) -> str:
    if kind not in ("svg", "txt"):
        return to_json(analysis)
    narrator = _analysis_narrator(seated, name, analysis, words)
    if kind == "svg":
        return narrator.picture()
    return without_isolation("\n".join(narrator.lines(range(len(seated.players)))) + "\n")


def _analysis_narrator(
    seated: SeatedGame, name: str, analysis: Analysis, words: Narrator
) -> AnalysisNarrator:
    names = given_names(table_players(seated))
    return AnalysisNarrator(words, name, seated.game.record, analysis, names, seated.winners)


def _turn(record: Record, turn: Turn, words: AnalysisNarrator) -> AnalysedTurn:
    mistakes = []
    at = turn.decisions
    for play in turn.plays:
        if is_reported(play):
            mistakes.append(_mistake(record, turn, play, at, words))
        at += len(play.ids)
    return AnalysedTurn(
        number=turn.number,
        seat=_colour(record, turn.seat),
        at=turn.decisions,
        until=at,
        chances=_chances(turn.after),
        mistakes=mistakes,
        explanations=[*words.turn_balances(turn), *words.luck(turn)],
    )


def _mistake(record: Record, turn: Turn, play: Play, at: int, words: AnalysisNarrator) -> Mistake:
    return Mistake(
        seat=_colour(record, play.seat),
        at=at,
        cost=play.mistake,
        title=words.mistake(turn, play),
        better=words.better(play),
        gains=words.events(play),
    )


def _chances(values: Values) -> list[Chance]:
    return [Chance(value.share, value.error) for value in values]


def _colour(record: Record, seat: int) -> Colour:
    return COLOURS[record.header.colours[seat]]
