"""Send requests to URLs that visitors have entered, but never into the host's own network.

This module resolves the host name and checks that every IP address is public.  The connection then
uses one of these addresses, so that a second DNS lookup cannot lead elsewhere.  Redirects and
proxies are not used, and the time and the size of the reply are limited.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import httpx

from redcathedral.server.features.notifications.problem import PermanentSendError, SendError

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
IpNetwork: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Resolver: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
REQUEST_SECONDS: Final = 10.0  # for a request and its reply
MAX_REPLY_BYTES: Final = 16 * 1024  # bytes of a reply that are read
MAX_URL_LENGTH: Final = 2000  # characters
WEB_PORTS: Final = (80, 443)
FIRST_FREE_PORT: Final = 1024  # below it only the web ports are allowed
GLOBAL_IPV6: Final = ipaddress.IPv6Network("2000::/3")
# IPv6 networks for tunnels to IPv4 addresses, which may belong to the host's own network.
TUNNELS: Final = (ipaddress.IPv6Network("2002::/16"), ipaddress.IPv6Network("2001::/23"))
# Unknown and local names get the same text, so that visitors cannot explore the host's network.
NOT_PUBLIC: Final = "is not found in the public network"
IPV6_NETWORK_BITS: Final = 64  # of an IPv6 address that all devices in a network share


@dataclass(frozen=True, slots=True)
class HttpReply:
    """The reply to a request; ``body`` has at most MAX_REPLY_BYTES."""

    status: int
    body: bytes


async def resolve_host(host: str, port: int) -> Sequence[str]:
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in entries]


class SafeHttpClient:
    """Sends requests with TLS to public addresses, and with or without TLS into ``networks``."""

    def __init__(
        self,
        networks: Iterable[IpNetwork] = (),
        *,
        resolve: Resolver = resolve_host,
        ssl_context: ssl.SSLContext | None = None,
        seconds: float = REQUEST_SECONDS,
    ) -> None:
        """``resolve`` returns the IP addresses of a name; ``ssl_context`` checks certificates."""
        self._networks = tuple(networks)
        self._resolve = resolve
        self._ssl_context = ssl_context
        self._seconds = seconds
        self._client: httpx.AsyncClient | None = None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def check(self, url: str) -> list[Address]:
        """Return a URL's addresses; raises PermanentSendError if forbidden, SendError for none."""
        scheme, host, port = _parts(url)
        addresses = await self._addresses(host, port)
        if not addresses:
            raise SendError(f"{host} {NOT_PUBLIC}")
        for address in addresses:
            if any(address in network for network in self._networks):
                continue
            if scheme != "https":
                raise PermanentSendError(
                    "the URL must begin with https; the host can allow networks for http"
                )
            if not is_public(address) or is_in_own_network(address):
                raise PermanentSendError(f"{host} {NOT_PUBLIC}")
        return addresses

    async def _addresses(self, host: str, port: int) -> list[Address]:
        try:
            names = await asyncio.wait_for(self._resolve(host, port), self._seconds)
            return [ipaddress.ip_address(name) for name in dict.fromkeys(names)]
        except (OSError, UnicodeError, ValueError):  # a timeout is an OSError
            raise SendError(f"{host} {NOT_PUBLIC}") from None

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> HttpReply:
        last_error: Exception = SendError("the name has no address")
        try:
            async with asyncio.timeout(self._seconds):
                for address in await self.check(url):
                    try:
                        return await self._post(url, address, body, headers)
                    except httpx.ConnectError as error:
                        last_error = error
        except TimeoutError:
            raise SendError(f"no reply in {self._seconds:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            last_error = error
        raise SendError(f"{type(last_error).__name__}: {last_error}") from None

    async def _post(
        self, url: str, address: Address, body: bytes, headers: Mapping[str, str]
    ) -> HttpReply:
        """Send to an IP address; the certificate must match the name in the URL."""
        named_url = httpx.URL(url)
        request = self._http_client().build_request(
            "POST",
            named_url.copy_with(host=str(address)),
            content=body,
            headers={**headers, "host": named_url.netloc.decode("ascii")},
            extensions={"sni_hostname": named_url.raw_host.decode("ascii").strip("[]")},
        )
        response = await self._http_client().send(request, stream=True)
        try:
            reply = b""
            async for chunk in response.aiter_raw():
                reply += chunk
                if len(reply) >= MAX_REPLY_BYTES:
                    break
        finally:
            await response.aclose()
        return HttpReply(response.status_code, reply[:MAX_REPLY_BYTES])

    def _http_client(self) -> httpx.AsyncClient:
        """Return the client, which keeps no connections: each request checks its host again."""
        if self._client is None:
            self._client = httpx.AsyncClient(
                verify=self._ssl_context or ssl.create_default_context(),
                trust_env=False,
                follow_redirects=False,
                timeout=self._seconds,
                limits=httpx.Limits(max_keepalive_connections=0),
                headers={"user-agent": "redcathedral", "accept-encoding": "identity"},
            )
        return self._client


def _parts(url: str) -> tuple[str, str, int]:
    try:
        parts = urlsplit(url)
        port = parts.port
        httpx.URL(url)
    except (ValueError, httpx.InvalidURL):
        raise PermanentSendError("this is not a URL") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > MAX_URL_LENGTH:
        raise PermanentSendError("the URL must begin with https://")
    if parts.username is not None or parts.password is not None:
        raise PermanentSendError(
            "the URL must not contain a user name or password; use a token in its path"
        )
    if not url.isascii() or not url.isprintable() or " " in url:
        raise PermanentSendError("the URL contains characters that must be encoded")
    port = port if port is not None else (443 if parts.scheme == "https" else 80)
    if port not in WEB_PORTS and port < FIRST_FREE_PORT:
        raise PermanentSendError(
            f"the port {port} is not allowed; use 80, 443 or a port from {FIRST_FREE_PORT}"
        )
    return parts.scheme, parts.hostname, port


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not (address.is_multicast or address.is_reserved)
    if address.scope_id is not None or address not in GLOBAL_IPV6 or not address.is_global:
        return False
    return not any(address in network for network in TUNNELS)


def is_in_own_network(address: Address) -> bool:
    """Return whether an address belongs to this machine or to its IPv6 network."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(address), 9))  # sends nothing
            own_address = ipaddress.ip_address(probe.getsockname()[0].partition("%")[0])
    except OSError:
        return False  # there is no route, so nothing can be sent
    if isinstance(own_address, ipaddress.IPv6Address):
        return address in ipaddress.IPv6Network(
            (int(own_address) >> IPV6_NETWORK_BITS << IPV6_NETWORK_BITS, IPV6_NETWORK_BITS)
        )
    return own_address == address
