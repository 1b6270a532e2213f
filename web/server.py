"""Serving a site from memory: a rebuild changes everything at once, and nothing outside is in reach."""

from __future__ import annotations

import errno
import hashlib
import socket
import socketserver
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

from web.faults import HostFault

__all__ = ["SiteServer", "Snapshot", "ThreadingServer", "open_server", "read_snapshot", "serving"]

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
}
FIRST_PORT = 8000
TRIES = 50
_NOT_FOUND = """<!doctype html>
<html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Nicht gefunden</title>
<h1>Nicht gefunden</h1>
<p>Unter dieser Adresse gibt es nichts. <a href="/">Zur Übersicht der Lektionen</a></p>
"""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    type: str
    tag: str


Snapshot = Mapping[str, _File]
"""A site as it was at one moment: paths without a leading slash to what is there."""


def read_snapshot(site: Path) -> Snapshot:
    """All files of a site."""
    files: dict[str, _File] = {}
    for path in site.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            kind = TYPES.get(path.suffix, "application/octet-stream")
            tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            files[path.relative_to(site).as_posix()] = _File(content, kind, tag)
    return files


class ThreadingServer(socketserver.ThreadingMixIn, socketserver.TCPServer):
    """Answers each visitor in a thread of its own, and bears that they go away."""

    # On Windows the option means that two servers may share a port.
    allow_reuse_address = sys.platform != "win32"
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A visitor who goes away in the middle of an answer is no fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type] # (handed through as it came)


class SiteServer(ThreadingServer):
    """Answers GET and HEAD from `snapshot`, which may be exchanged at any time.

    Files of the snapshot before are still found: a page opened just before a rebuild gets its scripts.
    """

    def __init__(self, host: str, port: int, snapshot: Snapshot) -> None:
        """Bind to `host` and `port` (0: any free one); raises OSError."""
        self._snapshot = snapshot
        self._before: Snapshot = {}
        super().__init__((host, port), _Handler)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.server_address[1])

    def show(self, snapshot: Snapshot) -> None:
        """Answer from another snapshot from now on."""
        self._snapshot, self._before = snapshot, self._snapshot

    def find(self, path: str) -> _File | str | None:
        """The file at a path of a request; text: the path it should have been; None: nothing is there."""
        now, before = self._snapshot, self._before
        name = path.removeprefix("/")
        if name == "" or name.endswith("/"):
            name += "index.html"
        found = now.get(name) or before.get(name)
        if found is None and f"{name}/index.html" in now:
            return f"{path}/"
        return found


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer
    protocol_version = "HTTP/1.1"
    server_version = "Pruefstand"
    sys_version = ""
    # A connection that is kept open and says nothing is closed after so many seconds.
    timeout = 60

    def do_GET(self) -> None:
        """Answer with a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Answer with what GET would say of a file."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        found = self.server.find(unquote(urlsplit(self.path).path))
        if found is None:
            page = _File(_NOT_FOUND.encode(), TYPES[".html"], "")
            self._send(HTTPStatus.NOT_FOUND, page, with_body=with_body)
        elif isinstance(found, str):
            self._redirect(urlsplit(self.path).path + "/")
        elif found.tag in self.headers.get("If-None-Match", ""):
            self._send(HTTPStatus.NOT_MODIFIED, found, with_body=False)
        else:
            self._send(HTTPStatus.OK, found, with_body=with_body)

    def _send(self, status: HTTPStatus, file: _File, *, with_body: bool) -> None:
        self.send_response(status)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        if file.tag:
            self.send_header("ETag", file.tag)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Type", file.type)
            self.send_header("Content-Length", str(len(file.content)))
        self.end_headers()
        if with_body:
            self.wfile.write(file.content)

    def _redirect(self, target: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Say nothing of single requests."""


def open_server(snapshot: Snapshot, host: str = "127.0.0.1", port: int | None = None) -> SiteServer:
    """A server on `port` exactly, or without one on the first free port from 8000; raises HostFault."""
    if port is not None:
        server = _try_port(host, port, snapshot)
        if server is None:
            raise HostFault(
                f"Port {port} is taken. Choose another one with --port, or leave the option away."
            )
        return server
    for candidate in range(FIRST_PORT, FIRST_PORT + TRIES):
        server = _try_port(host, candidate, snapshot)
        if server is not None:
            return server
    raise HostFault(f"No port from {FIRST_PORT} to {FIRST_PORT + TRIES - 1} is free. Choose one with --port.")


def _try_port(host: str, port: int, snapshot: Snapshot) -> SiteServer | None:
    if port and _answers_as_localhost(port):
        return None
    try:
        return SiteServer(host, port, snapshot)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            return None
        reason = fault.strerror or str(fault)
        raise HostFault(f"The server can't use {host}, port {port}: {reason}.") from fault
    except OverflowError:
        raise HostFault(f"{port} is not a port: ports go from 1 to 65535.") from None


def _answers_as_localhost(port: int) -> bool:
    """Whether something listens on the other localhost (::1), where a browser might look first."""
    if not socket.has_ipv6:
        return False
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        try:
            return probe.connect_ex(("::1", port)) == 0
        except (OSError, OverflowError):
            return False


@contextmanager
def serving(server: SiteServer) -> Iterator[tuple[SiteServer, str]]:
    """Serve in the background while the block runs; gives the server and its address, slash included."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    host = str(server.server_address[0])
    name = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host  # noqa: S104 (only how it is called)
    try:
        yield server, f"http://{name}:{server.port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
