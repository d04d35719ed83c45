"""Build an edition from the sections of its file."""

import re
from typing import Final

from redcathedral.box import effects, file_sections, notation
from redcathedral.box import vocabulary as v
from redcathedral.box.action import parse_action
from redcathedral.box.edition import (
    Action,
    Card,
    Edition,
    InfluenceCard,
    ResourceTile,
    WorkshopTile,
)
from redcathedral.box.edition_file import EditionFile, Row, suggestion
from redcathedral.box.file_sections import HEAD, SECTIONS
from redcathedral.box.problem import EditionError, NewerEditionError, ParseError
from redcathedral.box.quoting import toml_text

NO_ORNAMENT: Final = -1
_NO_COST: Final[tuple[int, ...]] = (0,) * v.MATERIAL_COUNT
_NO_BENEFIT: Final[tuple[int | None, int, int | None]] = (0, 1, None)
_NO_TOWERS: Final[tuple[int, ...]] = ()
_NO_ACTION: Final = Action(effects.ACTIVATE, (), 0, 1, False, "", "")


def read_edition(file: EditionFile) -> Edition:
    """Read an edition, without its hash; invalid values are replaced and reported to ``file``."""
    check_sections(file)
    id_, name = _head(file)
    slots, covered, beside = _numbers(file, "inventory", "value", 0, 12)
    door, arch, cross = _numbers(file, "ornaments", "pieces", 0, 4)
    return Edition(
        id=id_,
        name=name,
        materials=_numbers(file, "materials", "pieces", 0, 99),
        rubles=_numbers(file, "rubles", "value", 0, 999)[0],
        slots=slots,
        covered=covered,
        beside=beside,
        ornaments=(door, arch, cross),
        lap=_numbers(file, "track", "value", 1, 400)[0],
        prestige_spaces=_prestige(file),
        resource_tiles=_resource_tiles(file),
        workshop_tiles=_workshop_tiles(file),
        cards=tuple(
            _card(row, i) for i, deck in enumerate(file_sections.DECKS) for row in file.rows(deck)
        ),
        influence=tuple(
            _influence(row, i) for i, group in enumerate(v.GROUPS) for row in file.rows(group)
        ),
        first_game=tuple(row.text("card", str, "") for row in _ordered(file, "first_game")),
        plans=_plans(file),
        basic_costs=_costs(file, "basic_costs"),
        advanced_costs=_costs(file, "advanced_costs"),
        advanced_ornaments=_ornaments(file),
        ivan_cards=tuple(row.id for row in _ordered(file, "ivan_cards")),
        marks=file.marks,
        hash="",
    )


def check_sections(file: EditionFile) -> None:
    """Report unknown sections; raises EditionError if no section is known."""
    known = (HEAD, *SECTIONS)
    if not any(name in known for name in file.source.tables):
        fix = "begin with a copy of the packaged edition"
        reason = "there is nothing of an edition in this file"
        raise EditionError.single(file.source.file, reason, fix, 1)
    for name in file.source.tables:
        if name not in known:
            fix = suggestion(name, known) or f"the sections are: {', '.join(known)}"
            file.report(name, "", "there is no such section", "format", fix)


def _head(file: EditionFile) -> tuple[str, str]:
    head = file.source.tables.get(HEAD)
    if not isinstance(head, dict):
        known = file_sections.FORMAT_VERSION
        fix = f'write [{HEAD}] with format = {known}, id = "..." and name = "..."'
        file.report(HEAD, "", "the section is missing", "format", fix)
        return "", ""
    for key in head:
        if key not in ("format", "id", "name"):
            fix = "keep format, id and name only"
            file.report(HEAD, key, "there is no such key", "format", fix)
    version = head.get("format")
    if isinstance(version, int) and version > file_sections.FORMAT_VERSION:
        reason = f"a later version of the program wrote this file, in format {version}"
        line = file.source.line(HEAD, "format")
        raise NewerEditionError.single(file.source.file, reason, "update the program", line)
    if version != file_sections.FORMAT_VERSION or isinstance(version, bool):
        fix = f"write format = {file_sections.FORMAT_VERSION}"
        file.report(HEAD, "format", "the form of the file is not known", "format", fix)
    id_, name = head.get("id"), head.get("name")
    if not isinstance(id_, str) or re.fullmatch(file_sections.EDITION_ID, id_) is None:
        fix = 'write small letters, digits and -, such as id = "my-box"'
        file.report(HEAD, "id", "this is not an id for an edition", "format", fix)
    if not isinstance(name, str) or not 1 <= len(name) <= 80 or not name.isprintable():
        fix = 'write one line, such as name = "My box"'
        file.report(HEAD, "name", "this is not a name for an edition", "format", fix)
    return str(id_), str(name)


def _ordered(file: EditionFile, section: str) -> list[Row]:
    """Return the rows of a section with fixed rows, in the order of ``FileSection.rows``."""
    return sorted(file.rows(section), key=lambda row: row.section.rows.index(row.id))


def _numbers(file: EditionFile, section: str, key: str, low: int, high: int) -> tuple[int, ...]:
    """Return one number from each row of a section with fixed rows, in their order."""
    values = {row.id: row.number(key, low, high) for row in file.rows(section)}
    return tuple(values.get(name, low) for name in SECTIONS[section].rows)


