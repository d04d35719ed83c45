"""The actions of influence cards as sentences: ``endless sell 1 of WBS for 1R`` (R6.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from redcathedral.box.edition import Action
from redcathedral.box.notation import parse_kinds, shown
from redcathedral.box.problem import Refusal
from redcathedral.box.vocabulary import (
    ACTIVATE,
    BUY,
    DELIVER,
    DISCARD_PRESTIGE,
    GAIN_COMPLETE,
    GAIN_RECOGNITION,
    GAIN_RUBLES,
    LETTERS,
    MATERIAL_COUNT,
    PAY_PRESTIGE,
    SELL,
    SWAP,
    TRADE_FOUR,
    TRADE_PAIR,
    TRADE_RUBLE,
)


@dataclass(frozen=True, slots=True)
class Form:
    """How one effect is written: its sentence with places for numbers and kinds.

    ``{kinds}`` stands for materials, ``{price}`` and ``{amount}`` for numbers; ``fixed`` is the
    amount of an effect whose sentence has no place for it.
    """

    sentence: str
    fixed: int = 1

    def pattern(self) -> re.Pattern[str]:
        """The sentence as an expression with the groups kinds, price and amount."""
        text = re.escape(self.sentence)
        text = text.replace(r"\{kinds\}", r"(?P<kinds>any|[A-Z]+)")
        text = text.replace(r"\{price\}", r"(?P<price>[0-9]{1,2})")
        return re.compile(text.replace(r"\{amount\}", r"(?P<amount>[0-9]{1,2})"))

    def sample(self) -> str:
        """The sentence for an error to show, with # for a number."""
        return self.sentence.format(kinds="WBS", price="#", amount="#")


FORMS: Final = {
    SELL: Form("sell 1 of {kinds} for {price}R"),
    BUY: Form("buy 1 of {kinds} for {price}R"),
    DELIVER: Form("deliver {amount} for {price}R"),
    GAIN_RUBLES: Form("gain {amount}R"),
    SWAP: Form("swap 2 tiles for {price}R"),
    TRADE_PAIR: Form("trade 2 same for 1 other"),
    TRADE_RUBLE: Form("trade 1 and {price}R for 1 other"),
    TRADE_FOUR: Form("trade 4 same for 2 any", fixed=2),
    ACTIVATE: Form("activate 1 tile"),
    GAIN_RECOGNITION: Form("gain {amount}+"),
    PAY_PRESTIGE: Form("pay {price}R for 1*"),
    DISCARD_PRESTIGE: Form("give 3 different for 1*"),
    GAIN_COMPLETE: Form("gain {amount}+ with base, middle and dome"),
}
_PATTERNS: Final = {effect: form.pattern() for effect, form in FORMS.items()}
_VERBS: Final = tuple(dict.fromkeys(form.sentence.split()[0] for form in FORMS.values()))

# Effects that this program plays as lightning actions only, and why.
_NEVER_ENDLESS: Final = {
    DELIVER: "the deliveries close by themselves when they are used up",
    GAIN_RUBLES: "a gain uses nothing up and would repeat for ever",
    SWAP: "a swap closes by itself",
    ACTIVATE: "activating a tile uses nothing up and would repeat for ever",
    GAIN_RECOGNITION: "a gain uses nothing up and would repeat for ever",
    GAIN_COMPLETE: "a gain uses nothing up and would repeat for ever",
}


def parse_action(text: str, mark: str, sentence_mark: str) -> Action:
    """An action of an influence card (R6.6): ``once`` or ``endless``, then a sentence of FORMS."""
    times, _, sentence = text.partition(" ")
    if times not in ("once", "endless"):
        fix = 'begin with "once" (lightning) or "endless" (infinity sign)'
        raise Refusal(f"{shown(text)} does not say how often", "R6.6", fix)
    found = (
        (effect, match)
        for effect, pattern in _PATTERNS.items()
        if (match := pattern.fullmatch(sentence)) is not None
    )
    effect, match = next(found, (None, None))
    if effect is None or match is None:
        raise _unknown(sentence)
    parts = match.groupdict()
    action = Action(
        effect=effect,
        materials=parse_kinds(parts["kinds"]) if "kinds" in parts else (),
        price=int(parts.get("price", 0)),
        amount=int(parts.get("amount", FORMS[effect].fixed)),
        endless=times == "endless",
        mark=mark,
        sentence_mark=sentence_mark,
    )
    refuse_nonsense(action)
    if action.endless:
        refuse_endless(action)
    return action


def _unknown(sentence: str) -> Refusal:
    verb = sentence.split(" ")[0]
    samples = [form.sample() for form in FORMS.values() if form.sentence.split()[0] == verb]
    if not samples:
        fix = "use one of: " + ", ".join(_VERBS)
        return Refusal(f"{shown(verb)} is no action", "R6.7", fix)
    fix = "write it as: " + " | ".join(samples) + " (# is a number up to 99)"
    return Refusal(f"{shown(sentence)} is not understood", "R6.7", fix)


def refuse_nonsense(action: Action) -> None:
    """Refuse an action that gives nothing or only throws a material away."""
    if action.amount < 1:
        raise Refusal("the action gives nothing", "R6.7", "give an amount of 1 or more")
    if action.effect == SELL and action.price < 1:
        why = "a sale for 0R throws a stored material away, which is never possible"
        raise Refusal(why, "R1.5", "sell for 1R or more")


def refuse_endless(action: Action) -> None:
    """Refuse an infinity action that could repeat for ever without using anything up (R6.6).

    A player uses one action in a visit, so it can only repeat itself, with the exchange of
    prestige for rubles (R3.2) between.  What stops each effect:

    - sell: a material of the inventory goes.
    - buy: a slot and a piece of the supply go, even at a price of 0.
    - two for one, four for two: there are fewer materials each time.
    - one and rubles for one: the rubles go; at a price of 0 two kinds change there and back.
    - rubles for a prestige: the rubles go; but R3.2 turns the prestige into two rubles, so the
      price must be more than that.
    - three different for a prestige: three materials go, and no exchange brings them back.
    """
    if action.effect in _NEVER_ENDLESS:
        why = f"this action is played as a lightning action only: {_NEVER_ENDLESS[action.effect]}"
        raise Refusal(why, "R6.6", 'write "once" in place of "endless"')
    if action.effect == TRADE_RUBLE and action.price < 1:
        why = "endless trades for 0R change two kinds there and back for ever"
        raise Refusal(why, "R6.6", 'ask 1R or more, or write "once"')
    if action.effect == PAY_PRESTIGE and action.price < 3:
        why = f"endless prestige for {action.price}R never ends: each prestige changes back into 2R"
        raise Refusal(why, "R3.2", 'ask 3R or more, or write "once"')


def action_text(action: Action) -> str:
    """The sentence that ``parse_action`` reads as this action."""
    kinds = "".join(LETTERS[kind] for kind in action.materials)
    sentence = FORMS[action.effect].sentence.format(
        kinds="any" if len(kinds) == MATERIAL_COUNT else kinds,
        price=action.price,
        amount=action.amount,
    )
    return ("endless " if action.endless else "once ") + sentence
