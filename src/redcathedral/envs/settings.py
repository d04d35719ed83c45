"""Make the setting for the games of an environment: seats, sides, options, edition."""

from collections.abc import Sequence

from redcathedral.box.edition import Edition
from redcathedral.box.options import BoardSide, Options
from redcathedral.box.quoting import shorten
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_setting
from redcathedral.envs.arguments import listed, whole
from redcathedral.record.components import components_of
from redcathedral.record.setup_code import SetupCodeError, read_setup_code


def make_setting(
    players: int = 2,
    *,
    solo: bool = False,
    side: BoardSide = "basic",
    options: Options | None = None,
    colours: Sequence[int] | None = None,
    edition: Edition | None = None,
) -> Setting:
    """Return a setting, which several games can share.

    A ``solo`` game has two seats, and the second is Ivan's.  ``side`` is the side of the workshop
    boards; ``options`` has all options of the game and replaces ``side``.  ``colours`` has the
    color of each seat.  Raises ValueError for invalid seats or options.
    """
    seats = whole("players", players, 1 if solo else 2, 4)
    if solo and seats == 1:
        seats = 2
    given = range(seats) if colours is None else listed("colours", colours)
    seat_colours = [whole("colours", colour, 0, 3) for colour in given]
    if len(seat_colours) != seats:
        raise ValueError(f"{len(seat_colours)} colours for {seats} players; give one for each seat")
    game_options = Options(workshop_side=side) if options is None else options
    if not isinstance(game_options, Options):
        raise TypeError(f"options is {shorten(repr(options))}; it must be Options(...)")
    return new_setting(components_of(edition), seat_colours, game_options, bool(solo))


def setting_from_code(code: str, setting: Setting | None = None) -> tuple[Setting, tuple[int, ...]]:
    """Return the setting of a set-up code, and the chance outcomes of its set-up.

    The code must have the players of a given ``setting``.  Raises SetupCodeError if invalid.
    """
    setup = read_setup_code(code, components_of() if setting is None else setting.components)
    if setting is None:
        options = Options(first_game=setup.first_game)
        solo = setup.players == 1
        return make_setting(setup.players, solo=solo, options=options), setup.outcomes
    people = 1 if setting.solo else int(setting.seat_count)
    code_players, setting_players = (
        f"{count} players{', a first game' if first else ''}"
        for count, first in ((setup.players, setup.first_game), (people, setting.first_game))
    )
    if code_players != setting_players:
        reason = f"this set-up code is for {code_players}, not for {setting_players}"
        raise SetupCodeError("players", reason, "use a matching setting, or none", people)
    return setting, setup.outcomes
