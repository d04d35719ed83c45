"""The errors of sending a notification."""


class SendError(Exception):
    """A message could not be sent; a retry may succeed.  The text must contain no secrets."""


class PermanentSendError(SendError):
    """A message cannot be sent, and a retry would fail again."""


class AddressGone(PermanentSendError):
    """The address no longer exists."""
