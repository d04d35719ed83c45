"""The errors of the store."""


class StoreError(Exception):
    """The store cannot be used: ``reason`` says why, and ``fix`` what to do."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(f"{reason}; {fix}")
        self.reason = reason
        self.fix = fix


class Conflict(Exception):
    """Nothing was written, because another change came first."""


class UnknownTable(LookupError):
    """There is no such table."""


class BrokenTable(Exception):
    """The stored rows of a table are inconsistent."""


class LostFile(Exception):
    """The open database has lost its file; the text says what happened to it."""
