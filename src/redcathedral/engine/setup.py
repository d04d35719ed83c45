"""Set-up (R2, R8.1): create a game with its boards, before anything is drawn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.box.options import ADVANCED, Options
from redcathedral.engine import cells as at
from redcathedral.engine.components import Components
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOTHING, UNLIMITED_BANK, State

DEFAULT_OPTIONS: Final = Options()
START_SCORE: Final = 2  # the space of a marker at the start (R2.4)
_RUBLES: Final = vec[i64](v.START_RUBLES)


def new_setting(
    components: Components, colours: list[int], options: Options | None = None, solo: bool = False
) -> Setting:
    """Return a setting with seats in turn order and options (R2.2), but no plan and cards.

    ``colours`` has two to four entries, one per seat.  In a solo game the second seat is Ivan's,
    who has no workshop board (R8.1).  Raises ValueError for invalid seats.
    """
    count = len(colours)
    if not 2 <= count <= v.COLOUR_COUNT:
        raise ValueError(f"{count} seats; a game has 2 to 4, a solo game 2 with Ivan's")
    if len(set(colours)) != count or min(colours) < 0 or max(colours) >= v.COLOUR_COUNT:
        raise ValueError(f"colors {colours}; each seat needs its own, 0 to 3")
    if solo and count != 2:
        raise ValueError(f"{count} seats in a solo game; it has two, the second Ivan's (R8.1)")
    chosen_options = DEFAULT_OPTIONS if options is None else options
    advanced = [int(chosen_options.side(colour) == ADVANCED) for colour in colours]
    if solo:
        advanced[1] = 0
    return Setting(components, vec[i64](colours), vec[i64](advanced), solo, chosen_options)


def new_state(setting: Setting) -> State:
    """Return the first position of a game: the chance node of the building plan (R2.8).

    The setting is copied, because the drawn plan and cards are stored in it.
    """
    setting = setting.copy()
    components = setting.components
    cells = vec[i64]([0] * (at.SEATS + at.SEAT_SIZE * int(setting.seat_count)))
    cells[at.SUPPLY] = components.supply
    cells[at.BANK] = components.rubles if setting.limited_rubles else UNLIMITED_BANK
    number: i64
    for number in range(v.SPACE_COUNT):
        cells[at.RESOURCE_TILE + number] = NOTHING
    for number in range(v.DIE_COUNT):
        cells[at.SPACE + number] = NOTHING
    for number in range(v.PLACE_COUNT):
        cells[at.TILE + number] = NOTHING
    for number in range(v.IVAN_ROW):
        cells[at.IVAN_TILE + number] = NOTHING
    for number in range(setting.seat_count):
        _set_up_seat(setting, cells, number)
    return State(setting, cells)


def _set_up_seat(setting: Setting, cells: vec[i64], seat: i64) -> None:
    """Give a seat its marker, banners, ornaments and rubles (R2.3, R2.4, R2.10, R8.2)."""
    components = setting.components
    base = at.SEATS + seat * at.SEAT_SIZE
    cells[base + at.SCORE] = START_SCORE
    if setting.advanced[seat]:
        cells[base + at.BANNERS] = components.covered
        cells[base + at.BANNERS + v.BANNER_WHITE_1] = 1
        cells[base + at.BANNERS + v.BANNER_WHITE_2] = 1
    else:
        section: i64
        for section in range(v.SECTION_COUNT):
            cells[base + at.ORNAMENTS + section] = components.ornaments[section]
        if setting.is_ivan(seat):
            cells[base + at.BANNERS] = components.banners  # all of Ivan's banners
            return
        cells[base + at.BANNERS] = components.covered
        cells[base + at.BANNERS + v.BESIDE] = components.beside
    cells[base + at.RUBLES] = _RUBLES[seat]
    cells[at.BANK] -= _RUBLES[seat]
