"""Bases of commands: whether a command needs the table's current version."""

from typing import ClassVar

from msgspec import Struct


class AnyVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that is valid for any version of the table."""

    blocked_while_paused: ClassVar[bool] = False

    def is_stale(self, _: int) -> bool:
        return False


class SeenVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question that the page saw in the version ``number``."""

    number: int

    blocked_while_paused: ClassVar[bool] = False

    def is_stale(self, version: int) -> bool:
        return self.number > version


class ExactVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that is valid only for the version ``number``."""

    number: int

    blocked_while_paused: ClassVar[bool] = True

    def is_stale(self, version: int) -> bool:
        return self.number != version
