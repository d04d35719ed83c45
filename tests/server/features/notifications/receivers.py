"""Endpoints for tests, which accept messages or refuse them as configured."""

from __future__ import annotations

import ipaddress
import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Reply: TypeAlias = tuple[int, bytes] | None  # None: the connection breaks off


@dataclass
class Request:
    """A received request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """A web server that records its requests; ``reply`` sets its answers."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.got: list[Request] = []
        self.reply: Callable[[Request], Reply] = lambda _: (200, b"")

    def answer(self, *statuses: int) -> None:
        """Answer with these statuses first, and then with 200."""
        left = [*statuses]
        self.reply = lambda _: (left.pop(0) if left else 200, b"")

    @property
    def ids(self) -> list[str]:
        """The ids of the received messages."""
        return [request.headers["idempotency-key"] for request in self.got]


@contextmanager
def receiving(
    tls: ssl.SSLContext | None = None, headers: dict[str, str] | None = None
) -> Iterator[Receiver]:
    """A receiver on 127.0.0.1."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            named = {name.lower(): value for name, value in self.headers.items()}
            request = Request(self.path, named, body)
            receiver.got.append(request)
            reply = receiver.reply(request)
            if reply is None:
                self.close_connection = True
                return
            status, answer = reply
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    scheme = "http"
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    receiver = Receiver(f"{scheme}://127.0.0.1:{server.server_port}/hook")
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Authority:
    """A certificate for 127.0.0.1 and localhost, and a context that trusts it."""

    server: ssl.SSLContext
    ssl_context: ssl.SSLContext


def authority(folder: Path, name: str = "localhost") -> Authority:
    """Create a self-signed certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names = [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + pem
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return Authority(server, ssl.create_default_context(cadata=pem.decode()))
