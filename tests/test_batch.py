"""Files to reports: one unit of work a file, whatever the file is, in a stable order."""

from __future__ import annotations

import pickle
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_lessons import DOUBLE_RIGHT, DOUBLE_WRONG, make_lessons

from checker import batch, isolate
from checker.batch import Candidate, Checked, Job, check_all, check_file, not_judged
from checker.handins import Program, find_handins, read_handin
from checker.isolate import Interrupted, Isolation
from checker.lessons import LessonExercise, load_from_disk, read_lessons
from checker.model import Ended, Outcome, Report

SECONDS = 20.0
GARBAGE = f"""{DOUBLE_RIGHT}import os
for fd in range(3, 99):
    try: os.write(fd, b'x')
    except OSError: pass
"""
FORGED_FAULT = f"""{DOUBLE_RIGHT}import os
for fd in range(3, 99):
    try: os.write(fd, b'{{"e": "fault", "detail": "a grade of A"}}\\n')
    except OSError: pass
"""
HOOKED = f"""{DOUBLE_RIGHT}import sys
def hook(event, args):
    raise RuntimeError("a grade of A")
sys.addaudithook(hook)
"""
SILENCED = f"""{DOUBLE_RIGHT}from checker.voice import Voice
Voice.say = None
"""
FILLING = """
def verdoppeln(x):
    if x == 1:
        return 2
    filled = []
    while True: filled.append(bytearray(10 ** 6))
"""
REMEMBERING = """import time
seen = []
def verdoppeln(x):
    time.sleep(0.1)
    seen.append(x)
    return 2 * seen[0]
"""


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lessons(tmp_path_factory.mktemp("batch"))


def all_of(folder: Path) -> list[LessonExercise]:
    return [exercise for lesson in read_lessons(folder) for exercise in lesson.exercises]


def job(folder: Path, source: str, *, by_names: bool = False, seconds: float = SECONDS) -> Job:
    double, value = (Candidate(load_from_disk(exercise), "de") for exercise in all_of(folder))
    candidates = (double, value) if by_names else (double,)
    return Job("a.py", Program(source), candidates, by_names, "de", seconds, 256, (str(folder),))


# --- one file ---------------------------------------------------------------------------------


def test_a_right_program_passes_and_the_isolation_is_told(exercises: Path) -> None:
    checked = check_file(job(exercises, DOUBLE_RIGHT))
    report = checked.report
    assert (report.file, report.exercise, report.verdict) == ("a.py", "klein/verdoppeln", Outcome.PASSED)
    assert (report.passed, report.total) == (1, 1)
    assert report.python == ".".join(map(str, sys.version_info[:3]))
    assert isinstance(checked.isolation, Isolation)


def test_a_wrong_program_fails_with_its_counterexample(exercises: Path) -> None:
    report = check_file(job(exercises, DOUBLE_WRONG)).report
    assert report.verdict is Outcome.FAILED
    (check,) = report.checks
    assert (check.call, check.expected, check.got) == ("verdoppeln(1)", "2", "3")


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("", Outcome.MISSING),
        ("def verdoppeln(x):\n    return (2 * x", Outcome.SYNTAX_ERROR),
        ("x = '\0'", Outcome.SYNTAX_ERROR),
        (f"x = {'(' * 100_000}{')' * 100_000}", Outcome.SYNTAX_ERROR),
        (f"x = {'-' * 100_000}1", Outcome.SYNTAX_ERROR),
        ("raise RuntimeError('no')", Outcome.ERROR),
        ("import os; os._exit(0)", Outcome.CRASHED),
        ("import ctypes; ctypes.string_at(0)", Outcome.CRASHED),
        (f"{DOUBLE_RIGHT}import os; os.closerange(0, 100)", Outcome.CRASHED),
        (GARBAGE, Outcome.CRASHED),
        ("x = [0]\nwhile True: x += x", Outcome.MEMORY_LIMIT),
        ("while True: print('x' * 10_000)", Outcome.OUTPUT_LIMIT),
        ("import os\nwhile True: os.write(1, b'x' * 10_000)", Outcome.OUTPUT_LIMIT),
    ],
)
def test_every_way_to_fail_has_its_verdict(exercises: Path, source: str, verdict: Outcome) -> None:
    report = check_file(job(exercises, source)).report
    assert report.verdict is verdict
    assert report.total == 1
    assert report.message


