"""Take the components of an edition file back into a box that an owner enters."""

from collections import Counter
from typing import cast

from redcathedral.box import entered_box as entered
from redcathedral.box import vocabulary as v
from redcathedral.box.edition import RECONSTRUCTED, Action, Edition
from redcathedral.box.effects import EFFECTS
from redcathedral.box.file_sections import BOARD_SECTIONS, DECKS, PLANS
from redcathedral.box.loader import load_edition, parse_edition
from redcathedral.box.notation import cost_text
from redcathedral.box.problem import EditionError
from redcathedral.box.source import EditionSections, Source, read_source


def _fixed_numbers(edition: Edition) -> tuple[object, ...]:
    return (
        edition.materials,
        (edition.slots, edition.covered, edition.beside, edition.ornaments, edition.lap),
        Counter(card.section for card in edition.cards),
        Counter(card.group for card in edition.influence),
        [len(plans) for plans in edition.plans.values()],
        sum(tile.count for tile in edition.workshop_tiles),
        sorted(tile.resource for tile in edition.resource_tiles),
    )


def entered_box(text: str) -> entered.EnteredBox:
    """Return the components of an edition file that somebody has read from the cardboard.

    These are the rows that differ from the packaged ones, in numbers or marks.  Raises EditionError
    if the file cannot be played, or has numbers that nobody can enter.
    """
    edition = parse_edition(text, "edition")
    tables, packaged = Source("edition", text).valid_tables, read_source(None).valid_tables

    def read(section: str) -> set[str]:
        rows = tables[section].items()
        return {row for row, values in rows if packaged[section].get(row) != values}

    first_game: dict[str, str] = dict(zip(v.GROUPS, edition.first_game, strict=True))
    has_fixed_numbers = _fixed_numbers(edition) == _fixed_numbers(load_edition())
    # A card can be in the first game only if it has been entered, too.
    is_lost = any(first_game[guild] not in read(guild) for guild in read("first_game"))
    if not has_fixed_numbers or is_lost or _is_half_read(tables):
        reason = "the file changes numbers that cannot be entered in the page"
        raise EditionError.single("edition", reason, "choose it as the edition of new games")
    return entered.EnteredBox(
        name=edition.name[: entered.MAX_NAME_LENGTH],
        cards={
            deck: [
                entered.EnteredCard(_letters(card.cost), card.recognition, card.rubles)
                for card in edition.cards
                if card.section == section and card.id in read(deck)
            ]
            for section, deck in enumerate(DECKS)
        },
        influence={
            guild: [
                entered.EnteredInfluence(
                    [*map(_action, card.actions)],
                    first_game[guild] == card.id and guild in read("first_game"),
                )
                for card in edition.influence
                if card.group == group and card.id in read(guild)
            ]
            for group, guild in enumerate(v.GROUPS)
        },
        plans={
            section: [[*map(int, row.split("-"))] for row in sorted(read(section))]
            for section in PLANS
        },
        tiles=[
            entered.EnteredTile(
                None if tile.resource is None else v.RESOURCES[tile.resource],
                None if tile.die is None else v.DICE[tile.die],
                tile.amount,
                tile.three_or_more,
                tile.count,
            )
            for tile in edition.workshop_tiles
            if read("workshop_tiles")
        ],
        resources={
            v.RESOURCES[tile.resource]: tile.amount
            for tile in edition.resource_tiles
            if read("resource_tiles")
        },
        boards={
            colour: _board(edition, index)
            for index, colour in enumerate(v.COLOURS)
            if any(colour in read(section) for section in BOARD_SECTIONS)
        },
        prestige=list(edition.prestige_spaces) if read("prestige") else [],
        rubles=edition.rubles if read("rubles") else None,
    )


def _is_half_read(tables: EditionSections) -> bool:
    """Return whether only a part of the tiles, of the track or of a board has been read."""
    packaged = read_source(None).valid_tables
    tiles_and_track = ("workshop_tiles", "prestige")
    units = [[(section, row) for row in tables[section]] for section in tiles_and_track]
    units += [[(section, colour) for section in BOARD_SECTIONS] for colour in v.COLOURS]
    return any(
        any(packaged[section].get(row) != tables[section][row] for section, row in unit)
        and any(tables[section][row]["mark"] == RECONSTRUCTED for section, row in unit)
        for unit in units
    )


def _letters(cost: tuple[int, ...]) -> list[v.Material]:
    return cast("list[v.Material]", [*cost_text(cost)])


def _action(action: Action) -> entered.EnteredAction:
    return entered.EnteredAction(
        EFFECTS[action.effect].name,
        [v.MATERIAL_LETTERS[kind] for kind in action.materials],
        action.price,
        action.amount,
        action.endless,
    )


def _board(edition: Edition, colour: int) -> entered.EnteredBoard:
    ornaments: list[entered.BoardOrnament] = [
        "none" if kind < 0 else v.ORNAMENTS[kind] for kind in edition.advanced_ornaments[colour]
    ]
    return entered.EnteredBoard(
        dict(zip(v.WORKSHOP_SPACES, edition.basic_costs[colour], strict=True)),
        dict(zip(v.WORKSHOP_SPACES, edition.advanced_costs[colour], strict=True)),
        dict(zip(v.COLOURS, ornaments, strict=False)),
    )
