from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from bench_browser import ANSWERS, FakeBrowser

from web import bench, bench_visits
from web.bench import bench_command, order
from web.bench_machine import Machine
from web.bench_options import BenchOptions
from web.bench_scripts import CHECK, PYTHON
from web.bench_visits import LessonPage
from web.engine import EngineName, Json
from web.faults import HostFault
from web.steps import Steps

OPTIONS = BenchOptions(("chromium",), 2, ("ready",), None, markdown=False)
LESSON = LessonPage("site/erste/index.html", ["eins", "zwei"], {"summe": "def summe(): ..."})
SHORT = LessonPage("site/kurz/index.html", ["nur"], {"rest": "def rest(): ..."})


class Bench:
    """The bench over browsers that are none."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.out = io.StringIO()
        self.answers: dict[str, Json] = dict(ANSWERS)
        self.started: list[tuple[EngineName, Path | None, tuple[str, ...]]] = []
        self.browsers: list[FakeBrowser] = []

    @contextmanager
    def launch(
        self, name: EngineName, *, program: Path | None, prefix: Sequence[str]
    ) -> Iterator[FakeBrowser]:
        self.started.append((name, program, tuple(prefix)))
        browser = FakeBrowser(self.answers)
        self.browsers.append(browser)
        yield browser

    def measure(
        self, options: BenchOptions = OPTIONS, missing: Mapping[EngineName, str] | None = None
    ) -> int:
        def find(name: EngineName) -> Path:
            if missing and name in missing:
                raise HostFault(missing[name])
            return Path("/opt") / name

        return bench_command(self.root, options, Steps(self.out), find)

    @property
    def opened(self) -> list[str]:
        pages = [line.removeprefix("open ") for browser in self.browsers for line in browser.log]
        return [page for page in pages if page.startswith(("site", "bare"))]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    pyodide = tmp_path / "web" / "node_modules" / "pyodide"
    for folder in (pyodide, tmp_path / "web" / "bare", tmp_path / "site"):
        folder.mkdir(parents=True)
    (pyodide / "pyodide.mjs").write_text("export {}")
    (pyodide / "package.json").write_text('{"version": "314.0.8"}')
    made = Bench(tmp_path)
    monkeypatch.setattr(bench, "launch", made.launch)
    monkeypatch.setattr(bench, "_lessons", lambda root: [SHORT, LESSON])
    monkeypatch.setattr(bench, "read_machine", lambda: Machine("Some CPU", 2, 2**30, "Linux-6", 0.1))
    monkeypatch.setattr(bench_visits, "REST", 0.0)
    monkeypatch.setattr(bench_visits, "STORED", 0.0)
    monkeypatch.setattr("web.bench_visits.time.sleep", lambda seconds: None)
    return made


def test_the_pages_take_turns_in_being_the_first() -> None:
    assert [order(number)[0] for number in (1, 2, 3, 4, 5)] == ["bare", "ours", "bare", "ours", "bare"]
    assert all(set(order(number)) == {"bare", "ours"} for number in (1, 2))


def test_each_page_of_each_round_gets_a_fresh_browser_and_is_visited_twice(fake: Bench) -> None:
    assert fake.measure() == 0
    assert fake.started == [("chromium", Path("/opt/chromium"), ())] * 5
    ours, bare = LESSON.path, "bare/index.html"
    # Once without measuring; then a cold visit and a warm one. The lesson is the first with two cells.
    assert fake.opened == [bare, bare, bare, ours, ours, ours, ours, bare, bare]


def test_a_target_that_is_missed_is_no_failure(fake: Bench) -> None:
    # Both pages are ready after 500 ms: a ratio of 1.
    assert fake.measure() == 0
    assert re.search(r"ready, cold .* 1\.00 +≤ 0\.35 +NO", fake.out.getvalue())


def test_without_memory_or_slow_line_only_what_was_asked_for_is_measured(fake: Bench) -> None:
    assert fake.measure(replace(OPTIONS, rounds=1, parts=("stop", "check"))) == 0
    # Stop runs a loop in the first cell; each exercise is checked on the page of its lesson.
    assert fake.opened.count(SHORT.path) == 1
    told = fake.out.getvalue()
    assert "Check → verdict, summe" in told
    assert "Check → verdict, rest" in told
    assert "Stop → next result" in told
    assert "ready, cold" not in told


def test_the_slowed_browser_is_pinned_and_the_line_is_fast_again_after_it(
    fake: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy: list[int] = []

    @contextmanager
    def busy_core(core: int) -> Iterator[None]:
        busy.append(core)
        yield

    monkeypatch.setattr(bench, "busy_core", busy_core)
    monkeypatch.setattr(bench, "slow_core", lambda: 3)
    monkeypatch.setattr(bench, "pinned", lambda core: ("taskset", str(core)))
    assert fake.measure(replace(OPTIONS, rounds=1, parts=("slow",))) == 0
    assert [prefix for _, _, prefix in fake.started] == [(), ("taskset", "3"), ("taskset", "3")]
    assert busy == [3, 3]
    assert fake.opened == ["bare/index.html", "bare/index.html", LESSON.path]


def test_what_could_not_be_measured_is_told_and_the_rest_is_measured(fake: Bench) -> None:
    fake.answers[CHECK] = {"milliseconds": 5, "verdict": "failed"}
    assert fake.measure(replace(OPTIONS, rounds=1, parts=("ready", "check"))) == 2
    told = fake.out.getvalue()
    assert "chromium, round 1, check of summe: the solution of summe got the verdict failed" in told
    assert "ready, cold" in told


def test_a_page_that_never_starts_makes_it_two(fake: Bench) -> None:
    fake.answers[PYTHON] = {"python": "failed", "words": "no wasm"}
    assert fake.measure(replace(OPTIONS, rounds=1)) == 2
    assert "chromium, round 1, ours: Python did not start: no wasm" in fake.out.getvalue()


def test_a_browser_that_is_not_there_leaves_the_others_their_figures(fake: Bench) -> None:
    browsers: tuple[EngineName, ...] = ("chromium", "firefox")
    assert fake.measure(replace(OPTIONS, browsers=browsers), {"chromium": "Install Chromium."}) == 2
    told = fake.out.getvalue()
    assert "chromium, round 1, starting: Install Chromium." in told
    assert "firefox 1.0" in told
    assert {name for name, _, _ in fake.started} == {"firefox"}


def test_every_value_is_written_to_a_file(fake: Bench, tmp_path: Path) -> None:
    assert fake.measure(replace(OPTIONS, json=tmp_path / "out.json")) == 0
    told = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert told["versions"] == {"pyodide": "314.0.8", "chromium": "1.0"}
    cold = [sample for sample in told["samples"] if sample["metric"] == "ready_cold"]
    assert [(sample["round"], sample["page"]) for sample in cold] == [
        (1, "bare"),
        (1, "ours"),
        (2, "ours"),
        (2, "bare"),
    ]


def test_a_file_that_can_not_be_written_is_told_before_all_the_work(fake: Bench, tmp_path: Path) -> None:
    with pytest.raises(HostFault, match="no such folder"):
        fake.measure(replace(OPTIONS, json=tmp_path / "none" / "out.json"))
    assert fake.started == []


def test_a_busy_machine_is_told(fake: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "read_machine", lambda: Machine("Some CPU", 2, 2**30, "Linux-6", 0.7))
    fake.measure(replace(OPTIONS, rounds=1))
    assert "The machine is busy (load 0.7)" in fake.out.getvalue()


def test_without_a_lesson_of_two_cells_there_is_nothing_to_stop(
    fake: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "_lessons", lambda root: [SHORT])
    assert fake.measure(replace(OPTIONS, rounds=1)) == 2
    assert "No lesson has two code cells" in fake.out.getvalue()
