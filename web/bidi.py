"""WebDriver BiDi: commands and their answers as JSON over one WebSocket (https://w3c.github.io/webdriver-bidi)."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from web.engine import BrowserGone, Json, PageFault

__all__ = ["Bidi", "connected"]


class Bidi:
    """A connection to a browser; of events it hears none."""

    def __init__(self, socket: ClientConnection, patience: float) -> None:
        self._socket = socket
        self._patience = patience
        self._numbers = itertools.count(1)

    def command(self, method: str, parameters: Mapping[str, Json]) -> dict[str, Any]:
        """Give a command and wait for its result; an error of the browser's is raised as PageFault."""
        number = next(self._numbers)
        deadline = time.monotonic() + self._patience
        try:
            self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
            while True:
                message = json.loads(self._socket.recv(max(0.0, deadline - time.monotonic())))
                # An answer that came too late for its question is passed over.
                if message.get("id") == number:
                    break
        except TimeoutError:
            late = f"the browser did not answer {method} within {self._patience:g} s"
            raise TimeoutError(late) from None
        except (OSError, WebSocketException) as error:
            raise BrowserGone(f"the browser is gone, during {method}: {error}") from None
        if message["type"] != "success":
            raise PageFault(f"{method}: {message.get('error')}: {message.get('message')}")
        result: dict[str, Any] = message["result"]
        return result


@contextmanager
def connected(address: str, patience: float) -> Iterator[Bidi]:
    """Connect to `ws://127.0.0.1:PORT/session`; every answer may take `patience` seconds."""
    try:
        socket = connect(address, max_size=None, compression=None, proxy=None, open_timeout=patience)
    except (OSError, WebSocketException) as error:
        raise BrowserGone(f"{address} does not answer: {error}") from None
    with socket:
        yield Bidi(socket, patience)
