"""Check that the rows of an edition are consistent, so that games can be played with it."""

from collections.abc import Callable, Iterator
from typing import Final

from redcathedral.box import vocabulary as v
from redcathedral.box.edition import Edition
from redcathedral.box.edition_file import EditionFile
from redcathedral.box.file_sections import BANNERS_PER_PLAYER, DECKS, GROUP_LETTERS, PLANS
from redcathedral.box.notation import cost_text

PRESTIGE_COUNT: Final = 40  # the back of a score marker says +40 (R1.2)
STARTING_RUBLES: Final = sum(v.START_RUBLES)  # all rubles that four players get (R2.10)

# The section, the row ("" for the section as a whole), the reason, the rule, the fix; the code and
# the values for a translation.
Inconsistency = tuple[str, str, str, str, str, str, dict[str, int]]


def check_consistency(edition: Edition, file: EditionFile) -> None:
    """Report inconsistencies to ``file``, except in sections that already have a problem."""
    broken_sections = set(file.broken_sections)
    for sections, check in CHECKS:
        if broken_sections.isdisjoint(sections):
            for *texts, values in check(edition):
                file.report(*texts, **values)


def _banners(edition: Edition) -> Iterator[Inconsistency]:
    """Check the six banners: two next to the inventory, the others on its slots (R2.2, R2.3)."""
    if edition.beside != 2:
        reason = f"{edition.beside} banners are next to the inventory, not the two for white spaces"
        yield "inventory", "beside", reason, "R2.3", "write 2", "", {}
    elif edition.covered + edition.beside != BANNERS_PER_PLAYER:
        reason = f"{edition.covered} + {edition.beside} banners are not {BANNERS_PER_PLAYER}"
        fix = f"write {BANNERS_PER_PLAYER - edition.beside}"
        yield "inventory", "covered", reason, "R2.2", fix, "", {}
    if edition.slots < edition.covered:
        reason = f"{edition.covered} banners cannot cover {edition.slots} slots"
        yield "inventory", "slots", reason, "R1.4", f"write {edition.covered} or more", "", {}


def _bank(edition: Edition) -> Iterator[Inconsistency]:
    """Check that the bank has the starting rubles of four players (R1.3, R2.10)."""
    if edition.rubles < STARTING_RUBLES:
        reason = f"four players start with {STARTING_RUBLES} rubles, the bank has {edition.rubles}"
        values = {"rubles": STARTING_RUBLES, "n": edition.rubles}
        yield "rubles", "bank", reason, "R2.10", f"write {STARTING_RUBLES} or more", "bank", values


def _track(edition: Edition) -> Iterator[Inconsistency]:
    """Check the prestige spaces of the score track (R1.2)."""
    spaces = edition.prestige_spaces
    starts = sorted(
        int(path.split(".")[1]) for path in edition.marks if path.startswith("prestige.")
    )  # the first prestige point of each row
    last_row = str(starts[-1])
    if len(spaces) != PRESTIGE_COUNT:
        reason = f"there are {len(spaces)} prestige spaces, but a lap has {PRESTIGE_COUNT}"
        values = {"n": len(spaces), "of": PRESTIGE_COUNT}
        yield "prestige", last_row, reason, "R1.2", "add or remove spaces", "prestige-count", values
    previous = gap = 0
    for prestige, space in enumerate(spaces, 1):
        row = str(max(start for start in starts if start <= prestige))
        step = space - previous
        if step < 1:
            reason = f"prestige {prestige} at {space} is not beyond {previous}"
            fix = "write the spaces in ascending order"
            values = {"prestige": prestige, "space": space, "previous": previous}
            yield "prestige", row, reason, "R1.2", fix, "prestige-order", values
        elif prestige > 2 and step > gap:
            reason = f"the gap before prestige {prestige} is {step}, the one before it only {gap}"
            fix = "let gaps stay or shrink on the way"
            values = {"prestige": prestige, "n": step, "of": gap}
            yield "prestige", row, reason, "R1.2", fix, "prestige-gap", values
        previous, gap = space, step if step > 0 else gap
    if previous != edition.lap:
        reason = f"the last prestige space is {previous}, but the lap ends at {edition.lap}"
        fix = "let the last space be the lap"
        values = {"n": previous, "of": edition.lap}
        yield "prestige", last_row, reason, "R1.2", fix, "prestige-last", values


def _resource_tiles(edition: Edition) -> Iterator[Inconsistency]:
    """Check the eight resource tiles, of which one gives recognition (R2.5, R2.7)."""
    count = len(edition.resource_tiles)
    if count != v.SPACE_COUNT:
        reason = f"{count} tiles for {v.SPACE_COUNT} market spaces"
        fix = f"have {v.SPACE_COUNT} rows"
        values = {"n": count, "of": v.SPACE_COUNT}
        yield "resource_tiles", "", reason, "R2.5", fix, "resource-tile-count", values
    starts = [tile.id for tile in edition.resource_tiles if tile.resource == v.RECOGNITION]
    if not starts:
        fix = 'let one tile give recognition, such as gives = "1+"'
        reason = "no tile gives recognition, where the dice start"
        yield "resource_tiles", "", reason, "R2.7", fix, "no-recognition-tile", {}
    for tile in starts[1:]:
        reason = f"{starts[0]} gives recognition too, and the dice start at one tile only"
        fix = "let it give something else"
        yield "resource_tiles", tile, reason, "R2.7", fix, "recognition-tiles", {}


