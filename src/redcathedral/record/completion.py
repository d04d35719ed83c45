"""A position as people lay it out: what follows from the rest need not be told, and all is checked.

What a table shows at a glance is enough: cards with banners and what was delivered, dice, tiles,
what lies on each board.  The rest follows: the supply, ornaments still to be placed and those that
lie on workshop spaces, banners, whether the last round has begun.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from redcathedral.box import vocabulary as v
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.ivan import STORED_AT_ONCE
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOTHING, State
from redcathedral.record.position import Banners, Position, SeatPosition, Site
from redcathedral.record.position_reader import PositionReader
from redcathedral.record.strict_json import PositionError


class CompletedPosition(NamedTuple):
    """What was laid out (None where that cannot be), and all that is wrong with it."""

    state: State | None
    problems: list[PositionError]


def complete_position(position: Position, setting: Setting) -> CompletedPosition:
    """A position laid out in a setting with nothing drawn, what follows from the rest added."""
    problems: list[PositionError] = []
    try:
        state = PositionReader(setting, problems).read(_tidied(position, setting))
    except PositionError as error:
        return CompletedPosition(None, [*problems, error])
    return CompletedPosition(state, [*problems, *_never(position)])


def _never(position: Position) -> Iterator[PositionError]:
    """What is sound, but never comes about (R8.4)."""
    if position.ivan is None:
        return
    up = [face_up for _, _, face_up in position.ivan.cards]
    if up != sorted(up):
        reason, fix = "a tile face down at the right of one face up", "those face down come first"
        yield PositionError("$.ivan.cards", reason, f"{fix} (R8.4)", "ivan-row")
    lying = position.ivan.inventory
    if len(lying) > STORED_AT_ONCE or len({*lying}) > 1:
        reason = f"{len(lying)} materials"
        fix = f"up to {STORED_AT_ONCE} of one kind lie there (R8.4)"
        values = {"n": len(lying), "of": STORED_AT_ONCE}
        yield PositionError("$.ivan.inventory", reason, fix, "ivan-inventory", values)


def _tidied(position: Position, setting: Setting) -> Position:
    """What follows from the rest, made to agree with it as far as that goes."""
    edition = setting.components.edition
    costs = {card.id: card.cost for card in edition.cards}
    ivan = setting.colour(len(setting.colours) - 1) if setting.solo else None
    towers = [
        [_site(site, costs.get(site.card, ()), site.owner == ivan) for site in sites]
        for sites in position.towers
    ]
    whole = replace(position, towers=towers)
    sites = [site for tower in towers for site in tower]
    completed = Counter(site.owner for site in sites if site.done)
    used = _used(whole)
    return replace(
        whole,
        final_round=max(completed.values(), default=0) >= CLOSING_CARDS,
        seats=[
            _seat(setting, seat, what, whole) if seat < setting.seat_count else what
            for seat, what in enumerate(position.seats)
        ],
        supply={
            name: pieces - used[name]
            for name, pieces in zip(v.MATERIAL_LETTERS, edition.materials, strict=True)
            if pieces > used[name]
        },
    )


def _used(position: Position) -> Counter[str]:
    """How much of each material does not lie in the supply."""
    used = Counter[str]()
    for tower in position.towers:
        for site in tower:
            used.update(site.delivered)
    for seat in position.seats:
        used.update(seat.materials)
    if position.ivan is not None:
        used.update(position.ivan.inventory + position.ivan.build)
    return used


def _site(site: Site, cost: tuple[int, ...], of_ivan: bool) -> Site:
    """A card with what can lie on it; where all materials are there it is completed (R5.3)."""
    if site.owner is None:
        return replace(site, delivered={}, done=False, ornament=None)
    there = [site.delivered.get(name, 0) for name in v.MATERIAL_LETTERS]
    is_full = sum(there) == sum(cost) if of_ivan else there == [*cost]
    done = site.done or is_full
    if done:
        return replace(site, tile=None, done=True, delivered={})
    return replace(site, tile=None, ornament=None)


def _seat(setting: Setting, seat: int, what: SeatPosition, position: Position) -> SeatPosition:
    colour = setting.colour(seat)
    claimed = sum(site.owner == colour for tower in position.towers for site in tower)
    banners = _banners(setting, seat, what, setting.components.banners - claimed)
    owned, locked = _ornaments(setting, seat, what)
    placed = [0] * len(v.ORNAMENTS)
    for tower in position.towers:
        for level, site in enumerate(tower):
            kind = v.BASE if level == 0 else v.DOME if level == len(tower) - 1 else v.MIDDLE
            placed[kind] += site.ornament == colour
    left = {name: max(0, int(owned[kind]) - placed[kind]) for kind, name in enumerate(v.ORNAMENTS)}
    return replace(what, banners=banners, locked=locked, ornaments=left)


def _ornaments(
    setting: Setting, seat: int, what: SeatPosition
) -> tuple[list[int], dict[v.WorkshopSpace, v.OrnamentKind]]:
    """How many of each kind a seat has had for itself (R2.2, R4.5), and which still lie locked."""
    components = setting.components
    if not setting.advanced[seat]:
        return [*components.ornaments], {}
    owned = [0] * len(v.ORNAMENTS)
    locked: dict[v.WorkshopSpace, v.OrnamentKind] = {}
    workshop = what.workshop or {}
    for space, name in enumerate(v.WORKSHOP_SPACES):
        kind = components.locked_ornaments[setting.colours[seat] * v.WORKSHOP_COUNT + space]
        tile = workshop.get(name)
        if kind == NOTHING:
            continue
        if tile is None:
            locked[name] = v.ORNAMENTS[kind]
        elif tile[1] == "up":
            owned[kind] += 1
    return owned, locked


def _banners(setting: Setting, seat: int, what: SeatPosition, here: int) -> Banners:
    """So many banners on a board, in the places where they were said to lie if that can be."""
    components = setting.components
    covered = int(components.covered)
    here = max(0, int(here))
    if setting.is_ivan(seat):
        return Banners(left=here)
    if not setting.advanced[seat]:
        given = what.banners.inventory if what.banners.inventory is not UNSET else here
        inventory = max(min(given, here, covered), here - int(components.beside), 0)
        return Banners(inventory=inventory, beside=here - inventory)
    workshop = what.workshop or {}
    free = [workshop.get(name) is None for name in ("white1", "white2")]
    lying = [
        is_free and given is True
        for is_free, given in zip(free, (what.banners.white1, what.banners.white2), strict=True)
    ]
    for white, is_free in enumerate(free):
        if here - sum(lying) > covered:
            lying[white] = is_free
    for white in range(len(lying)):
        if sum(lying) > here:
            lying[white] = False
    return Banners(inventory=min(covered, here - sum(lying)), white1=lying[0], white2=lying[1])
