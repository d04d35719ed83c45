"""nginx and Caddy in front of servers, with the files in ``deploy``.

The files are used as they are, except for addresses, ports, and the paths of the certificate.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

from tests.server.features.notifications.receivers import authority
from tests.server.harness import TIMEOUT_SECONDS, Client

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"  # Debian's nginx
DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"  # of the site, in both files
PORTS = ("127.0.0.1:8555", "127.0.0.1:8556")  # of the servers, in both files
NGINX = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log stderr notice;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {settings}
    include {folder}/shipped.conf;
}}
"""
CADDY = """
{{
    admin off
    default_bind 127.0.0.1
    auto_https disable_redirects
    local_certs
    skip_install_trust
}}
import {shipped}
"""


@dataclass(frozen=True)
class Proxy:
    """A running proxy: its address, and a context that trusts its certificate."""

    url: str
    ssl_context: ssl.SSLContext

    def connect(self) -> ssl.SSLSocket:
        """A connection for any bytes."""
        parts = urlsplit(self.url)
        plain = socket.create_connection((parts.hostname, parts.port), timeout=TIMEOUT_SECONDS)
        return self.ssl_context.wrap_socket(plain, server_hostname=parts.hostname)

    def has_certificate(self) -> bool:
        """Whether it uses its certificate already; Caddy listens a moment earlier."""
        try:
            self.connect().close()
        except ssl.SSLError:
            return False
        return True

    @contextmanager
    def client(self) -> Iterator[Client]:
        """A new client that comes through the proxy."""
        client = Client(self.url, ssl_context=self.ssl_context)
        try:
            yield client
        finally:
            client.close()


StartProxy = Callable[[Sequence[str], Path], AbstractContextManager[Proxy]]


@contextmanager
def nginx(servers: Sequence[str], folder: Path, settings: str = "") -> Iterator[Proxy]:
    """Run nginx in front of the addresses of two servers; ``settings`` has further directives."""
    ssl_context = authority(folder).ssl_context
    certificate = folder / "localhost.pem"
    port, *others = _free_ports(4)
    replacements = {
        **dict(zip(PORTS, map(_place, servers), strict=True)),
        "listen 80;": f"listen 127.0.0.1:{others[0]};",
        "listen [::]:80;": f"listen 127.0.0.1:{others[1]};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "listen [::]:443 ssl;": f"listen 127.0.0.1:{others[2]} ssl;",
        f"/etc/ssl/certs/{NAME}.pem": str(certificate),
        f"/etc/ssl/private/{NAME}.key": str(certificate),
    }
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for old, new in replacements.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "shipped.conf").write_text(text, "utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    main.write_text(NGINX.format(folder=folder, settings=settings, user=user), "utf-8")
    with _running(["nginx", "-p", str(folder), "-c", str(main)], "start worker process "):
        yield Proxy(f"https://127.0.0.1:{port}", ssl_context)


@contextmanager
def caddy(servers: Sequence[str], folder: Path) -> Iterator[Proxy]:
    """Run Caddy in front of the addresses of two servers."""
    (port,) = _free_ports(1)
    url = f"https://127.0.0.1:{port}"
    main = folder / "Caddyfile"
    main.write_text(CADDY.format(shipped=DEPLOY / "Caddyfile"), "utf-8")
    variables = {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "REDCATHEDRAL_SITE": f"{url}, https://{NAME}:{port}",
        "REDCATHEDRAL_SERVERS": " ".join(map(_place, servers)),
    }
    command = ["caddy", "run", "--config", str(main), "--adapter", "caddyfile"]
    with _running(command, "certificate obtained successfully", variables):
        root = folder / "caddy/pki/authorities/local/root.crt"
        proxy = Proxy(url, ssl.create_default_context(cafile=str(root)))
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not proxy.has_certificate():
            assert time.monotonic() < deadline
        yield proxy


def _path(program: str) -> str | None:
    return shutil.which(program, path=PATH)


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test if a program is not installed."""
    reason = f"{program} is not installed (Debian: apt-get install {program})"
    return pytest.mark.skipif(_path(program) is None, reason=reason)


PROXIES = [
    pytest.param(start, id=name, marks=needs(name))
    for name, start in {"nginx": nginx, "caddy": caddy}.items()
]


def _place(url: str) -> str:
    """The host and port of a server's address."""
    return urlsplit(url).netloc


def _free_ports(count: int) -> list[int]:
    """Different ports that no program uses."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


@contextmanager
def _running(
    command: Sequence[str], ready: str, variables: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a program from when its log has the text ``ready``."""
    process = subprocess.Popen(
        [_path(command[0]) or command[0], *command[1:]],
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        lines: list[str] = []
        for line in process.stderr:
            lines.append(line)
            if ready in line:
                break
        else:
            pytest.fail("".join(lines))
        log = Thread(target=process.stderr.read, daemon=True)  # a full pipe would stop the program
        log.start()
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(TIMEOUT_SECONDS)
        process.stderr.close()
