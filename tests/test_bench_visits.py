from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from bench_browser import ANSWERS, START_TIMES, FakeBrowser

from web import bench_visits
from web.bench_figures import Page
from web.bench_line import Line
from web.bench_notes import Notes
from web.bench_scripts import CHECK, PYTHON, START
from web.bench_server import Answer, BenchServer, Exhibit, serve_exhibits
from web.bench_visits import Visit
from web.engine import Json, PageFault

EXHIBITS = {"site/a": Exhibit(b"a" * 1000, "text/plain", "a"), "site/b": Exhibit(b"b", "text/plain", "b")}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is never busy need not be watched for long."""
    monkeypatch.setattr(bench_visits, "REST", 0.0)
    monkeypatch.setattr(bench_visits, "STORED", 0.0)
    monkeypatch.setattr("web.bench_visits.time.sleep", lambda seconds: None)


@pytest.fixture
def server() -> Iterator[BenchServer]:
    with serve_exhibits(EXHIBITS, Line()) as running:
        yield running


def visit_of(
    server: BenchServer, answers: Mapping[str, Json] | None = None, page: Page = "ours"
) -> tuple[Visit, FakeBrowser, Notes]:
    browser, notes = FakeBrowser({**ANSWERS, **(answers or {})}), Notes("chromium")
    return Visit(browser, server, page, "site/x/index.html", notes), browser, notes


def values(notes: Notes) -> dict[str, float]:
    return {sample.metric: sample.value for sample in notes.samples}


def test_a_first_visit_tells_times_bytes_and_memory(
    server: BenchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = iter([100_000_000, 350_000_000])
    monkeypatch.setattr(bench_visits, "resident_bytes", lambda pids: next(memory))
    visit, browser, notes = visit_of(server)

    # The page fetches something before it is ready; what came before does not count.
    class Fetching(dict[str, Json]):
        def __getitem__(self, key: str) -> Json:
            if key == PYTHON:
                for path, status, sent in (("site/a", 200, 1000), ("site/b", 200, 1), ("site/c", 404, 0)):
                    server.begin()
                    server.end(Answer(path, status, sent))
            return super().__getitem__(key)

    browser.answers = Fetching(ANSWERS)
    server.begin()
    server.end(Answer("site/a", 200, 1000))
    visit.cold()
    found = values(notes)
    # Gzip makes 1000 times the same letter to a few bytes, and 1 byte stays one.
    assert 1 < found.pop("gzip_idle") < 60
    assert found == {
        "ready_cold": 500,
        "painted_cold": 40,
        "painted_cold_script": 60,
        "sent_ready": 1001,
        "sent_idle": 1001,
        "requests_idle": 3,
        "memory": 350e6,
        "memory_page": 250e6,
    }
    assert browser.log == ["open blank.html", "open site/x/index.html"]


def test_a_later_visit_begins_once_the_first_ones_tab_is_closed(server: BenchServer) -> None:
    visit, browser, notes = visit_of(server)
    first = visit.cold()
    del browser.log[:]
    notes.samples.clear()
    visit.warm(first)
    assert browser.log == ["open blank.html", "close", "open site/x/index.html"]
    assert values(notes) == {"ready_warm": 500}
    server.begin()
    server.end(Answer("site/b", 200, 1))
    visit.settle()
    assert values(notes) == {"ready_warm": 500, "warm_sent": 1}


def test_the_slowed_visit_is_slow_only_from_the_navigation_on(server: BenchServer) -> None:
    visit, browser, notes = visit_of(server)

    @contextmanager
    def slowed() -> Iterator[None]:
        browser.log.append("slow")
        yield
        browser.log.append("as before")

    visit.slow(slowed)
    assert browser.log == ["open blank.html", "slow", "open site/x/index.html", "as before"]
    assert values(notes) == {"slow_ready": 500, "painted_slow": 40, "painted_slow_script": 60}


def test_the_result_after_stop_is_another_than_the_one_before(server: BenchServer) -> None:
    visit, browser, notes = visit_of(server)
    visit.stop_ours(browser.tab(), "loop", "next")
    assert browser.log == [
        'write [data-cell="next"] .cm-content: 1+2',
        'click [data-cell="next"] [data-action="run"]',
        'write [data-cell="next"] .cm-content: 1+1',
        'write [data-cell="loop"] .cm-content: print("Runde")\nwhile True: pass',
        'click [data-cell="loop"] [data-action="run"]',
    ]
    assert values(notes) == {"stop": 20}


def test_on_the_bare_page_stop_is_a_restart(server: BenchServer) -> None:
    visit, browser, notes = visit_of(server, page="bare")
    visit.stop_bare(browser.tab())
    assert [(sample.page, sample.metric, sample.value) for sample in notes.samples] == [
        ("bare", "stop", 2000)
    ]


def test_a_check_is_timed_by_the_page(server: BenchServer) -> None:
    visit, browser, notes = visit_of(server)
    visit.check(browser.tab(), "accuracy", "def f(): ...")
    assert browser.log == ["write #exercise-accuracy .cm-content: def f(): ..."]
    assert values(notes) == {"check:accuracy": 35}


def test_a_solution_that_does_not_pass_is_no_figure(server: BenchServer) -> None:
    visit, browser, notes = visit_of(server, {CHECK: {"milliseconds": 3, "verdict": "timeout"}})
    with pytest.raises(PageFault, match="the solution of accuracy got the verdict timeout"):
        visit.check(browser.tab(), "accuracy", "x")
    assert notes.samples == []


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({PYTHON: {"python": "failed", "words": "no wasm"}}, "Python did not start: no wasm"),
        ({PYTHON: {"python": "failed", "words": ""}}, "Python did not start: the page says why"),
        ({START: {**START_TIMES, "ready": None}}, "set no mark `python-ready`"),
        ({START: {**START_TIMES, "ready": "soon"}}, "gave 'soon' where a number was expected"),
        ({START: 7}, "gave 7 where an object was expected"),
    ],
)
def test_a_page_that_does_not_start_is_no_figure(
    server: BenchServer, answers: dict[str, Json], told: str
) -> None:
    visit, _, notes = visit_of(server, answers)
    with pytest.raises(PageFault, match=told):
        visit.cold()
    assert notes.samples == []


def test_how_python_started_is_kept_of_our_page_alone(server: BenchServer) -> None:
    answers: dict[str, Json] = {START: {**START_TIMES, "start": "ordinary"}}
    pages: list[Page] = ["ours", "bare"]
    told = []
    for page in pages:
        visit, _, notes = visit_of(server, answers, page)
        visit.cold()
        told.append(len(notes.remarks()))
    assert told == [1, 0]


def test_a_browser_that_never_rests_is_measured_all_the_same(
    server: BenchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_visits, "REST_LIMIT", 0.05)
    visit, _, notes = visit_of(server)
    # A question that never gets its answer.
    server.begin()
    monkeypatch.setattr(bench_visits, "REST", 0.01)
    visit.settle()
    assert notes.remarks() == ["chromium: did not come to rest 1×, and was measured so."]
    assert values(notes) == {"warm_sent": 0}


def test_a_browser_at_rest_has_done_next_to_nothing_for_a_while(
    server: BenchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    # By second: it works for two seconds, and then idles at 5 % of a core.
    used = [0.0, 1.0, 2.0, 2.05, 2.10, 2.15]

    def cpu(pids: object) -> float:
        return used[int(now)]

    monkeypatch.setattr("web.bench_visits.time.monotonic", lambda: now)
    monkeypatch.setattr(bench_visits, "cpu_seconds", cpu)
    monkeypatch.setattr(server, "quiet_for", lambda: 60.0)
    rested = []
    asked = bench_visits._resting(FakeBrowser(), server, 2.0)
    for second in range(6):
        now = float(second)
        rested.append(next(asked))
    # Over the two seconds before: unknown, unknown, 2.0, 1.05, 0.10, 0.10 of CPU; 0.16 is the limit.
    assert rested == [False, False, False, False, True, True]
