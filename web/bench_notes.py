"""What is written down while the bench runs: values, and what could not be had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from web.bench_figures import Page, Sample
from web.engine import BrowserGone, PageFault
from web.faults import HostFault

__all__ = ["Notes"]


class Notes:
    """The values of one browser, round by round, in the order in which they came."""

    def __init__(self, browser: str) -> None:
        """For this engine."""
        self.browser = browser
        self.samples: list[Sample] = []
        self.faults: list[str] = []
        self._round = 1
        self._starts: Counter[str] = Counter()
        self._restless = 0

    def begin(self, number: int) -> None:
        """What comes from now on belongs to this round, counted from 1."""
        self._round = number

    def record(self, page: Page, metric: str, value: float) -> None:
        """One value of this round."""
        self.samples.append(Sample(self.browser, self._round, page, metric, float(value)))

    def started(self, how: str) -> None:
        """How our page started Python, as it says itself."""
        self._starts[how or "unknown"] += 1

    def restless(self) -> None:
        """The browser did not come to rest in time, and was measured all the same."""
        self._restless += 1

    @contextmanager
    def trying(self, what: str) -> Iterator[None]:
        """What goes wrong in the block is written down, and the bench goes on."""
        try:
            yield
        except (PageFault, BrowserGone, TimeoutError, HostFault) as fault:
            kind = "" if isinstance(fault, PageFault | HostFault) else f"{type(fault).__name__}: "
            self.faults.append(f"{self.browser}, round {self._round}, {what}: {kind}{fault}")

    def remarks(self) -> list[str]:
        """What a reader of the figures should know besides."""
        lines: list[str] = []
        other = {how: times for how, times in self._starts.items() if how != "snapshot"}
        if other:
            told = ", ".join(f"{how} ({times}×)" for how, times in other.items())
            lines.append(f"{self.browser}: our page did not always start from its snapshot, but: {told}.")
        if self._restless:
            lines.append(f"{self.browser}: did not come to rest {self._restless}×, and was measured so.")
        return lines
