from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from handmade import NOT_RUN, UNFINISHED, gave, seen, seen_alone, simple

from checker.exercise import LoadedExercise
from checker.model import Ended, Outcome, Plan, Report
from checker.observe import observe
from checker.plan import plan_from_json
from checker.session import judge_step, step
from checker.table import arguments_to_wire, table_to_json, text_hash

EXERCISE = """from checker import Case, Check, Component, Exercise, SameObject

CASES = (Case(([1, 2],), name="liste"), Case(([3],)), Case((SameObject("liste", 0),)))
EXERCISE = Exercise(
    name="f",
    parameters=("zahlen",),
    components=(Component("summe"), Component("mittel")),
    checks=(Check("alle", "Alle", cases=CASES),),
)
"""
RIGHT = "def f(zahlen):\n    return sum(zahlen), sum(zahlen) / len(zahlen)\n"
KEEPS = """
summe = 0
def f(zahlen):
    global summe
    summe += sum(zahlen)
    return summe, sum(zahlen) / len(zahlen)
"""
EMPTIES = """
def f(zahlen):
    anzahl, summe = len(zahlen), 0
    while zahlen:
        summe += zahlen.pop()
    return summe, summe / anzahl if anzahl else 0.0
"""


def table() -> str:
    made = simple((3.0, 1.5), (3.0, 3.0), (3.0, 1.5)).table
    exercise: dict[str, Any] = {}
    exec(EXERCISE, exercise)
    calls = arguments_to_wire(exercise["CASES"])
    cases = [replace(case, args=args) for case, args in zip(made.cases, calls, strict=True)]
    return table_to_json(replace(made, cases=tuple(cases), hashes={"exercise.py": text_hash(EXERCISE)}))


SOURCES = json.dumps({"exercise.py": EXERCISE, "cases.json": table()})


def ask(rounds: Sequence[object], sources: str = SOURCES, language: str = "de") -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(judge_step(sources, "lektion/f", json.dumps(rounds), language))
    assert list(answer) in (["plan"], ["report"])
    return answer


def checked(source: str) -> tuple[dict[str, Any], int]:
    """The report of a program and how many rounds it took, driven as the page does."""
    rounds: list[object] = []
    while "plan" in (answer := ask(rounds)):
        events: list[str] = []
        observe(source, json.dumps(answer["plan"]), events.append)
        rounds.append({"events": events, "ended": "complete", "seconds": 0.25})
    return answer["report"], len(rounds)


# --- step ---------------------------------------------------------------------------------------

LOADED = simple((0.0, 0.5), (1.0, 0.25))
WRONG = seen(gave((0.0, 0.5)), gave((9.0, 9.0)))


def test_first_a_plan_then_the_report() -> None:
    assert isinstance(step(LOADED, []), Plan)
    report = step(LOADED, [seen(gave((0.0, 0.5)), gave((1.0, 0.25)))])
    assert isinstance(report, Report)
    assert report.verdict is Outcome.PASSED


def test_between_them_a_second_plan_where_cases_are_to_be_run_alone() -> None:
    plan = step(LOADED, [WRONG])
    assert isinstance(plan, Plan)
    assert [len(run.probes) for run in plan.runs] == [1]
    report = step(LOADED, [WRONG, seen_alone(gave((1.0, 0.25)))], "en")
    assert isinstance(report, Report)
    assert (report.verdict, report.mistake) == (Outcome.FAILED, "state")
    assert report.message.startswith("On its own")


def test_after_an_end_before_time_there_is_no_second_plan() -> None:
    report = step(LOADED, [seen(gave((0.0, 0.5)), UNFINISHED, ended=Ended.TIMEOUT)])
    assert isinstance(report, Report)
    assert report.verdict is Outcome.TIMEOUT


def test_a_fault_of_ours_is_a_report_and_never_an_exception() -> None:
    broken = LoadedExercise(
        "lektion/f",
        LOADED.exercise,
        replace(LOADED.table, cases=(replace(LOADED.table.cases[0], args=({"t": "nonsense"},)),)),
    )
    report = step(broken, [seen(gave((9.0, 9.0)))])
    assert isinstance(report, Report)
    assert (report.verdict, report.total) == (Outcome.CHECKER_ERROR, 1)
    assert "MalformedWire" in report.remarks[0]


def test_an_observation_of_another_plan_is_a_fault() -> None:
    right = gave((0.0, 0.5)), gave((1.0, 0.25))
    for probes in (right[:1], (*right, NOT_RUN)):
        report = step(LOADED, [seen(*probes)])
        assert isinstance(report, Report)
        assert report.verdict is Outcome.CHECKER_ERROR


# --- in JSON, as the page asks ------------------------------------------------------------------


def test_the_page_is_given_a_plan_that_the_other_side_reads() -> None:
    plan = plan_from_json(json.dumps(ask([])["plan"]))
    assert plan.filename == "f.py"
    assert [probe.args for probe in plan.runs[0].probes] == [
        ([1, 2],),
        ([3],),
        ({"t": "same", "probe": 0, "arg": 0},),
    ]


