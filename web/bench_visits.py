"""One visit of a page in a fresh browser, and all that is measured in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from web.bench_figures import CHECK, Page
from web.bench_machine import cpu_seconds, resident_bytes
from web.bench_notes import Notes
from web.bench_scripts import ANSWERED, PYTHON, RESTART, RUNNING, START, STOP, UPGRADED
from web.bench_scripts import CHECK as PRESS_CHECK
from web.bench_server import BenchServer, compressed_size
from web.engine import Browser, Json, PageFault, Tab

__all__ = ["LessonPage", "Visit"]

LOOP = 'print("Runde")\nwhile True: pass'
REST = 1.0
"""A browser is at rest when for so many seconds nothing is asked for and its processes do next to nothing."""

STORED = 2.0
"""The same after a first visit, in seconds: what the page wants to find again must have been written down."""

REST_LIMIT = 30.0
LAZY = 0.08
"""What counts as next to nothing: this share of one core."""

START_LIMIT = 300.0


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A lesson as the bench needs it: its path, the names of its cells, the solutions of its exercises."""

    path: str
    cells: Sequence[str]
    solutions: Mapping[str, str]


class Visit:
    """Measures one page in a browser that was started for it."""

    def __init__(self, browser: Browser, server: BenchServer, page: Page, path: str, notes: Notes) -> None:
        """`path` is the page's on the server; what is found goes into `notes`."""
        self._browser = browser
        self._server = server
        self._page = page
        self._path = path
        self._notes = notes

    def cold(self) -> Tab:
        """The first visit: times, bytes, requests, memory at rest. Gives the tab that the page is in."""
        tab = self._blank()
        empty = resident_bytes(self._browser.processes())
        self._server.forget()
        tab.open(self._server.address + self._path)
        self._start(tab, "ready_cold", "painted_cold")
        self._record("sent_ready", sum(answer.sent for answer in self._server.answers()))
        self._rest(STORED)
        answers = self._server.answers()
        self._record("sent_idle", sum(answer.sent for answer in answers))
        self._record("gzip_idle", compressed_size(self._server.exhibits, answers))
        self._record("requests_idle", len(answers))
        memory = resident_bytes(self._browser.processes())
        self._record("memory", memory)
        self._record("memory_page", memory - empty)
        return tab

    def warm(self, before: Tab) -> Tab:
        """A later visit with the same profile, once the tab of the one before is closed; gives its own."""
        tab = self._blank(before)
        self._server.forget()
        tab.open(self._server.address + self._path)
        self._start(tab, "ready_warm", None)
        return tab

    def settle(self) -> None:
        """Wait until the later visit has all that it wants: bytes."""
        self._rest(REST)
        self._record("warm_sent", sum(answer.sent for answer in self._server.answers()))

    def slow(self, slowed: Callable[[], AbstractContextManager[None]]) -> None:
        """The first visit while `slowed` holds line and machine back."""
        tab = self._blank()
        with slowed():
            tab.open(self._server.address + self._path)
            self._start(tab, "slow_ready", "painted_slow")

    def stop_bare(self, tab: Tab) -> None:
        """Stop an endless loop and have the next result, on the bare page."""
        # Its answer never comes, so nothing is waited for.
        tab.evaluate("() => { void window.bare.run('while True: pass'); }")
        time.sleep(1)
        self._record("stop", _number(tab.evaluate(RESTART)))

    def stop_ours(self, tab: Tab, loop: str, after: str) -> None:
        """The same on our page: two cells, one to stop, one for the result."""
        looping, next_one = f'[data-cell="{loop}"]', f'[data-cell="{after}"]'
        tab.wait(UPGRADED, next_one)
        # Both pages have given a result before. Another one, so that it is not taken for that after Stop.
        tab.write(f"{next_one} .cm-content", "1+2")
        tab.click(f'{next_one} [data-action="run"]')
        tab.wait(ANSWERED, next_one, "3")
        tab.write(f"{next_one} .cm-content", "1+1")
        tab.write(f"{looping} .cm-content", LOOP)
        self._rest(REST)
        tab.click(f'{looping} [data-action="run"]')
        tab.wait(RUNNING, looping)
        time.sleep(1)
        self._record("stop", _number(tab.evaluate(STOP, looping, next_one)))

    def check(self, tab: Tab, exercise: str, solution: str) -> None:
        """Press Check on a solution, when learner, judge and spare are all there and idle."""
        place = f"#exercise-{exercise}"
        tab.wait(UPGRADED, place)
        tab.write(f"{place} .cm-content", solution)
        self._rest(REST)
        found = _mapping(tab.evaluate(PRESS_CHECK, exercise))
        if found["verdict"] != "passed":
            raise PageFault(f"the solution of {exercise} got the verdict {found['verdict']}")
        self._record(CHECK + exercise, _number(found["milliseconds"]))

    def open_lesson(self, path: str) -> Tab:
        """Another lesson, with Python ready, for its exercises."""
        tab = self._browser.tab()
        tab.open(self._server.address + path)
        self._await_python(tab)
        self._rest(REST)
        return tab

    def _blank(self, before: Tab | None = None) -> Tab:
        """A tab of this server's with nothing in it, once the browser is done with its start and `before`."""
        tab = self._browser.tab()
        tab.open(f"{self._server.address}blank.html")
        if before is not None:
            # Not earlier: a WebDriver without a window opens no other.
            before.close()
        self._rest(REST)
        return tab

    def _start(self, tab: Tab, ready: str, painted: str | None) -> None:
        self._await_python(tab)
        times = _mapping(tab.evaluate(START))
        if times["ready"] is None:
            raise PageFault("the page set no mark `python-ready` when it was ready")
        self._record(ready, _number(times["ready"]))
        if painted is not None and times["painted"] is not None and times["script"] is not None:
            self._record(painted, _number(times["painted"]))
            self._record(f"{painted}_script", _number(times["script"]))
        if self._page == "ours":
            self._notes.started(str(times["start"]))

    def _await_python(self, tab: Tab) -> None:
        end = _mapping(tab.wait(PYTHON, seconds=START_LIMIT))
        if end["python"] != "ready":
            raise PageFault(f"Python did not start: {end['words'] or 'the page says why'}")

    def _record(self, metric: str, value: float) -> None:
        self._notes.record(self._page, metric, value)

    def _rest(self, seconds: float) -> None:
        for rested in _resting(self._browser, self._server, seconds):
            if rested:
                return
            time.sleep(0.25)
        self._notes.restless()


def _resting(browser: Browser, server: BenchServer, seconds: float) -> Iterator[bool]:
    """Whether all has been at rest so long, asked again and again until it is time to go on all the same."""
    begin = time.monotonic()
    marks: list[tuple[float, float]] = []
    while (now := time.monotonic()) < begin + REST_LIMIT:
        marks.append((now, cpu_seconds(browser.processes())))
        before = [mark for mark in marks if mark[0] <= now - seconds]
        if before and server.quiet_for() >= seconds:
            then, used = before[-1]
            yield marks[-1][1] - used <= LAZY * (now - then)
        else:
            yield False


def _number(value: Json) -> float:
    if not isinstance(value, int | float):
        raise PageFault(f"the page gave {value!r} where a number was expected")
    return float(value)


def _mapping(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise PageFault(f"the page gave {value!r} where an object was expected")
    return value
