"""A plain static host, as a school might have one: no special headers, any path, and some bad habits."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Literal

# All that servers of twenty years ago have heard of.
OLD_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class Habits:
    """What a host does to the files that it serves."""

    knows_new_types: bool = True
    # `always` packs whatever it sends; `labels` says of what is gzip already that it is so for the way.
    encodes: Literal["never", "always", "labels"] = "never"
    headers: Mapping[str, str] = field(default_factory=dict)
    # From a path and what stands there to what is sent.
    rewrite: Callable[[str, bytes], bytes] = lambda _, content: content


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, host: PlainHost, **kwargs: object) -> None:
        self.host = host
        super().__init__(*args, directory=str(host.folder), **kwargs)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.host.requests.append(self.path)
        if not self.path.startswith(self.host.prefix) or self.host.refuses in self.path:
            self.send_error(404)
            return
        self.path = self.path.removeprefix(self.host.prefix)
        file = Path(self.translate_path(self.path))
        if file.is_dir() and self.path.partition("?")[0].endswith("/"):
            file /= "index.html"
        if file.is_file():
            self._serve(file)
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        self.host.requests.append(self.path)
        self.send_error(405)

    do_HEAD = do_OPTIONS = do_POST  # noqa: N815 (their names there)

    def _serve(self, file: Path) -> None:
        habits = self.host.habits
        content = habits.rewrite(file.relative_to(self.host.folder).as_posix(), file.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self._type(file))
        self.send_header("Last-Modified", self.date_time_string(int(file.stat().st_mtime)))
        if habits.encodes == "always":
            content = gzip.compress(content, 1)
        if habits.encodes == "always" or (habits.encodes == "labels" and content.startswith(GZIP)):
            self.host.encoded.append(self.path)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        for name, value in habits.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def _type(self, file: Path) -> str:
        if self.host.habits.knows_new_types:
            return self.guess_type(str(file))
        return OLD_TYPES.get(file.suffix, "application/octet-stream")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
        """Say nothing."""


class PlainHost:
    """Serves `folder` below `prefix` on a free port; files whose path holds `refuses` are not found."""

    def __init__(
        self, folder: Path, prefix: str = "", habits: Habits | None = None, name: str = "localhost"
    ) -> None:
        self.folder = folder
        self.prefix = prefix
        self.habits = habits or Habits()
        self.name = name
        self.refuses = "\0"
        self.requests: list[str] = []
        self.encoded: list[str] = []
        place = "127.0.0.1" if name == "localhost" else name
        self._server = ThreadingHTTPServer((place, 0), partial(_Handler, host=self))
        self._server.daemon_threads = True

    @property
    def port(self) -> int:
        return self._server.server_port

    @property
    def origin(self) -> str:
        return f"http://{self.name}:{self.port}"

    @property
    def address(self) -> str:
        return f"{self.origin}{self.prefix}"

    def __enter__(self) -> PlainHost:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
