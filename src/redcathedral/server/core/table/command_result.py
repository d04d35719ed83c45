"""The result of a command from a page: an action, or a refusal."""

from typing import NamedTuple

from redcathedral.server.core.table.actions import TableAction
from redcathedral.text import Argument, Term


class CommandRefused(Exception):
    """A command that is not carried out.  The text is ``refused.CODE``."""

    def __init__(self, code: str, **values: Argument) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class AlreadyDone(Exception):
    """The command has no effect: another player sent the same at the same moment."""


class CommandResult(NamedTuple):
    """An action to store and apply, and the notice that all pages show with it."""

    action: TableAction
    notice: Term | None = None
