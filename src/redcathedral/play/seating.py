"""Check the arguments of ``Game``, and make the record of a new game from them."""

from collections.abc import Sequence
from types import NoneType

from msgspec.structs import replace

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.box.quoting import shorten
from redcathedral.box.vocabulary import COLOUR_COUNT, COLOURS
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Record
from redcathedral.record.header import Header, HeaderError, Seat, with_option
from redcathedral.record.setup_code import DrawnSetup, SetupCodeError, read_setup_code


def new_record(
    players: int | None,
    solo: bool,
    side: str | Sequence[str] | None,
    colours: Sequence[str] | None,
    names: Sequence[str],
    options: Options | None,
    edition: Edition | None,
    setup: str | None,
) -> Record:
    """Return the record of a new ``Game``; raises HeaderError and SetupCodeError."""
    check_types(players, edition, options, side=side, colours=colours, names=names)
    components = components_of(edition)
    options = options or Options()
    steps: list[int] = []
    if setup is not None:
        setup_data = read_setup_code(setup, components)
        players, solo = seats_for_setup(setup_data, players, solo, colours)
        options = replace(options, first_game=setup_data.first_game)
        steps += setup_data.outcomes
    colour_numbers = seat_colours(players, solo, colours)
    header = make_header(components.edition, colour_numbers, solo, names, options, side)
    return Record(header, components, steps=steps)


def check_types(players: object, edition: object, options: object, **lists: object) -> None:
    """Raise HeaderError for an argument of a wrong type; a string is not a list of strings."""
    if not isinstance(players, (int, NoneType)):
        raise HeaderError(f"players is {shorten(repr(players))}", "write a number, as in players=2")
    for name, value in lists.items():
        if value is None or (name == "side" and isinstance(value, str)):
            continue
        items = value if isinstance(value, Sequence) and not isinstance(value, str) else [None]
        if not all(isinstance(item, str) for item in items):
            raise HeaderError(f"{name} is {shorten(repr(value))}", "write a list of texts")
    if not isinstance(edition, (Edition, NoneType)):
        reason = f"edition is {shorten(repr(edition))}"
        raise HeaderError(reason, "load it: edition=load_edition(...) of redcathedral.box")
    if not isinstance(options, (Options, NoneType)):
        reason = f"options is {shorten(repr(options))}"
        raise HeaderError(reason, "write options=Options(...) of redcathedral.box.options")


def seats_for_setup(
    setup_data: DrawnSetup, players: int | None, solo: bool, colours: Sequence[str] | None
) -> tuple[int | None, bool]:
    """Return ``players`` and ``solo`` for a set-up; the set-up supplies them if all are missing.

    Raises SetupCodeError if the set-up is for another number of players.
    """
    if players is None and not solo and colours is None:
        return (None, True) if setup_data.players == 1 else (setup_data.players, False)
    count = 1 if solo else len(colours or COLOURS[:2]) if players is None else players
    if count != setup_data.players:
        code_players, game_players = _players(setup_data.players), _players(count)
        reason = f"this set-up code is for {code_players}, not for {game_players}"
        fix = "choose that number of players, or another code"
        raise SetupCodeError("players", reason, fix, setup_data.players)
    return players, solo


def _players(number: int) -> str:
    return "a solo game" if number == 1 else f"{number} players"


def seat_colours(players: int | None, solo: bool, colours: Sequence[str] | None) -> list[int]:
    """Return the colours of all seats as numbers, with Ivan's last; raises HeaderError."""
    if solo:
        if players not in (None, 1):
            raise HeaderError(f"a solo game cannot have {players} players", "omit `players`")
        seats = 2
    else:
        seats = len(colours or COLOURS[:2]) if players is None else players
        if not 2 <= seats <= COLOUR_COUNT:
            reason = f"a game cannot have {seats} players"
            raise HeaderError(reason, f"name 2 to {COLOUR_COUNT}, or one and Ivan as the second")
    colour_numbers = [_colour_number(name) for name in colours or COLOURS[:seats]]
    if len(colour_numbers) != seats:
        reason = f"{len(colour_numbers)} colours for {seats} seats"
        raise HeaderError(reason, "name one for each seat, in a solo game one and Ivan's")
    return colour_numbers


def _colour_number(name: str) -> int:
    if name not in COLOURS:
        raise HeaderError(f"{name!r} is not a colour", "use one of " + ", ".join(COLOURS))
    return COLOURS.index(name)


def make_header(
    edition: Edition,
    colours: Sequence[int],
    solo: bool,
    names: Sequence[str],
    options: Options,
    side: str | Sequence[str] | None = None,
) -> Header:
    """Return a header for the ``colours`` in turn order; ``side`` overrides that of ``options``.

    Raises HeaderError for too many names or wrong sides.
    """
    people = colours[:1] if solo else colours
    if isinstance(side, str):
        options = with_option(options, "workshop_side", side)
    elif side is not None:
        if len(side) != len(people):
            reason = f"{len(side)} workshop sides for {len(people)} players"
            raise HeaderError(reason, "name one side for the table or one for each player")
        for colour, name in zip(people, side, strict=True):
            options = with_option(options, f"workshop_side.{COLOURS[colour]}", name)
    if len(names) > len(people):
        reason = f"more names than seats: {len(names)} for {len(people)}"
        raise HeaderError(reason, "name at most one for each seat; Ivan has his own")
    seats = [Seat(c, names[seat] if seat < len(names) else "") for seat, c in enumerate(people)]
    return Header(
        edition=edition.id,
        edition_hash=edition.hash,
        seats=tuple(seats),
        ivan=colours[1] if solo else None,
        options=options,
    )
