"""Whether a proxy may send new requests to a server."""

from dataclasses import dataclass


@dataclass
class Readiness:
    """False from the request to end, for ``drain_seconds`` in which the server still serves."""

    drain_seconds: float = 0.0
    is_ready: bool = True
