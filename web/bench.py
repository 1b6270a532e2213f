"""`build.py bench`: our page and a bare Pyodide page, measured in turns in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from web.bench_figures import Page
from web.bench_line import SLOW, Line
from web.bench_machine import busy_core, pinned, read_machine, slow_core
from web.bench_notes import Notes
from web.bench_options import BenchOptions
from web.bench_report import BenchRun
from web.bench_server import BenchServer, read_exhibits, serve_exhibits
from web.bench_visits import LessonPage, Visit
from web.engine import EngineName, Tab, launch
from web.faults import HostFault
from web.lesson import read_lessons
from web.model import Cell, Lesson
from web.python_parts import read_pyodide
from web.steps import Steps

__all__ = ["bench_command", "order"]

UNMEASURED = 2
BUSY = 0.3
"""From this load a core on, figures are told to be doubtful."""

BARE = "bare/index.html"

Find = Callable[[EngineName], Path | None]
"""Gives the program to start for an engine (None: the usual one); raises HostFault when there is none."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What stays the same for all rounds."""

    server: BenchServer
    lessons: Sequence[LessonPage]
    parts: frozenset[str]

    @property
    def main(self) -> LessonPage:
        """The lesson whose start is measured: the first with an example to stop and one to run after it."""
        for lesson in self.lessons:
            if len(lesson.cells) > 1:
                return lesson
        raise HostFault("No lesson has two code cells: the bench needs one to stop and one to run next.")


def bench_command(root: Path, options: BenchOptions, steps: Steps, find: Find) -> int:
    """Measure, and write tables; gives 2 when something could not be measured. `site/` must be built."""
    machine = read_machine()
    if options.json is not None and not options.json.resolve().parent.is_dir():
        raise HostFault(f"{options.json} can't be written: there is no such folder.")
    lessons = _lessons(root)
    pyodide = root / "web" / "node_modules" / "pyodide"
    exhibits = read_exhibits(root / "site", root / "web" / "bare", pyodide)
    begun = datetime.now(UTC)
    if machine.load > BUSY * machine.cores:
        steps.say(f"The machine is busy (load {machine.load:.1f}): these will be no figures to quote.")
    noted = [Notes(name) for name in options.browsers]
    versions = {"pyodide": _version(pyodide)}
    with serve_exhibits(exhibits, Line()) as server:
        setting = _Setting(server, lessons, frozenset(options.parts))
        for name, notes in zip(options.browsers, noted, strict=True):
            with notes.trying("starting"):
                rounds = _Rounds(name, find(name), setting, notes, steps)
                versions |= rounds.measure(options.rounds)
    run = BenchRun(machine, begun, versions, options, noted, SLOW.bytes_per_second, SLOW.round_trip)
    steps.say(run.text())
    if options.json is not None:
        options.json.write_text(run.json(), "utf-8")
        steps.say(f"\nEvery single value is in {options.json}")
    return 0 if run.is_whole else UNMEASURED


def order(number: int) -> tuple[Page, Page]:
    """Which page comes first in a round (from 1): in turns, so that neither is always the later one."""
    return ("bare", "ours") if number % 2 else ("ours", "bare")


# --- measuring --------------------------------------------------------------------------------


class _Rounds:
    """All rounds of one browser."""

    def __init__(
        self, name: EngineName, program: Path | None, setting: _Setting, notes: Notes, steps: Steps
    ) -> None:
        self._name = name
        self._program = program
        self._setting = setting
        self._notes = notes
        self._steps = steps
        self._versions: dict[str, str] = {}

    def measure(self, rounds: int) -> dict[str, str]:
        """Measure both pages in turns; gives the browser's version, unless it never started."""
        with self._steps.step(f"{self._name}, once without measuring"):
            self._warm_up()
        for number in range(1, rounds + 1):
            self._notes.begin(number)
            for page in order(number):
                before = len(self._notes.faults)
                with self._steps.step(f"{self._name}, round {number} of {rounds}, {page}"):
                    self._measure_page(page)
                for fault in self._notes.faults[before:]:
                    self._steps.say(f"  {fault}")
        return self._versions

    def _warm_up(self) -> None:
        """Have the machine read the browser's own files: the page that comes first would pay for that."""
        # What is wrong shows again in the first round, and is written down there.
        unread = Notes(self._name)
        with unread.trying("once"), launch(self._name, program=self._program, prefix=()) as browser:
            Visit(browser, self._setting.server, "bare", BARE, unread).cold()

    def _measure_page(self, page: Page) -> None:
        parts = self._setting.parts
        if parts - {"slow"}:
            with self._notes.trying(page), self._visiting(page) as visit:
                self._visit(visit, page)
        if "slow" in parts:
            with self._notes.trying(f"{page}, slowed"):
                core = slow_core()
                with self._visiting(page, pinned(core)) as visit:
                    visit.slow(lambda: self._slowed(core))

    @contextmanager
    def _visiting(self, page: Page, prefix: Sequence[str] = ()) -> Iterator[Visit]:
        """A fresh browser, for a page."""
        path = BARE if page == "bare" else self._setting.main.path
        with launch(self._name, program=self._program, prefix=prefix) as browser:
            self._versions[self._name] = browser.version
            yield Visit(browser, self._setting.server, page, path, self._notes)

    @contextmanager
    def _slowed(self, core: int) -> Iterator[None]:
        line = self._setting.server.line
        line.set_rate(SLOW)
        try:
            with busy_core(core):
                yield
        finally:
            line.set_rate(None)

    def _visit(self, visit: Visit, page: Page) -> None:
        first = visit.cold()
        if not self._setting.parts & {"ready", "bytes", "stop", "check"}:
            return
        tab = visit.warm(first)
        if not self._setting.parts & {"bytes", "stop", "check"}:
            return
        visit.settle()
        if page == "ours" and "check" in self._setting.parts:
            self._check_all(visit, tab)
        if "stop" in self._setting.parts:
            with self._notes.trying(f"{page}, stop"):
                if page == "bare":
                    visit.stop_bare(tab)
                else:
                    visit.stop_ours(tab, *self._setting.main.cells[:2])

    def _check_all(self, visit: Visit, tab: Tab) -> None:
        for lesson in self._setting.lessons:
            with self._notes.trying(lesson.path):
                place = tab if lesson is self._setting.main else visit.open_lesson(lesson.path)
                for exercise, solution in lesson.solutions.items():
                    with self._notes.trying(f"check of {exercise}"):
                        visit.check(place, exercise, solution)
                if place is not tab:
                    place.close()


# --- what is measured with --------------------------------------------------------------------


def _lessons(root: Path) -> list[LessonPage]:
    files = read_lessons(root / "exercises", read_pyodide(root).python)
    return [_lesson_page(file.lesson) for file in files]


def _lesson_page(lesson: Lesson) -> LessonPage:
    blocks = [*lesson.intro, *(block for section in lesson.sections for block in section.blocks)]
    return LessonPage(
        path=f"site/{lesson.name}/index.html",
        cells=[block.name for block in blocks if isinstance(block, Cell)],
        solutions={
            exercise.name: lesson.sources[exercise.name]["solution.py"] for exercise in lesson.exercises
        },
    )


def _version(package: Path) -> str:
    return str(json.loads((package / "package.json").read_text("utf-8"))["version"])
