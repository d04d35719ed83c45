"""Makes the message with the best turns, their effects, and why the first is the best."""

from collections.abc import Sequence
from typing import NamedTuple

from redcathedral.ai.analysis.hint import Hint
from redcathedral.ai.analysis.reason import Advantage
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.event import Event, TurnBegan
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire.protocol import HintedTurn, Hints
from redcathedral.text import Argument, Narrator
from redcathedral.text.hints import HintNarrator


class HintResult(NamedTuple):
    """The best turns of a position; ``reasons`` say why the first is better than the second."""

    hints: list[Hint]
    reasons: list[Advantage]


def hints_message(
    seated: SeatedGame, words: Narrator, names: Sequence[Argument], result: HintResult
) -> Hints:
    state = seated.game.state
    narrator = HintNarrator(words, names)
    turns: list[HintedTurn] = []
    for hint, word in zip(result.hints, narrator.words(result.hints), strict=True):
        text, gains = _turn(hint, state, words, names)
        figures = narrator.figures(hint, is_first=not turns)
        turns.append(HintedTurn(text, word, hint.value.share, figures, list(hint.ids), gains))
    why, reasons = narrator.explanation(result.reasons, seated.game.seat, result.hints)
    note = narrator.banner_note(result.hints[0], state)
    why = words.join([text for text in (note, why) if text])
    return Hints(seated.version, state.setting.colour(state.seat), turns, why, reasons)


def _turn(
    hint: Hint, state: State, words: Narrator, names: Sequence[Argument]
) -> tuple[str, list[Event]]:
    first = Trial(state, hint.ids[0])
    sentences: list[str] = []
    gains: list[Event] = []
    for decision in hint.ids:
        trial = Trial(state, decision)
        events = [event for event in trial.events if not isinstance(event, TurnBegan)]
        sentences += words.suggestion(trial, events, names)
        gains += events
        state = trial.after
    if not sentences:  # the only effect is the end of the turn
        sentences = [words.decision(first)]
    return words.join(sentences), gains
