"""The core story and the stories of crashes, in Chromium, Firefox and WebKitGTK."""

from __future__ import annotations

import pytest
from conftest import Engine
from lesson_page import mistake, solution
from lesson_tab import LessonTab, cell, exercise
from plain_host import PlainHost
from processor import busy_cores, calms_down

CELL = cell("mittelwert")
OTHER = cell("position")
FOREVER = "while True:\n    pass\n"
STUBBORN = """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""
GONE = "Variablen"

CRASHES = {
    "ends the process": "import os\nos._exit(3)\n",
    "overflows the stack": (
        "class Deep:\n"
        "    def __getattr__(self, name):\n"
        "        return getattr(self, name + 'x')\n"
        "import sys\n"
        "sys.setrecursionlimit(10**9)\n"
        "def down(n):\n"
        "    return sorted([n], key=down)\n"
        "down(1)\n"
    ),
    "shows a list nested 200,000 deep": (
        "deep = []\nfor _ in range(200_000):\n    deep = [deep]\nprint(repr(deep)[:10])\n"
    ),
    "takes all memory": "blocks = []\nwhile True:\n    blocks.append(bytearray(50_000_000))\n",
}


def test_python_starts_from_its_snapshot(tab: LessonTab) -> None:
    assert tab.tab.evaluate("() => document.documentElement.dataset.start") == "snapshot"


def test_the_text_is_painted_before_the_page_begins_to_work(tab: LessonTab) -> None:
    waited = tab.tab.evaluate(
        """() => {
          const at = (name) => performance.getEntriesByName(name)[0].startTime;
          return at("first-contentful-paint") <= at("page-script");
        }"""
    )
    assert waited is True


def test_a_wrong_attempt_is_refuted_and_a_right_one_passes(tab: LessonTab) -> None:
    wrong = mistake("retrieval_metriken", "liste_statt_tupel")
    assert tab.check("retrieval_metriken", wrong) == "failed"
    told = tab.result("retrieval_metriken")
    assert "retrieval_metriken([" in told
    assert "Erwartet" in told
    assert tab.check("retrieval_metriken", solution("retrieval_metriken")) == "passed"
    assert "Bestanden" in tab.result("retrieval_metriken")


@pytest.mark.parametrize("code", [FOREVER, STUBBORN], ids=["plain", "catches everything"])
def test_an_endless_loop_is_stopped_and_burns_no_processor_afterwards(
    tab: LessonTab, engine: Engine, code: str
) -> None:
    tab.write(CELL, code)
    tab.press(CELL, "run")
    tab.wait_for_phase(CELL, "running")
    looping = busy_cores(engine.browser)
    assert looping > 0.3, "nothing was measured while the loop ran"
    tab.stop(CELL)
    assert GONE in tab.output(CELL)
    assert tab.code(CELL).strip() == code.strip()
    assert "42" in tab.run(CELL, "6 * 7")
    assert calms_down(engine.browser, below=looping / 4)


def test_stop_pressed_over_and_over_leaves_no_button_stuck(tab: LessonTab) -> None:
    for _ in range(3):
        tab.write(CELL, FOREVER)
        tab.press(CELL, "run")
        tab.stop(CELL)
    assert "42" in tab.run(CELL, "6 * 7")
    assert tab.check("accuracy", solution("accuracy")) == "passed"


def test_stop_pressed_five_times_stops_once(tab: LessonTab, engine: Engine) -> None:
    tab.write(CELL, FOREVER)
    tab.press(CELL, "run")
    tab.wait_for_phase(CELL, "running")
    tab.press(CELL, "stop", times=5)
    tab.wait_until_idle(CELL)
    assert tab.output(CELL).count(GONE) == 1
    assert "42" in tab.run(CELL, "6 * 7")
    assert calms_down(engine.browser, below=0.3)


def test_stop_while_python_starts_ends_what_waits_and_nothing_else(tab: LessonTab) -> None:
    tab.write(CELL, "print('nicht gelaufen')")
    tab.reload()
    tab.press(CELL, "run", times=1)
    tab.press(OTHER, "run", times=1)
    tab.press(exercise("accuracy"), "check", times=1)
    # In a browser that is fast enough it runs already: then it is too late to stop anything.
    tab.press(CELL, "stop", times=5)
    tab.press(exercise("accuracy"), "stop", times=5)
    for place in (CELL, OTHER, exercise("accuracy")):
        tab.wait_until_idle(place)
    tab.wait_until_ready()
    assert "42" in tab.run(CELL, "6 * 7")
    assert tab.check("accuracy", solution("accuracy")) == "passed"


def test_stop_during_a_check_leaves_the_verdict_as_it_was(tab: LessonTab, engine: Engine) -> None:
    place = exercise("accuracy")
    assert tab.check("accuracy", solution("accuracy")) == "passed"
    tab.write(place, FOREVER)
    tab.press(place, "check")
    tab.wait_for_phase(place, "running")
    tab.press(place, "stop", times=5)
    tab.wait_until_idle(place)
    assert tab.verdict("accuracy") == "passed"
    assert calms_down(engine.browser, below=0.3)
    assert tab.check("accuracy", solution("accuracy")) == "passed"


def test_stop_while_several_wait_ends_those_that_counted_on_it(tab: LessonTab) -> None:
    place = exercise("accuracy")
    tab.write(CELL, FOREVER)
    tab.write(OTHER, "print('nicht gelaufen')")
    tab.write(place, "print('auch nicht')")
    tab.press(CELL, "run")
    tab.wait_for_phase(CELL, "running")
    for waiting in (OTHER, place):
        tab.press(waiting, "run")
        tab.wait_for_phase(waiting, "queued")
    # One that waits alone is stopped without harm to the one that runs.
    tab.press(place, "stop", times=5)
    tab.wait_until_idle(place)
    tab.wait_for_phase(CELL, "running")
    tab.press(CELL, "stop", times=5)
    for each in (CELL, OTHER):
        tab.wait_until_idle(each)
    assert "nicht gelaufen" not in tab.output(OTHER)
    assert "auch nicht" not in tab.output(place)
    assert "nicht gelaufen" in tab.run(OTHER)
    assert "auch nicht" in tab.run(place)


@pytest.mark.parametrize("code", CRASHES.values(), ids=CRASHES)
def test_a_crash_is_told_and_the_next_run_works(tab: LessonTab, code: str) -> None:
    tab.run(CELL, "before = 1")
    told = tab.run(CELL, code, seconds=180)
    lost = GONE in told
    raised = any(name in told for name in ("MemoryError", "RecursionError"))
    assert lost or raised, told
    assert "42" in tab.run(CELL, "6 * 7")
    # What is told to be lost is lost, and nothing else is.
    kept = tab.run(CELL, "before")
    assert ("NameError" in kept) == lost, kept


@pytest.mark.parametrize("code", list(CRASHES.values())[:3], ids=list(CRASHES)[:3])
def test_a_submission_that_crashes_never_passes(tab: LessonTab, code: str) -> None:
    assert tab.check("accuracy", code) in {"crashed", "error"}
    assert tab.check("accuracy", solution("accuracy")) == "passed"


def test_an_endless_submission_is_a_timeout(tab: LessonTab) -> None:
    assert tab.check("accuracy", f"{solution('accuracy')}\n{FOREVER}") == "timeout"
    assert tab.check("accuracy", solution("accuracy")) == "passed"


def test_a_reload_keeps_the_code_and_the_verdict(tab: LessonTab, engine_host: PlainHost) -> None:
    tab.write(CELL, "print('noch da')")
    assert tab.check("accuracy", solution("accuracy")) == "passed"
    engine_host.requests.clear()
    tab.reload()
    assert tab.code(CELL) == "print('noch da')"
    assert tab.verdict("accuracy") == "passed"
    assert tab.code(exercise("accuracy")).strip() == solution("accuracy").strip()
    tab.wait_until_ready()
    assert "noch da" in tab.run(CELL)
