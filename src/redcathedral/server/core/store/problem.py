"""What can go wrong with the store."""


class StoreError(Exception):
    """The store cannot be used: why, and the way out."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(f"{reason}; {fix}")
        self.reason = reason
        self.fix = fix


class Conflict(Exception):
    """Somebody else has changed the table meanwhile; nothing was written."""


class UnknownTable(LookupError):
    """There is no such table."""


class BrokenTable(Exception):
    """What is stored of a table does not hang together: what is wrong with it."""


class LostFile(Exception):
    """The database's file is not the one any more that is open: what has become of it."""
