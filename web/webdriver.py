"""W3C WebDriver, the little of it that is needed: JSON over HTTP to a driver on this machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import Any

from web.engine import BrowserGone, Json, PageFault

__all__ = ["WebDriver"]


class WebDriver:
    """A driver that listens on a port; after `begin` commands go to the session it made."""

    def __init__(self, port: int, patience: float) -> None:
        """`patience` in seconds goes for every answer."""
        self._port = port
        self._patience = patience
        self._session = ""

    def ready(self) -> bool:
        """Whether the driver answers."""
        try:
            return bool(self._send("GET", "/status", None)["ready"])
        except (BrowserGone, PageFault, TimeoutError):
            return False

    def begin(self, capabilities: Mapping[str, Json]) -> dict[str, Any]:
        """Start the browser; gives what it can do."""
        wanted: Json = {"capabilities": {"alwaysMatch": capabilities}}
        made = self._send("POST", "/session", wanted)
        self._session = f"/session/{made['sessionId']}"
        given: dict[str, Any] = made["capabilities"]
        return given

    def get(self, path: str) -> Any:  # noqa: ANN401 (JSON)
        """Ask the session for something."""
        return self._send("GET", f"{self._session}{path}", None)

    def post(self, path: str, body: Mapping[str, Json]) -> Any:  # noqa: ANN401 (JSON)
        """Give a command to the session."""
        return self._send("POST", f"{self._session}{path}", body)

    def delete(self, path: str) -> Any:  # noqa: ANN401 (JSON)
        """End something: the window in use, or with an empty path the session and so the browser."""
        return self._send("DELETE", f"{self._session}{path}", None)

    def _send(self, method: str, path: str, body: Json) -> Any:  # noqa: ANN401 (JSON)
        connection = HTTPConnection("127.0.0.1", self._port, timeout=self._patience)
        text = None if body is None else json.dumps(body)
        try:
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        except TimeoutError:
            late = f"the browser did not answer {method} {path} within {self._patience:g} s"
            raise TimeoutError(late) from None
        except (OSError, HTTPException, ValueError) as error:
            raise BrowserGone(f"the browser is gone, during {method} {path}: {error!r}") from None
        finally:
            connection.close()
        if answer.status == 200:
            return value
        if value["error"] == "timeout":
            raise TimeoutError(f"{method} {path}: {value['message']}")
        if value["error"] == "invalid session id":
            raise BrowserGone(f"the browser is gone, during {method} {path}: {value['message']}")
        raise PageFault(f"{value['error']}: {value['message']}")
