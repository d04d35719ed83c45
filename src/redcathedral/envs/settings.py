"""What kind of game an environment plays: seats, sides, options, edition."""

from __future__ import annotations

from collections.abc import Sequence

from redcathedral.box.edition import Edition
from redcathedral.box.options import BoardSide, Options
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_setting
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
    """What games of one kind are set up with; it serves any number of them.

    Alone against Ivan (``solo``) there are two seats, the second his.  ``side`` is that of the
    workshop boards, ``options`` all options of the game instead; ``colours`` has the colour of
    each seat.  Raises ValueError for seats or options that no game can have.
    """
    seats = 2 if solo and players == 1 else players
    taken = list(range(seats) if colours is None else colours)
    if len(taken) != seats:
        raise ValueError(f"{len(taken)} colours for {seats} players; name one for each seat")
    chosen = Options(workshop_side=side) if options is None else options
    return new_setting(components_of(edition), taken, chosen, solo)


def setting_from_code(code: str, setting: Setting | None = None) -> tuple[Setting, tuple[int, ...]]:
    """The setting of a set-up code's game, and what was drawn there.

    ``setting`` is what the game should be of, where that is known.  Raises SetupCodeError for a
    code that cannot be used, also one for other players.
    """
    drawn = read_setup_code(code, components_of() if setting is None else setting.components)
    if setting is None:
        options = Options(first_game=drawn.first_game)
        solo = drawn.players == 1
        return make_setting(drawn.players, solo=solo, options=options), drawn.outcomes
    people = 1 if setting.solo else int(setting.seat_count)
    told, wanted = (
        f"{count} players{', a first game' if first else ''}"
        for count, first in ((drawn.players, drawn.first_game), (people, setting.first_game))
    )
    if told != wanted:
        reason = f"this set-up code is for {told}, not for {wanted}"
        raise SetupCodeError("players", reason, "take a setting of that kind, or none", people)
    return setting, drawn.outcomes
