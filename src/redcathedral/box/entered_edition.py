"""Build the edition of an owner's box: the packaged edition with the components they entered.

The rows of components do not depend on the order of entries.  A component that equals a packaged
one confirms its row; the others, in a fixed order, get the rows that are left.  So two people who
enter the same box independently get editions with the same hash.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any, Final, TypeAlias

from redcathedral.box import vocabulary as v
from redcathedral.box.action import action_text
from redcathedral.box.edition import RECONSTRUCTED, Action, Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.entered_box import EnteredAction, EnteredBox, EntryProgress
from redcathedral.box.file_sections import BOARD_SECTIONS, DECKS, GROUP_LETTERS, HEAD, PLANS
from redcathedral.box.loader import load_edition, parse_edition
from redcathedral.box.notation import benefit_text, cost_text, gains_text
from redcathedral.box.problem import EditionError, Problem
from redcathedral.box.source import EditionSections, read_source
from redcathedral.box.toml_writer import toml_text_of

ID_PREFIX: Final = "box-"  # the id of such an edition is this and the start of its hash
_ID_DIGITS: Final = 8
_HASH_START: Final = len("sha256:")
_EFFECT_NUMBERS: Final = {effect.name: number for number, effect in enumerate(EFFECTS)}
_AMOUNTS: Final = ("no", "one", "two", "three", "four")
# A component as a tuple of numbers: equal for equal components, and their order otherwise.
Numbers: TypeAlias = tuple[Any, ...]


@dataclass(slots=True)
class EnteredEdition:
    """The edition of an entered box; ``edition`` is None if it cannot be played.

    The keys of ``rows``, ``ticked`` and ``progress`` are the places of lists in ``EnteredBox``,
    such as ``cards.bases``.  The places of ``problems`` and ``notes`` also have an entry's index.
    """

    tables: EditionSections
    edition: Edition | None = None
    text: str = ""  # the edition file
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)  # contradictions to the rulebooks
    rows: dict[str, list[str]] = field(default_factory=dict)  # the row of each entry
    ticked: dict[str, list[str]] = field(default_factory=dict)  # packaged rows that are confirmed
    progress: dict[str, EntryProgress] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)  # rows that have been read from the cardboard

    @property
    def unread(self) -> set[str]:
        """The rows whose numbers are still reconstructed."""
        return {
            f"{section}.{row}"
            for section, rows in self.tables.items()
            if section != HEAD
            for row, values in rows.items()
            if values["mark"] == RECONSTRUCTED
        }

    def put(self, section: str, row: str, values: Mapping[Any, object]) -> None:
        """Replace a row by one that was read from the cardboard."""
        old = self.tables[section].get(row)
        if old is None or old["mark"] == RECONSTRUCTED:
            self.read.add(f"{section}.{row}")
        self.tables[section][row] = {**values, "mark": "printed"}

    def assign(
        self, place: str, packaged: Mapping[str, Numbers], entries: Sequence[Numbers], prefix: str
    ) -> list[str]:
        """Return the row of each entry of a list; ``prefix`` begins the ids of surplus rows."""
        unused = dict(packaged)
        rows: dict[int, str] = {}
        for index, entry in enumerate(entries):
            equal = next((row for row, numbers in unused.items() if numbers == entry), None)
            if equal is not None:
                rows[index] = equal
                del unused[equal]
        self.ticked[place] = list(rows.values())
        names = chain(unused, (f"{prefix}{number}" for number in count(len(packaged) + 1)))
        others = (index for index in range(len(entries)) if index not in rows)
        rows |= zip(sorted(others, key=lambda index: entries[index]), names, strict=False)
        self.rows[place] = [rows[index] for index in range(len(entries))]
        self.progress[place] = EntryProgress(len(entries), len(packaged))
        if len(entries) > len(packaged):
            self.report(place, "too-many", of=len(packaged), entered=len(entries))
        return self.rows[place]

    def report(self, place: str, code: str, *, is_note: bool = False, **values: int) -> None:
        """Add a problem, or a note, that only an entered box can have."""
        problem = Problem(0, place, code, "", "compare with the real box", code, values)
        (self.notes if is_note else self.problems).append(problem)


def edition_of(box: EnteredBox) -> EnteredEdition:
    """Build and check the edition of an entered box."""
    packaged = load_edition()
    tables = {name: dict(rows) for name, rows in read_source(None).valid_tables.items()}
    result = EnteredEdition(tables)
    _put_cards(result, box, packaged)
    _put_influence(result, box, packaged)
    _put_plans(result, box, packaged)
    _put_tiles(result, box, packaged)
    _put_boards(result, box)
    _put_track(result, box, packaged)
    _finish(result, box.name.strip() or "My box")
    return result


def _put_cards(result: EnteredEdition, box: EnteredBox, packaged: Edition) -> None:
    sizes = [sum(card.cost) for card in packaged.cards]
    for section, deck in enumerate(DECKS):
        place = f"cards.{deck}"
        entries = [
            (tuple(map(card.cost.count, v.MATERIAL_LETTERS)), card.recognition, card.rubles)
            for card in box.cards.get(deck, [])
        ]
        known = {
            card.id: (card.cost, card.recognition, card.rubles)
            for card in packaged.cards
            if card.section == section
        }
        for index, row in enumerate(result.assign(place, known, entries, deck[0])):
            cost, recognition, rubles = entries[index]
            gains = gains_text(recognition, rubles)
            result.put(deck, row, {"cost": cost_text(cost), "gains": gains})
            if not min(sizes) <= sum(cost) <= max(sizes):
                limits = {"low": min(sizes), "high": max(sizes)}
                result.report(f"{place}.{index}", "unusual-cost", is_note=True, **limits)


def _put_influence(result: EnteredEdition, box: EnteredBox, packaged: Edition) -> None:
    for group, (guild, prefix) in enumerate(zip(v.GROUPS, GROUP_LETTERS, strict=True)):
        place = f"influence.{guild}"
        cards = box.influence.get(guild, [])
        known = {card.id: card.actions for card in packaged.influence if card.group == group}
        entries = [sorted(map(_action, card.actions), key=_action_numbers) for card in cards]
        rows = result.assign(
            place,
            {row: pair_numbers(actions) for row, actions in known.items()},
            [pair_numbers(actions) for actions in entries],
            prefix,
        )
        for card, row, actions in zip(cards, rows, entries, strict=True):
            if any(not a.materials and EFFECTS[a.effect].shows("kinds") for a in actions):
                result.report(f"{place}.{rows.index(row)}", "no-material")
                continue
            is_ticked = row in result.ticked[place]
            texts = [action_text(action) for action in (known[row] if is_ticked else actions)]
            result.put(guild, row, {"actions": texts})
            if card.first_game:
                result.put("first_game", guild, {"card": row})


def _action(entered: EnteredAction) -> Action:
    """Return an action with the numbers that its sentence has."""
    effect = EFFECTS[_EFFECT_NUMBERS[entered.effect]]
    kinds = sorted(map(v.MATERIAL_LETTERS.index, set(entered.materials)))
    return Action(
        effect=_EFFECT_NUMBERS[entered.effect],
        materials=tuple(kinds) if effect.shows("kinds") else (),
        price=entered.price if effect.shows("price") else 0,
        amount=entered.amount if effect.shows("amount") else effect.fixed_amount,
        endless=entered.endless,
        mark="",
        sentence_mark="",
    )


def _action_numbers(action: Action) -> Numbers:
    return (action.effect, action.materials, action.price, action.amount, action.endless)


def pair_numbers(actions: Sequence[Action]) -> Numbers:
    """Return the numbers of both actions of a card, in any order of the actions."""
    return tuple(sorted(map(_action_numbers, actions)))


def _put_plans(result: EnteredEdition, box: EnteredBox, packaged: Edition) -> None:
    for players, section in enumerate(PLANS, 2):
        place = f"plans.{section}"
        entries = [tuple(plan) for plan in box.plans.get(section, [])]
        known = {"-".join(map(str, plan)): plan for plan in packaged.plans[players]}
        replaced = result.assign(place, known, entries, "")
        usual = max(map(sum, known.values()))
        for row in replaced:
            result.tables[section].pop(row, None)
        result.rows[place] = ["-".join(map(str, plan)) for plan in entries]
        for index, (row, plan) in enumerate(zip(result.rows[place], entries, strict=True)):
            result.put(section, row, {})
            if entries.count(plan) > 1:
                result.report(f"{place}.{index}", "plan-twice")
            elif sum(plan) != usual:
                limits = {"sections": sum(plan), "of": usual, "players": players}
                result.report(f"{place}.{index}", "plan-sum", is_note=True, **limits)


def _put_tiles(result: EnteredEdition, box: EnteredBox, packaged: Edition) -> None:
    """Put in the workshop tiles, and the amounts on resource tiles, once all are entered."""
    counts: Counter[tuple[str, str]] = Counter()
    for tile in box.tiles:
        if tile.count:
            resource = None if tile.gives is None else v.RESOURCES.index(tile.gives)
            die = None if tile.die is None else v.DICE.index(tile.die)
            name = tile.gives or f"die-{tile.die}"
            amount = 0 if resource is None else tile.amount
            if amount > 1:
                name = f"{_AMOUNTS[min(amount, len(_AMOUNTS) - 1)]}-{name}"
            counts[name + "*" * tile.many, benefit_text(resource, amount, die)] += tile.count
    total = sum(tile.count for tile in packaged.workshop_tiles)
    result.progress["tiles"] = EntryProgress(counts.total(), total)
    if counts.total() > total:
        result.report("tiles", "too-many", of=total, entered=counts.total())
    if counts.total() >= total:
        old, result.tables["workshop_tiles"] = result.tables["workshop_tiles"], {}
        for (row, gives), number in counts.items():
            if row in old:
                result.tables["workshop_tiles"][row] = old[row]
            result.put("workshop_tiles", row, {"gives": gives, "count": number})
    kinds = {tile.id: v.RESOURCES[tile.resource] for tile in packaged.resource_tiles}
    result.progress["resources"] = EntryProgress(len(box.resources), len(kinds))
    if len(box.resources) == len(kinds):
        for row, kind in kinds.items():
            gives = benefit_text(v.RESOURCES.index(kind), box.resources[kind], None)
            result.put("resource_tiles", row, {"gives": gives})


def _put_boards(result: EnteredEdition, box: EnteredBox) -> None:
    for colour, board in box.boards.items():
        for section, costs in (("basic_costs", board.basic), ("advanced_costs", board.advanced)):
            if len(costs) == v.WORKSHOP_COUNT:
                result.put(section, colour, {space: costs[space] for space in v.WORKSHOP_SPACES})
        if len(board.ornaments) == len(v.COLOURS):
            ornaments = {space: board.ornaments[space] for space in v.COLOURS}
            result.put("advanced_ornaments", colour, ornaments)
    result.progress["boards"] = EntryProgress(len(box.boards), len(v.COLOURS))


def _put_track(result: EnteredEdition, box: EnteredBox, packaged: Edition) -> None:
    """Put in the prestige spaces once they are complete, and the value of the coins."""
    spaces, total = sorted(set(box.prestige)), len(packaged.prestige_spaces)
    result.progress["prestige"] = EntryProgress(len(spaces), total)
    if len(spaces) > total:
        result.report("prestige", "too-many", of=total, entered=len(spaces))
    elif len(spaces) == total:
        for first, values in dict(result.tables["prestige"]).items():
            start = int(first) - 1
            row = spaces[start : start + len(values["spaces"])]
            result.put("prestige", first, {"spaces": row})
    result.progress["rubles"] = EntryProgress(int(box.rubles is not None), 1)
    if box.rubles is not None:
        result.put("rubles", "bank", {"value": box.rubles})


def _finish(result: EnteredEdition, name: str) -> None:
    """Check the tables as an edition, and give it an id from its hash."""
    result.tables[HEAD] = {**result.tables[HEAD], "id": f"{ID_PREFIX}new", "name": name}
    result.text = toml_text_of(result.tables)
    try:
        edition = parse_edition(result.text)
    except EditionError as error:
        result.problems += [
            replace(problem, place=_place(result, problem.place)) for problem in error.problems
        ]
        return
    own_id = f"{ID_PREFIX}{edition.hash[_HASH_START:][:_ID_DIGITS]}"
    result.tables[HEAD]["id"] = own_id
    result.text = toml_text_of(result.tables)
    if not result.problems:
        result.edition = replace(edition, id=own_id)


_OTHER_PLACES: Final = {"workshop_tiles": "tiles", "resource_tiles": "resources"}


def _place(result: EnteredEdition, place: str) -> str:
    """Return the place in the entered box for the place of a problem in the edition file."""
    section, _, row = place.partition(".")
    for list_place, rows in result.rows.items():
        if list_place.endswith(f".{section}"):
            return f"{list_place}.{rows.index(row)}" if row in rows else list_place
    if section in BOARD_SECTIONS:
        return f"boards.{row}"
    return _OTHER_PLACES.get(section, section)
