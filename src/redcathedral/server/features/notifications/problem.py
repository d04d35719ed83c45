"""What can go wrong with telling somebody something."""


class SendError(Exception):
    """It could not be sent now; it may work later.  In the log there is nothing but this."""


class PermanentSendError(SendError):
    """It is of no use to try again: what is sent is refused, or cannot be sent to there."""


class AddressGone(PermanentSendError):
    """The address does not exist any more."""
