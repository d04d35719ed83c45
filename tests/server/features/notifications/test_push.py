"""Messages to browsers: encrypted for one of them, signed by the server, forgotten when it goes."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.features.notifications.notices import SEND_DELAY_MS
from redcathedral.server.features.notifications.outbox import RETRY_DELAYS_MS
from redcathedral.server.features.notifications.push import (
    CURVE,
    ServerKey,
    base64url,
    encrypted,
    unpadded,
)
from redcathedral.server.features.notifications.settings import read_settings
from redcathedral.server.features.notifications.wire import PushKeys, Subscription
from tests.server.event_loop import run
from tests.server.features.notifications.browser import Browser, signed
from tests.server.features.notifications.fake_server import ANA, BO, HOME, NOON, desk, settings
from tests.server.features.notifications.receivers import Authority, Receiver, authority, receiving


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return authority(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def service(known: Authority) -> Iterator[Receiver]:
    """A push service for tests."""
    with receiving(known.server) as receiver:
        receiver.answer(201, 201, 201, 201)
        yield receiver


def test_a_message_is_encrypted_and_signed(url: str, service: Receiver, known: Authority) -> None:
    async def story() -> None:
        async with desk(url, ssl_context=known.ssl_context) as server:
            browser = Browser(service.url)
            row = await server.name(BO, push=browser.subscription)
            assert row.confirmed
            server.begin()
            server.play(2, 1)
            await server.pass_()
            (request,) = service.got
            message = browser.decrypted(request)
            assert message["title"] == "It is your turn"
            assert message["table"] == "g1"
            assert b"turn" not in request.body
            assert request.headers["content-encoding"] == "aes128gcm"
            assert request.headers["ttl"] == "86400"
            assert len(request.headers["topic"]) == 32
            public = (await server.notifier.address_book.notification_settings(BO)).push_key
            claims = signed(request, public)
            assert claims["aud"] == service.url.removesuffix("/hook")
            assert claims["sub"] == "https://cathedral.example"
            now = (NOON + SEND_DELAY_MS) // 1000
            assert now < claims["exp"] <= now + 24 * 3600
            head, text, rest = request.headers["authorization"].split(".")
            forged = base64url(unpadded(text).replace(b"cathedral.", b"cathedrai."))
            request.headers["authorization"] = f"{head}.{forged}.{rest}"
            with pytest.raises(InvalidSignature):
                signed(request, public)

    run(story())


def test_a_newer_message_replaces_an_unread_one(
    file: str, service: Receiver, known: Authority
) -> None:
    async def story() -> None:
        async with desk(file, ssl_context=known.ssl_context) as server:
            browser = Browser(service.url)
            await server.name(BO, push=browser.subscription)
            server.begin()
            service.answer(503)
            server.play(2, 1)
            await server.pass_()
            await server.pass_(int(RETRY_DELAYS_MS[0]))
            server.play(4, 1)
            await server.pass_()
            first, again, next_ = service.got
            assert browser.decrypted(first) == browser.decrypted(again)
            assert browser.decrypted(again)["id"] != browser.decrypted(next_)["id"]
            topics = {request.headers["topic"] for request in service.got}
            assert len(topics) == 1
            assert len({request.body for request in service.got}) == 3  # each has its own keys
            assert len({len(request.body) for request in service.got}) == 1

    run(story())


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_no_longer_exists_is_removed(
    url: str, service: Receiver, known: Authority, status: int
) -> None:
    async def story() -> None:
        async with desk(url, ssl_context=known.ssl_context) as server:
            await server.name(BO, push=Browser(service.url).subscription)
            server.begin()
            service.answer(status)
            server.play(2, 1)
            await server.pass_()
            assert server.notices.addresses(BO) == []
            await server.pass_(int(RETRY_DELAYS_MS[0]))
            assert len(service.got) == 1

    run(story())


def test_a_refused_message_is_abandoned(file: str, service: Receiver, known: Authority) -> None:
    async def story() -> None:
        async with desk(file, ssl_context=known.ssl_context) as server:
            await server.name(BO, push=Browser(service.url).subscription)
            server.begin()
            service.answer(413)
            server.play(2, 1)
            await server.pass_()
            assert server.states() == ["given-up"]
            assert len(server.notices.addresses(BO)) == 1

    run(story())


def test_a_browser_belongs_to_the_last_device_that_added_it(
    url: str, service: Receiver, known: Authority
) -> None:
    async def story() -> None:
        async with desk(url, ssl_context=known.ssl_context) as server:
            browser = Browser(service.url)
            await server.name(ANA, push=browser.subscription)
            row = await server.name(BO, push=browser.subscription)
            assert server.notices.addresses(ANA) == []
            assert [each.id for each in server.notices.addresses(BO)] == [row.id]
            notification_settings = await server.notifier.address_book.notification_settings(BO)
            assert notification_settings.addresses[0].endpoint == service.url

    run(story())


def test_invalid_subscriptions_are_refused(file: str) -> None:
    good = Browser("https://127.0.0.1/x").subscription
    bad = [
        Subscription(good.endpoint, PushKeys(good.keys.p256dh, "AAAA")),
        Subscription(good.endpoint, PushKeys("AAAA", good.keys.auth)),
        Subscription(good.endpoint, PushKeys("B" + "A" * 86, good.keys.auth)),
        Subscription(good.endpoint, PushKeys("é", good.keys.auth)),
        Subscription("http://push.example/", good.keys),
        Subscription("https://10.0.0.1/", good.keys),
        Subscription("", good.keys),
    ]

    async def story() -> None:
        async with desk(file) as server:
            for each in bad:
                with pytest.raises(ApiError) as error:
                    await server.name(BO, push=each)
                assert error.value.problem.code == "bad-address"
            assert server.notices.addresses(BO) == []

    run(story())


def test_the_file_of_the_key_is_private(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "push-key.pem"
    public = ServerKey(file).public
    assert ServerKey(file).public == public
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    assert ServerKey(None).public != ServerKey(None).public
    file.write_text("nothing")
    with pytest.raises(ValueError, match="remove it"):
        _ = ServerKey(file).public


def test_servers_on_several_machines_get_the_key_as_a_text(tmp_path: Path) -> None:
    file, other = tmp_path / "push-key.pem", tmp_path / "other.pem"
    public = ServerKey(file).public
    assert ServerKey(other, file.read_text()).public == public
    assert not other.exists()
    with pytest.raises(ValueError, match="REDCATHEDRAL_PUSH_KEY is not a key"):
        _ = ServerKey(other, "nothing").public


def test_an_unreadable_key_affects_only_browsers(tmp_path: Path, file: str) -> None:
    (tmp_path / "key.pem").write_text("nothing")

    async def story() -> None:
        how = read_settings(None, None, None, HOME, tmp_path / "key.pem")
        async with desk(file, how) as server:
            assert (await server.notifier.address_book.notification_settings(BO)).push_key == ""

    run(story())


def test_the_contact_for_push_services(file: str, service: Receiver, known: Authority) -> None:
    async def story() -> None:
        by_mail = read_settings(None, None, "host@cathedral.example", HOME)
        for how, contact in (
            (by_mail, "mailto:host@cathedral.example"),
            (settings(None), "mailto:host@localhost"),
        ):
            async with desk(file, how, ssl_context=known.ssl_context) as server:
                await server.name(BO, push=Browser(service.url).subscription)
                server.notices.add_test(server.notices.addresses(BO)[0].id, server.now)
                await server.pass_(0)
                public = (await server.notifier.address_book.notification_settings(BO)).push_key
                assert signed(service.got[-1], public)["sub"] == contact
                server.notices.forget(BO, server.now)

    run(story())


def test_the_example_of_rfc_8291() -> None:
    """Appendix A, without padding."""
    own = ec.derive_private_key(
        int.from_bytes(unpadded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    browser = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    found = encrypted(
        b"When I grow up, I want to be a watermelon",
        browser,
        "BTBZMqHH6r4Tts7J_aSIgg",
        sender_key=own,
        salt=unpadded("DGv6ra1nlYgDCS1FRnbzlw"),
        padded_bytes=0,
    )
    assert found == unpadded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSg"
        "Sxsj_Qulcy4a-fN"
    )
