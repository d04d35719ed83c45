"""The notation of an edition file: costs, rewards, benefits and building plans as short texts."""

import re

from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import toml_text
from redcathedral.box.vocabulary import DICE, LETTERS, MATERIAL_COUNT, MATERIAL_LETTERS

_LEGEND = "W wood, B brick, S stone, G gold, E green gem, P purple gem"
_GAINS = re.compile(r"(?:([0-9]{1,2})\+)?(?: ?([0-9]{1,2})R)?")
_GIVES = re.compile(r"([0-9]{1,2}) ?([WBSGEPR+])")
_DIE = re.compile(r"([a-z]+) die")
_TOWERS = re.compile(r"[0-9](?:-[0-9])*")


def parse_kinds(text: str) -> tuple[int, ...]:
    """Parse kinds of materials, each named once: ``WBS`` or ``any`` (R6.7); raises ParseError."""
    if text == "any":
        return tuple(range(MATERIAL_COUNT))
    cost = parse_cost(text)
    if max(cost) > 1:
        raise ParseError(
            f"{toml_text(text)} names a material twice", "name each letter once", rule="R6.7"
        )
    return tuple(kind for kind, count in enumerate(cost) if count)


def parse_cost(text: str) -> tuple[int, ...]:
    """Return the numbers of W, B, S, G, E and P in a cost: ``WWB`` (R5.3); raises ParseError."""
    wrong = [letter for letter in text if letter not in MATERIAL_LETTERS]
    fix = f"write one letter a piece: {_LEGEND}"
    if wrong:
        raise ParseError(f"{toml_text(wrong[0])} is not a material", fix, rule="R1.1")
    if not text:
        raise ParseError("no material is named", fix, rule="R1.1", code="no-material")
    return tuple(text.count(letter) for letter in MATERIAL_LETTERS)


def parse_gains(text: str) -> tuple[int, int]:
    """Parse the recognition and rubles of a card (R5.3): ``3+ 2R``, ``4+`` or ``2R``."""
    match = _GAINS.fullmatch(text)
    if match is None or not text:
        fix = 'write recognition, then rubles: "3+ 2R", "4+" or "2R"'
        raise ParseError(f"{toml_text(text)} is not a reward", fix, rule="R5.3")
    return int(match[1] or 0), int(match[2] or 0)


def parse_resource(text: str) -> tuple[int, int]:
    """Parse the resource (0..7) and the amount of a tile (R1.1): ``2W``; raises ParseError."""
    match = _GIVES.fullmatch(text)
    if match is None:
        fix = f'write a number and one letter, such as "2W": {_LEGEND}, R ruble, + recognition'
        raise ParseError(f"{toml_text(text)} is not a resource", fix, rule="R1.1")
    amount = int(match[1])
    if not 1 <= amount <= 4:
        reason, fix = f"a tile gives 1 to 4, not {amount}", "correct the amount"
        values = {"n": amount, "least": 1, "most": 4}
        raise ParseError(reason, fix, rule="R2.5", code="tile-amount", values=values)
    return LETTERS.index(match[2]), amount


def parse_benefit(text: str) -> tuple[int | None, int, int | None]:
    """Parse the benefit of a workshop tile (R6.9), ``1W`` or ``red die``: resource, amount, die."""
    match = _DIE.fullmatch(text)
    if match is None:
        resource, amount = parse_resource(text)
        return resource, amount, None
    if match[1] not in DICE:
        fix = "name one of the dice: " + ", ".join(DICE)
        raise ParseError(f"there is no {match[1][:20]} die", fix, rule="R2.7")
    return None, 0, DICE.index(match[1])


def parse_towers(text: str) -> tuple[int, ...]:
    """Parse the heights of a plan's towers from left to right (R2.8): ``3-2-4-3``."""
    if _TOWERS.fullmatch(text) is None:
        fix = 'write the heights from left to right: "3-2-4-3"'
        raise ParseError(f"{toml_text(text)} is not a plan", fix, rule="R2.8")
    heights = tuple(int(height) for height in text.split("-"))
    if len(heights) > 6:
        reason, fix = f"a plan of {len(heights)} towers", "draw 1 to 6 towers"
        values = {"n": len(heights), "most": 6}
        raise ParseError(reason, fix, rule="R2.8", code="tower-count", values=values)
    if not all(2 <= height <= 6 for height in heights):
        fix = "make each tower 2 to 6 cards high, base and dome included"
        reason = "a tower is too low or too high"
        values = {"least": 2, "most": 6}
        raise ParseError(reason, fix, rule="R2.8", code="tower-height", values=values)
    return heights


def cost_text(cost: tuple[int, ...]) -> str:
    """Return a card's cost as letters: ``WWB``."""
    return "".join(LETTERS[kind] * count for kind, count in enumerate(cost))


def gains_text(recognition: int, rubles: int) -> str:
    """Return a card's reward as text: ``3+ 2R``, ``4+`` or ``2R``."""
    if rubles and recognition:
        return f"{recognition}+ {rubles}R"
    return f"{rubles}R" if rubles else f"{recognition}+"


def benefit_text(resource: int | None, amount: int, die: int | None) -> str:
    """Return a tile's benefit as text: ``2W`` or ``red die``."""
    if resource is not None:
        return f"{amount}{LETTERS[resource]}"
    return f"{DICE[die or 0]} die"
