"""Convert between decisions and texts such as ``deliver W 2.1`` (``docs/reference/record.md``).

Each decision has one exact form.  The reader also accepts upper and lower case, additional spaces,
long names of materials, and gems and discarded materials in any order.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, assert_never

from redcathedral.box import vocabulary as v
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.engine.decisions import DIE_STEPS, TAKE_LIMIT
from redcathedral.engine.setting import place_of
from redcathedral.record import decision as decisions


class NotationError(ParseError):
    """A text is not a decision."""

    def __init__(self, text: str, reason: str, fix: str) -> None:
        super().__init__(reason, fix, place=quote(text))
        self.text = text


def place_text(place: int) -> str:
    """Return the text of a place: tower and level, both counted from 1."""
    return f"{place // v.LEVEL_COUNT + 1}.{place % v.LEVEL_COUNT + 1}"


def read_place(text: str) -> int:
    """Return the place of a text that ``place_text`` returned."""
    tower, level = map(int, text.split("."))
    return place_of(tower - 1, level - 1)


def decision_text(number: int) -> str:
    """Return the text of the decision with an id."""
    return _TEXTS[number]


def text_of(decision: decisions.Decision) -> str:
    """Return the text of a decision."""
    match decision:
        case decisions.End():
            return "end"
        case decisions.Stop():
            return "stop"
        case decisions.Pay():
            return "pay"
        case decisions.Influence(action):
            return f"influence {action + 1}"
        case decisions.Take(units):
            return f"take {units}"
        case decisions.Activate(space):
            return f"activate {v.WORKSHOP_SPACES[space]}"
        case decisions.MoveDie(die, extra):
            return f"die {v.DICE[die]} +{extra}"
        case decisions.PlaceTile(space, face_up):
            return f"tile {v.WORKSHOP_SPACES[space]} {'up' if face_up else 'down'}"
        case decisions.Sell(material):
            return f"sell {v.LETTERS[material]}"
        case decisions.Buy(material):
            return f"buy {v.LETTERS[material]}"
        case decisions.Trade(given, got):
            return f"trade {v.LETTERS[given]} {v.LETTERS[got]}"
        case decisions.Give(material):
            return f"give {v.LETTERS[material]}"
        case decisions.Get(material):
            return f"get {v.LETTERS[material]}"
        case decisions.Discard(materials):
            return "discard " + "".join(v.LETTERS[material] for material in materials)
        case decisions.Swap(first, second):
            return f"swap {first + 1} {second + 1}"
        case decisions.PrestigeRubles():
            return "prestige rubles"
        case decisions.PrestigeReroll(space):
            return f"prestige reroll {space + 1}"
        case decisions.Deliver(place, material):
            return f"deliver {v.LETTERS[material]} {place_text(place)}"
        case decisions.Decorate(place, gems):
            return f"ornament {place_text(place)} {v.GEM_SETS[gems]}"
        case decisions.Claim(place, source):
            return f"claim {place_text(place)} {v.BANNER_SOURCES[source]}"
        case decisions.IvanClaim(place):
            return f"ivan claim {place_text(place)}"
        case decisions.IvanOrnament(place):
            return f"ivan ornament {place_text(place)}"
        case _:
            assert_never(decision)


MAX_LISTED: Final = 8  # decisions that an error lists
_TEXTS: Final = tuple(text_of(decision) for decision in decisions.DECISIONS)
_NUMBERS: Final = {text: number for number, text in enumerate(_TEXTS)}


def read_decision(text: str) -> int:
    """Return the id of the decision in a text; raises NotationError."""
    if (number := _NUMBERS.get(text)) is not None:
        return number
    try:
        return _NUMBERS[_exact_form(text)]
    except ParseError as error:
        raise NotationError(text, error.reason, error.fix) from None


def decisions_text(numbers: Sequence[int]) -> str:
    """Return the texts of the first few decisions, and the number of the others."""
    first = ", ".join(decision_text(number) for number in numbers[:MAX_LISTED])
    more = len(numbers) - MAX_LISTED
    return first + (f" and {more} more" if more > 0 else "")


def _one_of(noun: str, names: Sequence[str], word: str) -> str:
    if word not in names:
        raise ParseError(f"{quote(word)} is not {noun}", did_you_mean(word, names))
    return word


def _number(noun: str, first: int, last: int, word: str) -> str:
    if re.fullmatch(r"[0-9]{1,2}", word) is None or not first <= int(word) <= last:
        raise ParseError(f"{quote(word)} is not {noun}", f"write a number {first} to {last}")
    return str(int(word))


def _place(word: str) -> str:
    if re.fullmatch(r"[1-6]\.[1-6]", word) is None:
        fix = "write TOWER.LEVEL, both from 1 to 6, such as 2.1"
        raise ParseError(f"{quote(word)} is not a cathedral card's place", fix)
    return word


def _material(word: str) -> str:
    if word in v.MATERIALS:
        return v.LETTERS[v.MATERIALS.index(word)]
    if word.upper() not in v.MATERIAL_LETTERS:
        names = [f"{v.LETTERS[kind]} ({name})" for kind, name in enumerate(v.MATERIALS)]
        raise ParseError(f"{quote(word)} is not a material", did_you_mean(word, v.MATERIALS, names))
    return word.upper()


def _gems(word: str) -> str:
    gems = "".join(sorted(word.upper()))
    if gems not in v.GEM_SETS:
        raise ParseError(
            f"{quote(word)} is not a set of gems", "write one of: " + ", ".join(v.GEM_SETS)
        )
    return gems


def _discarded_materials(word: str) -> str:
    letters = [letter for letter in v.MATERIAL_LETTERS if letter in word.upper()]
    if not len(word) == len(letters) == 3:
        fix = f"write three different letters of {''.join(v.MATERIAL_LETTERS)}, such as WBE"
        raise ParseError(f"{quote(word)} is not three different materials", fix)
    return "".join(letters)


def _extra_steps(word: str) -> str:
    return "+" + _number("a number of extra steps", 0, DIE_STEPS - 1, word.removeprefix("+"))


_banner_source: Final = partial(_one_of, "a place of a banner", v.BANNER_SOURCES)
_side: Final = partial(_one_of, "a side of a tile", ("up", "down"))
_die: Final = partial(_one_of, "a die", v.DICE)
_workshop_space: Final = partial(_one_of, "a workshop space", v.WORKSHOP_SPACES)
_market_space: Final = partial(_number, "a market space", 1, v.SPACE_COUNT)
_units: Final = partial(_number, "a number of units", 1, TAKE_LIMIT)
_action: Final = partial(_number, "an influence action", 1, 2)
# For each kind of decision: the readers of its words, and an example for errors.
_FORMS: Final[dict[str, tuple[tuple[Callable[[str], str], ...], str]]] = {
    "claim": ((_place, _banner_source), "claim 2.1 inventory"),
    "tile": ((_workshop_space, _side), "tile blue up"),
    "deliver": ((_material, _place), "deliver W 2.1"),
    "ornament": ((_place, _gems), "ornament 2.1 EP"),
    "die": ((_die, _extra_steps), "die white +1"),
    "take": ((_units,), "take 3"),
    "influence": ((_action,), "influence 1"),
    "sell": ((_material,), "sell W"),
    "buy": ((_material,), "buy W"),
    "trade": ((_material, _material), "trade W E"),
    "give": ((_material,), "give W"),
    "get": ((_material,), "get E"),
    "swap": ((_market_space, _market_space), "swap 3 7"),
    "discard": ((_discarded_materials,), "discard WBE"),
    "pay": ((), "pay"),
    "stop": ((), "stop"),
    "activate": ((_workshop_space,), "activate blue"),
    "prestige rubles": ((), "prestige rubles"),
    "prestige reroll": ((_market_space,), "prestige reroll 5"),
    "end": ((), "end"),
    "ivan claim": ((_place,), "ivan claim 2.2"),
    "ivan ornament": ((_place,), "ivan ornament 1.1"),
}
VERBS: Final = tuple(dict.fromkeys(form.split()[0] for form in _FORMS))


def _exact_form(text: str) -> str:
    words = re.sub(r"(green|purple) gem", r"\1-gem", " ".join(text.casefold().split())).split()
    if not words:
        raise ParseError("nothing is written", "write a decision, such as " + _FORMS["deliver"][1])
    verb, args = _split_verb(words)
    readers, example = _FORMS[verb]
    if verb == "discard" and len(args) > 1:
        args = ["".join(_material(word) for word in args)]
    if len(args) != len(readers):
        count = f"{len(readers)} word{'' if len(readers) == 1 else 's'}" if readers else "nothing"
        raise ParseError(f"{verb} takes {count} more, not {len(args)}", f"write it as: {example}")
    args = [read(word) for read, word in zip(readers, args, strict=True)]
    if verb == "swap":
        args.sort()
    if verb in ("swap", "trade") and args[0] == args[1]:
        raise ParseError(f"{verb} needs two different ones", f"write it as: {example}")
    return " ".join([verb, *args])


def _split_verb(words: list[str]) -> tuple[str, list[str]]:
    """Split words into the kind of decision, which may be two words, and the other words."""
    if words[0] in _FORMS:
        return words[0], words[1:]
    if words[0] not in VERBS:
        raise ParseError(f"{quote(words[0])} is not a decision", did_you_mean(words[0], VERBS))
    seconds = [form.split()[1] for form in _FORMS if form.split()[0] == words[0]]
    if len(words) == 1:
        fix = " or ".join(_FORMS[f"{words[0]} {second}"][1] for second in seconds)
        raise ParseError(f"{words[0]} needs another word", f"write it as: {fix}")
    second = _one_of(f"a word after {words[0]}", seconds, words[1])
    return f"{words[0]} {second}", words[2:]
