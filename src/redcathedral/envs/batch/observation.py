"""The compact observation: a position as a seat sees it, in a row of 64-bit words.

Seats are counted from the one that sees, itself 0.  A word holds bits (a set of places), or up to
eight bytes, the first one lowest.  ``envs.facts`` says what stands where and what it means.  What
the edition alone decides (what a card gives, what a tile is) is told by numbers of rows of
that edition; what a card costs is there as well.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import (
    IVAN_ROW,
    PLACE_COUNT,
    QUADRANT_COUNT,
    SPACE_COUNT,
    TOWER_COUNT,
    WORKSHOP_COUNT,
)
from redcathedral.engine import cells as at
from redcathedral.engine import decisions
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.setting import HUMAN, NOBODY, NOTHING
from redcathedral.engine.state import State

# mypyc writes a sum as a number only if all of it stands in one module, so these are numbers.

# The turn.
PHASE: Final = 0  # phase, seat, mover, closer, window, rerolled, pending, after
TURN: Final = 1  # claim, left, die, space, taken, influenced, activated, action
COUNTS: Final = 2  # turn and repeats, 16 bits each; cursor
# The market and the supply.
FACES: Final = 3  # of the five dice
SPACES: Final = 4  # of the five dice
GIVES: Final = 5  # what the tile on each space gives
AMOUNTS: Final = 6  # and how much of it
SUPPLY: Final = 7  # a pile; then the bank, 16 bits
# The cathedral.
AVAILABLE: Final = 8
BUILT: Final = 9
DECORATED: Final = 10
# Fixed at set-up.
HEIGHTS: Final = 11  # of the six towers; then the options
CARDS: Final = 12  # influence cards of the quadrants; then seats, solo
IVAN_CARDS: Final = 13
# Ivan.
IVAN_TILES: Final = 14  # kinds; face up; materials on his Inventory and Build cards
IVAN_INVENTORY: Final = 15  # 16 materials, 4 bits each
IVAN_BUILD: Final = 16  # 6 words of the same
IVAN_BUILD_WORDS: Final = 6
# The places, one word each.
PLACES: Final = 22  # a pile of what was delivered; the card, the workshop tile on it
COSTS: Final = 58  # a pile of what the card takes; the recognition and rubles it gives
# The seats, one after the other.
SEATS: Final = 94
SEAT_WORDS: Final = 6
GOODS: Final = 0  # a pile; then rubles, 16 bits
SCORE: Final = 1  # 16 bits; then banners of each source, doors, arches
WORKSHOP: Final = 2  # the six spaces; then crosses
OWNED: Final = 3
OWN_DECORATED: Final = 4  # then from bit 40 on the ornaments lying on workshop spaces, 2 bits each
BOARD: Final = 5  # what a tile face up costs on each space; then the colour, the side
WORDS: Final = 118

FACE_DOWN: Final = 128  # added to a workshop tile that lies face down
NO_END: Final = 32767  # the bank of a game without the option limited_rubles (R1.3)
_SHORT: Final = 32767
_NIBBLES: Final = 16  # in a word
_MOST: Final = 126  # cards, tiles and so on that a byte can tell apart


def check(state: State) -> None:
    """Raise ValueError for an edition with more rows of a kind than the words have room for."""
    components = state.setting.components
    for name, count in (
        ("cathedral cards", len(components.card_section)),
        ("kinds of workshop tiles", len(components.tile_gives)),
        ("influence cards", len(components.influence_group)),
    ):
        if count > _MOST:
            edition = components.edition.id
            raise ValueError(f"edition {edition}: {count} {name}; observations know {_MOST}")


def decider(state: State) -> i64:
    """The seat whose decision is due, or that would be next after the end; alone the human's."""
    seat = state.seat
    if state.setting.solo:
        seat = HUMAN
    return seat


