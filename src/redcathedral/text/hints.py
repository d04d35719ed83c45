"""Hints in words: the best turns with what they are worth, and why the first is the best."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from redcathedral.ai.analysis.hint import Hint
from redcathedral.ai.analysis.reason import Advantage, Origin
from redcathedral.text.narrator import Narrator
from redcathedral.text.translator import Argument, Term

TOLD: Final = 4  # reasons
AMOUNTS: Final[dict[Origin, str]] = {
    "prestige": "amount.prestige",
    "recognition": "amount.recognition",
    "materials": "amount.material",
    "rubles": "amount.ruble",
    "banners": "amount.banner",
}


class Explained(NamedTuple):
    """Why the first of the hints is better than the second: a sentence, and a line for each."""

    title: str
    lines: list[str]


class HintNarrator:
    """Says hints in a language; ``names`` are those of the seats, as ``Narrator`` takes them."""

    def __init__(self, words: Narrator, names: Sequence[Argument]) -> None:
        self._words = words
        self._names = names

    def turn(self, number: int, turn: str, hint: Hint) -> str:
        said: dict[str, Argument] = {"number": number, "turn": turn, "worth": self.worth(hint)}
        if number == 1:
            return self._words.text("hint.turn", **said)
        return self._words.text("hint.other", **said, less=self.less_worth(hint))

    def worth(self, hint: Hint) -> str:
        chance, error = (self._percent(one) for one in (hint.value.share, hint.value.error))
        return self._words.text("hint.worth", chance=chance, doubt=error)

    def less_worth(self, hint: Hint, text: str = "hint.less-worth") -> str:
        loss, error = (self._percent(one, "0.0") for one in (hint.loss, hint.error))
        return self._words.text(text, loss=loss, error=error)

    def explained(self, reasons: Sequence[Advantage], seat: int) -> Explained:
        """What comes of the first more than of the second; what speaks for it comes first."""
        told = [one for one in reasons if round(abs(one.more))][:TOLD]
        told.sort(key=lambda one: (_is_against(one, seat), one.seat != seat, one.seat))
        lines = []
        for (who, is_more), group in groupby(told, key=lambda one: (one.seat, one.more > 0)):
            amounts = tuple(self._amount(one) for one in group)
            text = "hint.more" if is_more else "hint.less"
            lines.append(self._words.text(text, who=self._names[who], amounts=amounts))
        return Explained(self._words.text("hint.why" if told else "hint.alike"), lines)

    def _amount(self, reason: Advantage) -> Term:
        n = round(abs(reason.more))
        if reason.source == "towers":
            amount = Term("hint.towers", prestige=Term("amount.prestige", n=n))
        else:
            amount = Term(AMOUNTS[reason.source], n=n)
        error = self._words.decimal(reason.error, "0.0")
        return Term("analysis.figure", figure=amount, error=error)

    def _percent(self, share: float, pattern: str = "0") -> str:
        return self._words.decimal(100 * share, pattern)


def _is_against(reason: Advantage, seat: int) -> bool:
    return (reason.seat == seat) != (reason.more > 0)
