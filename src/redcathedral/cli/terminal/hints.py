"""The command ``hint``: show the best turns with their values, and why the first one is best."""

from redcathedral.ai.analysis import hint, why
from redcathedral.ai.weights.file import WeightsError
from redcathedral.box.quoting import printable
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.text.hints import HintNarrator
from redcathedral.text.position import seat_with_name


def show_hints(table: TerminalTable, _: str) -> None:
    """Show the three best turns; ask first if several people play."""
    game = table.game
    people = len(game.header.seats) - len(table.bots)
    if people > 1 and not game.is_hinted and not table.dialogue.confirm("hint.question"):
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
    table.dialogue.lines(
        narrator.turn(number, turn, hinted)
        for number, (turn, hinted) in enumerate(zip(turns, best, strict=True), 1)
    )
    if len(best) > 1:
        title, lines = narrator.explanation(reasons, game.seat)
        table.dialogue.lines([title, *(f"- {line}" for line in lines)])