def seen(state: State, seat: i64) -> vec[i64]:
    """What ``seat`` sees of a position, ``WORDS`` words.

    For interpreted code, which should hand no vec to compiled code: mypyc keeps it for ever.
    """
    out = vec[i64]([0] * WORDS)
    write(state, seat, out, 0)
    return out


def write(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """Write what ``seat`` sees of a position into ``WORDS`` words from ``start`` on."""
    write_set_up(state, out, start)
    write_boards(state, seat, out, start)
    write_table(state, out, start)
    write_turn(state, seat, out, start)
    write_seats(state, seat, out, start)


def write_table(state: State, out: vec[i64], start: i64) -> None:
    """What lies on the table, the supply and the seats' things apart."""
    write_dice(state, out, start)
    write_market(state, out, start)
    write_cathedral(state, out, start)
    place: i64
    for place in range(PLACE_COUNT):
        _write_place(state, place, out, start)
    write_ivan(state, out, start)


def write_step(
    state: State, seat: i64, out: vec[i64], start: i64, decision: i64, claim: i64
) -> None:
    """What a seat's decision changed, where ``seat`` saw the position before; not whose turn it is.

    ``claim`` is the place that was just claimed before the decision.  A decision changes what its
    own seat has, and of other seats the score alone, by a reprimand (R5.4).
    """
    row = start + SEATS
    _write_goods(state, seat, out, row)
    if decision < decisions.TILE:
        if decision >= decisions.DIE or decision == decisions.END:
            write_dice(state, out, start)
    elif decision < decisions.SELL:
        _write_place(state, claim, out, start)
        _write_workshop(state, seat, out, row)
    elif decision >= decisions.DELIVER:
        write_cathedral(state, out, start)
        if decision < decisions.ORNAMENT:
            _write_place(state, (decision - decisions.DELIVER) // 6, out, start)
            _write_other_scores(state, seat, out, row)
        else:
            _write_workshop(state, seat, out, row)
    elif decision >= decisions.PRESTIGE_RUBLES:
        write_dice(state, out, start)
    elif decision >= decisions.SWAP:
        write_market(state, out, start)


def _write_other_scores(state: State, seat: i64, out: vec[i64], row: i64) -> None:
    count = state.setting.seat_count
    number: i64
    for number in range(1, count):
        seat += 1
        if seat == count:
            seat = 0
        row += SEAT_WORDS
        out[row + SCORE] = _score(state.cells, at.SEATS + seat * at.SEAT_SIZE)


def pass_on(count: i64, out: vec[i64], start: i64) -> None:
    """The next of ``count`` seats sees now: the rows of the seats move up by one."""
    word: i64
    number: i64
    first = start + SEATS
    last = first + (count - 1) * SEAT_WORDS
    for word in range(SEAT_WORDS):
        own = out[first + word]
        for number in range(first + word, last, SEAT_WORDS):
            out[number] = out[number + SEAT_WORDS]
        out[last + word] = own


def write_set_up(state: State, out: vec[i64], start: i64) -> None:
    """What never changes after set-up, apart from the seats' boards."""
    setting = state.setting
    components = setting.components
    word: i64 = 0
    number: i64
    if setting.one_moment:
        word += 1
    if setting.limited_rubles:
        word += 2
    if setting.ivan_once:
        word += 4
    if setting.leaves_open:
        word += 8
    if setting.first_game:
        word += 16
    word <<= 48
    for number in range(TOWER_COUNT):
        word |= setting.heights[number] << number * 8
    out[start + HEIGHTS] = word
    word = setting.seat_count << 32
    if setting.solo:
        word |= 1 << 40
    for number in range(QUADRANT_COUNT):
        word |= setting.influence[number] + 1 << number * 8
    out[start + CARDS] = word
    word = 0
    for number in range(IVAN_ROW):
        word |= setting.ivan_cards[number] + 1 << number * 8
    out[start + IVAN_CARDS] = word
    for number in range(PLACE_COUNT):
        card = setting.card[number]
        word = setting.cost[number]
        if card != NOTHING:
            word |= components.card_recognition[card] << 48 | components.card_rubles[card] << 56
        out[start + COSTS + number] = word


def write_boards(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """The workshop boards of the seats, which never change; all 0 where nobody sits."""
    setting = state.setting
    count = setting.seat_count
    number: i64
    space: i64
    for number in range(start + SEATS, start + WORDS):
        out[number] = 0
    row = start + SEATS
    for number in range(count):
        colour = setting.colours[seat]
        advanced = setting.advanced[seat]
        word = colour + 1 << 48 | advanced << 56
        if not setting.is_ivan(seat):
            for space in range(WORKSHOP_COUNT):
                word |= setting.components.cost(advanced, colour, space) << space * 8
        out[row + BOARD] = word
        row += SEAT_WORDS
        seat += 1
        if seat == count:
            seat = 0


def _write_place(state: State, place: i64, out: vec[i64], start: i64) -> None:
    cells = state.cells
    out[start + PLACES + place] = (
        cells[at.DELIVERED + place]
        | state.setting.card[place] + 1 << 48
        | cells[at.TILE + place] + 1 << 56
    )


def write_market(state: State, out: vec[i64], start: i64) -> None:
    """The resource tiles on the market."""
    components = state.setting.components
    gives: i64 = 0
    amounts: i64 = 0
    space: i64
    for space in range(SPACE_COUNT):
        tile = state.cells[at.RESOURCE_TILE + space]
        if tile != NOTHING:
            gives |= components.resource_gives[tile] + 1 << space * 8
            amounts |= components.resource_amount[tile] << space * 8
    out[start + GIVES] = gives
    out[start + AMOUNTS] = amounts


def write_ivan(state: State, out: vec[i64], start: i64) -> None:
    """Ivan's row and the materials on his cards."""
    cells = state.cells
    word = cells[at.IVAN_FACE_UP] << 40
    number: i64
    for number in range(IVAN_ROW):
        word |= cells[at.IVAN_TILE + number] + 1 << number * 8
    stored: i64 = len(state.ivan_inventory)
    building: i64 = len(state.ivan_build)
    if stored > _MOST:
        stored = _MOST
    if building > _MOST:
        building = _MOST
    out[start + IVAN_TILES] = word | stored << 48 | building << 56
    _write_queue(state.ivan_inventory, 1, out, start + IVAN_INVENTORY)
    _write_queue(state.ivan_build, IVAN_BUILD_WORDS, out, start + IVAN_BUILD)


def _write_queue(queue: vec[i64], words: i64, out: vec[i64], start: i64) -> None:
    """Materials in order, as many as there is room for."""
    count: i64 = len(queue)
    number: i64
    part: i64
    for part in range(words):
        word: i64 = 0
        for number in range(_NIBBLES):
            if part * _NIBBLES + number < count:
                word |= queue[part * _NIBBLES + number] + 1 << number * 4
        out[start + part] = word


def write_turn(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """What is due, what the turn has used up, and the supply."""
    setting = state.setting
    cells = state.cells
    mover = state.seat - seat
    if mover < 0:
        mover += setting.seat_count
    closer: i64 = 0
    if state.closer != NOBODY:
        closer = state.closer - seat + 1
        if closer < 1:
            closer += setting.seat_count
    out[start + PHASE] = (
        state.phase
        | seat << 8
        | mover << 16
        | closer << 24
        | state.window << 32
        | state.rerolled << 40
        | state.pending << 48
        | state.after << 56
    )
    action: i64 = 0
    if state.action != NOTHING:
        action = state.action - setting.influence[state.space // 2] * 2 + 1
    out[start + TURN] = (
        state.claim + 1
        | state.left << 8
        | state.die + 1 << 16
        | state.space + 1 << 24
        | state.taken << 32
        | state.influenced << 40
        | state.activated << 48
        | action << 56
    )
    out[start + COUNTS] = _short(state.turn) | _short(state.repeats) << 16 | state.cursor << 32
    bank: i64 = NO_END
    if setting.limited_rubles:
        bank = cells[at.BANK]
    out[start + SUPPLY] = cells[at.SUPPLY] | bank << 48


def write_dice(state: State, out: vec[i64], start: i64) -> None:
    """What the dice show and where they stand."""
    cells = state.cells
    out[start + FACES] = (
        cells[at.FACE]
        | cells[at.FACE + 1] << 8
        | cells[at.FACE + 2] << 16
        | cells[at.FACE + 3] << 24
        | cells[at.FACE + 4] << 32
    )
    out[start + SPACES] = (
        cells[at.SPACE] + 1
        | cells[at.SPACE + 1] + 1 << 8
        | cells[at.SPACE + 2] + 1 << 16
        | cells[at.SPACE + 3] + 1 << 24
        | cells[at.SPACE + 4] + 1 << 32
    )


def write_cathedral(state: State, out: vec[i64], start: i64) -> None:
    """Which cards may be claimed, are completed, have an ornament."""
    cells = state.cells
    out[start + AVAILABLE] = cells[at.AVAILABLE]
    out[start + BUILT] = cells[at.BUILT]
    out[start + DECORATED] = cells[at.DECORATED]


def write_seats(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """What the seats have, clockwise from the one that sees; their boards apart."""
    count = state.setting.seat_count
    number: i64
    row = start + SEATS
    for number in range(count):
        _write_goods(state, seat, out, row)
        _write_workshop(state, seat, out, row)
        row += SEAT_WORDS
        seat += 1
        if seat == count:
            seat = 0


def _write_goods(state: State, seat: i64, out: vec[i64], row: i64) -> None:
    """What may change with every decision of a seat."""
    cells = state.cells
    base = at.SEATS + seat * at.SEAT_SIZE
    out[row + GOODS] = cells[base + at.MATERIALS] | _short(cells[base + at.RUBLES]) << 48
    out[row + SCORE] = _score(cells, base)
    out[row + OWNED] = cells[base + at.OWNED]


def _write_workshop(state: State, seat: i64, out: vec[i64], row: i64) -> None:
    """What a tile or an ornament that a seat places may change."""
    cells = state.cells
    base = at.SEATS + seat * at.SEAT_SIZE
    out[row + WORKSHOP] = (
        _lying(cells[base + at.WORKSHOP])
        | _lying(cells[base + at.WORKSHOP + 1]) << 8
        | _lying(cells[base + at.WORKSHOP + 2]) << 16
        | _lying(cells[base + at.WORKSHOP + 3]) << 24
        | _lying(cells[base + at.WORKSHOP + 4]) << 32
        | _lying(cells[base + at.WORKSHOP + 5]) << 40
        | cells[base + at.ORNAMENTS + 2] << 48
    )
    locked: i64 = 0
    if state.setting.advanced[seat]:
        space: i64
        for space in range(WORKSHOP_COUNT):
            locked |= locked_ornament(state, seat, space) + 1 << space * 2
    out[row + OWN_DECORATED] = cells[base + at.OWN_DECORATED] | locked << 40


def _score(cells: vec[i64], base: i64) -> i64:
    """The word with the marker, banners and ornaments of the seat whose cells begin there."""
    return (
        _short(cells[base + at.SCORE])
        | cells[base + at.BANNERS] << 16
        | cells[base + at.BANNERS + 1] << 24
        | cells[base + at.BANNERS + 2] << 32
        | cells[base + at.BANNERS + 3] << 40
        | cells[base + at.ORNAMENTS] << 48
        | cells[base + at.ORNAMENTS + 1] << 56
    )


def _lying(tile: i64) -> i64:
    """A workshop space as a byte: 0 empty, kind + 1 face up, kind + 129 face down."""
    if tile < 0:
        return FACE_DOWN - tile
    return tile


def _short(number: i64) -> i64:
    """A number that has room in 15 bits."""
    if number > _SHORT:
        return _SHORT
    return number
