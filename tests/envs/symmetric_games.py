"""The setting and the positions of a symmetric game, to compare it with the first one."""

from __future__ import annotations

import msgspec

from redcathedral.box import vocabulary as v
from redcathedral.box.edition import Edition
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_setting
from redcathedral.envs.symmetry import Symmetry, tile_kinds
from redcathedral.record.position import Position, SeatPosition, Site


def symmetric_setting(symmetry: Symmetry, old: Setting) -> Setting:
    """Return the setting of the symmetric game, before the random set-up."""
    options = old.options
    sides = {
        v.COLOURS[symmetry.colours[v.COLOURS.index(name)]]: options.sides[name]
        for name in options.sides
    }
    colours = [
        symmetry.colours[old.colours[(seat + symmetry.shift) % symmetry.seats]]
        for seat in range(symmetry.seats)
    ]
    new_options = msgspec.structs.replace(options, sides=sides)
    return new_setting(old.components, colours, new_options, old.solo)


def symmetric_position(symmetry: Symmetry, old: Position, edition: Edition) -> Position:
    """Return the symmetric position, in the format of records."""
    tiles = tile_kinds(edition, symmetry.colours)
    names = [tile.id for tile in edition.workshop_tiles]
    kinds = {name: names[tiles[kind]] for kind, name in enumerate(names)}
    colour = {name: v.COLOURS[symmetry.colours[number]] for number, name in enumerate(v.COLOURS)}
    board = {
        name: v.WORKSHOP_SPACES[symmetry.workshop[space]]
        for space, name in enumerate(v.WORKSHOP_SPACES)
    }
    die = {name: v.DICE[symmetry.dice[number]] for number, name in enumerate(v.DICE)}

    def new_site(site: Site) -> Site:
        return msgspec.structs.replace(
            site,
            owner=site.owner and colour[site.owner],
            ornament=site.ornament and colour[site.ornament],
            tile=site.tile and kinds[site.tile],
        )

    def new_seat(seat: SeatPosition) -> SeatPosition:
        return msgspec.structs.replace(
            seat,
            colour=colour[seat.colour],
            locked={board[space]: ornament for space, ornament in seat.locked.items()},
            workshop=seat.workshop
            and {
                board[space]: tile and (kinds[tile[0]], tile[1])
                for space, tile in seat.workshop.items()
            },
        )

    seats = [new_seat(seat) for seat in old.seats]
    ivan = old.ivan
    if ivan is not None:
        cards = [(card, kinds[tile], is_up) for card, tile, is_up in ivan.cards]
        ivan = msgspec.structs.replace(ivan, cards=cards)
    return msgspec.structs.replace(
        old,
        dice={
            die[name]: (face, symmetry.spaces[space - 1] + 1)
            for name, (face, space) in old.dice.items()
        },
        influence=_rotated(old.influence, symmetry.quarters),
        resources=_rotated(old.resources, 2 * symmetry.quarters),
        ivan=ivan,
        seats=seats[symmetry.shift :] + seats[: symmetry.shift],
        to_move=colour[old.to_move],
        towers=[[new_site(site) for site in tower] for tower in old.towers],
    )


def _rotated(names: list[str], steps: int) -> list[str]:
    return [names[(index - steps) % len(names)] for index in range(len(names))]
