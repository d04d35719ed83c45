"""The inputs with which a person enters a whole box on the screen My box, by clicks or by keys.

The list is used twice: a test carries it out in a browser, and ``bench`` counts its inputs and
estimates the time with the keystroke-level model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from redcathedral.box import Action, Edition, load_edition, parse_edition
from redcathedral.box import vocabulary as v
from redcathedral.box.edition import WorkshopTile
from redcathedral.box.effects import EFFECTS
from redcathedral.box.entered_box import EnteredBox, EnteredCard
from redcathedral.box.entries import entered_box
from redcathedral.box.file_sections import DECKS

INVENTED: Final = Path(__file__).parents[1] / "box" / "invented" / "invented.toml"
# The short names of effects that the screen shows, in the order of ``EFFECTS``.
CODES: Final = dict(zip((effect.name for effect in EFFECTS), "sbdrx2t4a+p3c", strict=True))
Way: TypeAlias = Literal["clicks", "keys"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)

# Card, Moran and Newell, "The keystroke-level model for user performance time with interactive
# systems", Communications of the ACM 23 (1980): seconds for a key of an average typist, to point,
# to press and release the button, to move the hand to the other device, and to think.
KEY: Final = 0.28
POINT: Final = 1.1
CLICK: Final = 0.2
HOME: Final = 0.4
THINK: Final = 1.35


@dataclass(frozen=True)
class Input:
    """A click on an element, or a line of text with Enter.

    ``begins`` says that the person looks at the next component before.
    """

    selector: str
    line: str | None = None
    begins: bool = False

    @property
    def count(self) -> int:
        """The number of clicks or keys."""
        return 1 if self.line is None else len(self.line) + 1


def seconds(inputs: list[Input]) -> float:
    """Return the time of the keystroke-level model."""
    time = 0.0
    was_click = True  # the hand begins at the mouse
    for entry in inputs:
        is_click = entry.line is None
        time += HOME * (is_click != was_click) + THINK * entry.begins
        time += POINT + CLICK if is_click else KEY * entry.count
        was_click = is_click
    return time


@cache
def invented() -> tuple[Edition, EnteredBox]:
    text = INVENTED.read_text(encoding="utf-8")
    return parse_edition(text), entered_box(text)


def inputs(way: Way) -> list[Input]:
    """Return the inputs for the whole invented box, in the order of the steps."""
    steps = (_cards, _plans, _tiles, _influence, _boards, _track, _rest)
    return [entry for step in steps for entry in step(way)]


def element(do: str, *, begins: bool = False) -> Input:
    return Input(f'main [data-do="{do}"]', begins=begins)


def choice(field: str, value: object) -> Input:
    return Input(f'main .pick:has([data-field="{field}"][value="{value}"])')


def line(field: str, text: str) -> Input:
    return Input(f'main [data-field="{field}"]', text, begins=True)


def _cards(way: Way) -> Iterator[Input]:
    box = invented()[1]
    for deck in DECKS:
        yield element(f"step.{deck}")
        for card in box.cards[deck]:
            if way == "keys":
                cost = "".join(card.cost).lower()
                yield line(
                    "card-line", f"{cost} {card.recognition} {card.rubles}".removesuffix(" 0")
                )
            elif row := _packaged_row(deck, card):
                yield element(f"confirm.{row}", begins=True)
            else:
                for index, material in enumerate(card.cost):
                    yield element(f"add.{material}", begins=index == 0)
                yield choice("recognition", card.recognition)
                if card.rubles:
                    yield choice("rubles", card.rubles)
                yield element("enter")


def _packaged_row(deck: str, card: EnteredCard) -> str | None:
    for row in load_edition().cards:
        cost = [letter for letter, n in zip("WBSGEP", row.cost, strict=True) for _ in range(n)]
        numbers = (row.recognition, row.rubles, row.id[0])
        if cost == card.cost and numbers == (card.recognition, card.rubles, deck[0]):
            return row.id
    return None


def _plans(way: Way) -> Iterator[Input]:
    yield element("step.plans")
    for plans in invented()[1].plans.values():
        for plan in plans:
            if way == "keys":
                yield line("plan-line", "".join(map(str, plan)))
            else:
                for tower, height in enumerate(plan, 1):
                    yield element(f"height.{tower}.{height}", begins=tower == 1)


def _tiles(way: Way) -> Iterator[Input]:
    yield element("step.tiles")
    edition, packaged = invented()[0], load_edition()
    usual = {tile.resource: tile.amount for tile in packaged.resource_tiles}
    rounds = [tile for tile in edition.resource_tiles if tile.amount != usual[tile.resource]]
    if way == "keys":
        yield line("tile-line", " ".join(map(_tile_word, edition.workshop_tiles)))
        words = [f"o{tile.amount}{v.LETTERS[tile.resource].lower()}" for tile in rounds]
        yield line("tile-line", " ".join(words))
        return
    shown = 1
    for tile in sorted(edition.workshop_tiles, key=lambda tile: tile.amount):
        if tile.amount > shown:
            yield choice("amount", tile.amount)
            shown = tile.amount
        for _ in range(tile.count):
            yield element(f"more.{_tile_key(tile)}", begins=True)
    for round_tile in rounds:
        for _ in range(round_tile.amount - usual[round_tile.resource]):
            yield element(f"round.{v.RESOURCES[round_tile.resource]}", begins=True)
    yield element("round")


def _tile_key(tile: WorkshopTile) -> str:
    resource = "" if tile.resource is None else f"{tile.amount}{v.RESOURCES[tile.resource]}"
    return (resource or v.DICE[tile.die or 0]) + "*" * tile.three_or_more


def _tile_word(tile: WorkshopTile) -> str:
    """Return a tile as a person types it, with the first two letters of a die."""
    resource = "" if tile.resource is None else v.LETTERS[tile.resource].lower()
    amount = str(tile.amount) if tile.amount > 1 else ""
    count = f"x{tile.count}" if tile.count > 1 else ""
    return f"{amount}{resource or v.DICE[tile.die or 0][:2]}{'*' * tile.three_or_more}{count}"


def _influence(way: Way) -> Iterator[Input]:
    yield element("step.influence")
    packaged = load_edition()
    usual = {action.effect: action for card in packaged.influence[::-1] for action in card.actions}
    known = {card.actions: card.id for card in packaged.influence}
    for card in invented()[0].influence:
        is_first = card.id in invented()[0].first_game
        actions = [_unmarked(action) for action in card.actions]
        row = next((id_ for pair, id_ in known.items() if [*map(_unmarked, pair)] == actions), None)
        if way == "keys":
            text = ", ".join(_action_text(action, usual[action.effect]) for action in actions)
            yield line("influence-line", text + " f" * is_first)
        elif row and not is_first:
            yield element(f"confirm.{row}", begins=True)
        else:
            for number, action in enumerate(actions, 1):
                begins = number == 1
                yield element(f"effect.{EFFECTS[action.effect].name}", begins=begins)
                yield from _action_changes(number, action, usual[action.effect])
            if is_first:
                yield Input('main [data-field="first-game"]')
            yield element("enter")


def _unmarked(action: Action) -> Action:
    return replace(action, mark="", sentence_mark="")


def _action_text(action: Action, usual: Action) -> str:
    """Return an action as a person types it, without what is as usual at its end."""
    effect = EFFECTS[action.effect]
    words = [CODES[effect.name]]
    if action.materials != usual.materials:
        words.append(_letters(action).lower())
    if "{amount}" in effect.sentence and (action.amount, action.price) != (
        usual.amount,
        usual.price,
    ):
        words.append(str(action.amount))
    if "{price}" in effect.sentence and action.price != usual.price:
        words.append(str(action.price))
    sign = "" if action.endless == usual.endless else "*" if action.endless else "^"
    return " ".join(words) + sign


def _letters(action: Action) -> str:
    is_any = len(action.materials) == v.MATERIAL_COUNT
    return "any" if is_any else "".join(v.LETTERS[kind] for kind in action.materials)


def _action_changes(number: int, action: Action, usual: Action) -> Iterator[Input]:
    """Yield the clicks that change a usual action into another one of the same effect."""
    if action.endless != usual.endless:
        yield choice(f"sign.{number}", "endless" if action.endless else "once")
    if action.materials != usual.materials:
        kinds = [v.LETTERS[kind] for kind in sorted({*action.materials} ^ {*usual.materials})]
        if len(action.materials) == v.MATERIAL_COUNT:
            kinds = ["any"]
        elif len(usual.materials) == v.MATERIAL_COUNT:
            kinds = [v.LETTERS[kind] for kind in action.materials]
        for kind in kinds:
            yield element(f"material.{number}.{kind}")
    if action.amount != usual.amount:
        yield choice(f"amount.{number}", action.amount)
    if action.price != usual.price:
        yield choice(f"price.{number}", action.price)


def _boards(way: Way) -> Iterator[Input]:
    yield element("step.boards")
    new, old = invented()[0], load_edition()
    kinds = ("none", *v.ORNAMENTS)
    for at, colour in enumerate(v.COLOURS):
        if way == "keys":
            costs = [new.basic_costs[at], new.advanced_costs[at]]
            digits = ["".join(map(str, side)) for side in costs]
            ornaments = [kinds[kind + 1] for kind in new.advanced_ornaments[at][: len(v.COLOURS)]]
            letters = "".join("-" if kind == "none" else kind[0] for kind in ornaments)
            yield line("board-line", " ".join([*digits, letters]))
            continue
        for side in ("basic", "advanced"):
            costs = [getattr(edition, f"{side}_costs")[at] for edition in (new, old)]
            for space, cost, usual in zip(v.WORKSHOP_SPACES, *costs, strict=True):
                change = "more" if cost > usual else "less"
                for _ in range(abs(cost - usual)):
                    yield element(f"{change}.{colour}.{side}.{space}", begins=True)
        rows = (new.advanced_ornaments[at], old.advanced_ornaments[at])
        for space, kind, usual in zip(v.WORKSHOP_SPACES, *rows, strict=True):
            for _ in range((kind - usual) % len(kinds)):
                yield element(f"ornament.{colour}.{space}", begins=True)
        yield element(f"confirm.{colour}")


def _track(way: Way) -> Iterator[Input]:
    yield element("step.track")
    spaces = invented()[1].prestige
    if way == "keys":
        yield line("track-line", " ".join(_ranges(spaces)))
    else:
        old = set(load_edition().prestige_spaces)
        for index, space in enumerate(sorted(old ^ set(spaces))):
            yield element(f"space.{space}", begins=index == 0)


def _ranges(spaces: list[int]) -> Iterator[str]:
    """Yield spaces, and ranges where they follow each other."""
    start = previous = spaces[0]
    for space in [*spaces[1:], -1]:
        if space != previous + 1:
            yield str(start) if start == previous else f"{start}-{previous}"
            start = space
        previous = space


def _rest(way: Way) -> Iterator[Input]:  # noqa: ARG001  # coins are always typed
    yield element("step.rest")
    yield line("rubles", str(invented()[0].rubles))
