"""Saying what is being done while it takes time: one line a step, with the seconds it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

__all__ = ["Steps"]


class Steps:
    """Writes progress to a stream; `clock` gives seconds."""

    def __init__(self, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """Lines go to `out` as soon as they are known."""
        self._out = out
        self._clock = clock

    def say(self, text: str = "") -> None:
        """Write one line at once."""
        self._out.write(f"{text}\n")
        self._out.flush()

    @contextmanager
    def step(self, label: str) -> Iterator[None]:
        """Write `label …` at once and the seconds when the block ends, or that it failed."""
        begin = self._clock()
        self._out.write(f"{label} … ")
        self._out.flush()
        try:
            yield
        except BaseException:
            self.say(f"failed after {self._clock() - begin:.1f} s")
            raise
        self.say(f"{self._clock() - begin:.1f} s")
