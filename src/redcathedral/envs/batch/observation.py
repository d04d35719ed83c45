"""Write the compact observation: a position from the view of a seat, as 64-bit words.

Seats are counted from the observing seat, which is 0.  A word has bits (a set of places) or up to
eight bytes, the lowest first.  ``batch.words`` has the positions of the words, and ``envs.facts``
describes every number in them.  Components are represented by their row numbers in the edition.
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
from redcathedral.envs.batch import words as w

_MAX_CLAMPED: Final = 32767
_NIBBLES_PER_WORD: Final = 16
_MAX_ROWS: Final = 126  # cards or tiles of a kind, whose numbers must fit into a byte


def check(state: State) -> None:
    """Raise ValueError for an edition with more components of a kind than fit into a byte."""
    components = state.setting.components
    for name, count in (
        ("cathedral cards", len(components.card_section)),
        ("kinds of workshop tiles", len(components.tile_gives)),
        ("influence cards", len(components.influence_group)),
    ):
        if count > _MAX_ROWS:
            edition = components.edition.id
            raise ValueError(
                f"edition {edition}: {count} {name}; observations have room for {_MAX_ROWS}"
            )


def decider(state: State) -> i64:
    """Return the seat that decides next, even after the end; the human in a solo game."""
    seat = state.seat
    if state.setting.solo:
        seat = HUMAN
    return seat


def seen(state: State, seat: i64) -> vec[i64]:
    """Return the observation of a position for ``seat``, ``WORDS`` words.

    This is for interpreted code: a vec that it passes to compiled code is never freed.
    """
    out = vec[i64]([0] * w.WORDS)
    write(state, seat, out, 0)
    return out


def write(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """Write the observation of a position for ``seat`` into ``WORDS`` words from ``start``."""
    write_set_up(state, out, start)
    write_boards(state, seat, out, start)
    write_table(state, out, start)
    write_turn(state, seat, out, start)
    write_seats(state, seat, out, start)


def write_table(state: State, out: vec[i64], start: i64) -> None:
    """Write everything on the table except the supply and the pieces of the seats."""
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
    """Update an observation of ``seat`` after its decision, except for the words of the turn.

    ``claim`` is ``State.claim`` before the decision.  A decision can change the pieces of this
    seat, and the scores of other seats by a reprimand (R5.4).
    """
    row = start + w.SEATS
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
        row += w.SEAT_WORDS
        out[row + w.SCORE] = _score(state.cells, at.SEATS + seat * at.SEAT_SIZE)


def rotate_seats(count: i64, out: vec[i64], start: i64) -> None:
    """Make the next of ``count`` seats the observer by moving the rows of the seats up."""
    word: i64
    number: i64
    first = start + w.SEATS
    last = first + (count - 1) * w.SEAT_WORDS
    for word in range(w.SEAT_WORDS):
        own = out[first + word]
        for number in range(first + word, last, w.SEAT_WORDS):
            out[number] = out[number + w.SEAT_WORDS]
        out[last + word] = own


def write_set_up(state: State, out: vec[i64], start: i64) -> None:
    """Write the words that never change after set-up, except the seats' boards."""
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
    out[start + w.HEIGHTS] = word
    word = setting.seat_count << 32
    if setting.solo:
        word |= 1 << 40
    for number in range(QUADRANT_COUNT):
        word |= setting.influence[number] + 1 << number * 8
    out[start + w.CARDS] = word
    word = 0
    for number in range(IVAN_ROW):
        word |= setting.ivan_cards[number] + 1 << number * 8
    out[start + w.IVAN_CARDS] = word
    for number in range(PLACE_COUNT):
        card = setting.card[number]
        word = setting.cost[number]
        if card != NOTHING:
            word |= components.card_recognition[card] << 48 | components.card_rubles[card] << 56
        out[start + w.COSTS + number] = word


