"""The best turns, told at the table: what each is worth, and why the first is the best."""

from collections.abc import Sequence
from typing import Final

from babel.numbers import format_decimal

from redcathedral.analysis import QUICK, hint, why
from redcathedral.analysis.doubt import doubt_of, interval
from redcathedral.analysis.hint import Hint
from redcathedral.analysis.reason import Advantage, Origin
from redcathedral.box.quoting import printable
from redcathedral.cli.terminal.table import TerminalTable
from redcathedral.weights.file import WeightsError, packaged
from redcathedral.words import Argument, Term

TOLD: Final = 4  # reasons
AMOUNTS: Final[dict[Origin, str]] = {
    "prestige": "amount.prestige",
    "recognition": "amount.recognition",
    "materials": "amount.material",
    "rubles": "amount.ruble",
    "banners": "amount.banner",
}


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
    for number, one in enumerate(found, 1):
        _tell_one(table, number, one)
    if len(found) > 1:
        _tell_why(table, reasons)


def _tell_one(table: TerminalTable, number: int, one: Hint) -> None:
    doubt = doubt_of(packaged(), QUICK, len(table.game.header.seats))
    values: dict[str, Argument] = {
        "number": number,
        "turn": " / ".join(map(table.typed.decision, one.ids)),
        "chance": _percent(table, one.value.share),
        "doubt": _percent(table, interval(one.value, doubt)),
    }
    if number == 1:
        table.dialogue.tell("hint.turn", **values)
        return
    loss, error = (_percent(table, share, "0.0") for share in (one.loss, one.error))
    table.dialogue.tell("hint.other", **values, loss=loss, error=error)


def _tell_why(table: TerminalTable, reasons: Sequence[Advantage]) -> None:
    told = [one for one in reasons if round(abs(one.more))][:TOLD]
    table.dialogue.tell("hint.why" if told else "hint.alike")
    groups = dict.fromkeys((one.seat, one.more > 0) for one in told)
    for seat, is_more in sorted(groups, key=lambda group: group[0] != table.game.seat):
        amounts = tuple(_amount(one) for one in told if (one.seat, one.more > 0) == (seat, is_more))
        who = table.words.player(table.game.state.setting, seat, table.names)
        table.dialogue.tell("hint.more" if is_more else "hint.less", who=who, amounts=amounts)


def _amount(reason: Advantage) -> Term:
    n = round(abs(reason.more))
    if reason.source == "towers":
        return Term("hint.towers", prestige=Term("amount.prestige", n=n))
    return Term(AMOUNTS[reason.source], n=n)


def _percent(table: TerminalTable, share: float, pattern: str = "0") -> str:
    return str(format_decimal(100 * share, format=pattern, locale=table.words.language))
