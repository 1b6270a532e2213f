"""A slow line: all connections share one rate, and every question waits for its round trip."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Lock

__all__ = ["SLOW", "Line", "Rate"]

CHUNK = 16 * 1024
"""Bytes sent at a time: small enough that connections take turns."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How much a line carries a second, in bytes, and how long a question and its answer are under way."""

    bytes_per_second: float
    round_trip: float


SLOW = Rate(bytes_per_second=10_000_000 / 8, round_trip=0.040)
"""10 Mbit/s and 40 ms: a crowded classroom, or a village."""


class Line:
    """The one line that all connections share; without a rate it is as fast as the machine."""

    def __init__(
        self,
        rate: Rate | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`clock` gives seconds, `sleep` waits for some."""
        self._rate = rate
        self._clock = clock
        self._sleep = sleep
        self._lock = Lock()
        self._free_at = 0.0

    def set_rate(self, rate: Rate | None) -> None:
        """Be another line from now on."""
        self._rate = rate

    def wait_round_trip(self) -> None:
        """Wait as long as a question and the first word of its answer take."""
        rate = self._rate
        if rate is not None:
            self._sleep(rate.round_trip)

    def carry(self, content: bytes) -> Iterator[bytes]:
        """The content in pieces, each as soon as the line would have carried it."""
        rate = self._rate
        if rate is None:
            yield content
            return
        for begin in range(0, len(content), CHUNK):
            piece = content[begin : begin + CHUNK]
            self._sleep(max(0.0, self._reserve(len(piece) / rate.bytes_per_second)))
            yield piece

    def _reserve(self, seconds: float) -> float:
        """Take the line for so long, after all who came before; gives the seconds until that is over."""
        with self._lock:
            now = self._clock()
            self._free_at = max(now, self._free_at) + seconds
            return self._free_at - now
