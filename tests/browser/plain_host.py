"""A plain static host, as a school might have one: no special headers, and any path."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType


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
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
        """Say nothing."""


class PlainHost:
    """Serves `folder` below `prefix` on a free port; files whose path holds `refuses` are not found."""

    def __init__(self, folder: Path, prefix: str = "") -> None:
        self.folder = folder
        self.prefix = prefix
        self.refuses = "\0"
        self.requests: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, host=self))
        self._server.daemon_threads = True

    @property
    def origin(self) -> str:
        return f"http://localhost:{self._server.server_port}"

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
