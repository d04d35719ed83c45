"""The HTTP replies about a box that an owner enters."""

from msgspec import Struct

from redcathedral.box.entered_box import EntryProgress
from redcathedral.server.core.wire.edition import Box
from redcathedral.server.core.wire.lobby import Fault


class CheckedBox(Struct, frozen=True):
    """The edition with the entered components.

    Places are paths in the entered box, such as ``cards.bases.3`` or ``boards.red``.

    ``box`` is None if there are ``faults``; ``notes`` are about components that contradict the
    rulebooks but can be played.  ``code`` has everything that was entered, and is the key of the
    edition.  ``rows`` lists the edition's row of each entered component, by the place of its list,
    such as ``cards.bases``; ``ticked`` lists the rows of the packaged edition that are confirmed.
    ``progress`` is by the place of a list, too.  Of the ``of`` rows that the rulebooks do not give,
    ``read`` have been read from the cardboard.
    """

    box: Box | None
    code: str
    faults: list[Fault]
    notes: list[Fault]
    rows: dict[str, list[str]]
    ticked: dict[str, list[str]]
    progress: dict[str, EntryProgress]
    read: int
    of: int
