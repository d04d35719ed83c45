"""Requests to addresses that visitors have named: to the open network, never to the host's own.

A name is looked up here, every address found has to be one of the open network, and the connection
goes to exactly that address, so that another look-up cannot lead elsewhere.  No redirect is
followed, no proxy of the environment asked, and time and size of the answer are limited.
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
SECONDS: Final = 10.0  # for a request and its answer
ANSWER: Final = 16 * 1024  # bytes of an answer that are read
URL: Final = 2000  # letters of an address
PORTS: Final = (80, 443)
LOW: Final = 1024  # below it only those ports
GLOBAL_SIX: Final = ipaddress.IPv6Network("2000::/3")
# Ways of IPv6 to addresses of IPv4, behind which may be those of the own network.
TUNNELS: Final = (ipaddress.IPv6Network("2002::/16"), ipaddress.IPv6Network("2001::/23"))
# Who names an address does not learn by it which names the host's own network has.
NOWHERE: Final = "is not found in the open network"
SITE: Final = 64  # bits that are alike in one network of IPv6


@dataclass(frozen=True, slots=True)
class Reply:
    """What was answered."""

    status: int
    body: bytes
    headers: Mapping[str, str]


async def look_up(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class SafeHttpClient:
    """The way out.  Into ``networks`` one may go besides, over plain HTTP too."""

    def __init__(
        self,
        networks: Iterable[IpNetwork] = (),
        *,
        resolve: Resolver = look_up,
        trust: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """``resolve`` looks names up; ``trust`` has the authorities that certificates are of."""
        self._networks = tuple(networks)
        self._resolve = resolve
        self._trust = trust
        self._seconds = seconds
        self._client: httpx.AsyncClient | None = None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def check(self, url: str) -> list[Address]:
        """Return the IP addresses of a URL.

        Raises PermanentSendError for a forbidden URL, and SendError if the host is not found.
        """
        scheme, host, port = _parts(url)
        found = await self._addresses(host, port)
        if not found:
            raise SendError(f"{host} {NOWHERE}")
        for address in found:
            if self._is_allowed(address):
                continue
            if scheme != "https":
                raise PermanentSendError(
                    "only https is sent to; the host may name networks for http"
                )
            if not is_public(address) or is_in_own_network(address):
                raise PermanentSendError(f"{host} {NOWHERE}")
        return found

    async def _addresses(self, host: str, port: int) -> list[Address]:
        try:
            names = await asyncio.wait_for(self._resolve(host, port), self._seconds)
            return [ipaddress.ip_address(name) for name in dict.fromkeys(names)]
        except (OSError, UnicodeError, ValueError):  # also where that takes too long
            raise SendError(f"{host} {NOWHERE}") from None

    def _is_allowed(self, address: Address) -> bool:
        return any(address in network for network in self._networks)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        last: Exception = SendError("nothing was tried")
        try:
            async with asyncio.timeout(self._seconds):
                for address in await self.check(url):
                    try:
                        return await self._post(url, address, body, headers)
                    except httpx.ConnectError as error:
                        last = error
        except TimeoutError:
            raise SendError(f"no answer in {self._seconds:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            last = error
        raise SendError(f"{type(last).__name__}: {last}") from None

    async def _post(
        self, url: str, address: Address, body: bytes, headers: Mapping[str, str]
    ) -> Reply:
        """Send it to this address, under the name in the URL: its certificate is checked by it."""
        named = httpx.URL(url)
        request = self._opened().build_request(
            "POST",
            named.copy_with(host=str(address)),
            content=body,
            headers={**headers, "host": named.netloc.decode("ascii")},
            extensions={"sni_hostname": named.raw_host.decode("ascii").strip("[]")},
        )
        response = await self._opened().send(request, stream=True)
        try:
            read = b""
            async for some in response.aiter_raw():
                read += some
                if len(read) >= ANSWER:
                    break
        finally:
            await response.aclose()
        return Reply(response.status_code, read[:ANSWER], dict(response.headers))

    def _opened(self) -> httpx.AsyncClient:
        """The client.  A connection is not kept: the next request may be about another name."""
        if self._client is None:
            self._client = httpx.AsyncClient(
                verify=self._trust or ssl.create_default_context(),
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
        raise PermanentSendError("this is no URL") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > URL:
        raise PermanentSendError("this is no URL that begins with https://")
    if parts.username is not None or parts.password is not None:
        raise PermanentSendError(
            "a name and a password in the URL are not sent; put a token into its path"
        )
    if not url.isascii() or not url.isprintable() or " " in url:
        raise PermanentSendError("the URL has letters that have to be encoded")
    port = port if port is not None else (443 if parts.scheme == "https" else 80)
    if port not in PORTS and port < LOW:
        raise PermanentSendError(f"the port {port} is not one of the web")
    return parts.scheme, parts.hostname, port


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not (address.is_multicast or address.is_reserved)
    if address.scope_id is not None or address not in GLOBAL_SIX or not address.is_global:
        return False
    return not any(address in network for network in TUNNELS)


def is_in_own_network(address: Address) -> bool:
    """Whether packets to an address stay with this machine or its network, by its own address."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(address), 9))  # sends nothing
            own = ipaddress.ip_address(probe.getsockname()[0].partition("%")[0])
    except OSError:
        return False  # there is no way to it, so nothing is sent
    if isinstance(own, ipaddress.IPv6Address):
        return address in ipaddress.IPv6Network((int(own) >> SITE << SITE, SITE))
    return own == address
