"""The browser's side of a push: a subscription, and what opens what is sent to it."""

from __future__ import annotations

import json
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from redcathedral.server.features.notifications.push import base64url, unpadded
from redcathedral.server.features.notifications.wire import PushKeys, Subscription
from tests.server.features.notifications.receivers import Request

CURVE = ec.SECP256R1()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """A browser that has subscribed at a push service."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(CURVE)
        self.auth = b"0123456789abcdef"

    @property
    def subscription(self) -> Subscription:
        keys = PushKeys(base64url(point(self.key.public_key())), base64url(self.auth))
        return Subscription(self.endpoint, keys)

    def opened(self, body: bytes) -> bytes:
        """Decrypt a message (RFC 8188, RFC 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender = body[21 : 21 + length]
        sealed = body[21 + length :]
        assert len(sealed) <= size  # one record
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = derived(self.auth, shared, info, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, end, _ = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert end == b"\2"
        return text

    def decrypted(self, request: Request) -> Any:
        """Return the decrypted message of a request."""
        return json.loads(self.opened(request.body))


def signed(request: Request, public: str) -> Any:
    """Return the verified claims of the sender (RFC 8292); raises InvalidSignature."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == public
    head, claims, signature = parts["t"].split(".")
    assert json.loads(unpadded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unpadded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpadded(public))
    key.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(unpadded(claims))
