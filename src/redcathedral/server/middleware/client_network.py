"""The network of a client, whose devices share the limits on connections and new games."""

import ipaddress
from typing import Final

IPV6_NETWORK_BITS: Final = 64  # a provider assigns a network with this prefix to each customer


def client_network(host: str | None) -> str | None:
    """Return the network of an IP address; None for this machine, which has no limits."""
    if host is None:
        return None
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:60]  # a proxy may send any text
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return client_network(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ipaddress.IPv6Network((address, IPV6_NETWORK_BITS), strict=False))
    return None if address.is_loopback else str(address)
