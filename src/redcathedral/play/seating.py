"""Who sits at a new game, as the arguments of ``Game`` tell it; what no game has is refused."""

from collections.abc import Sequence
from types import NoneType

from redcathedral.box import Edition
from redcathedral.box.options import Options
from redcathedral.box.quoting import shorten
from redcathedral.box.vocabulary import COLOUR_COUNT, COLOURS
from redcathedral.record.header import Header, HeaderError, Seat, with_option
from redcathedral.record.setup_code import DrawnSetup, SetupCodeError


def check_kinds(players: object, edition: object, options: object, **lists: object) -> None:
    """Refuse what is of another kind than a game is made of; a text is no list, though Python's."""
    if not isinstance(players, (int, NoneType)):
        raise HeaderError(f"players is {shorten(repr(players))}", "write a number, as in players=2")
    for name, given in lists.items():
        if given is None or (name == "side" and isinstance(given, str)):
            continue
        items = given if isinstance(given, Sequence) and not isinstance(given, str) else [None]
        if not all(isinstance(item, str) for item in items):
            raise HeaderError(f"{name} is {shorten(repr(given))}", "write a list of texts")
    if not isinstance(edition, (Edition, NoneType)):
        reason = f"edition is {shorten(repr(edition))}"
        raise HeaderError(reason, "load it: edition=load_edition(...) of redcathedral.box")
    if not isinstance(options, (Options, NoneType)):
        reason = f"options is {shorten(repr(options))}"
        raise HeaderError(reason, "write options=Options(...) of redcathedral.box.options")


def seats_for_setup(
    drawn: DrawnSetup, players: int | None, solo: bool, colours: Sequence[str] | None
) -> tuple[int | None, bool]:
    """``players`` and ``solo`` of a game with this set-up, where nobody is named those it is for.

    Raises SetupCodeError where it is for others.
    """
    if players is None and not solo and colours is None:
        return (None, True) if drawn.players == 1 else (drawn.players, False)
    named = 1 if solo else len(colours or COLOURS[:2]) if players is None else players
    if named != drawn.players:
        reason = f"this set-up code is for {_players(drawn.players)}, not for {_players(named)}"
        raise SetupCodeError("players", reason, "choose as many, or another code", drawn.players)
    return players, solo


def _players(number: int) -> str:
    return "a solo game" if number == 1 else f"{number} players"


def seat_colours(players: int | None, solo: bool, colours: Sequence[str] | None) -> list[int]:
    """The colours of all seats, Ivan's included."""
    if solo:
        if players not in (None, 1):
            raise HeaderError(f"a solo game cannot have {players} players", "leave `players` out")
        seats = 2
    else:
        seats = len(colours or COLOURS[:2]) if players is None else players
        if not 2 <= seats <= COLOUR_COUNT:
            reason = f"a game cannot have {seats} players"
            raise HeaderError(reason, f"name 2 to {COLOUR_COUNT}, or one and Ivan as the second")
    taken = [_colour(name) for name in colours or COLOURS[:seats]]
    if len(taken) != seats:
        reason = f"{len(taken)} colours for {seats} seats"
        raise HeaderError(reason, "name one for each seat, in a solo game one and Ivan's")
    return taken


def _colour(name: str) -> int:
    if name not in COLOURS:
        raise HeaderError(f"{name!r} is no colour", "use one of " + ", ".join(COLOURS))
    return COLOURS.index(name)


def make_header(
    edition: Edition,
    taken: Sequence[int],
    solo: bool,
    names: Sequence[str],
    options: Options,
    side: str | Sequence[str] | None = None,
) -> Header:
    """A header; ``side`` overrides the options.  HeaderError for too many names or wrong sides."""
    people = taken[:1] if solo else taken
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
        ivan=taken[1] if solo else None,
        options=options,
    )
