"""Decisions as text: ``deliver W 2.1``, ``die white +1`` (``record.md``, section Play).

Writing gives the one exact form.  Reading is tolerant: upper and lower case, extra blanks, long
names of materials, gems and discarded materials in any order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from redcathedral.box.problem import Misread
from redcathedral.box.quoting import did_you_mean, nearest, quote
from redcathedral.box.vocabulary import (
    BANNER_SOURCES,
    DICE,
    GEM_SETS,
    LETTERS,
    LEVEL_COUNT,
    MATERIAL_LETTERS,
    MATERIALS,
    SPACE_COUNT,
    WORKSHOP_SPACES,
)
from redcathedral.engine.decisions import DIE_STEPS, TAKE_LIMIT
from redcathedral.engine.setting import place_of
from redcathedral.record.decision import (
    DECISIONS,
    Activate,
    Buy,
    Claim,
    Decision,
    Decorate,
    Deliver,
    Discard,
    End,
    Get,
    Give,
    Influence,
    IvanClaim,
    IvanOrnament,
    MoveDie,
    Pay,
    PlaceTile,
    PrestigeReroll,
    PrestigeRubles,
    Sell,
    Stop,
    Swap,
    Take,
    Trade,
)


class NotationError(Misread):
    """A text that is no decision: what was read, which word is wrong, what would fit."""

    def __init__(self, text: str, reason: str, fix: str) -> None:
        super().__init__(reason, fix, place=quote(text))
        self.text = text


def place_text(place: int) -> str:
    """A cathedral card's place: tower and level, both from 1."""
    return f"{place // LEVEL_COUNT + 1}.{place % LEVEL_COUNT + 1}"


def read_place(text: str) -> int:
    """The place that ``place_text`` wrote."""
    tower, level = map(int, text.split("."))
    return place_of(tower - 1, level - 1)


def decision_text(number: int) -> str:
    """The text of a decision's id."""
    return _TEXTS[number]


def text_of(decision: Decision) -> str:
    """The text of a decision."""
    match decision:
        case End():
            return "end"
        case Stop():
            return "stop"
        case Pay():
            return "pay"
        case Influence(action):
            return f"influence {action + 1}"
        case Take(units):
            return f"take {units}"
        case Activate(space):
            return f"activate {WORKSHOP_SPACES[space]}"
        case MoveDie(die, extra):
            return f"die {DICE[die]} +{extra}"
        case PlaceTile(space, face_up):
            return f"tile {WORKSHOP_SPACES[space]} {'up' if face_up else 'down'}"
        case Sell(material):
            return f"sell {LETTERS[material]}"
        case Buy(material):
            return f"buy {LETTERS[material]}"
        case Trade(given, got):
            return f"trade {LETTERS[given]} {LETTERS[got]}"
        case Give(material):
            return f"give {LETTERS[material]}"
        case Get(material):
            return f"get {LETTERS[material]}"
        case Discard(materials):
            return "discard " + "".join(LETTERS[material] for material in materials)
        case Swap(first, second):
            return f"swap {first + 1} {second + 1}"
        case PrestigeRubles():
            return "prestige rubles"
        case PrestigeReroll(space):
            return f"prestige reroll {space + 1}"
        case Deliver(place, material):
            return f"deliver {LETTERS[material]} {place_text(place)}"
        case Decorate(place, gems):
            return f"ornament {place_text(place)} {GEM_SETS[gems]}"
        case Claim(place, source):
            return f"claim {place_text(place)} {BANNER_SOURCES[source]}"
        case IvanClaim(place):
            return f"ivan claim {place_text(place)}"
        case IvanOrnament(place):
            return f"ivan ornament {place_text(place)}"
        case _:
            assert_never(decision)


LISTED: Final = 8  # decisions that an error names
_TEXTS: Final = tuple(text_of(decision) for decision in DECISIONS)
_NUMBERS: Final = {text: number for number, text in enumerate(_TEXTS)}


def read_decision(text: str) -> int:
    """The id of the decision that a text names; raises NotationError when it names none."""
    number = _NUMBERS.get(text)
    if number is not None:
        return number
    try:
        return _NUMBERS[_exact(text)]
    except Misread as misread:
        raise NotationError(text, misread.reason, misread.fix) from None


def listed(decisions: Sequence[int]) -> str:
    """The first few decisions in notation, and how many more there are."""
    first = ", ".join(decision_text(decision) for decision in decisions[:LISTED])
    more = len(decisions) - LISTED
    return first + (f" and {more} more" if more > 0 else "")


def _one_of(what: str, names: Sequence[str]) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in names:
            raise Misread(f"{quote(word)} is no {what}", did_you_mean(word, names))
        return word

    return read


def _number(what: str, first: int, last: int) -> Callable[[str], str]:
    def read(word: str) -> str:
        if re.fullmatch(r"[0-9]{1,2}", word) is None or not first <= int(word) <= last:
            raise Misread(f"{quote(word)} is no {what}", f"write a number {first} to {last}")
        return str(int(word))

    return read


