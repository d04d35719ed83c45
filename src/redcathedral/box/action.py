"""The actions of influence cards as sentences: ``endless sell 1 of WBS for 1R`` (R6.7)."""

import re
from typing import Final

from redcathedral.box.edition import Action
from redcathedral.box.effects import EFFECTS, PAY_PRESTIGE, SELL, TRADE_RUBLE
from redcathedral.box.notation import parse_kinds
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import toml_text
from redcathedral.box.vocabulary import LETTERS, MATERIAL_COUNT

# What stands in place of kinds and numbers: in an expression, and in an error.
_PLACES: Final = {
    "kinds": "(?P<kinds>any|[A-Z]+)",
    "price": "(?P<price>[0-9]{1,2})",
    "amount": "(?P<amount>[0-9]{1,2})",
}
_SAMPLES: Final = {"kinds": "WBS", "price": "#", "amount": "#"}
_PATTERNS: Final = [
    re.compile(re.escape(effect.sentence).replace(r"\{", "{").replace(r"\}", "}").format(**_PLACES))
    for effect in EFFECTS
]


def parse_action(text: str, mark: str, sentence_mark: str) -> Action:
    """An action of an influence card (R6.6): ``once`` or ``endless``, then its sentence."""
    times, _, sentence = text.partition(" ")
    if times not in ("once", "endless"):
        fix = 'begin with "once" (lightning) or "endless" (infinity sign)'
        raise ParseError(f"{toml_text(text)} does not say how often", fix, rule="R6.6")
    found = ((effect, pattern.fullmatch(sentence)) for effect, pattern in enumerate(_PATTERNS))
    effect, match = next((pair for pair in found if pair[1] is not None), (0, None))
    if match is None:
        raise _unknown(sentence)
    parts = match.groupdict()
    action = Action(
        effect=effect,
        materials=parse_kinds(parts["kinds"]) if "kinds" in parts else (),
        price=int(parts.get("price", 0)),
        amount=int(parts.get("amount", EFFECTS[effect].fixed_amount)),
        endless=times == "endless",
        mark=mark,
        sentence_mark=sentence_mark,
    )
    if action.amount < 1:
        raise ParseError("the action gives nothing", "give an amount of 1 or more", rule="R6.7")
    if action.effect == SELL and action.price < 1:
        why = "a sale for 0R throws a stored material away, which is never possible"
        raise ParseError(why, "sell for 1R or more", rule="R1.5")
    if action.endless:
        check_endless(action)
    return action


def _unknown(sentence: str) -> ParseError:
    verb = sentence.split(" ")[0]
    sentences = [effect.sentence.format(**_SAMPLES) for effect in EFFECTS]
    samples = [sample for sample in sentences if sample.split()[0] == verb]
    if not samples:
        fix = "use one of: " + ", ".join(dict.fromkeys(sample.split()[0] for sample in sentences))
        return ParseError(f"{toml_text(verb)} is no action", fix, rule="R6.7")
    fix = "write it as: " + " | ".join(samples) + " (# is a number up to 99)"
    return ParseError(f"{toml_text(sentence)} is not understood", fix, rule="R6.7")


def check_endless(action: Action) -> None:
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
    once_reason = EFFECTS[action.effect].once_reason
    if once_reason:
        why = f"this action is played as a lightning action only: {once_reason}"
        raise ParseError(why, 'write "once" in place of "endless"', rule="R6.6")
    if action.effect == TRADE_RUBLE and action.price < 1:
        why = "endless trades for 0R change two kinds there and back for ever"
        raise ParseError(why, 'ask 1R or more, or write "once"', rule="R6.6")
    if action.effect == PAY_PRESTIGE and action.price < 3:
        why = f"endless prestige for {action.price}R never ends: each prestige changes back into 2R"
        raise ParseError(why, 'ask 3R or more, or write "once"', rule="R3.2")


def action_text(action: Action) -> str:
    """The sentence that ``parse_action`` reads as this action."""
    kinds = "".join(LETTERS[kind] for kind in action.materials)
    sentence = EFFECTS[action.effect].sentence.format(
        kinds="any" if len(kinds) == MATERIAL_COUNT else kinds,
        price=action.price,
        amount=action.amount,
    )
    return ("endless " if action.endless else "once ") + sentence
