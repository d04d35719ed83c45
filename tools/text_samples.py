"""Fill the arguments of texts with samples, so that a person or a check reads whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from redcathedral.text.catalog import PLURALS, Node
from redcathedral.text.translator import AllOf, AnyOf, Argument, Term, Translator
from tools.text_nodes import arguments, choices, forms

NUMBERS: Final = (0, 1, 2, 5, 22)  # every plural category of our languages is among these
COUNTS: Final = frozenset({"number", "of", "total", "line", "least", "most", "players", "turn"})
# Arguments that are amounts, lists of amounts, or other terms; every other one is a number.
AMOUNTS: Final = {
    "price": "ruble",
    "lost": "ruble",
    "rubles": "ruble",
    "prestige": "prestige",
    "recognition": "recognition",
    "steps": "step",
    "free": "free-slot",
    "what": "wood",
}
# Texts, by the beginning of their ids, in which such arguments are numbers.
NUMBERS_IN: Final = {
    "board.slots": {"free"},
    "edition-problem.": {"free", "prestige", "recognition", "steps"},
    "position.score": {"recognition"},
    "web.": {"free", "lost", "prestige", "price", "recognition", "rubles", "steps"},
}
# Texts, by the beginning of their ids, in which {who} is a list of {n} players.
LISTS_OF_PLAYERS: Final = (
    "table.agrees",
    "table.allows-hints",
    "table.disagrees",
    "web.agreed",
    "web.hints.allowed",
    "web.over.stand-in",
    "web.waiting",
    "web.winners",
)
LISTS: Final = frozenset({"gains", "costs", "paid", "materials", "missing", "delivered", "tile"})
TERMS: Final[Mapping[str, Argument]] = {
    "who": Term("player.red"),
    "decorator": Term("player.blue"),
    "others": AllOf((Term("player.blue"), Term("player.green"))),
    "other": Term("player.yellow"),
    "place": "2.1",
    "die": Term("die.blue"),
    "dice": AllOf((Term("die.white"), Term("die.blue"))),
    "material": AnyOf((Term("material.wood"), Term("material.brick"))),
    "section": Term("section.dome"),
    "ornament": Term("ornament.cross"),
    "ornaments": AllOf((Term("ornament.door"), Term("ornament.cross"))),
    "gems": Term("gems.EP"),
    "source": Term("source.inventory"),
    "guild": Term("guild.merchants"),
    "season": Term("season.winter"),
    "action": Term("action.activate"),
    "bot": Term("bot.name.architect"),
    "colours": AnyOf((Term("player.red"), Term("player.blue"))),
    "all": AllOf((Term("player.red"), Term("player.blue"))),
}


def sentences(translator: Translator, id_: str, node: Node) -> Iterator[str]:
    """Yield the sentences of a text: with each number, each deciding word, in each form."""
    seen: dict[str, None] = {}
    numbers = {by for by, cases in choices(node) if cases.keys() & PLURALS - {"other"}} | {"n"}
    numbers |= COUNTS
    for beginning, names in NUMBERS_IN.items():
        if id_.startswith(beginning):
            numbers |= names
    for words in _deciding_words(node):
        for number in NUMBERS:
            samples = {name: _sample(name, number, name in numbers) for name in arguments(node)}
            if id_.startswith(LISTS_OF_PLAYERS) and number != 1:
                samples["who"] = TERMS["others"]
            if id_ == "decision.die":
                samples["steps"] = Term("amount.space", n=number)
            for name, word in words.items():
                term = TERMS.get(name)
                samples[name] = (
                    Term(f"{term.id.rpartition('.')[0]}.{word}") if isinstance(term, Term) else word
                )
            for form in forms(node) or {""}:
                seen[translator.say(Term(id_, **samples), form)] = None
    yield from seen


def _sample(name: str, number: int, is_number: bool) -> Argument:
    if name in LISTS:
        return AllOf((Term("amount.stone", n=number), Term("amount.ruble", n=number)))
    if name in AMOUNTS and not is_number:
        return Term(f"amount.{AMOUNTS[name]}", n=number)
    return TERMS.get(name, number if is_number else f"[{name}]")


def _deciding_words(node: Node) -> Iterator[dict[str, str]]:
    """Yield values of arguments that decide by a word: none, then one argument at a time."""
    yield {}
    for name, cases in choices(node):
        for case in cases.keys() - {"by", "other"}:
            if case not in PLURALS and not case.isdigit():
                yield {name: case}