def _place(word: str) -> str:
    if re.fullmatch(r"[1-6]\.[1-6]", word) is None:
        fix = "write TOWER.LEVEL, both from 1 to 6, such as 2.1"
        raise Misread(f"{quote(word)} is no cathedral card's place", fix)
    return word


def _material(word: str) -> str:
    if word in MATERIALS:
        return LETTERS[MATERIALS.index(word)]
    if word.upper() not in MATERIAL_LETTERS:
        names = [f"{LETTERS[kind]} ({name})" for kind, name in enumerate(MATERIALS)]
        near = nearest(word, MATERIALS)
        guess = f"did you mean {near}? There are: " if near else "write one of: "
        raise Misread(f"{quote(word)} is no material", guess + ", ".join(names))
    return word.upper()


def _gems(word: str) -> str:
    gems = "".join(sorted(word.upper()))
    if gems not in GEM_SETS:
        raise Misread(f"{quote(word)} is no set of gems", "write one of: " + ", ".join(GEM_SETS))
    return gems


def _three(word: str) -> str:
    letters = [letter for letter in MATERIAL_LETTERS if letter in word.upper()]
    if not len(word) == len(letters) == 3:
        fix = f"write three different letters of {''.join(MATERIAL_LETTERS)}, such as WBE"
        raise Misread(f"{quote(word)} is not three different materials", fix)
    return "".join(letters)


def _extra(word: str) -> str:
    steps = _number("number of extra steps", 0, DIE_STEPS - 1)
    return "+" + steps(word.removeprefix("+"))


_market_space: Final = _number("market space", 1, SPACE_COUNT)
_board_space: Final = _one_of("workshop space", WORKSHOP_SPACES)
# Each kind of decision: how its words are read, and what they are called in an error.
_FORMS: Final[dict[str, tuple[tuple[Callable[[str], str], ...], str]]] = {
    "claim": ((_place, _one_of("place of a banner", BANNER_SOURCES)), "claim 2.1 inventory"),
    "tile": ((_board_space, _one_of("side of a tile", ("up", "down"))), "tile blue up"),
    "deliver": ((_material, _place), "deliver W 2.1"),
    "ornament": ((_place, _gems), "ornament 2.1 EP"),
    "die": ((_one_of("die", DICE), _extra), "die white +1"),
    "take": ((_number("number of units", 1, TAKE_LIMIT),), "take 3"),
    "influence": ((_number("influence action", 1, 2),), "influence 1"),
    "sell": ((_material,), "sell W"),
    "buy": ((_material,), "buy W"),
    "trade": ((_material, _material), "trade W E"),
    "give": ((_material,), "give W"),
    "get": ((_material,), "get E"),
    "swap": ((_market_space, _market_space), "swap 3 7"),
    "discard": ((_three,), "discard WBE"),
    "pay": ((), "pay"),
    "stop": ((), "stop"),
    "activate": ((_board_space,), "activate blue"),
    "prestige rubles": ((), "prestige rubles"),
    "prestige reroll": ((_market_space,), "prestige reroll 5"),
    "end": ((), "end"),
    "ivan claim": ((_place,), "ivan claim 2.2"),
    "ivan ornament": ((_place,), "ivan ornament 1.1"),
}
VERBS: Final = tuple(dict.fromkeys(form.split()[0] for form in _FORMS))


def _exact(text: str) -> str:
    """The exact form of a text."""
    words = re.sub(r"(green|purple) gem", r"\1-gem", " ".join(text.casefold().split())).split()
    if not words:
        raise Misread("nothing is written", "write a decision, such as " + _FORMS["deliver"][1])
    verb, args = _verb(words)
    readers, sample = _FORMS[verb]
    if verb == "discard" and len(args) > 1:
        args = ["".join(_material(word) for word in args)]
    if len(args) != len(readers):
        count = f"{len(readers)} word{'' if len(readers) == 1 else 's'}" if readers else "nothing"
        raise Misread(f"{verb} takes {count} more, not {len(args)}", f"write it as: {sample}")
    args = [read(word) for read, word in zip(readers, args, strict=True)]
    if verb == "swap":
        args.sort()
    if verb in ("swap", "trade") and args[0] == args[1]:
        raise Misread(f"{verb} needs two different ones", f"write it as: {sample}")
    return " ".join([verb, *args])


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """The kind of decision, which may be two words, and the rest."""
    if words[0] in _FORMS:
        return words[0], words[1:]
    if words[0] not in VERBS:
        raise Misread(f"{quote(words[0])} is no decision", did_you_mean(words[0], VERBS))
    seconds = [form.split()[1] for form in _FORMS if form.split()[0] == words[0]]
    if len(words) == 1:
        fix = " or ".join(_FORMS[f"{words[0]} {second}"][1] for second in seconds)
        raise Misread(f"{words[0]} needs another word", f"write it as: {fix}")
    second = _one_of(f"word after {words[0]}", seconds)(words[1])
    return f"{words[0]} {second}", words[2:]
