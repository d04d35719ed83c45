"""The network of a client.  All devices of an internet connection share the same limits."""

import ipaddress
from typing import Final

NETWORK: Final = 64  # bits of an IPv6 address that a provider assigns to one customer


def client_network(host: str | None) -> str | None:
    """Return the network of an IP address; None for this machine, which has no limits."""
    if host is None:
        return None
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:60]  # not an IP address: the text that a proxy sent
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return client_network(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ipaddress.IPv6Network((address, NETWORK), strict=False))
    return None if address.is_loopback else str(address)
