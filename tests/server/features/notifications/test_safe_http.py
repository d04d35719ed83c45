"""Requests to addresses that visitors name: never to the host's own network."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from redcathedral.server.features.notifications.problem import PermanentSendError, SendError
from redcathedral.server.features.notifications.safe_http import (
    IpNetwork,
    SafeHttpClient,
    is_in_own_network,
    is_public,
)
from redcathedral.server.run.process import lan_address
from tests.server.event_loop import run
from tests.server.features.notifications.receivers import Receiver, authority, receiving

HOME: tuple[IpNetwork, ...] = (ipaddress.IPv4Network("127.0.0.0/8"),)

CLOSED = (
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fe80::1",
    "fe80::1%1",
    "fec0::1",
    "ff02::1",
)
OPEN = ("1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::200e")


@pytest.mark.parametrize("address", CLOSED)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))

    async def story() -> None:
        async def resolve(*_: object) -> Sequence[str]:
            return ["1.1.1.1", address]  # one that is open does not help

        with pytest.raises(PermanentSendError):
            await SafeHttpClient(resolve=resolve).check("https://example.org/hook")

    run(story())


@pytest.mark.parametrize("address", OPEN)
def test_public_addresses(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


def test_an_address_of_this_machine_is_in_its_own_network() -> None:
    assert is_in_own_network(ipaddress.ip_address("127.0.0.1"))
    assert is_in_own_network(ipaddress.ip_address(lan_address()))
    assert not is_in_own_network(ipaddress.ip_address("192.0.2.1"))


# What the system's own look-up takes for an address of this machine.
NAMES = (
    "localhost",
    "127.1",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "[::ffff:7f00:1]",
    "0",
    "127.0.0.1.",
)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_this_machine(name: str) -> None:
    async def story() -> None:
        for scheme in ("https", "http"):
            with pytest.raises(SendError):
                await SafeHttpClient().check(f"{scheme}://{name}/")

    run(story())


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "//example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org:70/",
        "https://",
        "https:///hook",
        "https://user:password@example.org/",
        "https://user@example.org/",
        "https://example.org:22/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://[::1/",
        "https://exa mple.org/",
        "https://example.org/\r\nx: y",
        "https://example.org/ä",
        "https://" + "x" * 3000,
    ],
)
def test_invalid_urls_are_refused(url: str) -> None:
    async def story() -> None:
        async def resolve(*_: object) -> Sequence[str]:
            return ["1.1.1.1"]

        with pytest.raises(PermanentSendError):
            await SafeHttpClient(resolve=resolve).check(url)

    run(story())


def test_http_is_allowed_only_in_networks_of_the_host() -> None:
    async def story() -> None:
        async def resolve(host: str, _: int) -> Sequence[str]:
            return ["127.0.0.1"] if host == "own.example" else ["1.1.1.1"]

        network = SafeHttpClient(HOME, resolve=resolve)
        await network.check("http://own.example/")
        await network.check("https://other.example/")
        with pytest.raises(PermanentSendError, match="https"):
            await network.check("http://other.example/")

    run(story())


def test_a_second_dns_answer_is_not_used(hook: Receiver) -> None:
    """The connection uses the checked address."""

    async def story() -> None:
        asked: list[str] = []

        async def resolve(host: str, _: int) -> Sequence[str]:
            asked.append(host)
            return ["127.0.0.2" if len(asked) == 1 else "127.0.0.1"]

        port = hook.url.split(":")[2]
        only = (ipaddress.IPv4Network("127.0.0.2/32"),)
        network = SafeHttpClient(only, resolve=resolve)
        with pytest.raises(SendError):  # nobody listens at 127.0.0.2
            await network.post(f"http://rebound.example:{port}", b"", {})
        assert asked == ["rebound.example"]
        with pytest.raises(PermanentSendError):
            await network.post(f"http://rebound.example:{port}", b"", {})
        assert hook.got == []
        await network.close()

    run(story())


def test_the_first_reachable_address_is_used(hook: Receiver) -> None:
    async def story() -> None:
        async def resolve(*_: object) -> Sequence[str]:
            return ["127.0.0.9", "127.0.0.1"]

        port = hook.url.split(":")[2]
        network = SafeHttpClient(HOME, resolve=resolve)
        await network.post(f"http://two.example:{port}", b"x", {})
        (request,) = hook.got
        assert request.headers["host"] == "two.example:" + port.removesuffix("/hook")
        await network.close()

    run(story())


def test_redirects_and_proxies_are_not_used(
    hook: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        network = SafeHttpClient(HOME)
        with receiving(headers={"location": hook.url}) as other:
            for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
                monkeypatch.setenv(name, hook.url)
            other.answer(302)
            assert (await network.post(other.url, b"", {})).status == 302
            assert len(other.got) == 1
        assert hook.got == []
        await network.close()

    run(story())


def test_an_endless_reply_is_cut_off(hook: Receiver) -> None:
    async def story() -> None:
        network = SafeHttpClient(HOME)
        hook.reply = lambda _: (200, b"x" * 3_000_000)
        answer = await network.post(hook.url, b"", {})
        assert 0 < len(answer.body) <= 16 * 1024
        await network.close()

    run(story())


def test_a_missing_reply_times_out() -> None:
    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            network = SafeHttpClient(HOME, seconds=0.05)
            began = time.monotonic()
            with pytest.raises(SendError):
                await network.post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"", {})
            assert time.monotonic() - began < 30
            await network.close()

    run(story())


def test_a_certificate_must_match_the_name(tmp_path: Path) -> None:
    async def story() -> None:
        async def resolve(*_: object) -> Sequence[str]:
            return ["127.0.0.1"]

        known = authority(tmp_path, "known.example")
        with receiving(known.server) as hook:
            port = hook.url.split(":")[2]

            async def post(name: str, ssl_context: ssl.SSLContext | None) -> None:
                network = SafeHttpClient(HOME, resolve=resolve, ssl_context=ssl_context)
                try:
                    await network.post(f"https://{name}:{port}", b"", {})
                finally:
                    await network.close()

            await post("known.example", known.ssl_context)
            with pytest.raises(SendError, match=r"(?i)certificate"):
                await post("other.example", known.ssl_context)
            with pytest.raises(SendError, match=r"(?i)certificate"):
                await post("known.example", None)
            assert len(hook.got) == 1

    run(story())
