"""The actions of influence cards as text, such as ``endless sell 1 of WBS for 1R`` (R6.7)."""

import re
from typing import Final

from redcathedral.box.edition import Action
from redcathedral.box.effects import EFFECTS, PAY_PRESTIGE, SELL, TRADE_RUBLE
from redcathedral.box.notation import parse_kinds
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import toml_text
from redcathedral.box.vocabulary import LETTERS, MATERIAL_COUNT

# Replacements for ``{kinds}``, ``{price}`` and ``{amount}`` in the sentence of an effect: they make
# it a regular expression, or a sample for an error message.
_PATTERN_PARTS: Final = {
    "kinds": "(?P<kinds>any|[A-Z]+)",
    "price": "(?P<price>[0-9]{1,2})",
    "amount": "(?P<amount>[0-9]{1,2})",
}
_SAMPLE_PARTS: Final = {"kinds": "WBS", "price": "#", "amount": "#"}
_PATTERNS: Final = [
    re.compile(
        re.escape(effect.sentence).replace(r"\{", "{").replace(r"\}", "}").format(**_PATTERN_PARTS)
    )
    for effect in EFFECTS
]


def parse_action(text: str, mark: str, sentence_mark: str) -> Action:
    """Parse an action of an influence card (R6.6): ``once`` or ``endless``, then a sentence.

    The action gets ``mark`` and ``sentence_mark``.  Raises ParseError.
    """
    frequency, _, sentence = text.partition(" ")
    if frequency not in ("once", "endless"):
        fix = 'begin with "once" (lightning) or "endless" (infinity sign)'
        raise ParseError(f"{toml_text(text)} does not say how often", fix, rule="R6.6")
    effect, match = _matching_effect(sentence)
    parts = match.groupdict()
    action = Action(
        effect=effect,
        materials=parse_kinds(parts["kinds"]) if "kinds" in parts else (),
        price=int(parts.get("price", 0)),
        amount=int(parts.get("amount", EFFECTS[effect].fixed_amount)),
        endless=frequency == "endless",
        mark=mark,
        sentence_mark=sentence_mark,
    )
    if action.amount < 1:
        fix = "give an amount of 1 or more"
        raise ParseError("the action gives nothing", fix, rule="R6.7", code="nothing-gained")
    if action.effect == SELL and action.price < 1:
        reason = "a sale for 0R would discard a stored material, which is never possible"
        raise ParseError(reason, "sell for 1R or more", rule="R1.5", code="sale-price")
    if action.endless:
        check_endless(action)
    return action


def _matching_effect(sentence: str) -> tuple[int, re.Match[str]]:
    """Return the effect whose sentence this is, and the match; raises ParseError."""
    for effect, pattern in enumerate(_PATTERNS):
        if (match := pattern.fullmatch(sentence)) is not None:
            return effect, match
    raise _unknown_sentence(sentence)


def _unknown_sentence(sentence: str) -> ParseError:
    verb = sentence.split(" ")[0]
    sentences = [effect.sentence.format(**_SAMPLE_PARTS) for effect in EFFECTS]
    samples = [sample for sample in sentences if sample.split()[0] == verb]
    if not samples:
        fix = "use one of: " + ", ".join(dict.fromkeys(sample.split()[0] for sample in sentences))
        return ParseError(f"{toml_text(verb)} is not an action", fix, rule="R6.7")
    fix = "write it as: " + " | ".join(samples) + " (# is a number up to 99)"
    return ParseError(f"{toml_text(sentence)} is not understood", fix, rule="R6.7")


def check_endless(action: Action) -> None:
    """Raise ParseError for an endless action that could be repeated without limit (R6.6).

    A player uses one action of a card in a turn.  It can therefore be repeated only by itself and
    by exchanging prestige for rubles (R3.2).  These limits stop each effect:

    - sell: each sale uses a material of the inventory.
    - buy: each purchase uses a slot and a piece of the supply, even at a price of 0.
    - two for one, four for two: the player has fewer materials each time.
    - one and rubles for one: each trade uses rubles.  At a price of 0 a player could trade two
      kinds back and forth, so the price must be 1 or more.
    - rubles for a prestige: R3.2 turns the prestige into two rubles, so the price must be 3 or
      more.
    - three different for a prestige: each use takes three materials, which no exchange returns.
    """
    if once_reason := EFFECTS[action.effect].once_reason:
        reason = f"this action is played as a lightning action only: {once_reason}"
        fix = 'write "once" in place of "endless"'
        raise ParseError(reason, fix, rule="R6.6", code="endless-action")
    if action.effect == TRADE_RUBLE and action.price < 1:
        reason = "endless trades for 0R could change two kinds back and forth without limit"
        fix = 'ask 1R or more, or write "once"'
        raise ParseError(reason, fix, rule="R6.6", code="endless-trade", values={"rubles": 1})
    if action.effect == PAY_PRESTIGE and action.price < 3:
        reason = f"endless prestige for {action.price}R never ends: each prestige becomes 2R again"
        fix = 'ask 3R or more, or write "once"'
        values = {"rubles": 3, "n": action.price}
        raise ParseError(reason, fix, rule="R3.2", code="endless-prestige", values=values)


def action_text(action: Action) -> str:
    """Return the text that ``parse_action`` parses into this action."""
    kinds = "".join(LETTERS[kind] for kind in action.materials)
    sentence = EFFECTS[action.effect].sentence.format(
        kinds="any" if len(kinds) == MATERIAL_COUNT else kinds,
        price=action.price,
        amount=action.amount,
    )
    return ("endless " if action.endless else "once ") + sentence