def write_boards(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """Write the workshop boards of the seats, which never change; 0 for unused seats."""
    setting = state.setting
    count = setting.seat_count
    number: i64
    space: i64
    for number in range(start + w.SEATS, start + w.WORDS):
        out[number] = 0
    row = start + w.SEATS
    for number in range(count):
        colour = setting.colours[seat]
        advanced = setting.advanced[seat]
        word = colour + 1 << 48 | advanced << 56
        if not setting.is_ivan(seat):
            for space in range(WORKSHOP_COUNT):
                word |= setting.components.cost(advanced, colour, space) << space * 8
        out[row + w.BOARD] = word
        row += w.SEAT_WORDS
        seat += 1
        if seat == count:
            seat = 0


def _write_place(state: State, place: i64, out: vec[i64], start: i64) -> None:
    cells = state.cells
    out[start + w.PLACES + place] = (
        cells[at.DELIVERED + place]
        | state.setting.card[place] + 1 << 48
        | cells[at.TILE + place] + 1 << 56
    )


def write_market(state: State, out: vec[i64], start: i64) -> None:
    """Write the resource tiles on the market."""
    components = state.setting.components
    gives: i64 = 0
    amounts: i64 = 0
    space: i64
    for space in range(SPACE_COUNT):
        tile = state.cells[at.RESOURCE_TILE + space]
        if tile != NOTHING:
            gives |= components.resource_gives[tile] + 1 << space * 8
            amounts |= components.resource_amount[tile] << space * 8
    out[start + w.GIVES] = gives
    out[start + w.AMOUNTS] = amounts


def write_ivan(state: State, out: vec[i64], start: i64) -> None:
    """Write Ivan's row and the materials on his cards."""
    cells = state.cells
    word = cells[at.IVAN_FACE_UP] << 40
    number: i64
    for number in range(IVAN_ROW):
        word |= cells[at.IVAN_TILE + number] + 1 << number * 8
    stored: i64 = len(state.ivan_inventory)
    building: i64 = len(state.ivan_build)
    if stored > _MAX_ROWS:
        stored = _MAX_ROWS
    if building > _MAX_ROWS:
        building = _MAX_ROWS
    out[start + w.IVAN_TILES] = word | stored << 48 | building << 56
    _write_queue(state.ivan_inventory, 1, out, start + w.IVAN_INVENTORY)
    _write_queue(state.ivan_build, w.IVAN_BUILD_WORDS, out, start + w.IVAN_BUILD)


def _write_queue(queue: vec[i64], words: i64, out: vec[i64], start: i64) -> None:
    """Write as many materials as fit into ``words`` words, in order."""
    count: i64 = len(queue)
    number: i64
    part: i64
    for part in range(words):
        word: i64 = 0
        for number in range(_NIBBLES_PER_WORD):
            if part * _NIBBLES_PER_WORD + number < count:
                word |= queue[part * _NIBBLES_PER_WORD + number] + 1 << number * 4
        out[start + part] = word


def write_turn(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """Write the phase, the progress of the turn, and the supply."""
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
    out[start + w.PHASE] = (
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
    out[start + w.TURN] = (
        state.claim + 1
        | state.left << 8
        | state.die + 1 << 16
        | state.space + 1 << 24
        | state.taken << 32
        | state.influenced << 40
        | state.activated << 48
        | action << 56
    )
    out[start + w.COUNTS] = _clamp(state.turn) | _clamp(state.repeats) << 16 | state.cursor << 32
    bank: i64 = w.UNLIMITED_BANK
    if setting.limited_rubles:
        bank = cells[at.BANK]
    out[start + w.SUPPLY] = cells[at.SUPPLY] | bank << 48


def write_dice(state: State, out: vec[i64], start: i64) -> None:
    """Write the faces and spaces of the dice."""
    cells = state.cells
    out[start + w.FACES] = (
        cells[at.FACE]
        | cells[at.FACE + 1] << 8
        | cells[at.FACE + 2] << 16
        | cells[at.FACE + 3] << 24
        | cells[at.FACE + 4] << 32
    )
    out[start + w.SPACES] = (
        cells[at.SPACE] + 1
        | cells[at.SPACE + 1] + 1 << 8
        | cells[at.SPACE + 2] + 1 << 16
        | cells[at.SPACE + 3] + 1 << 24
        | cells[at.SPACE + 4] + 1 << 32
    )


def write_cathedral(state: State, out: vec[i64], start: i64) -> None:
    """Write which cards can be claimed, are completed, or have an ornament."""
    cells = state.cells
    out[start + w.AVAILABLE] = cells[at.AVAILABLE]
    out[start + w.BUILT] = cells[at.BUILT]
    out[start + w.DECORATED] = cells[at.DECORATED]


def write_seats(state: State, seat: i64, out: vec[i64], start: i64) -> None:
    """Write the pieces of all seats except the boards, clockwise from the observing seat."""
    count = state.setting.seat_count
    number: i64
    row = start + w.SEATS
    for number in range(count):
        _write_goods(state, seat, out, row)
        _write_workshop(state, seat, out, row)
        row += w.SEAT_WORDS
        seat += 1
        if seat == count:
            seat = 0


def _write_goods(state: State, seat: i64, out: vec[i64], row: i64) -> None:
    """Write the words of a seat that any of its decisions can change."""
    cells = state.cells
    base = at.SEATS + seat * at.SEAT_SIZE
    out[row + w.GOODS] = cells[base + at.MATERIALS] | _clamp(cells[base + at.RUBLES]) << 48
    out[row + w.SCORE] = _score(cells, base)
    out[row + w.OWNED] = cells[base + at.OWNED]


def _write_workshop(state: State, seat: i64, out: vec[i64], row: i64) -> None:
    """Write the words of a seat that change when it places a tile or an ornament."""
    cells = state.cells
    base = at.SEATS + seat * at.SEAT_SIZE
    out[row + w.WORKSHOP] = (
        _tile_byte(cells[base + at.WORKSHOP])
        | _tile_byte(cells[base + at.WORKSHOP + 1]) << 8
        | _tile_byte(cells[base + at.WORKSHOP + 2]) << 16
        | _tile_byte(cells[base + at.WORKSHOP + 3]) << 24
        | _tile_byte(cells[base + at.WORKSHOP + 4]) << 32
        | _tile_byte(cells[base + at.WORKSHOP + 5]) << 40
        | cells[base + at.ORNAMENTS + 2] << 48
    )
    locked: i64 = 0
    if state.setting.advanced[seat]:
        space: i64
        for space in range(WORKSHOP_COUNT):
            locked |= locked_ornament(state, seat, space) + 1 << space * 2
    out[row + w.OWN_DECORATED] = cells[base + at.OWN_DECORATED] | locked << 40


def _score(cells: vec[i64], base: i64) -> i64:
    """Return the word with the marker, banners and ornaments of the seat with cells at ``base``."""
    return (
        _clamp(cells[base + at.SCORE])
        | cells[base + at.BANNERS] << 16
        | cells[base + at.BANNERS + 1] << 24
        | cells[base + at.BANNERS + 2] << 32
        | cells[base + at.BANNERS + 3] << 40
        | cells[base + at.ORNAMENTS] << 48
        | cells[base + at.ORNAMENTS + 1] << 56
    )


def _tile_byte(tile: i64) -> i64:
    """Return a workshop space as a byte: 0 empty, kind + 1 face up, kind + 129 face down."""
    if tile < 0:
        return w.FACE_DOWN - tile
    return tile


def _clamp(number: i64) -> i64:
    """Limit a number to 15 bits."""
    if number > _MAX_CLAMPED:
        return _MAX_CLAMPED
    return number
