"""Events, told whole and one after the other."""

from __future__ import annotations

import builtins
from _thread import RLock
from collections.abc import Callable, Mapping

from checker.jsontext import json_text
from checker.model import Wire

__all__ = ["Voice"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))


class Voice:
    """Emits events as JSON texts, whichever thread or finalizer of a program they come from."""

    __slots__ = ("_emit", "_ended", "_lock", "_speaking", "_waiting")

    def __init__(self, emit: Callable[[str], None]) -> None:
        self._emit = emit
        self._lock = RLock()
        self._waiting: list[str] = []
        self._speaking = False
        self._ended = False

    def say(self, event: Mapping[str, Wire], *, last: bool = False) -> None:
        """Emit an event, unless one said to be the `last` came before it."""
        text = json_text(event)
        with self._lock:
            if self._ended:
                return
            self._ended = last
            self._waiting.append(text)
            if self._speaking:
                return  # a finalizer, run in the midst of another event: that one comes first
            self._speaking = True
            try:
                while self._waiting:
                    self._emit(self._waiting.pop(0))
            finally:
                self._speaking = False