@pytest.mark.parametrize(
    "source",
    [
        "while True: pass",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        f"{DOUBLE_RIGHT}import time\ntime.sleep(1000)",
        "def verdoppeln(x):\n    while x > 1: pass\n    return 2",
    ],
)
def test_a_program_without_end_is_a_timeout(exercises: Path, source: str) -> None:
    begin = time.monotonic()
    report = check_file(job(exercises, source, seconds=0.5)).report
    assert report.verdict is Outcome.TIMEOUT
    assert time.monotonic() - begin < 15


def test_the_time_of_all_rounds_counts_together(exercises: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    run = isolate.run

    def count(source: str, plan: str, *, seconds: float, **more: Any) -> isolate.Seen:
        given.append(seconds)
        return run(source, plan, seconds=seconds, **more)

    monkeypatch.setattr("checker.isolate.run", count)
    report = check_file(job(exercises, REMEMBERING)).report
    assert report.mistake == "state"
    assert len(given) == 2
    assert given[0] == SECONDS
    assert given[1] <= SECONDS - 0.3
    assert report.seconds >= 0.4


def test_names_tell_the_exercise_where_nothing_else_does(exercises: Path) -> None:
    assert check_file(job(exercises, DOUBLE_RIGHT, by_names=True)).report.exercise == "klein/verdoppeln"
    value = check_file(job(exercises, "if True:\n    antwort, b = (6, 2), 1", by_names=True)).report
    assert (value.exercise, value.verdict) == ("klein/werte", Outcome.PASSED)
    broken = check_file(job(exercises, "def verdoppeln(x):\n    return (", by_names=True)).report
    assert (broken.exercise, broken.verdict) == ("klein/verdoppeln", Outcome.SYNTAX_ERROR)


@pytest.mark.parametrize(
    "source", ["x = 1", "", "antwort == 1\n'''\ndef nothing'''", f"x = {'-' * 100_000}1"]
)
def test_a_file_that_names_no_exercise_is_not_judged(exercises: Path, source: str) -> None:
    report = check_file(job(exercises, source, by_names=True)).report
    assert report.verdict is Outcome.NOT_RUN
    assert "klein/verdoppeln, klein/werte" in report.message
    assert "--exercise" in report.message


def test_a_file_that_names_two_exercises_is_not_judged(exercises: Path) -> None:
    report = check_file(job(exercises, f"antwort = 1\n{DOUBLE_RIGHT}", by_names=True)).report
    assert report.verdict is Outcome.NOT_RUN
    assert "klein/verdoppeln, klein/werte" in report.message


def test_a_fault_of_ours_is_the_reports_and_not_the_learners(
    exercises: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("broken here")

    monkeypatch.setattr("checker.isolate.run", fail)
    report = check_file(job(exercises, DOUBLE_RIGHT)).report
    assert report.verdict is Outcome.CHECKER_ERROR
    assert report.file == "a.py"
    assert "broken here" in report.remarks[0]


@pytest.mark.parametrize("source", [FORGED_FAULT, HOOKED, SILENCED])
def test_what_a_program_breaks_of_ours_is_its_own_crash_and_said_in_our_words_only(
    exercises: Path, source: str
) -> None:
    report = check_file(job(exercises, source)).report
    assert (report.verdict, report.passed) == (Outcome.CRASHED, 0)
    assert "a grade of A" not in repr(report)


def test_the_first_call_that_fills_the_memory_is_the_last(
    exercises: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[Ended] = []
    run = isolate.run

    def note(*args: Any, **more: Any) -> isolate.Seen:
        seen = run(*args, **more)
        ends.append(seen.ended)
        assert sum('"e":"call"' in event for event in seen.events) == 2  # of three
        return seen

    monkeypatch.setattr("checker.isolate.run", note)
    report = check_file(job(exercises, FILLING)).report
    assert report.verdict is Outcome.MEMORY_LIMIT
    assert (report.checks[0].call, report.python_message) == ("verdoppeln(2)", "MemoryError")
    assert ends == [Ended.MEMORY_LIMIT]  # and nothing is run again


def test_a_child_that_cannot_be_started_is_no_fault_of_the_learner(
    exercises: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    report = check_file(job(exercises, DOUBLE_RIGHT)).report
    assert report.verdict is Outcome.CHECKER_ERROR
    assert "/no/such/python" in "".join(report.remarks)


def test_bytes_that_are_no_text_are_told_in_plain_words(exercises: Path, tmp_path: Path) -> None:
    (tmp_path / "verdoppeln.py").write_bytes(b"def verdoppeln(x):\n    return '\xe4'\n")
    (tmp_path / "anna.py").write_bytes(b"def verdoppeln(x):\n    return '\xe4'\n")
    for handin in find_handins([tmp_path]).handins:
        double = Candidate(load_from_disk(all_of(exercises)[0]), "de")
        unit = Job(handin.shown, read_handin(handin.path), (double,), True, "de", SECONDS, 256)
        report = check_file(unit).report
        assert report.verdict is Outcome.SYNTAX_ERROR
        assert report.exercise == "klein/verdoppeln"
        assert report.line == 2
        assert "UTF-8" in report.message
        assert report.total == 1


def test_a_unit_of_work_and_its_result_can_be_sent_elsewhere(exercises: Path) -> None:
    unit = pickle.loads(pickle.dumps(job(exercises, DOUBLE_WRONG)))
    assert pickle.loads(pickle.dumps(check_file(unit))).report.verdict is Outcome.FAILED


# --- many -------------------------------------------------------------------------------------


class AtOnce(Executor):
    """An executor that works where it is called, and takes plain data only."""

    def submit(self, unit, /, *args, **more):  # type: ignore[no-untyped-def]
        future: Future[Checked] = Future()
        future.set_result(unit(*pickle.loads(pickle.dumps(args)), **more))
        return future


def work(exercises: Path, count: int) -> list[Job | Report]:
    unit = job(exercises, DOUBLE_RIGHT)
    found: Iterable[Job | Report] = (replace(unit, file=f"{n}.py") for n in range(count))
    return [*found, not_judged("last.py", "why")]


def test_results_come_in_the_order_of_the_work_from_any_executor(exercises: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        threads = list(check_all(work(exercises, 5), pool, jobs=3))
    with AtOnce() as pool:
        at_once = list(check_all(work(exercises, 5), pool, jobs=1))
    for results in (threads, at_once):
        assert [checked.report.file for checked in results] == [*(f"{n}.py" for n in range(5)), "last.py"]
        assert [checked.report.verdict for checked in results] == [Outcome.PASSED] * 5 + [Outcome.NOT_RUN]


def test_not_all_of_a_large_batch_is_held_at_once(exercises: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "check_file", lambda job: Checked(not_judged(job.file, "")))
    taken = 0

    def endless() -> Iterator[Job]:
        nonlocal taken
        while True:
            taken += 1
            yield job(exercises, DOUBLE_RIGHT)

    with ThreadPoolExecutor(1) as pool:
        results = check_all(endless(), pool, jobs=1)
        for _ in range(10):
            next(results)
    assert taken < 20


def test_a_stop_ends_what_runs_and_gives_what_was_finished(exercises: Path) -> None:
    stop = threading.Event()
    right = job(exercises, DOUBLE_RIGHT)
    endless = job(exercises, "while True: pass", seconds=200)
    units = [replace(right, file="1"), replace(endless, file="2"), replace(right, file="3"), endless, endless]
    begin = time.monotonic()
    finished: list[str | None] = []

    def collect(pool: ThreadPoolExecutor) -> None:
        for checked in check_all(units, pool, jobs=2, stop=stop):
            finished.append(checked.report.file)
            threading.Timer(2.0, stop.set).start()

    with ThreadPoolExecutor(2) as pool, pytest.raises(Interrupted):
        collect(pool)
    assert finished == ["1", "3"]
    assert time.monotonic() - begin < 60


def test_an_end_by_fault_is_never_the_learners(exercises: Path) -> None:
    seen = isolate.run("", "no plan", seconds=SECONDS, memory=256)
    assert seen.ended is Ended.FAULT
