"""What the bench found: single values, their medians over the rounds, and how they stand to the targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

__all__ = ["CHECK", "METRICS", "PARTS", "Figure", "Metric", "Page", "Sample", "figures", "lacking", "remarks"]

Page = Literal["bare", "ours"]
Unit = Literal["ms", "bytes", "count"]

PARTS = ("ready", "stop", "check", "bytes", "memory", "slow")
"""What can be measured by itself (`--only`)."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One thing that is measured.

    `ratios` are the highest quotients ours : bare that are good enough, by engine. `name` is the key in
    samples and JSON.
    """

    name: str
    title: str
    part: str
    unit: Unit
    ratios: Mapping[str, float] = field(default_factory=dict)


def _everywhere(ratio: float) -> dict[str, float]:
    return dict.fromkeys(("chromium", "firefox", "webkit"), ratio)


METRICS = (
    Metric("ready_cold", "ready, cold", "ready", "ms", {"chromium": 0.35, "firefox": 0.45, "webkit": 0.25}),
    Metric("ready_warm", "ready, warm", "ready", "ms", {"chromium": 0.30, "firefox": 0.40, "webkit": 0.25}),
    Metric("stop", "Stop → next result", "stop", "ms", _everywhere(0.05)),
    Metric("slow_ready", "ready, cold, slow line and machine", "slow", "ms", _everywhere(0.8)),
    Metric("gzip_idle", "first visit, gzipped", "bytes", "bytes", _everywhere(1.9)),
    Metric("sent_ready", "first visit, sent until ready", "bytes", "bytes"),
    Metric("sent_idle", "first visit, sent until at rest", "bytes", "bytes"),
    Metric("requests_idle", "first visit, requests", "bytes", "count"),
    Metric("warm_sent", "later visit, sent", "bytes", "bytes"),
    Metric("memory", "memory of the whole browser", "memory", "bytes"),
    Metric("memory_page", "memory above an empty page", "memory", "bytes"),
)
"""In the order of the table. Text painted and Check → verdict are about our page alone: rows of their own."""

CHECK = "check:"
"""Begins the name of a sample of Check → verdict; the exercise's name follows."""

CHECK_LIMIT = 100.0
PAINTED = "painted_cold", "text painted before scripts work", "ready"
PAINTED_SLOW = "painted_slow", "the same, slow line and machine", "slow"


@dataclass(frozen=True, slots=True)
class Sample:
    """One value of one round: milliseconds, bytes or a number, as the metric says."""

    browser: str
    round: int
    page: Page
    metric: str
    value: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table: medians, and what they are to be. Without a target `reached` is None."""

    browser: str
    metric: str
    title: str
    unit: Unit
    bare: float | None
    ours: float | None
    rounds: int
    ratio: float | None
    target: str
    reached: bool | None


def figures(samples: Sequence[Sample], browser: str, parts: Iterable[str]) -> list[Figure]:
    """The rows of one browser, for the parts that were asked for."""
    asked = frozenset(parts)
    values = _Values(samples, browser)
    rows = [_compared(metric, values) for metric in METRICS if metric.part in asked]
    for name, title, part in (PAINTED, PAINTED_SLOW):
        if part in asked:
            rows.append(_painted(name, title, values))
    if "check" in asked:
        rows += [_check(name, values) for name in values.checks()]
    return rows


def lacking(rows: Sequence[Figure]) -> list[Figure]:
    """The rows that have no value of ours, or none of the bare page to compare it with."""
    compared = {metric.name for metric in METRICS}
    return [row for row in rows if row.ours is None or (row.bare is None and row.metric in compared)]


def remarks(rows: Sequence[Figure], rounds: int) -> list[str]:
    """What a reader of the table has to know besides."""
    lines: list[str] = []
    if rounds < 5:
        lines.append(
            f"Medians of {rounds} round{'s' if rounds != 1 else ''} only: an impression, no figures."
        )
    missing = [f"{row.title} ({row.browser})" for row in lacking(rows)]
    if missing:
        lines.append(f"Not measured: {', '.join(missing)}.")
    fewer = [f"{row.title} ({row.browser}, {row.rounds})" for row in rows if 0 < row.rounds < rounds]
    if fewer:
        lines.append(f"Measured in fewer rounds than the rest: {', '.join(fewer)}.")
    return lines


class _Values:
    """The samples of one browser, by page and metric."""

    def __init__(self, samples: Sequence[Sample], browser: str) -> None:
        self.browser = browser
        self._found: dict[tuple[Page, str], list[float]] = {}
        for sample in samples:
            if sample.browser == browser:
                self._found.setdefault((sample.page, sample.metric), []).append(sample.value)

    def all(self, page: Page, metric: str) -> list[float]:
        return self._found.get((page, metric), [])

    def median(self, page: Page, metric: str) -> float | None:
        found = self.all(page, metric)
        return median(found) if found else None

    def checks(self) -> list[str]:
        return [metric for page, metric in self._found if page == "ours" and metric.startswith(CHECK)]


def _compared(metric: Metric, values: _Values) -> Figure:
    bare, ours = values.median("bare", metric.name), values.median("ours", metric.name)
    ratio = ours / bare if ours is not None and bare is not None and bare > 0 else None
    bound = metric.ratios.get(values.browser)
    return Figure(
        browser=values.browser,
        metric=metric.name,
        title=metric.title,
        unit=metric.unit,
        bare=bare,
        ours=ours,
        rounds=min(len(values.all("bare", metric.name)), len(values.all("ours", metric.name))),
        ratio=ratio,
        target="" if bound is None else f"≤ {bound:.2f}",
        reached=None if bound is None or ratio is None else ratio <= bound,
    )


def _check(name: str, values: _Values) -> Figure:
    ours = values.median("ours", name)
    return Figure(
        browser=values.browser,
        metric=name,
        title=f"Check → verdict, {name.removeprefix(CHECK)}",
        unit="ms",
        bare=None,
        ours=ours,
        rounds=len(values.all("ours", name)),
        ratio=None,
        target=f"< {CHECK_LIMIT:.0f} ms",
        reached=None if ours is None else ours < CHECK_LIMIT,
    )


def _painted(name: str, title: str, values: _Values) -> Figure:
    """Ours is when the text was painted; before the script in every round, or not reached."""
    painted, script = values.all("ours", name), values.all("ours", f"{name}_script")
    start = median(script) if script else None
    return Figure(
        browser=values.browser,
        metric=name,
        title=title,
        unit="ms",
        bare=None,
        ours=values.median("ours", name),
        rounds=len(painted),
        ratio=None,
        target="" if start is None else f"script: {start:.0f} ms",
        reached=all(text <= begun for text, begun in zip(painted, script, strict=True)) if painted else None,
    )
