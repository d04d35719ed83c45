"""Web push (RFC 8030), with encrypted (RFC 8291, 8188) and signed (RFC 8292, VAPID) messages."""

import base64
import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

from redcathedral.server.features.notifications import problem
from redcathedral.server.features.notifications.channel import Channel
from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.safe_http import SafeHttpClient
from redcathedral.server.features.notifications.settings import KEY_VARIABLE, MessageSettings
from redcathedral.server.features.notifications.sql import AddressRow
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress

CURVE: Final = ec.SECP256R1()
PUBLIC_KEY_BYTES: Final = 65
AUTH_SECRET_BYTES: Final = 16  # bytes of a browser's secret
RECORD_BYTES: Final = 4096  # bytes of a record; a push service takes no more
PADDED_BYTES: Final = 1024  # bytes of every message, so that its length reveals nothing
TIME_TO_LIVE_SECONDS: Final = 24 * 3600  # seconds for which a push service stores a message
SIGNATURE_SECONDS: Final = 12 * 3600  # seconds; a push service accepts up to a day


class PushBody(Struct, frozen=True):
    """The message for the page's service worker, which opens ``table`` after a click."""

    id: str
    kind: str
    title: str
    body: str
    table: str | None


class ServerKey:
    """The server's key pair for signatures, in a private file or in the variable KEY_VARIABLE."""

    def __init__(self, file: Path | None, text: str | None = None) -> None:
        """``text`` is the key of the variable, which is used instead of a file."""
        self._file = file
        self._text = text
        self._private: ec.EllipticCurvePrivateKey | None = None

    @property
    def private(self) -> ec.EllipticCurvePrivateKey:
        """The private key, created on first use; raises OSError or ValueError."""
        if self._private is None:
            if self._text is not None:
                self._private = _parsed(self._text.encode(), KEY_VARIABLE, "copy push-key.pem")
            else:
                self._private = _load_or_create(self._file) if self._file else new_key()
        return self._private

    @property
    def public(self) -> str:
        return base64url(point(self.private.public_key()))

    def authorization(self, endpoint: str, contact: str, at: int) -> str:
        parts = urlsplit(endpoint)
        service = f"{parts.scheme}://{parts.netloc}"
        claims = {"aud": service, "exp": at + SIGNATURE_SECONDS, "sub": contact}  # RFC 8292, 2
        head = b'{"typ":"JWT","alg":"ES256"}'
        text = f"{base64url(head)}.{base64url(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self.private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(CURVE)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def _load_or_create(file: Path) -> ec.EllipticCurvePrivateKey:
    """Return the key in a file; if the file is missing, exactly one process creates it."""
    if not file.exists():
        data = new_key().private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new_file = file.with_name(f"{file.name}.{os.getpid()}")
        new_file.touch(mode=0o600)
        new_file.write_bytes(data)
        try:
            os.link(new_file, file)
        except FileExistsError:
            pass
        except OSError:  # the file system has no links
            new_file.replace(file)
        finally:
            new_file.unlink(missing_ok=True)
    return _parsed(file.read_bytes(), file, "remove it to create a new one")


def _parsed(data: bytes, source: Path | str, fix: str) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(data, None)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != CURVE.name:
        raise ValueError(f"{source} is not a key for push messages; {fix}")
    return key


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError for keys that cannot encrypt a message."""
    _browser_key(p256dh)
    if len(unpadded(auth)) != AUTH_SECRET_BYTES:
        raise ValueError(f"the browser's secret must have {AUTH_SECRET_BYTES} bytes")


def _browser_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    data = unpadded(p256dh)
    if len(data) != PUBLIC_KEY_BYTES:
        raise ValueError(f"the browser's key must have {PUBLIC_KEY_BYTES} bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    sender_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded_bytes: int = PADDED_BYTES,
) -> bytes:
    """Return a message encrypted for one browser (RFC 8291, 3 and 4), padded to a fixed length."""
    sender_key = sender_key or new_key()
    salt = salt or os.urandom(16)
    browser_key = _browser_key(p256dh)
    sender_point = point(sender_key.public_key())
    shared_secret = sender_key.exchange(ec.ECDH(), browser_key)
    info = b"WebPush: info\0" + point(browser_key) + sender_point
    secret = _derive_key(unpadded(auth), shared_secret, info, 32)
    key = _derive_key(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded_text = (text + b"\2").ljust(padded_bytes, b"\0")
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([PUBLIC_KEY_BYTES]) + sender_point
    return head + AESGCM(key).encrypt(nonce, padded_text, None)


def _derive_key(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushTarget(Struct, frozen=True, tag="push"):
    """A browser's subscription to a push service; ``base`` is the URL of its page."""

    endpoint: str
    p256dh: str
    auth: str
    base: str

    @property
    def destination(self) -> str:
        return self.endpoint

    @property
    def label(self) -> str:
        return urlsplit(self.endpoint).hostname or ""


class Push(Channel):
    """The channel that sends to browsers by their push services."""

    kind: ClassVar[ChannelKind] = "push"
    needs_confirmation: ClassVar[bool] = False  # only the browser knows its subscription
    confirmation_interval: ClassVar[int] = 0

    def __init__(
        self,
        network: SafeHttpClient,
        key: ServerKey,
        settings: MessageSettings,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._network = network
        self._key = key
        self._settings = settings
        self._clock = clock

    async def parse(self, request: NewAddress, base: str) -> PushTarget:
        if request.push is None:
            raise ValueError("the subscription is missing")
        endpoint, keys = request.push.endpoint, request.push.keys
        check_keys(keys.p256dh, keys.auth)
        await self._network.check(endpoint)
        return PushTarget(endpoint, keys.p256dh, keys.auth, base)

    def target(self, stored: str) -> PushTarget:
        return msgspec.json.decode(stored, type=PushTarget)

    async def send(self, message: Notification, address: AddressRow) -> bool:
        """Send a message and return False, because a browser needs no confirmation."""
        target = self.target(address.target)
        body = PushBody(message.id, message.kind, message.title, message.text, message.table)
        try:
            data = encrypted(msgspec.json.encode(body), target.p256dh, target.auth)
            authorization = self._key.authorization(
                target.endpoint, self._contact(target), int(self._clock())
            )
        except (ValueError, OSError) as error:
            raise problem.PermanentSendError(str(error)) from None
        headers = {
            "authorization": authorization,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TIME_TO_LIVE_SECONDS),
            "urgency": "normal",
            "topic": topic(message, address),
        }
        reply = await self._network.post(target.endpoint, data, headers)
        match reply.status:
            case status if 200 <= status < 300:
                return False
            case 404 | 410:
                raise problem.AddressGone(f"the push service replied {reply.status}")
            case status if status >= 500 or status in (408, 425, 429):
                raise problem.SendError(f"the push service replied {status}")
            case status:
                raise problem.PermanentSendError(f"the push service replied {status}")

    def _contact(self, target: PushTarget) -> str:
        """Return the host's contact for the push service: a mail address or an https URL."""
        if self._settings.sender is not None:
            return f"mailto:{self._settings.sender}"
        base = self._settings.url or target.base
        return base if base.startswith("https://") else "mailto:host@localhost"


def topic(message: Notification, address: AddressRow) -> str:
    """Return the topic; push services replace a waiting message with a newer one of its topic."""
    subject = f"{address.id} {message.table or message.id}"
    return base64url(hashlib.sha256(subject.encode()).digest()[:24])


def unpadded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
