"""A console as tests use it: cells in, events out."""

from __future__ import annotations

import json
from typing import Any

from checker.cell import Console

__all__ = ["Cells", "Event"]

Event = dict[str, Any]


class Cells:
    """A console, and the events of what was run in it."""

    def __init__(self, **more: Any) -> None:
        self.console = Console(**more)
        self.number = 0

    def run(self, source: str) -> list[Event]:
        self.number += 1
        events: list[str] = []
        self.console.run(source, f"zelle-{self.number}", events.append)
        return [json.loads(event) for event in events]

    def value(self, source: str) -> str | None:
        return next((event["text"] for event in self.run(source) if event["e"] == "value"), None)

    def error(self, source: str) -> Event:
        return next(event for event in self.run(source) if event["e"] == "error")

    def stdout(self, source: str) -> str:
        return "".join(event["text"] for event in self.run(source) if event["e"] == "stdout")
