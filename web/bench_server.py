"""One server for both pages of the bench, ours below /site/ and the bare one below /bare/; it keeps count."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import unquote, urlsplit

from web.bench_line import Line
from web.faults import HostFault
from web.server import ThreadingServer

__all__ = ["Answer", "BenchServer", "Exhibit", "compressed_size", "read_exhibits", "serve_exhibits"]

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
BLANK = (
    b'<!doctype html><html lang="en"><meta charset="utf-8"><title>-</title><link rel="icon" href="data:,">'
)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A file as it is served."""

    content: bytes
    type: str
    tag: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer that was sent: `path` without a leading slash, `sent` in bytes of its body."""

    path: str
    status: int
    sent: int


def read_exhibits(site: Path, bare: Path, pyodide: Path) -> dict[str, Exhibit]:
    """All that is served, by path without a leading slash: both pages, and an empty one to begin with."""
    if not (pyodide / "pyodide.mjs").is_file():
        raise HostFault(f"{pyodide} holds no Pyodide. Delete the folder web/node_modules and start again.")
    exhibits = {"blank.html": _exhibit("blank.html", BLANK)}
    for prefix, folder in (("site", site), ("bare", bare), ("bare/pyodide", pyodide)):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = f"{prefix}/{path.relative_to(folder).as_posix()}"
                exhibits[name] = _exhibit(name, path.read_bytes())
    return exhibits


def _exhibit(name: str, content: bytes) -> Exhibit:
    kind = TYPES.get(Path(name).suffix, "application/octet-stream")
    return Exhibit(content, kind, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def compressed_size(exhibits: Mapping[str, Exhibit], answers: Sequence[Answer]) -> int:
    """Bytes of all files that were sent if the host had gzipped them; what gzip makes no smaller stays."""
    contents = [exhibits[answer.path].content for answer in answers if answer.sent]
    # mtime is part of the header: fixed, so that the same files give the same number.
    return sum(min(len(content), len(gzip.compress(content, 6, mtime=0))) for content in contents)


class BenchServer(ThreadingServer):
    """Answers GET from `exhibits` over a `Line`, and writes down what it sent."""

    def __init__(self, exhibits: Mapping[str, Exhibit], line: Line) -> None:
        """Bind to any free port of this machine."""
        self.exhibits = exhibits
        self.line = line
        self._lock = Lock()
        self._answers: list[Answer] = []
        self._open = 0
        self._quiet_since = time.monotonic()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        """Where it is, slash included."""
        return f"http://localhost:{self.server_address[1]}/"

    def begin(self) -> None:
        """A question has come."""
        with self._lock:
            self._open += 1

    def end(self, answer: Answer) -> None:
        """Its answer has been sent, or as much of it as was wanted."""
        with self._lock:
            self._open -= 1
            self._quiet_since = time.monotonic()
            self._answers.append(answer)

    def answers(self) -> tuple[Answer, ...]:
        """What was sent since the last `forget`."""
        with self._lock:
            return tuple(self._answers)

    def forget(self) -> None:
        """Count from here."""
        with self._lock:
            self._answers.clear()

    def quiet_for(self) -> float:
        """For how many seconds nothing has been asked for or been under way."""
        with self._lock:
            return 0.0 if self._open else time.monotonic() - self._quiet_since


class _Handler(BaseHTTPRequestHandler):
    server: BenchServer
    protocol_version = "HTTP/1.1"
    server_version = "Bench"
    sys_version = ""
    # Headers and body leave in two writes: without it the second may wait for an acknowledgement.
    disable_nagle_algorithm = True
    timeout = 120

    def setup(self) -> None:
        """A new connection costs a round trip before anything can be asked."""
        self.server.line.wait_round_trip()
        super().setup()

    def do_GET(self) -> None:
        """Answer with a file."""
        self.server.begin()
        path = unquote(urlsplit(self.path).path).removeprefix("/")
        status, sent = HTTPStatus.NOT_FOUND, 0
        try:
            self.server.line.wait_round_trip()
            exhibit = self.server.exhibits.get(path)
            if exhibit is not None and exhibit.tag == self.headers.get("If-None-Match"):
                status = HTTPStatus.NOT_MODIFIED
            elif exhibit is not None:
                status = HTTPStatus.OK
            self._send_head(status, exhibit)
            if exhibit is not None and status is HTTPStatus.OK:
                for piece in self.server.line.carry(exhibit.content):
                    self.wfile.write(piece)
                    sent += len(piece)
        finally:
            self.server.end(Answer(path, status, sent))

    def _send_head(self, status: HTTPStatus, exhibit: Exhibit | None) -> None:
        self.send_response(status)
        if exhibit is not None:
            # As on the best known static hosts; the same for both pages, so that both find their files again.
            self.send_header("Cache-Control", "max-age=600")
            self.send_header("ETag", exhibit.tag)
            self.send_header("Content-Type", exhibit.type)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(0 if exhibit is None else len(exhibit.content)))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Say nothing of single requests."""


@contextmanager
def serve_exhibits(exhibits: Mapping[str, Exhibit], line: Line) -> Iterator[BenchServer]:
    """Serve in the background while the block runs."""
    server = BenchServer(exhibits, line)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
