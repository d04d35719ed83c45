"""The command ``hint``: show the best turns in words, and why the first one is best."""

from redcathedral.ai.analysis import hint, why
from redcathedral.ai.weights.file import WeightsError
from redcathedral.box.quoting import printable
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.text.hints import HintNarrator
from redcathedral.text.position import seat_with_name


def show_hints(table: TerminalTable, which: str) -> None:
    """Show the three best turns, "all" with their figures; ask before the first hint of a game."""
    game = table.game
    people = len(game.header.seats) - len(table.bots)
    question = "hint.question" if people > 1 else "hint.ask"
    if not game.is_hinted and not table.dialogue.confirm(question):
        return
    try:
        best = hint(game.state)
        reasons = why(game.state, best[0], best[1]) if len(best) > 1 else []
    except WeightsError as error:
        table.dialogue.tell("hint.impossible", reason=printable(str(error)))
        return
    table.dialogue.tell("hint.title" if game.is_hinted else "hint.first")
    game.mark_hinted()
    table.save()
    setting = game.state.setting
    names = [seat_with_name(setting, seat, table.names) for seat in range(setting.seat_count)]
    narrator = HintNarrator(table.narrator, names)
    turns = [" / ".join(map(table.typed.decision, turn.ids)) for turn in best]
    words = zip(turns, narrator.words(best), strict=True)
    said = [narrator.turn(number, turn, word) for number, (turn, word) in enumerate(words, 1)]
    if table.typed.is_word(which, "all"):
        said = [
            table.narrator.join([line, narrator.figures(hinted, is_first=hinted is best[0])])
            for line, hinted in zip(said, best, strict=True)
        ]
    title, lines = narrator.explanation(reasons, game.seat)
    table.dialogue.lines([*said, *([title] if title else []), *(f"- {line}" for line in lines)])