def test_a_right_program_passes_in_one_round() -> None:
    report, rounds = checked(RIGHT)
    assert (report["verdict"], report["passed"], report["total"], rounds) == ("passed", 1, 1, 1)
    assert report["seconds"] == 0.25


def test_state_kept_between_calls_is_told_after_a_second_round() -> None:
    report, rounds = checked(KEEPS)
    assert (report["verdict"], report["kind"], rounds) == ("failed", "state", 2)
    assert report["seconds"] == 0.5


def test_an_emptied_list_is_told_after_a_second_round() -> None:
    report, rounds = checked(EMPTIES)
    assert (report["verdict"], report["kind"], rounds) == ("failed", "mutated", 2)


def test_an_end_before_time_is_told_as_the_host_saw_it() -> None:
    for ended in ("timeout", "crashed", "output_limit", "memory_limit"):
        report = ask([{"events": [], "ended": ended, "seconds": 10.0}])["report"]
        assert report["verdict"] == ended


def test_a_fault_of_the_observing_side_keeps_its_detail() -> None:
    rounds = [{"events": [], "ended": "fault", "seconds": 0, "detail": "no worker"}]
    report = ask(rounds)["report"]
    assert (report["verdict"], report["total"]) == ("checker_error", 1)
    assert "no worker" in report["remarks"][0]


def test_a_fault_of_the_programs_making_is_a_crash_and_none_of_its_words_are_shown() -> None:
    rounds = [{"events": ['{"e":"run","run":0}'], "ended": "fault", "seconds": 0, "detail": "a grade of A"}]
    report = ask(rounds)["report"]
    assert (report["verdict"], report["remarks"]) == ("crashed", [])
    assert "a grade of A" not in json.dumps(report)


def test_a_memory_that_was_filled_in_a_call_is_told_after_one_round() -> None:
    events: list[str] = []
    with pytest.raises(MemoryError):
        observe("def f(zahlen):\n    raise MemoryError\n", json.dumps(ask([])["plan"]), events.append)
    report = ask([{"events": events, "ended": "memory_limit", "seconds": 0.25}])["report"]
    assert (report["verdict"], report["python_message"]) == ("memory_limit", "MemoryError")


@pytest.mark.parametrize("events", [["nonsense"], ["[" * 100_000], [5], [None], ['{"e":"end"}'] * 3])
def test_what_was_forged_is_a_crash_not_a_fault(events: list[object]) -> None:
    report = ask([{"events": events, "ended": "complete", "seconds": 1}])["report"]
    assert report["verdict"] == "crashed"


@pytest.mark.parametrize(
    "rounds",
    [
        "{",
        "5",
        '[{"events": [], "ended": "complete"}]',
        '[{"events": "x", "ended": "complete", "seconds": 1}]',
        '[{"events": [], "ended": "somehow", "seconds": 1}]',
        '[{"events": [], "ended": "complete", "seconds": -1}]',
        '[{"events": [], "ended": "complete", "seconds": NaN}]',
        "[[]]",
        "[null]",
        "[" * 100_000,
    ],
)
def test_a_host_that_tells_nonsense_gets_a_report_of_a_fault(rounds: str) -> None:
    report = json.loads(judge_step(SOURCES, "lektion/f", rounds, "de"))["report"]
    assert report["verdict"] == "checker_error"
    assert report["remarks"]


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        ("{", "JSONDecodeError"),
        ("[" * 100_000, "nested too deep"),
        ('{"exercise.py": 5}', "sources are file names"),
        ("[]", "sources are file names"),
        ('{"exercise.py": "x = "}', "cases.json: there is no such file"),
        (
            json.dumps({"exercise.py": "EXERCISE = 1 / 0", "cases.json": "{}"}),
            "exercise.py:1: it raises ZeroD",
        ),
        (json.dumps({"exercise.py": EXERCISE + "\n", "cases.json": table()}), "it is older than exercise.py"),
    ],
)
def test_a_broken_exercise_is_a_report_of_a_fault(sources: str, words: str) -> None:
    report = ask([], sources)["report"]
    assert (report["verdict"], report["exercise"]) == ("checker_error", "lektion/f")
    assert words in report["remarks"][0]


def test_an_unknown_language_is_a_fault_told_in_a_known_one() -> None:
    report = ask([{"events": [], "ended": "timeout", "seconds": 1}], language="fr")["report"]
    assert (report["verdict"], report["message"][:7]) == ("checker_error", "Die Prü")


def test_rounds_beyond_the_report_change_nothing() -> None:
    over = {"events": [], "ended": "timeout", "seconds": 1}
    assert ask([over, over, over]) == ask([over])


def test_judging_sixty_cases_takes_a_few_milliseconds() -> None:
    loaded = simple(*[(n / 60, 1 / (n + 1)) for n in range(60)])
    observation = seen(*[gave((n / 60, 1 / (n + 1))) for n in range(60)])
    step(loaded, [observation])
    begin = time.perf_counter()
    for _ in range(10):
        step(loaded, [observation])
    # Measured: below 1 ms each; the bound leaves room for a busy machine.
    assert time.perf_counter() - begin < 2.0
