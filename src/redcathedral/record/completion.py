"""Complete and check a position that a person entered, for example in the position editor.

People enter the visible pieces: cards with banners and delivered materials, dice, tiles and the
pieces on each board.  This module adds the supply, banners, ornaments on workshop spaces and
ornaments not placed yet, and whether the last round has begun.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from redcathedral.box import vocabulary as v
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.ivan import INVENTORY_AMOUNT
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOTHING, State
from redcathedral.record.position import Banners, Position, SeatPosition, Site
from redcathedral.record.position_reader import PositionReader
from redcathedral.record.strict_json import PositionError


class CompletedPosition(NamedTuple):
    """The completed state (None if that is impossible), and all problems of the position."""

    state: State | None
    problems: list[PositionError]


def complete_position(position: Position, setting: Setting) -> CompletedPosition:
    """Complete a position; ``setting`` has seats and options, but no drawn cards."""
    problems: list[PositionError] = []
    try:
        state = PositionReader(setting, problems).read(_with_derived_parts(position, setting))
    except PositionError as error:
        return CompletedPosition(None, [*problems, error])
    return CompletedPosition(state, [*problems, *_unreachable_parts(position)])


def _unreachable_parts(position: Position) -> Iterator[PositionError]:
    """Yield problems of Ivan's pieces that are consistent but cannot occur in a game (R8.4)."""
    if position.ivan is None:
        return
    sides = [face_up for _, _, face_up in position.ivan.cards]
    if sides != sorted(sides):
        reason, fix = "a face-up tile left of a face-down tile", "face-down tiles come first"
        yield PositionError("$.ivan.cards", reason, f"{fix} (R8.4)", "ivan-row")
    inventory = position.ivan.inventory
    if len(inventory) > INVENTORY_AMOUNT or len({*inventory}) > 1:
        reason = f"{len(inventory)} materials"
        fix = f"up to {INVENTORY_AMOUNT} of one kind can be there (R8.4)"
        values = {"n": len(inventory), "of": INVENTORY_AMOUNT}
        yield PositionError("$.ivan.inventory", reason, fix, "ivan-inventory", values)


def _with_derived_parts(position: Position, setting: Setting) -> Position:
    """Return the position with all derived parts filled in or corrected."""
    edition = setting.components.edition
    costs = {card.id: card.cost for card in edition.cards}
    ivan = setting.colour(len(setting.colours) - 1) if setting.solo else None
    towers = [
        [_complete_site(site, costs.get(site.card, ()), site.owner == ivan) for site in sites]
        for sites in position.towers
    ]
    with_sites = replace(position, towers=towers)
    sites = [site for tower in towers for site in tower]
    completed = Counter(site.owner for site in sites if site.done)
    used_materials = _used_materials(with_sites)
    return replace(
        with_sites,
        final_round=max(completed.values(), default=0) >= CLOSING_CARDS,
        seats=[
            _complete_seat(setting, seat, board, with_sites) if seat < setting.seat_count else board
            for seat, board in enumerate(position.seats)
        ],
        supply={
            name: pieces - used_materials[name]
            for name, pieces in zip(v.MATERIAL_LETTERS, edition.materials, strict=True)
            if pieces > used_materials[name]
        },
    )


def _used_materials(position: Position) -> Counter[str]:
    """Count the pieces of each material outside the supply."""
    used = Counter[str]()
    for tower in position.towers:
        for site in tower:
            used.update(site.delivered)
    for seat in position.seats:
        used.update(seat.materials)
    if position.ivan is not None:
        used.update(position.ivan.inventory + position.ivan.build)
    return used


def _complete_site(site: Site, cost: tuple[int, ...], is_ivans: bool) -> Site:
    """Remove impossible pieces from a card, and complete it if it has all materials (R5.3)."""
    if site.owner is None:
        return replace(site, delivered={}, done=False, ornament=None)
    delivered = [site.delivered.get(name, 0) for name in v.MATERIAL_LETTERS]
    has_all = sum(delivered) == sum(cost) if is_ivans else delivered == [*cost]
    if site.done or has_all:
        return replace(site, tile=None, done=True, delivered={})
    return replace(site, tile=None, ornament=None)


def _complete_seat(
    setting: Setting, seat: int, board: SeatPosition, position: Position
) -> SeatPosition:
    """Return a board with its banners, locked ornaments and ornaments not placed yet."""
    colour = setting.colour(seat)
    claimed = sum(site.owner == colour for tower in position.towers for site in tower)
    banners = _banners(setting, seat, board, setting.components.banners - claimed)
    freed, locked = _ornaments(setting, seat, board)
    placed = [0] * len(v.ORNAMENTS)
    for tower in position.towers:
        for level, site in enumerate(tower):
            kind = v.BASE if level == 0 else v.DOME if level == len(tower) - 1 else v.MIDDLE
            placed[kind] += site.ornament == colour
    ornaments = {
        name: max(0, int(freed[kind]) - placed[kind]) for kind, name in enumerate(v.ORNAMENTS)
    }
    return replace(board, banners=banners, locked=locked, ornaments=ornaments)


def _ornaments(
    setting: Setting, seat: int, board: SeatPosition
) -> tuple[list[int], dict[v.WorkshopSpace, v.OrnamentKind]]:
    """Return the freed ornaments of each kind (R2.2, R4.5), and the locked ones by space."""
    components = setting.components
    if not setting.advanced[seat]:
        return [*components.ornaments], {}
    freed = [0] * len(v.ORNAMENTS)
    locked: dict[v.WorkshopSpace, v.OrnamentKind] = {}
    workshop = board.workshop or {}
    for space, name in enumerate(v.WORKSHOP_SPACES):
        kind = components.locked_ornaments[setting.colours[seat] * v.WORKSHOP_COUNT + space]
        tile = workshop.get(name)
        if kind == NOTHING:
            continue
        if tile is None:
            locked[name] = v.ORNAMENTS[kind]
        elif tile[1] == "up":
            freed[kind] += 1
    return freed, locked


def _banners(setting: Setting, seat: int, board: SeatPosition, count: int) -> Banners:
    """Distribute ``count`` banners on a board, like the entered ones if possible."""
    components = setting.components
    covered = int(components.covered)
    count = max(0, int(count))
    if setting.is_ivan(seat):
        return Banners(left=count)
    if not setting.advanced[seat]:
        wanted = board.banners.inventory if board.banners.inventory is not UNSET else count
        inventory = max(min(wanted, count, covered), count - int(components.beside), 0)
        return Banners(inventory=inventory, beside=count - inventory)
    workshop = board.workshop or {}
    is_free = [workshop.get(name) is None for name in ("white1", "white2")]
    wanted_banners = (board.banners.white1, board.banners.white2)
    white_banners = [
        is_free[white] and banner is True for white, banner in enumerate(wanted_banners)
    ]
    for white in range(len(white_banners)):
        if count - sum(white_banners) > covered:
            white_banners[white] = is_free[white]
    for white in range(len(white_banners)):
        if sum(white_banners) > count:
            white_banners[white] = False
    return Banners(
        inventory=min(covered, count - sum(white_banners)),
        white1=white_banners[0],
        white2=white_banners[1],
    )