def _prestige(file: EditionFile) -> tuple[int, ...]:
    """Return the spaces of prestige 1, 2, ... (R1.2); the id of a row is its first prestige."""
    spaces: list[int] = []
    first = 1
    for row in file.rows("prestige"):
        if int(row.id) != first:
            reason = f"the rows before end at prestige {first - 1}, so this one starts with {first}"
            row.report(reason, "R1.2", f"name it {first}, or correct the row before it")
        items = row.items("spaces")
        spaces += [row.check_number(space, "a space", 1, 400) for space in items]
        first = int(row.id) + len(items)
    return tuple(spaces)


def _resource_tiles(file: EditionFile) -> tuple[ResourceTile, ...]:
    tiles = []
    for row in file.rows("resource_tiles"):
        resource, amount = row.text("gives", notation.parse_resource, (0, 1))
        _check_name(row, row.id, v.RESOURCES[resource])
        tiles.append(ResourceTile(row.id, resource, amount, row.mark))
    return tuple(sorted(tiles, key=lambda tile: (tile.resource, tile.id)))


def _workshop_tiles(file: EditionFile) -> tuple[WorkshopTile, ...]:
    tiles = []
    for row in file.rows("workshop_tiles"):
        resource, amount, die = row.text("gives", notation.parse_benefit, _NO_BENEFIT)
        given_name = f"die-{v.DICE[die or 0]}" if resource is None else v.RESOURCES[resource]
        _check_name(row, row.id.removesuffix("*"), given_name)
        count = row.number("count", 1, 99)
        three_or_more = row.id.endswith("*")
        tiles.append(WorkshopTile(row.id, resource, amount, die, count, three_or_more, row.mark))
    return tuple(sorted(tiles, key=_tile_order))


def _tile_order(tile: WorkshopTile) -> tuple[int, str]:
    return (v.RESOURCE_COUNT + (tile.die or 0) if tile.resource is None else tile.resource, tile.id)


def _check_name(row: Row, name: str, given_name: str) -> None:
    """Report a tile whose id names another resource or die than it gives."""
    is_about_die = name.startswith("die-") or given_name.startswith("die-")
    if row.is_valid and name != given_name and (is_about_die or name in v.RESOURCES):
        fix = f"name the tile {given_name}, or correct what it gives"
        row.report(f"the tile is named {name} but gives {given_name}", "R2.9", fix)


def _card(row: Row, section: int) -> Card:
    cost = row.text("cost", notation.parse_cost, _NO_COST)
    recognition, rubles = row.text("gains", notation.parse_gains, (0, 0))
    if sum(cost) > 10:
        reason = f"the card costs {sum(cost)} materials"
        row.report(reason, "R5.3", "ask 1 to 10 materials", "card-cost", n=sum(cost), most=10)
    return Card(row.id, section, cost, recognition, rubles, row.mark)


def _influence(row: Row, group: int) -> InfluenceCard:
    mark = row.part_mark("actions")
    sentence = row.part_mark(file_sections.SENTENCES, "actions")
    actions = [
        row.parse_text(text, "actions", lambda text: parse_action(text, mark, sentence), _NO_ACTION)
        for text in row.items("actions")
    ]
    if len(actions) != 2 and isinstance(row.values["actions"], list):
        reason = f"the card has {len(actions)} actions"
        fix = "write two actions, each in double quotes"
        row.report(reason, "R6.6", fix, "action-count", n=len(actions))
    first, second, *_ = (*actions, _NO_ACTION, _NO_ACTION)
    return InfluenceCard(row.id, group, (first, second), row.mark)


def _plans(file: EditionFile) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return the tower heights of each plan, by number of players (R2.8)."""
    return {
        players: tuple(_plan(row, players) for row in file.rows(section))
        for players, section in enumerate(file_sections.PLANS, 2)
    }


def _plan(row: Row, players: int) -> tuple[int, ...]:
    """Read a plan with enough cards for a player to complete a sixth one (R7.1)."""
    heights = row.parse_text(row.id, "the plan", notation.parse_towers, _NO_TOWERS)
    min_cards = players * (file_sections.BANNERS_PER_PLAYER - 1) + 1
    if 0 < sum(heights) < min_cards:
        reason = (
            f"the plan has {sum(heights)} cards; {players} players may complete "
            f"{file_sections.BANNERS_PER_PLAYER - 1} each, and then no card is left for a sixth"
        )
        values = {"n": sum(heights), "least": min_cards, "players": players}
        row.report(reason, "R7.1", f"draw {min_cards} cards or more", "plan-cards", **values)
    return heights


def _costs(file: EditionFile, section: str) -> tuple[tuple[int, ...], ...]:
    """Return the cost in rubles of each workshop space of each color (R4.4, R4.5)."""
    return tuple(
        tuple(row.number(space, 0, 99) for space in v.WORKSHOP_SPACES)
        for row in _ordered(file, section)
    )


def _ornaments(file: EditionFile) -> tuple[tuple[int, ...], ...]:
    """Return the ornament on each workshop space of each color (R2.3); white spaces have none."""
    white = (NO_ORNAMENT,) * (v.WORKSHOP_COUNT - len(v.COLOURS))
    return tuple(
        tuple(row.text(space, _ornament, NO_ORNAMENT) for space in v.COLOURS) + white
        for row in _ordered(file, "advanced_ornaments")
    )


def _ornament(text: str) -> int:
    if text == "none":
        return NO_ORNAMENT
    if text not in v.ORNAMENTS:
        fix = f"write one of: {', '.join(v.ORNAMENTS)}, none"
        raise ParseError(f"{toml_text(text)} is not an ornament", fix, rule="R2.2")
    return v.ORNAMENTS.index(text)
