"""The actions of influence cards as sentences: ``endless sell 1 of WBS for 1R`` (R6.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from redcathedral.box.edition import Action
from redcathedral.box.notation import parse_kinds
from redcathedral.box.problem import Misread
from redcathedral.box.quoting import toml_text
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
class Sentence:
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


SENTENCES: Final = {
    SELL: Sentence("sell 1 of {kinds} for {price}R"),
    BUY: Sentence("buy 1 of {kinds} for {price}R"),
    DELIVER: Sentence("deliver {amount} for {price}R"),
    GAIN_RUBLES: Sentence("gain {amount}R"),
    SWAP: Sentence("swap 2 tiles for {price}R"),
    TRADE_PAIR: Sentence("trade 2 same for 1 other"),
    TRADE_RUBLE: Sentence("trade 1 and {price}R for 1 other"),
    TRADE_FOUR: Sentence("trade 4 same for 2 any", fixed=2),
    ACTIVATE: Sentence("activate 1 tile"),
    GAIN_RECOGNITION: Sentence("gain {amount}+"),
    PAY_PRESTIGE: Sentence("pay {price}R for 1*"),
    DISCARD_PRESTIGE: Sentence("give 3 different for 1*"),
    GAIN_COMPLETE: Sentence("gain {amount}+ with base, middle and dome"),
}
_PATTERNS: Final = {effect: form.pattern() for effect, form in SENTENCES.items()}
_VERBS: Final = tuple(dict.fromkeys(form.sentence.split()[0] for form in SENTENCES.values()))

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
    """An action of an influence card (R6.6): ``once`` or ``endless``, then a sentence of SENTENCES."""
    times, _, sentence = text.partition(" ")
    if times not in ("once", "endless"):
        fix = 'begin with "once" (lightning) or "endless" (infinity sign)'
        raise Misread(f"{toml_text(text)} does not say how often", fix, rule="R6.6")
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
        amount=int(parts.get("amount", SENTENCES[effect].fixed)),
        endless=times == "endless",
        mark=mark,
        sentence_mark=sentence_mark,
    )
    refuse_nonsense(action)
    if action.endless:
        refuse_endless(action)
    return action


def _unknown(sentence: str) -> Misread:
    verb = sentence.split(" ")[0]
    samples = [form.sample() for form in SENTENCES.values() if form.sentence.split()[0] == verb]
    if not samples:
        fix = "use one of: " + ", ".join(_VERBS)
        return Misread(f"{toml_text(verb)} is no action", fix, rule="R6.7")
    fix = "write it as: " + " | ".join(samples) + " (# is a number up to 99)"
    return Misread(f"{toml_text(sentence)} is not understood", fix, rule="R6.7")


def refuse_nonsense(action: Action) -> None:
    """Refuse an action that gives nothing or only throws a material away."""
    if action.amount < 1:
        raise Misread("the action gives nothing", "give an amount of 1 or more", rule="R6.7")
    if action.effect == SELL and action.price < 1:
        why = "a sale for 0R throws a stored material away, which is never possible"
        raise Misread(why, "sell for 1R or more", rule="R1.5")


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
        raise Misread(why, 'write "once" in place of "endless"', rule="R6.6")
    if action.effect == TRADE_RUBLE and action.price < 1:
        why = "endless trades for 0R change two kinds there and back for ever"
        raise Misread(why, 'ask 1R or more, or write "once"', rule="R6.6")
    if action.effect == PAY_PRESTIGE and action.price < 3:
        why = f"endless prestige for {action.price}R never ends: each prestige changes back into 2R"
        raise Misread(why, 'ask 3R or more, or write "once"', rule="R3.2")


def action_text(action: Action) -> str:
    """The sentence that ``parse_action`` reads as this action."""
    kinds = "".join(LETTERS[kind] for kind in action.materials)
    sentence = SENTENCES[action.effect].sentence.format(
        kinds="any" if len(kinds) == MATERIAL_COUNT else kinds,
        price=action.price,
        amount=action.amount,
    )
    return ("endless " if action.endless else "once ") + sentence
