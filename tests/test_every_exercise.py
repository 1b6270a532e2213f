"""Every exercise proves itself, and the same program gives the same Report in both Pythons."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from programs_metriken import RIGHT, WRONG

from checker.exercise import LoadedExercise, load
from checker.model import Outcome, Report
from checker.report import report_to_json
from checker.trusted import check_trusted
from web.authored import AuthoredExercise, read_every_authored
from web.node import find_node
from web.python_parts import build_wheel
from web.reference import Reference

ROOT = Path(__file__).parents[1]
EXERCISES = {found.name: found for found in read_every_authored(ROOT / "exercises")}

# What the design lets differ between Pythons; before 3.14 Python's own wording as well.
PER_MACHINE = {"python", "seconds"}
PER_VERSION = {"python_message"} if sys.version_info[:2] != (3, 14) else set()

# Programs whose results hang on the order of a set: of them only the verdict is the same everywhere.
HASH_ORDER = {"wrong set_of_the_ranking", "wrong set_below_k", "wrong set_for_the_rank"}


def sources(exercise: AuthoredExercise) -> dict[str, str]:
    return {**exercise.texts, "cases.json": exercise.table_file.read_text("utf-8")}


def programs(exercise: AuthoredExercise) -> dict[str, str]:
    """Every known program for an exercise, by a name for messages."""
    name = exercise.folder.name
    own = {"solution": exercise.solution, "starter": exercise.starter, "empty": ""}
    own |= {f"mistake {mistake}": text for mistake, text in exercise.mistakes.items()}
    own |= {f"right {right}": text for right, text in RIGHT.get(name, {}).items()}
    return own | {f"wrong {wrong}": text for wrong, text in WRONG.get(name, {}).items()}


def comparable(found: object) -> object:
    """A Report without what may differ from one Python to the next."""
    if isinstance(found, dict):
        return {key: comparable(item) for key, item in found.items() if key not in PER_MACHINE | PER_VERSION}
    return [comparable(item) for item in found] if isinstance(found, list) else found


@pytest.fixture(scope="module", params=list(EXERCISES.values()), ids=list(EXERCISES))
def exercise(request: pytest.FixtureRequest) -> AuthoredExercise:
    found = request.param
    assert isinstance(found, AuthoredExercise)
    return found


@pytest.fixture(scope="module")
def loaded(exercise: AuthoredExercise) -> LoadedExercise:
    return load(sources(exercise), exercise.name)


@pytest.fixture(scope="module")
def reports(exercise: AuthoredExercise, loaded: LoadedExercise) -> Mapping[str, Report]:
    """The Report of every known program, as this Python sees it."""
    return {name: check_trusted(loaded, text) for name, text in programs(exercise).items()}


def test_the_solution_passes(reports: Mapping[str, Report]) -> None:
    assert reports["solution"].verdict is Outcome.PASSED
    assert reports["solution"].passed == reports["solution"].total


@pytest.mark.parametrize("program", ["starter", "empty"])
def test_starter_and_empty_file_do_not_pass(reports: Mapping[str, Report], program: str) -> None:
    assert reports[program].verdict not in (Outcome.PASSED, Outcome.CHECKER_ERROR)


def test_every_mistake_is_rejected_in_its_own_words_and_no_others(
    exercise: AuthoredExercise, reports: Mapping[str, Report]
) -> None:
    assert len(exercise.messages) >= 5
    for name, message in exercise.messages.items():
        report = reports[f"mistake {name}"]
        assert report.verdict not in (Outcome.PASSED, Outcome.CHECKER_ERROR), name
        assert (report.mistake, report.message) == (name, message)


def test_right_programs_of_any_style_pass(reports: Mapping[str, Report]) -> None:
    told = {name: report.message for name, report in reports.items() if name.startswith("right ")}
    failing = {name: text for name, text in told.items() if reports[name].verdict is not Outcome.PASSED}
    assert failing == {}


def test_wrong_programs_that_are_no_known_mistake_fail_too(reports: Mapping[str, Report]) -> None:
    wrong = {name: report.verdict for name, report in reports.items() if name.startswith("wrong ")}
    assert [name for name, verdict in wrong.items() if verdict is Outcome.PASSED] == []
    assert Outcome.CHECKER_ERROR not in wrong.values()


def test_no_verdict_comes_without_the_input_that_led_to_it(reports: Mapping[str, Report]) -> None:
    for name, report in reports.items():
        for check in report.checks:
            if check.outcome in (Outcome.FAILED, Outcome.ERROR) and report.line is None:
                assert check.call or check.expected, f"{name}: {check.name}"


def test_pyodide_gives_the_same_reports(exercise: AuthoredExercise, reports: Mapping[str, Report]) -> None:
    reference = Reference(find_node().program, build_wheel(ROOT))
    known = programs(exercise)
    given = reference.check(sources(exercise), exercise.name, list(known.values()))
    for name, theirs in zip(known, given, strict=True):
        ours = json.loads(report_to_json(reports[name]))
        if name in HASH_ORDER:
            assert theirs["verdict"] == ours["verdict"], name
        else:
            assert comparable(theirs) == comparable(ours), name
