"""Nodes of a Ray cluster on this machine, started and ended for a test."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def node(name: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A node with one processor; its end is not in the way of other clusters' as `ray stop` is."""
    ray = Path(sys.executable).with_name("ray")
    process = subprocess.Popen(
        [ray, "start", *words, "--num-cpus", "1", "--block"],
        env={**os.environ, "NODE": name, "RAY_USAGE_STATS_ENABLED": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # a separate group of processes, to kill all of them
    )
    try:
        assert process.stdout is not None
        said = ""
        while "Ray runtime started" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


@contextmanager
def two_nodes() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A cluster of two nodes: its address, and the second node."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="ray")  # a short name: sockets lie deep below it
    here = ("--node-ip-address", "127.0.0.1")
    head = ("--head", "--port", str(port), "--include-dashboard", "false", "--temp-dir", folder)
    address = f"127.0.0.1:{port}"
    try:
        with node("one", *head, *here), node("two", "--address", address, *here) as second:
            yield address, second
    finally:
        shutil.rmtree(folder, ignore_errors=True)
