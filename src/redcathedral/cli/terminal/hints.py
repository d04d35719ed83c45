"""The best turns, told at the table: what each is worth, and why the first is the best."""

from redcathedral.ai.analysis import hint, why
from redcathedral.ai.weights.file import WeightsError
from redcathedral.box.quoting import printable
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.text.hints import HintNarrator
from redcathedral.text.position import seat_with_name


def tell(table: TerminalTable, _: str) -> None:
    """The three best turns found; with others at the table only if all agree."""
    game = table.game
    people = len(game.header.seats) - len(table.bots)
    if people > 1 and not game.is_hinted and not table.dialogue.sure("hint.question"):
        return
    try:
        found = hint(game.state)
        reasons = why(game.state, found[0], found[1]) if len(found) > 1 else []
    except WeightsError as error:
        table.dialogue.tell("hint.impossible", reason=printable(str(error)))
        return
    table.dialogue.tell("hint.title" if game.is_hinted else "hint.first")
    game.mark_hinted()
    table.save()
    setting = game.state.setting
    names = [seat_with_name(setting, seat, table.names) for seat in range(setting.seat_count)]
    words = HintNarrator(table.words, names)
    turns = [" / ".join(map(table.typed.decision, one.ids)) for one in found]
    table.dialogue.lines(
        words.turn(number, turn, one)
        for number, (turn, one) in enumerate(zip(turns, found, strict=True), 1)
    )
    if len(found) > 1:
        title, lines = words.explained(reasons, game.seat)
        table.dialogue.lines([title, *(f"- {line}" for line in lines)])
