"""From where somebody asks: all of a household or a provider's customer count as one."""

import ipaddress
from typing import Final

from redcathedral.server.middleware.device import AnyRequest

NETWORK: Final = 64  # bits of an IPv6 address that one customer is given


def client_network(host: str | None) -> str | None:
    """Who counts as one with this address; None for this machine, which is not limited."""
    if host is None:
        return None
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:60]  # as a proxy told it
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return client_network(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ipaddress.IPv6Network((address, NETWORK), strict=False))
    return None if address.is_loopback else str(address)


def address(request: AnyRequest) -> str | None:
    """Who counts as one with whoever asks; a proxy on this machine tells their address."""
    return client_network(request.client.host if request.client else None)