def _ivan_tiles(edition: Edition) -> Iterator[Inconsistency]:
    """Check Ivan's five tiles, one for each die (R8.2)."""
    tiles = {tile.id: tile for tile in edition.workshop_tiles}
    for die, colour in enumerate(v.DICE):
        name = f"die-{colour}*"
        if name not in tiles:
            fix = f'add  "{name}" = {{ gives = "{colour} die", count = 1, mark = "printed" }}'
            reason = f"the tile {name} is missing, one of Ivan's five"
            yield "workshop_tiles", "", reason, "R8.2", fix, "ivan-tile", {"die": die, "n": 0}
        elif tiles[name].count != 1:
            reason = f"{tiles[name].count} tiles {name}, but Ivan has one of each color"
            values = {"die": die, "n": tiles[name].count}
            yield "workshop_tiles", name, reason, "R8.2", "write count = 1", "ivan-tile", values


def _tile_count(edition: Edition) -> Iterator[Inconsistency]:
    """Check that each card of a plan gets a workshop tile; two players use only some (R2.9)."""
    for players, plans in edition.plans.items():
        required = max(sum(heights) for heights in plans)
        tiles = [tile for tile in edition.workshop_tiles if players > 2 or not tile.three_or_more]
        available = sum(tile.count for tile in tiles)
        if available < required:
            kind = "tiles" if players > 2 else "tiles without a *"
            reason = f"{available} {kind} for the {required} cards of a plan for {players} players"
            fix = "add tiles or shorten the plan"
            values = {"n": available, "of": required, "players": players}
            yield "workshop_tiles", "", reason, "R2.9", fix, "few-tiles", values


def _decks(edition: Edition) -> Iterator[Inconsistency]:
    """Check that each deck has enough cards for every plan (R2.8)."""
    plans = [heights for plans in edition.plans.values() for heights in plans]
    towers = max(len(heights) for heights in plans)
    middles = max(sum(heights) - 2 * len(heights) for heights in plans)
    for section, required in enumerate((towers, middles, towers)):
        available = sum(card.section == section for card in edition.cards)
        if available < required:
            reason = f"{available} {v.SECTIONS[section]}s, but a plan needs {required}"
            fix = f"add {required - available} or more, or shorten the plan"
            values = {"section": section, "n": available, "of": required}
            yield DECKS[section], "", reason, "R2.8", fix, "few-cards", values


def _card_materials(edition: Edition) -> Iterator[Inconsistency]:
    """Check that the box has enough pieces for the cost of each card (R1.3, R5.3)."""
    for card in edition.cards:
        for kind, required in enumerate(card.cost):
            if required > edition.materials[kind]:
                reason = (
                    f"the card costs {cost_text(card.cost)}, but the box has only "
                    f"{edition.materials[kind]} pieces of {v.MATERIALS[kind]}"
                )
                fix = f"correct the cost, or {v.LETTERS[kind]} in [materials]"
                values = {"material": kind, "n": required, "of": edition.materials[kind]}
                yield DECKS[card.section], card.id, reason, "R1.3", fix, "card-supply", values
                break


def _ornament_materials(edition: Edition) -> Iterator[Inconsistency]:
    """Check that the box has the material of each ornament (R5.5)."""
    for ornament, kind in enumerate(v.ORNAMENT_MATERIAL):
        if edition.ornaments[ornament] and not edition.materials[kind]:
            reason = f"there is no {v.MATERIALS[kind]} for the {v.ORNAMENTS[ornament]}"
            fix = "write 1 or more"
            values = {"material": kind, "ornament": ornament}
            yield "materials", v.LETTERS[kind], reason, "R5.5", fix, "ornament-supply", values


def _first_game(edition: Edition) -> Iterator[Inconsistency]:
    """Check that the first game has an influence card of each group (R2.6)."""
    groups = {card.id: card.group for card in edition.influence}
    for group, card in enumerate(edition.first_game):
        if groups.get(card) != group:
            fix = f"name a card of [{v.GROUPS[group]}], such as {GROUP_LETTERS[group]}1"
            reason = f"{ascii(card)[1:-1][:20]} is not a card of this group"
            yield "first_game", v.GROUPS[group], reason, "R2.6", fix, "first-game", {"guild": group}


def _board_ornaments(edition: Edition) -> Iterator[Inconsistency]:
    """Check that the advanced side of a board has a space for each ornament (R2.2, R2.3)."""
    for colour, spaces in enumerate(edition.advanced_ornaments):
        for ornament, name in enumerate(v.ORNAMENTS):
            placed, owned = spaces.count(ornament), edition.ornaments[ornament]
            if placed != owned:
                reason = f"{placed} x {name} on the spaces, but a player has {owned}"
                fix = f"place {owned}, or correct {name} in [ornaments]"
                values = {"colour": colour, "ornament": ornament, "n": placed, "of": owned}
                row = v.COLOURS[colour]
                yield "advanced_ornaments", row, reason, "R2.3", fix, "board-ornaments", values


CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[[Edition], Iterator[Inconsistency]]], ...]] = (
    (("inventory",), _banners),
    (("rubles",), _bank),
    (("track", "prestige"), _track),
    (("resource_tiles",), _resource_tiles),
    (("workshop_tiles",), _ivan_tiles),
    (("workshop_tiles", *PLANS), _tile_count),
    ((*PLANS, *DECKS), _decks),
    (("materials", *DECKS), _card_materials),
    (("materials", "ornaments"), _ornament_materials),
    (("first_game", *v.GROUPS), _first_game),
    (("ornaments", "advanced_ornaments"), _board_ornaments),
)
