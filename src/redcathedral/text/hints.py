"""Write sentences for hints: how good each turn is, and the advantages of the best turn."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from redcathedral.ai.analysis.hint import Hint, leads
from redcathedral.ai.analysis.reason import Advantage, AdvantageSource
from redcathedral.box import vocabulary as v
from redcathedral.engine.state import State
from redcathedral.record.decision import Claim, decode
from redcathedral.text.narrator import Narrator
from redcathedral.text.translator import Argument, Term

MAX_REASONS: Final = 4
AMOUNTS: Final[dict[AdvantageSource, str]] = {
    "prestige": "amount.prestige",
    "recognition": "amount.recognition",
    "materials": "amount.material",
    "rubles": "amount.ruble",
    "banners": "hint.claims",
}


class HintNarrator:
    """Describes hints in a language; ``names`` are the names of the seats."""

    def __init__(self, narrator: Narrator, names: Sequence[Argument]) -> None:
        self._narrator = narrator
        self._names = names

    def words(self, hints: Sequence[Hint]) -> list[str]:
        """Return for each hint how good it is; empty if there is only one."""
        first, *others = leads(hints)
        texts = [first and f"hint.lead.{first}", *(f"hint.behind.{lead}" for lead in others)]
        return [self._narrator.text(text) if text else "" for text in texts]

    def turn(self, number: int, turn: str, word: str) -> str:
        return self._narrator.text("hint.turn", number=number, turn=turn, word=word or "-")

    def figures(self, hint: Hint, *, is_first: bool) -> str:
        """Return the chance to win after a turn, and its loss against the first one."""
        chance = self._narrator.text("hint.figures", worth=self.worth(hint))
        return chance if is_first else self._narrator.join([chance, self.less_worth(hint)])

    def worth(self, hint: Hint) -> str:
        """Return the chance to win after the turn, with its error."""
        chance, error = self._percent(hint.value.share), self._percent(hint.value.error)
        return self._narrator.text("hint.worth", chance=chance, doubt=error)

    def less_worth(self, hint: Hint, text: str = "hint.less-worth") -> str:
        """Return the loss of a turn against the best one, with its error."""
        loss, error = self._percent(hint.loss, "0.0"), self._percent(hint.error, "0.0")
        return self._narrator.text(text, loss=loss, error=error)

    def explanation(
        self, reasons: Sequence[Advantage], seat: int, hints: Sequence[Hint] = ()
    ) -> tuple[str, list[str]]:
        """Explain the best turn of a seat: a title, and lines with the reasons, those for it first.

        Without a reason for it, the title says so if the first two ``hints`` are close.
        """
        shown = [reason for reason in reasons if round(abs(reason.more))][:MAX_REASONS]
        shown.sort(key=lambda reason: (_is_against(reason, seat), reason.seat != seat, reason.seat))
        lines = []
        if not all(_is_against(reason, seat) for reason in shown):
            for (who, is_more, is_against), group in groupby(
                shown, key=lambda reason: (reason.seat, reason.more > 0, _is_against(reason, seat))
            ):
                amounts = tuple(self._amount(reason) for reason in group)
                text = f"hint.{'against' if is_against else 'for'}.{'more' if is_more else 'less'}"
                lines.append(self._narrator.text(text, who=self._names[who], amounts=amounts))
        is_close = leads(hints)[1:2] not in ([], ["clear"])
        text = "hint.why" if lines else "hint.why.none" if is_close else ""
        return self._narrator.text(text) if text else "", lines

    def banner_note(self, hint: Hint, state: State) -> str:
        """Say that hints do not compare banners, if the banner of this one frees nothing."""
        claims = [claim for claim in map(decode, hint.ids) if isinstance(claim, Claim)]
        is_spare = [v.BANNER_SOURCES[claim.source] for claim in claims] == ["beside"]
        is_unusual = is_spare and state.banners(state.seat, v.INVENTORY)
        return self._narrator.text("hint.banner") if is_unusual else ""

    def _amount(self, reason: Advantage) -> Term:
        n = round(abs(reason.more))
        if reason.source == "towers":
            return Term("hint.towers", prestige=Term("amount.prestige", n=n))
        return Term(AMOUNTS[reason.source], n=n)

    def _percent(self, share: float, pattern: str = "0") -> str:
        return self._narrator.decimal(100 * share, pattern)


def _is_against(reason: Advantage, seat: int) -> bool:
    return (reason.seat == seat) != (reason.more > 0)
