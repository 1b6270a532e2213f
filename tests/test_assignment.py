"""Which exercise a handed-in file is checked against, and what cannot be checked at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_lessons import DOUBLE_RIGHT, make_lessons

from checker.assignment import Assignment
from checker.batch import Job, check_file
from checker.handins import find_handins
from checker.lessons import LessonExercise, read_lessons
from checker.model import Outcome, Report

SECONDS = 20.0


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lessons(tmp_path_factory.mktemp("assignment"))


def all_of(folder: Path) -> list[LessonExercise]:
    return [exercise for lesson in read_lessons(folder) for exercise in lesson.exercises]


def assignment(folder: Path, **more: object) -> Assignment:
    settings: dict[str, object] = {
        "wanted": None,
        "language": None,
        "spoken": "de",
        "seconds": SECONDS,
        "memory": 256,
        "hide": [str(folder)],
    }
    return Assignment(all_of(folder), **{**settings, **more})  # type: ignore[arg-type]


def test_one_exercise_for_all_or_each_by_its_name(exercises: Path, tmp_path: Path) -> None:
    for name in ("verdoppeln", "werte", "anna"):
        (tmp_path / f"{name}.py").write_text(DOUBLE_RIGHT)
    each = {unit.file.rpartition("/")[2]: unit for unit in units(assignment(exercises), tmp_path)}
    found = {name: [c.loaded.name for c in unit.candidates] for name, unit in each.items()}
    assert found == {
        "verdoppeln.py": ["klein/verdoppeln"],
        "werte.py": ["klein/werte"],
        "anna.py": ["klein/verdoppeln", "klein/werte"],
    }
    assert [unit.by_names for unit in each.values()] == [True, False, False]
    wanted = all_of(exercises)[0]
    for unit in units(assignment(exercises, wanted=wanted), tmp_path):
        assert [c.loaded.name for c in unit.candidates] == ["klein/verdoppeln"]


def units(assigned: Assignment, folder: Path) -> Iterator[Job]:
    for unit in assigned.work(find_handins([folder]).handins):
        assert isinstance(unit, Job)
        yield unit


def test_a_broken_exercise_is_the_authors_fault_and_told_once(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path)
    (folder / "klein" / "werte" / "exercise.py").write_text("EXERCISE = 1/0\n")
    (tmp_path / "werte_anna.py").write_text("antwort = 1")
    (tmp_path / "anna.py").write_text(DOUBLE_RIGHT)
    assigned = assignment(folder)
    named, other = assigned.work(find_handins([tmp_path / "werte_anna.py", tmp_path / "anna.py"]).handins)
    assert isinstance(named, Report)
    assert (named.verdict, named.exercise) == (Outcome.CHECKER_ERROR, "klein/werte")
    assert "klein/werte/exercise.py:1" in named.remarks[0]
    assert isinstance(other, Job)
    assert check_file(other).report.verdict is Outcome.PASSED
    assert list(assigned.faults) == ["klein/werte"]


def test_without_any_usable_exercise_nothing_is_judged(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path)
    for name in ("verdoppeln", "werte"):
        (folder / "klein" / name / "cases.json").unlink()
    (tmp_path / "anna.py").write_text(DOUBLE_RIGHT)
    (report,) = assignment(folder).work(find_handins([tmp_path / "anna.py"]).handins)
    assert isinstance(report, Report)
    assert report.verdict is Outcome.NOT_RUN


def test_the_report_is_in_the_lessons_language_unless_another_is_asked_for(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path, language="en")
    (tmp_path / "werte.py").write_text("antwort = 1")
    (own,) = units(assignment(folder), tmp_path / "werte.py")
    (asked,) = units(assignment(folder, language="de"), tmp_path / "werte.py")
    assert [own.candidates[0].language, asked.candidates[0].language] == ["en", "de"]


def test_a_file_that_is_no_program_is_told_with_what_to_do(exercises: Path, tmp_path: Path) -> None:
    (tmp_path / "verdoppeln.ipynb").write_text("{}")
    (report,) = assignment(exercises).work(find_handins([tmp_path / "verdoppeln.ipynb"]).handins)
    assert isinstance(report, Report)
    assert report.verdict is Outcome.NOT_RUN
    assert "Notebooks" in report.message
